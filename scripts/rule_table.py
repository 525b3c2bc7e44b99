"""Write the table of docs/other-games.md: what works under which rule.

    python scripts/rule_table.py

It replaces the lines between the marks; a test checks that they are there.
"""

from __future__ import annotations

from pathlib import Path

from gpuwordle.proofs.board import is_known
from gpuwordle.rules.built_in import RULES
from gpuwordle.rules.feedback import Feedback
from gpuwordle.strategies.table import known_strategies

PAGE = Path(__file__).resolve().parents[1] / "docs" / "other-games.md"
BEGIN, END = "<!-- table of rules -->", "<!-- end of the table -->"

YES, NO = "yes", "no"


def said(truth: bool) -> str:
    """Write yes or no."""
    return YES if truth else NO


def table() -> str:
    """Return the table in Markdown: a row for each ability, a column for each rule."""
    rules = list(RULES.values())
    ours = [known.kind for known in known_strategies() if known.package == "gpuwordle"]
    plain = [kind() for kind in ours if kind is not None]
    reading = ", ".join(f"`{one.name}`" for one in plain if one.reads_colours)
    rows = {
        "letters in a word, at most": [str(rule.longest) for rule in rules],
        "codes of five letters": [str(rule.codes(5)) for rule in rules],
        "the code alone tells a win": [said(rule.tells_wins) for rule in rules],
        "scores, openers, pairs, matrix": [YES] * len(rules),
        "trees, games, benchmarks, runs": [YES] * len(rules),
        "optimal play, `prove`": [YES] * len(rules),
        "`solve`, `play`, `hide`, `review`, `judge`, `arena`, `eligible`": [YES] * len(rules),
        f"strategies that read colours: {reading}": colours(rules),
        "hard mode, filters besides `pattern`": colours(rules),
        "several boards, cliques, the page, `explain`, shared results": colours(rules),
        "certificates": [said(is_known(rule)) for rule in rules],
    }
    head = "| | " + " | ".join(f"`{rule.name}`" for rule in rules) + " |"
    lines = [head, "| --- |" + " --- |" * len(rules)]
    lines += [f"| {name} | {' | '.join(cells)} |" for name, cells in rows.items()]
    return "\n".join(lines)


def colours(rules: list[Feedback]) -> list[str]:
    """Say which rules have colours of letters."""
    return [said(rule.has_colours) for rule in rules]


def page_with(text: str, made: str) -> str:
    """Return the page with the table between its marks."""
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    return f"{before}{BEGIN}\n{made}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page_with(PAGE.read_text(encoding="utf-8"), table()), encoding="utf-8")
