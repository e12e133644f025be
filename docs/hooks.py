"""What the site does beyond MkDocs: documents of the top folder are pages, links fit both worlds.

A link in a document is written as it leads from file to file, so that it works wherever the files
are read. On the site it leads to the page made of that file; a file that is no page becomes part
of the site when a page links to it, and of a link to a folder only its words stay.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mkdocs.structure.files import Files

ROOT = Path(__file__).resolve().parents[1]

TOP_PAGES = {
    "results.md": "RESULTS.md",
    "changelog.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
}
"""Pages of the site that are documents of the top folder."""

_PAGE_OF = {source: page for page, source in TOP_PAGES.items()} | {"README.md": "index.md"}
_LINK = re.compile(r"(?<!!)\[(?P<words>[^\]\[]*)\]\((?P<target>[^)#:\s]+)(?P<anchor>#[^)\s]*)?\)")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are documents of the top folder."""
    from mkdocs.structure.files import File

    for page, source in TOP_PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Let the links of a page lead to pages and files of the site."""
    name = page.file.src_uri
    folder = "" if name in TOP_PAGES else posixpath.join("docs", posixpath.dirname(name))

    def on_the_site(link: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(folder, link["target"]))
        if not (ROOT / path).exists():
            return link[0]  # MkDocs says that it leads nowhere
        if (ROOT / path).is_dir():
            return link["words"]
        target = _PAGE_OF.get(path, path.removeprefix("docs/"))
        if not path.startswith("docs/") and path not in _PAGE_OF:
            target = _attached(path, config, files)
        start = posixpath.dirname(name) or "."
        return f"[{link['words']}]({posixpath.relpath(target, start)}{link['anchor'] or ''})"

    return _LINK.sub(on_the_site, markdown)


def _attached(path: str, config: Any, files: Files) -> str:
    """Make a file of the repository part of the site, and return where it is there."""
    from mkdocs.structure.files import File

    target = f"files/{path}"
    if path.endswith((".md", ".py")) or "." not in posixpath.basename(path):
        target += ".txt"  # neither a page of its own nor something a browser would save
    if files.get_file_from_path(target) is None:
        content = (ROOT / path).read_bytes()
        files.append(File.generated(config, target, content=content))
    return target
