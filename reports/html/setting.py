"""What all pages share: how templates are read, and what a browser may do with a page."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import jinja2

TEMPLATES = Path(__file__).with_name("templates")


def template_environment() -> jinja2.Environment:
    """Return an environment for our templates; all texts are escaped but those marked as raw."""
    import jinja2
    from markupsafe import Markup

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["raw"] = Markup  # for our own style, scripts and drawings only
    return environment


def security_policy(style: str, scripts: Sequence[str] = ()) -> str:
    """Return the content security policy: nothing but a page's own style and scripts."""
    allowed = " ".join(_hash(script) for script in scripts)
    script_sources = f"script-src {allowed}; " if scripts else ""
    return (
        f"default-src 'none'; {script_sources}style-src {_hash(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
