"""A report as one HTML file that needs no other file.

The page contains its style, its tables and its figures (as SVG), loads nothing, and can be read in
light and dark mode, on paper and on a phone. Its templates are `templates/page.html.jinja` and
`templates/style.css`.
"""

from __future__ import annotations

import html
import logging
import re
from collections import Counter
from functools import cache
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from gpuwordle.columns import turned
from gpuwordle.errors import UserError, percent
from gpuwordle.papers.experiments import comparisons
from gpuwordle.progress import Progress
from gpuwordle.report.plot_style import DARK, rendered
from gpuwordle.report.plots import figures
from gpuwordle.report.report import Report
from gpuwordle.report.text_tables import (
    HELP,
    TextTable,
    comparison_table,
    numeric_columns,
    text_tables,
)
from gpuwordle.results.summary import Summary
from gpuwordle.rules.colours import COLOUR_NAMES, palette_named
from gpuwordle.rules.tiles import html_board, html_tiles, in_words

_LOG = logging.getLogger(__name__)

SHOWN_GAMES = 12
"""How many of the hardest games are shown as tiles."""

SHOWN_ROWS = 40
"""A table with more rows than this is folded."""

FEW_ROWS, MANY_COLUMNS = 5, 7
"""Most rows and fewest columns of a table that is turned for narrow screens."""


class Picture(NamedTuple):
    """A figure of the page."""

    caption: str  # what it shows
    svg: str  # its markup


class Board(NamedTuple):
    """A game of the page."""

    word: str  # the hidden word
    taken: str  # how many guesses it took
    label: str  # the strategy that played it
    tiles: str  # its markup


def html_page(report: Report, progress: Progress | None = None) -> str:
    """Write a report as one HTML page; ``progress`` is told the fraction of the figures drawn.

    Without matplotlib the page has no figures, and the log says so.
    """
    try:
        pictures = [
            _picture(name, caption, rendered(figure, "svg"))
            for name, caption, figure in figures(report, progress)
        ]
    except UserError as error:
        _LOG.warning("the page has no figures: %s", error)
        pictures = []
    paper_rows = comparisons(report.seeds)
    counted = Counter(row.mark for row in paper_rows)
    page = _environment().get_template("page.html.jinja")
    return page.render(
        title=report.title(),
        origins=report.origins(),
        cards=_cards(report),
        comparisons=comparison_table(paper_rows),
        marks=", ".join(f"{number} {mark}" for mark, number in counted.most_common()),
        pictures=pictures,
        boards=_boards(report),
        tables=_tables(report),
        shown_rows=SHOWN_ROWS,
        tile_colours=[
            (COLOUR_NAMES[colour], *pair) for colour, pair in enumerate(palette_named().colours)
        ],
        dark_colours=DARK,
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
    environment.globals |= {"numeric_columns": numeric_columns, "help": HELP}
    return environment


def _cards(report: Report) -> list[tuple[str, str]]:
    allowed = report.allowed
    games = sum(s.played for s in report.summaries)
    weight = sum(s.games for s in report.summaries)
    within = sum(s.wins(allowed) for s in report.summaries)
    seconds = sum(s.seconds for s in report.summaries)
    best, group = next(iter(report.by_label().items()))
    cards = [(f"of the games won within {allowed} guesses", f"{percent(within / weight)} %")]
    if len(report.lengths) == 1 and group[0].mean is not None:
        cards.append((f"guesses on average, the best: {best}", f"{group[0].mean:.4f}"))
    return [
        *cards,
        ("games", f"{games:,}"),
        ("strategies", str(len(report.by_label()))),
        ("playing time", f"{seconds:,.1f} s"),
        ("games a second", f"{games / max(seconds, 1e-9):,.0f}"),
    ]


def _tables(report: Report) -> dict[str, TextTable]:
    tables = text_tables(report)
    for row, summary in zip(tables["Worst words"], report.ranked(), strict=True):
        guesses = "".join(
            f"<span>{html_tiles(guess, pattern)}</span>" for guess, pattern in summary.worst_game
        )
        label = html.escape(in_words(summary.worst_game))
        # Tiles show the grey letters, too, which the notation of text leaves out.
        row["a game"] = Markup(
            f'<div class="board row" role="img" aria-label="{label}">{guesses}</div>'
        )
    return {title: _upright(rows) for title, rows in tables.items()}


def _upright(rows: TextTable) -> TextTable:
    columns = list(rows[0])
    names = {row[columns[0]] for row in rows}
    narrow = len(rows) <= FEW_ROWS and len(columns) >= MANY_COLUMNS and len(names) == len(rows)
    return turned(rows) if narrow else rows


def _boards(report: Report) -> list[Board]:
    """Return the hardest games as tiles."""

    def hardness(summary: Summary) -> tuple[bool, int]:
        return bool(summary.lost), len(summary.worst_game)

    boards = []
    for summary in sorted(report.summaries, key=hardness, reverse=True)[:SHOWN_GAMES]:
        word = summary.worst_words[0]
        taken = "not found" if summary.lost else f"{len(summary.worst_game)} guesses"
        tiles = html_board(summary.worst_game, f"{word}, {taken}. {in_words(summary.worst_game)}")
        boards.append(Board(word, taken, report.label(summary), tiles))
    return boards


def _picture(name: str, caption: str, svg: bytes) -> Picture:
    text = svg.decode()
    described = re.search(r"<dc:description>(.*?)</dc:description>", text, re.DOTALL)
    told_of_it = described.group(1) if described else html.escape(caption)
    text = text[text.index("<svg") :]
    # Identifiers of several figures on one page must not collide.
    text = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{name}-", text)
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    # Without its own width and height a figure is as wide as the page.
    text = re.sub(r'(<svg[^>]*?) (?:width|height)="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg[^>]*?) (?:width|height)="[^"]*"', r"\1", text, count=1)
    label = told_of_it.replace('"', "&quot;")
    text = text.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)
    # The style of the page defines the colours of dark mode.
    for colour in DARK:
        text = text.replace(f": {colour}", f": var(--c{colour[1:]}, {colour})")
    return Picture(caption, text)
