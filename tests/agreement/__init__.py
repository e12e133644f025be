"""Independent judges on the same random deals: do they agree? See docs/agreement.md."""
