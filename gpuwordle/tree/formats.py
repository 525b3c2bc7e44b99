"""Decision trees as text, nested dicts, Graphviz, and lists in notebooks (`web` has the page)."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from gpuwordle.games.nodes import NodeTable
from gpuwordle.graphemes import written
from gpuwordle.rules.pattern import Pattern
from gpuwordle.rules.tiles import dot_tiles, notebook_tiles


class Visit(NamedTuple):
    """A node on a walk through a tree."""

    node: int
    parent: int  # -1 for the root
    turn: int  # 1 for the root
    pattern: str  # the one that leads here, as digits; empty for the root
    got: Pattern | None  # the same as a pattern; None for the root
    guess: str | None  # None if games end unsolved here
    answers: int  # games that reach the node
    candidates: int  # answers that the player believes possible
    lost: tuple[str, ...]  # answers of the games that end unsolved here


def depth_first(table: NodeTable, turns: int | None = None) -> Iterator[int]:
    """Yield the numbers of the nodes from the root down, children by pattern.

    With ``turns``, nodes of later turns are left out.
    """
    codes, end = table.codes.tolist(), len(table.turns)
    if turns is not None:
        end = int(np.searchsorted(table.turns, turns, "right"))
    children: dict[int, list[int]] = {}
    for node, parent in enumerate(table.parents[:end].tolist()):
        children.setdefault(parent, []).append(node)
    waiting = [0]
    while waiting:
        node = waiting.pop()
        yield node
        if node in children:
            waiting += sorted(children[node], key=codes.__getitem__, reverse=True)


SHAPE = 4.5
"""Width of a node over its height, when several share a box."""

HTML_CHILDREN = (12, 5)
"""Children of a node that a notebook shows, on the first turn and on the second."""

HTML_TURNS = len(HTML_CHILDREN) + 1


def text(walk: Iterable[Visit]) -> str:
    """Draw a tree as indented lines; the walk is depth first.

    A line has the pattern of the previous guess (upper case green, lower case yellow, dot grey; or
    as another rule writes it), the next guess, and how many answers reach it. If games end
    unsolved, a dash and their answers replace the guess::

        cat 4
          ... dog 1
          C.. cow 1
    """
    lines, guesses = [], {}
    for visit in walk:
        guesses[visit.node] = visit.guess
        indent = "  " * (visit.turn - 1)
        parts = []
        if visit.got:
            parts.append(visit.got.marks(guesses[visit.parent] or ""))
        parts += [visit.guess or f"- {' '.join(visit.lost)}", str(visit.answers)]
        lines.append(indent + " ".join(parts))
    return "\n".join(lines) + "\n"


def html_text(title: str, walk: Iterable[Visit]) -> str:
    """Draw a tree for a notebook, as lists that open on a click; the most answers first.

    The walk lists parents before their children. The markup needs no style sheet, and fills at
    most one screen while the lists are closed.
    """
    visits = list(walk)
    children: dict[int, list[Visit]] = {}
    for visit in visits[1:]:
        children.setdefault(visit.parent, []).append(visit)
    return f"<p>{html.escape(title)}</p>{_opening(visits[0], None, children)}"


def _opening(visit: Visit, parent: Visit | None, children: dict[int, list[Visit]]) -> str:
    """Draw a node as a line, and below it the children with the most answers."""
    line = f"<bdi><b>{html.escape(written(visit.guess))}</b></bdi>" if visit.guess else "unsolved"
    if parent is not None:
        line = f"{notebook_tiles(parent.guess or '', visit.got)} → {line}"
    line += f" {visit.answers:,}"
    below = sorted(children.get(visit.node, ()), key=lambda child: -child.answers)
    if not below:
        return f"<div>{line}</div>"
    kept = HTML_CHILDREN[min(visit.turn, len(HTML_CHILDREN)) - 1]
    shown = "".join(_opening(child, visit, children) for child in below[:kept])
    if len(below) > kept:
        answers = sum(child.answers for child in below[kept:])
        shown += f"<div>and {len(below) - kept:,} more, with {answers:,} answers</div>"
    opened = " open" if parent is None else ""
    return (
        f"<details{opened}><summary>{line}</summary>"
        f'<div style="margin-left:1.5em">{shown}</div></details>'
    )


def nested(walk: Iterable[Visit]) -> dict[str, Any]:
    """Return all nodes as nested dicts; see `DecisionTree.to_dict`."""
    nodes: dict[int, dict[str, Any]] = {}
    for visit in walk:
        nodes[visit.node] = {
            "guess": visit.guess,
            "answers": visit.answers,
            "candidates": visit.candidates,
        }
        if visit.lost:
            nodes[visit.node]["lost"] = list(visit.lost)
        if visit.pattern:
            nodes[visit.parent].setdefault("next", {})[visit.pattern] = nodes[visit.node]
    return nodes[0]


def dot(walk: Iterable[Visit]) -> str:
    """Write a tree for Graphviz; the walk lists parents before their children.

    A box is a node: the previous guess as tiles in the colours of its pattern, the next guess, and
    how many answers reach it. Children without further children share one box, the most
    answers first, so that two turns of a large tree fill one screen.
    """
    visits = {visit.node: visit for visit in walk}
    inner = {visit.parent for visit in visits.values()}
    ends: dict[int, list[Visit]] = {}
    lines = [
        "digraph tree {",
        "  rankdir=LR;",
        '  node [shape=box, fontname="Helvetica", fontsize=11, color="#8c959f"];',
        '  edge [color="#8c959f"];',
    ]
    for visit in visits.values():
        if visit.node in inner or visit.parent not in visits:
            row = _cells(visit, visits.get(visit.parent))
            lines.append(f"  n{visit.node} [label={_table([row])}];")
            if visit.parent in visits:
                lines.append(f"  n{visit.parent} -> n{visit.node};")
        else:
            ends.setdefault(visit.parent, []).append(visit)
    for parent, found in ends.items():
        found.sort(key=lambda visit: -visit.answers)
        rows = _columns([_cells(visit, visits[parent]) for visit in found])
        lines.append(f"  e{parent} [label={_table(rows)}];")
        lines.append(f"  n{parent} -> e{parent};")
    return "\n".join([*lines, "}"]) + "\n"


def _cells(visit: Visit, parent: Visit | None) -> str:
    """Write a node as table cells: the tiles that lead to it, its guess, and its answers."""
    tiles = ""
    if parent is not None:
        assert visit.got is not None
        tiles = dot_tiles(parent.guess or "", visit.got)
    guess = html.escape(visit.guess or "unsolved")
    return f'{tiles}<TD ALIGN="LEFT"><B>{guess}</B></TD><TD ALIGN="RIGHT">{visit.answers}</TD>'


def _columns(cells: Sequence[str]) -> list[str]:
    """Lay nodes out in columns, read downwards, so that the box is about square."""
    columns = max(1, round((len(cells) / SHAPE) ** 0.5))
    height = -(-len(cells) // columns)
    gap = '<TD WIDTH="14"></TD>'
    return [gap.join(cells[row::height]) for row in range(height)]


def _table(rows: Iterable[str]) -> str:
    body = "".join(f"<TR>{row}</TR>" for row in rows)
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="2" CELLPADDING="2">{body}</TABLE>>'
