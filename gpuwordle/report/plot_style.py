"""How figures look: palette, type, panels, and the same bytes for the same figure.

Lines are told apart by the palette of Okabe and Ito, which colour-blind readers can tell apart, and
by their markers and dashes where there are more than eight. What has an order runs through one
sequence of colours from dark to light.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from gpuwordle.errors import UserError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK = "#24292f"
"""Colour of text and axes, on white."""

PALETTE = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#7f6000",
    "#666666",
)
MARKERS = "osD^vPX*"

_STYLE: dict[str, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Helvetica Neue", "Arial", "sans-serif"],
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 10,
    "axes.labelsize": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.8,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.axisbelow": True,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "axes.grid": True,
    "grid.color": INK,
    "grid.alpha": 0.12,
    "grid.linewidth": 0.8,
    "legend.frameon": False,
    "legend.fontsize": 9,
    "lines.linewidth": 1.8,
    "lines.markersize": 4.5,
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.w_pad": 0.09,
    "figure.constrained_layout.h_pad": 0.07,
    "savefig.transparent": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "gpuwordle",
}

PANEL = (3.4, 2.6)
"""Width and height of one panel of a figure of many, in inches."""


def rendered(figure: Figure, kind: str) -> bytes:
    """Return a figure as a PNG or SVG file; the same figure gives the same bytes."""
    stream = io.BytesIO()
    metadata = {"Date": None} if kind == "svg" else {"Software": None}
    with style():
        # Each drawing would move the axes a little further; they are laid out once.
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
        figure.savefig(stream, format=kind, dpi=160, metadata=metadata)
    return stream.getvalue()


@contextmanager
def style() -> Iterator[None]:
    """Draw in this style.

    Raises
    ------
    UserError
        If matplotlib is not installed.
    """
    try:
        import matplotlib as mpl
    except ImportError as error:
        raise UserError(
            "plots need matplotlib: run pip install matplotlib, or leave them out"
        ) from error
    with mpl.rc_context(_STYLE):  # type: ignore[arg-type]
        yield


def new_figure(rows: int, columns: int, size: tuple[float, float]) -> tuple[Figure, list[Axes]]:
    """Make a figure of so many panels, of a size in inches."""
    # Figure itself rather than pyplot: no window system, and nothing to close.
    from matplotlib.figure import Figure

    figure = Figure(figsize=size)
    axes = figure.subplots(rows, columns, squeeze=False)
    return figure, list(axes.flat)


def panels_for(count: int) -> tuple[Figure, list[Axes]]:
    """Make a figure of panels alike, in rows of two or three."""
    columns = 2 if count in (2, 4) else min(count, 3)
    rows = -(-count // columns)
    # A single panel is drawn larger, as a figure of its own.
    width, height = (6.4, 4.0) if count == 1 else (PANEL[0] * columns, PANEL[1] * rows)
    figure, axes = new_figure(rows, columns, (width, height))
    for unused in axes[count:]:
        unused.remove()
    return figure, axes[:count]


def sequence(count: int) -> Sequence[str]:
    """Return colours for things that have an order, dark to light."""
    from matplotlib import colormaps
    from matplotlib.colors import to_hex

    # Viridis is even in lightness for every kind of sight; its palest end is left out.
    steps = [0.02 + 0.9 * step / max(count - 1, 1) for step in range(count)]
    return [to_hex(colormaps["viridis"](step)) for step in steps]


def readable_on(colour: str) -> str:
    """Return black or white, whichever can be read on a colour."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return "#ffffff" if 0.299 * red + 0.587 * green + 0.114 * blue < 0.6 else "#000000"


def line_style(number: int) -> dict[str, Any]:
    """Return colour, marker and dashes of one line among many."""
    return {
        "color": PALETTE[number % len(PALETTE)],
        "marker": MARKERS[(number + number // len(PALETTE)) % len(MARKERS)],
        "linestyle": "-" if number < len(PALETTE) else "--" if number < 16 else ":",
    }
