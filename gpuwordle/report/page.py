"""A report as one HTML file that needs nothing else.

The page holds its style, its tables and its figures (as SVG) in itself, asks no other host for
anything, and reads well in light and dark rooms and on paper. What it looks like stands in
`templates/`: `page.html.jinja` and `style.css`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from gpuwordle.report.comparisons import comparison_table, comparisons
from gpuwordle.report.report import Report
from gpuwordle.report.summary import SMALLEST_ALPHA, Summary
from gpuwordle.report.tables import numeric_columns, text_tables
from gpuwordle.rules.tiles import html_board

SHOWN_GAMES = 12
"""How many of the hardest games are shown as tiles."""

SHOWN_ROWS = 40
"""A table of more rows is folded."""


@dataclass(frozen=True)
class Picture:
    """A figure as it stands in the page.

    Attributes
    ----------
    caption : str
        What it shows.
    svg : str
        Its markup.
    """

    caption: str
    svg: str


@dataclass(frozen=True)
class Board:
    """A game as it stands in the page.

    Attributes
    ----------
    word : str
        The hidden word.
    count : str
        How many guesses it took.
    label : str
        The strategy that played it.
    tiles : str
        Its markup.
    """

    word: str
    count: str
    label: str
    tiles: str


def html_page(
    report: Report,
    *,
    allowed: int = 6,
    alpha: float = SMALLEST_ALPHA,
    pictures: Sequence[tuple[str, str, bytes]] = (),
) -> str:
    """Write a report as one HTML page.

    Parameters
    ----------
    report
        The summaries.
    allowed, alpha
        For the rewards; see `gpuwordle.report.tables.text_tables`.
    pictures
        Name, caption and SVG of each figure.
    """
    beside = comparisons(report)
    counted = Counter(row.mark for row in beside)
    page = _environment().get_template("page.html.jinja")
    return page.render(
        title=report.title(),
        origins=report.origins(),
        cards=_cards(report),
        comparisons=comparison_table(beside),
        marks=", ".join(f"{number} {mark}" for mark, number in counted.most_common()),
        pictures=[_picture(*picture) for picture in pictures],
        boards=_boards(report),
        tables=text_tables(report, allowed=allowed, alpha=alpha),
        shown_rows=SHOWN_ROWS,
    )


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("gpuwordle.report"),
        # Labels, commands and captions hold names that users chose.
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals["numeric_columns"] = numeric_columns
    return environment


def _cards(report: Report) -> list[tuple[str, str]]:
    games = sum(s.games for s in report.summaries)
    solved = sum(s.solved for s in report.summaries)
    seconds = sum(s.seconds for s in report.summaries)
    known = [s for s in report.summaries if s.mean is not None]
    best = min(known, key=lambda s: (s.failed, s.mean), default=None)
    cards = [
        ("games", f"{games:,}"),
        ("won", f"{100 * solved / games:.2f} %"),
        ("strategies", str(len(report.by_label()))),
        ("playing time", f"{seconds:,.1f} s"),
        ("games a second", f"{games / max(seconds, 1e-9):,.0f}"),
    ]
    if best is not None and len(report.lengths) == 1:
        cards.append(("fewest guesses", f"{report.label(best)} {best.mean:.4f}"))
    return cards


def _boards(report: Report) -> list[Board]:
    """Return the hardest games as the tiles that players know."""

    def hardness(summary: Summary) -> tuple[bool, int]:
        return bool(summary.failed), len(summary.worst_game)

    boards = []
    for summary in sorted(report.summaries, key=hardness, reverse=True)[:SHOWN_GAMES]:
        word = summary.worst_words[0]
        count = "not found" if summary.failed else f"{len(summary.worst_game)} guesses"
        tiles = html_board(summary.worst_game, f"{word}: {count}")
        boards.append(Board(word, count, report.label(summary), tiles))
    return boards


def _picture(name: str, caption: str, svg: bytes) -> Picture:
    text = svg.decode()
    text = text[text.index("<svg") :]
    # Identifiers of several figures on one page must not meet.
    text = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{name}-", text)
    return Picture(caption, re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL))
