"""Self-contained HTML pages: names only, see page.py."""

from reports.html.page import deal_page

__all__ = ["deal_page"]
