"""A matplotlib figure as a small SVG for a page: bare shapes whose colours the page decides."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from solver.quiet import quiet

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_POINTS = 72  # to an inch
_SVG = "{http://www.w3.org/2000/svg}"
_SETTINGS: Any = {
    "svg.fonttype": "none",  # text stays text
    "font.family": ["DejaVu Sans"],  # comes with matplotlib, so widths are the same everywhere
    "font.size": 11.5,
    "text.parse_math": False,
    "axes.unicode_minus": True,
    "path.simplify": False,
}
_KEPT = ("stroke-width", "stroke-dasharray", "font-size", "font-weight", "text-anchor")


class Colour(StrEnum):
    """What a shape is for; the page has a colour for it, in the light and in the dark."""

    INK = "#000001"
    MUTED = "#000002"
    EDGE = "#000003"
    WON = "#000004"
    LOST = "#000005"
    LINE = "#000006"
    DEALS = "#000007"


def plain_svg(width: float, height: float, label: str, draw: Callable[[Axes], None]) -> str:
    """Return a drawing as an SVG element.

    Parameters
    ----------
    width, height : float
        Its size in points.
    label : str
        What it shows, for those who cannot see it.
    draw : callable
        Draws on the axes, in the colours of `Colour` only and without markers.

    Returns
    -------
    str
        SVG without ids, styles and outside references, so that any number of them fit one page.
        Classes name the colours: ``fill-won``, ``stroke-edge``. The same for the same drawing and
        version of matplotlib.

    Notes
    -----
    No window system and no global state of pyplot is touched. Where matplotlib can keep its list
    of fonts nowhere, it says so in the log; a page can do nothing about that and needs no font,
    so this is kept quiet.
    """
    with quiet("matplotlib", logging.ERROR):
        import matplotlib
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure

        with matplotlib.rc_context():
            matplotlib.rcdefaults()  # a user's own settings would change the page
            matplotlib.rcParams.update(_SETTINGS)
            figure = Figure(figsize=(width / _POINTS, height / _POINTS), layout="constrained")
            FigureCanvasSVG(figure)
            axes = figure.add_subplot()
            _strip(axes)
            draw(axes)
            drawn = _drawn(figure)
    root = ElementTree.Element("svg", {"class": "plot", "role": "img", "aria-label": label})
    root.set("viewBox", f"0 0 {width:g} {height:g}")
    for element in ElementTree.fromstring(drawn).iter():
        shape = _shape(element)
        if shape is not None:
            root.append(shape)
    return ElementTree.tostring(root, encoding="unicode")


def _strip(axes: Axes) -> None:
    """Take away what a page does not need: frames, tick marks, backgrounds."""
    axes.figure.patch.set_visible(False)
    axes.patch.set_visible(False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.tick_params(length=0, labelcolor=Colour.MUTED)
    axes.tick_params(axis="x", pad=7)  # else the first label touches that of the other axis
    axes.set_axisbelow(True)
    axes.grid(visible=True, axis="y", color=Colour.EDGE, linewidth=0.8)
    axes.xaxis.label.set_color(Colour.MUTED)
    axes.yaxis.label.set_color(Colour.MUTED)


def _drawn(figure: Figure) -> str:
    stream = io.StringIO()
    figure.savefig(stream, format="svg", metadata={"Date": None})
    return stream.getvalue()


def _shape(element: ElementTree.Element) -> ElementTree.Element | None:
    """Return a path or a text with classes for colours, None for what only holds others."""
    kind = element.tag.removeprefix(_SVG)
    if kind in {"use", "image"}:
        raise ValueError(f"a drawing with <{kind}> does not fit a page")
    if kind not in {"path", "text"}:
        return None
    style = _style(element)
    found = ElementTree.Element(kind)
    classes = [
        f"{key}-{Colour(style[key]).name.lower()}"
        for key in ("fill", "stroke")
        if style.get(key, "none") != "none"
    ]
    found.set("class", " ".join(classes))
    for key in ("fill-opacity", *_KEPT):
        if key in style:
            found.set(key, style[key].removesuffix("px"))
    if kind == "path":
        found.set("d", " ".join(element.attrib["d"].split()))
    else:
        found.text = element.text
        turned = element.get("transform", "")
        if not turned.startswith(("rotate(-0 ", "rotate(0 ")):
            found.set("transform", turned)
        for key in ("x", "y"):
            found.set(key, element.get(key, "0"))
    return found


def _style(element: ElementTree.Element) -> dict[str, str]:
    pairs = (part.split(":", 1) for part in element.get("style", "").split(";") if ":" in part)
    return {key.strip(): value.strip() for key, value in pairs}
