"""The commands: each is the module of its name, with a click command named ``command``."""
