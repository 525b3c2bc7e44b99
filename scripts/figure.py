"""The results of a figure of running times, and how one is measured.

Times are processor seconds of one core.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from gpuwordle.papers.printed import Printed


@dataclass(frozen=True)
class Finding:
    """A printed value and ours."""

    printed: Printed
    ours: float | tuple[float, float]
    shown: str
    note: str = ""


@dataclass(frozen=True)
class Panel:
    """One pair of axes: lines by label, each of (x, y) points."""

    title: str
    across: str
    up: str
    lines: dict[str, list[tuple[float, float]]]
    log: str = ""


@dataclass
class Figure:
    """The results of one figure."""

    findings: list[Finding] = field(default_factory=list)
    panels: list[Panel] = field(default_factory=list)


def spent(work: Callable[[], object]) -> float:
    """Processor seconds of one call."""
    start = time.process_time()
    work()
    return time.process_time() - start


def slope(points: Iterable[tuple[float, float]]) -> float:
    """Slope of the line through points on logarithmic axes."""
    across, up = np.log(np.array(list(points), float)).T
    return float(np.polyfit(across, up, 1)[0])


def told(points: Iterable[tuple[float, float]], form: str) -> str:
    """Write points in a row."""
    return ", ".join(f"{x:,.0f}: {form.format(y)}" for x, y in points)
