"""How openers and partitions are shown in a notebook: tables of one screen, with tiles."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from gpuwordle.rules.tiles import notebook_tiles
from gpuwordle.words.letters import abridged_html

if TYPE_CHECKING:
    from gpuwordle.openers.opener import Opener
    from gpuwordle.openers.partitions import Partition

SHOWN = 5
"""Openers that are shown of each score."""

SHOWN_BUCKETS = 12

SHOWN_WORDS = 8

HEADS = ("may be hidden", "largest bucket", "expected size", "entropy (bits)", "buckets")


def table_of_openers(ranked: Mapping[str, Sequence[Opener]]) -> str:
    """Show openers and their four scores, the best of each ranking.

    Parameters
    ----------
    ranked
        Openers by the name of the score that ranks them.
    """
    named = any(ranked)
    rows, left = [], 0
    for score, openers in ranked.items():
        left += len(openers[SHOWN:])
        for opener in openers[:SHOWN]:
            scores = (
                "yes" if opener.candidate else "no",
                f"{opener.largest:,}",
                f"{opener.expected_size:,.2f}",
                f"{opener.entropy:.4f}",
                f"{opener.buckets:,}",
            )
            begin = [html.escape(score)] if named else []
            rows.append([*begin, notebook_tiles(opener.guess, None), *scores])
    more = f"and {left:,} more" if left else ""
    return _table("Openers", [*["score"] * named, "guess", *HEADS], rows, more)


def table_of_partition(partition: Partition) -> str:
    """Show the largest buckets of a guess, with some words of each."""
    guess, buckets = partition.opener.guess, partition.buckets
    rows = [
        [notebook_tiles(guess, pattern), f"{len(words):,}", abridged_html(words, SHOWN_WORDS)]
        for pattern, words in buckets[:SHOWN_BUCKETS]
    ]
    rest = buckets[SHOWN_BUCKETS:]
    answers = sum(len(words) for _, words in rest)
    more = f"and {len(rest):,} more buckets, with {answers:,} words" if rest else ""
    title = (
        f"{guess}: {sum(len(words) for _, words in buckets):,} words in {len(buckets):,} buckets"
    )
    return _table(title, ["score", "size", "words"], rows, more)


def _table(title: str, heads: Iterable[str], rows: Iterable[Sequence[str]], more: str) -> str:
    """Write a table; cells are markup."""
    head = "".join(f'<th scope="col" style="text-align:left">{name}</th>' for name in heads)
    body = "".join(
        "<tr>" + "".join(f'<td style="text-align:left">{cell}</td>' for cell in row) + "</tr>"
        for row in rows
    )
    return (
        f'<table><caption style="text-align:left">{html.escape(title)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" + (more and f"<p>{more}</p>")
    )
