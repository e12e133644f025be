"""Many deals: cut into pieces, solved by an engine, put together into chunks in their order."""
