"""Keep pytest out of here: what these modules import does not come with the extra ``test``."""

collect_ignore_glob = ["*.py"]
