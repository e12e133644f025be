"""Keep pytest out of the module whose fuzzer does not come with the extra ``test``."""

collect_ignore = ["guided.py"]
