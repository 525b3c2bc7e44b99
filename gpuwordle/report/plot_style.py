"""The style of figures: palette, type, panels, dark mode, and the same bytes for the same figure.

Lines differ in colour, by the palette of Okabe and Ito, which colour-blind readers can distinguish,
and in their markers; there are never more than `MANY`. Ordered things have a sequence of colours
from dark to light. All figures have the same width, so that their type has the same size.
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

MANY = 6
"""More strategies or word lengths than this are drawn as one heat map, not as lines or panels."""

INK = "#24292f"
"""Colour of text and axes, on white."""

PAPER = "#ffffff"
"""Colour of the background, and of the gaps between bars."""

ON_DARK, ON_LIGHT = "#fefefe", "#010101"
"""Colours of numbers in coloured cells, which are the same in light and dark mode."""

DARK = {
    PAPER: "#0d1117",
    INK: "#e6edf3",
    "#0072b2": "#4aa8e0",
    "#d55e00": "#f0883e",
    "#009e73": "#35c796",
    "#cc79a7": "#e29cc4",
    "#7f6000": "#d9b64a",
    "#666666": "#a8b0b8",
}
"""The colours of lines, bars and type in dark mode."""

PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7f6000", "#666666")
MARKERS = "osD^vP"

_STYLE: dict[str, Any] = {
    "text.parse_math": False,  # a dollar in a list's name is a dollar
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

WIDTH = 9.6
"""Width of every figure, in inches."""


def rendered(figure: Figure, kind: str) -> bytes:
    """Return a figure as a PNG or SVG file; the same figure gives the same bytes.

    The label of the figure is written into the description of the file.
    """
    stream = io.BytesIO()
    metadata: dict[str, str | None] = {"Date": None} if kind == "svg" else {"Software": None}
    if figure.get_label():
        metadata["Description"] = str(figure.get_label())
    with style():
        # Each drawing would move the axes a little further; they are laid out once.
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
        figure.savefig(stream, format=kind, dpi=160, metadata=metadata)
    return stream.getvalue()


@contextmanager
def style() -> Iterator[None]:
    """Draw in this style; UserError if matplotlib is not installed."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise UserError(
            "plots need matplotlib: run pip install 'gpuwordle[plots]', or leave them out"
        ) from None
    with mpl.rc_context(_STYLE):  # type: ignore[arg-type]
        yield


def new_figure(rows: int, columns: int, size: tuple[float, float]) -> tuple[Figure, list[Axes]]:
    """Make a figure with rows x columns panels; its size is in inches."""
    # Figure itself rather than pyplot: no window system, and nothing to close.
    from matplotlib.figure import Figure

    figure = Figure(figsize=size)
    axes = figure.subplots(rows, columns, squeeze=False)
    return figure, list(axes.flat)


def panels_for(
    count: int, columns: int | None = None, height: float | None = None
) -> tuple[Figure, list[Axes]]:
    """Make a figure of equal panels, in rows of two or three; ``height`` is a row's, in inches."""
    columns = columns or (2 if count in (2, 4) else min(count, 3))
    rows = -(-count // columns)
    height = rows * (height or {1: 4.2, 2: 3.0, 3: 2.6}[columns])
    figure, axes = new_figure(rows, columns, (WIDTH, height))
    for unused in axes[count:]:
        unused.remove()
    return figure, axes[:count]


def sequence(count: int) -> Sequence[str]:
    """Return colours for things that have an order, dark to light."""
    from matplotlib import colormaps
    from matplotlib.colors import to_hex

    # The lightness of viridis is even, also for colour-blind readers; its ends, which would be lost
    # on a dark or light background, are left out.
    steps = [0.28 + 0.62 * step / max(count - 1, 1) for step in range(count)]
    return [to_hex(colormaps["viridis"](step)) for step in steps]


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as the rules of accessible pages define it."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def readable_on(colour: str) -> str:
    """Return black or white, whichever is easier to read on a colour."""
    # At this luminance the contrast with both is the same.
    return ON_DARK if luminance(colour) < 0.179 else ON_LIGHT


def line_style(number: int) -> dict[str, Any]:
    """Return colour and marker of one line among a few."""
    return {"color": PALETTE[number], "marker": MARKERS[number]}
