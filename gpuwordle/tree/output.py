"""Decision trees as text, HTML, JSON and Graphviz: what is written of the nodes of a walk."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Sequence
from typing import Any

from gpuwordle.rules.pattern import Pattern
from gpuwordle.rules.tiles import dot_tiles, notebook_tiles
from gpuwordle.tree.walk import Visit

SHAPE = 4.5
"""A node in a box of many is about so many times as wide as high."""

HTML_CHILDREN = (12, 5)
"""Children that a notebook shows of a node, on the first turn and on the second."""

HTML_TURNS = len(HTML_CHILDREN) + 1


def text(walk: Iterable[Visit]) -> str:
    """Draw a tree as indented lines.

    A line is the score of the guess before (upper case green, lower case yellow, dot grey), what is
    guessed next, and how many answers come there; where games end unsolved, the answers follow a
    dash in place of the guess.

    Parameters
    ----------
    walk
        The nodes, depth first.

    Examples
    --------
    ::

        cat 4
          ... dog 1
          C.. cow 1
    """
    lines, guesses = [], {}
    for visit in walk:
        guesses[visit.node] = visit.guess
        indent = "  " * (visit.turn - 1)
        parts = []
        if visit.pattern:
            parts.append(Pattern.parse(visit.pattern).marks(guesses[visit.parent] or ""))
        parts += [visit.guess or f"- {' '.join(visit.lost)}", str(visit.answers)]
        lines.append(indent + " ".join(parts))
    return "\n".join(lines) + "\n"


def html_text(title: str, walk: Iterable[Visit]) -> str:
    """Draw a tree for a notebook: lists that open at a click, of the nodes most answers come to.

    Parameters
    ----------
    title
        What is said of the tree as a whole.
    walk
        The nodes, parents before their children.

    Returns
    -------
    str
        Markup that needs no page's style; closed it fills no more than one screen.
    """
    visits = list(walk)
    children: dict[int, list[Visit]] = {}
    for visit in visits[1:]:
        children.setdefault(visit.parent, []).append(visit)
    return f"<p>{html.escape(title)}</p>{_opening(visits[0], None, children)}"


def _opening(visit: Visit, parent: Visit | None, children: dict[int, list[Visit]]) -> str:
    """Draw a node as a line, and below it the children that most answers come to."""
    line = f"<bdi><b>{html.escape(visit.guess)}</b></bdi>" if visit.guess else "unsolved"
    if parent is not None:
        line = f"{notebook_tiles(parent.guess, Pattern.parse(visit.pattern))} → {line}"
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


def json_text(summary: dict[str, Any], walk: Iterable[Visit]) -> str:
    """Write a tree as JSON: a summary, and nested nodes under ``tree``.

    A node holds ``guess`` (null where games end unsolved), ``answers`` (how many games come here),
    ``candidates`` (how many the player believes possible), ``next``, nodes by pattern, and where
    games end unsolved their answers as ``lost``.

    Parameters
    ----------
    summary
        What is said of the tree as a whole.
    walk
        All nodes, parents before their children.
    """
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
    return json.dumps({**summary, "tree": nodes[0]}, ensure_ascii=False)


def dot(walk: Iterable[Visit]) -> str:
    """Write a tree for Graphviz.

    A box is a node: the guess before as tiles in the colours of its score, what is guessed next,
    and how many answers come there. Nodes that have nothing below them in the walk stand together
    in one box, the most answers first, so that two turns of a large tree fill one screen.

    Parameters
    ----------
    walk
        The nodes, parents before their children.
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
    """Write a node as cells: the tiles that lead to it, its guess, and its answers."""
    tiles = ""
    if parent is not None:
        tiles = dot_tiles(parent.guess or "", Pattern.parse(visit.pattern))
    guess = html.escape(visit.guess or "unsolved")
    return f'{tiles}<TD ALIGN="LEFT"><B>{guess}</B></TD><TD ALIGN="RIGHT">{visit.answers}</TD>'


def _columns(cells: Sequence[str]) -> list[str]:
    """Lay nodes out in columns, read downwards, about as wide as high."""
    columns = max(1, round((len(cells) / SHAPE) ** 0.5))
    height = -(-len(cells) // columns)
    gap = '<TD WIDTH="14"></TD>'
    return [gap.join(cells[row::height]) for row in range(height)]


def _table(rows: Iterable[str]) -> str:
    body = "".join(f"<TR>{row}</TR>" for row in rows)
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="2" CELLPADDING="2">{body}</TABLE>>'
