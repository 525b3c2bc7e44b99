"""Every table of the papers that can be made again, in one command.

    python scripts/papers.py                      # all, into bench_results/papers.md
    python scripts/papers.py --only lahiri --only van_fleet

Needs the lists wordle, wordle-nyt, words-alpha and nltk-words (``gpuwordle vocabularies`` says
where they come from). What a paper comes to is written as soon as it is there; those that are not
made again stay as they are. Exits with 1 if a value is marked "differs": a printed value that ours
does not give, or one of ours that is not what it was.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from bench_record import ROOT, provenance, write
from paper_tables import PLAYED

from gpuwordle.cli.progress import progress_bar
from gpuwordle.papers.comparison import Comparison
from gpuwordle.papers.printed import PAPERS, read_paper
from gpuwordle.progress import Progress
from gpuwordle.report.comparisons import comparison_table, in_order
from gpuwordle.report.markdown import markdown_table

MARKS = (
    '`exact`: to the last printed digit. `holds`: a bound, a range or "around" that ours keeps. '
    "`band`: a value of chance, within three standard deviations of ours. `erratum`: not so, for "
    "the reason given, and ours is what it was when it was pinned. `new`: not known to the paper; "
    "ours is pinned as well. `time`: on other machines, for orientation."
)

SECONDS = {"lahiri": 150, "haag": 400, "reilly": 1, "sreekala": 10, "van_fleet": 200}
"""About how long each takes, for the progress bar."""

RUN_SHARE = 0.95
"""How much of a paper a long run is, where it has one."""


def made_again(name: str, folder: Path, done: Progress | None, known: int) -> list[Comparison]:
    """Every value of one paper; ``known`` of them there were the last time."""
    rows: list[Comparison] = []
    reached = 0.0

    def tell(fraction: float) -> None:
        nonlocal reached
        reached = max(reached, fraction)
        if done is not None:
            done(reached)

    for row in PLAYED[name](folder, lambda run: tell(RUN_SHARE * run.fraction)):
        rows.append(row)
        if known:
            tell(min(1.0, len(rows) / known))
    tell(1.0)
    return sorted(rows, key=in_order)


def read_record(path: Path) -> dict[str, list[dict[str, Any]]]:
    """The rows that were written before, paper by paper."""
    authors = {read_paper(name).authors: name for name in PAPERS}
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in PAPERS}
    if path.exists():
        for row in json.loads(path.read_text())["rows"]:
            found[authors[row["paper"]]].append(row)
    return found


def page(record: dict[str, list[dict[str, Any]]]) -> str:
    """All papers as Markdown."""
    marks = Counter(row["mark"] for rows in record.values() for row in rows)
    summed = ", ".join(f"{number} {mark}" for mark, number in marks.most_common())
    parts = ["# The papers' tables, made again\n", f"{marks.total()} values: {summed}.\n"]
    parts.append(f"{MARKS}\n")
    for name, rows in record.items():
        if rows:
            paper = read_paper(name)
            kept = [{k: v for k, v in row.items() if k not in ("paper", "made")} for row in rows]
            made = f"Made again at {rows[0]['made']}."
            parts.append(f"## {paper.authors}, {paper.title}\n\n{markdown_table(kept)}\n{made}\n")
    return "\n".join(parts)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", choices=PAPERS, help="a paper; all by default")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    given = parser.parse_args(arguments)
    names = [name for name in PAPERS if name in (given.only or PAPERS)]
    record = read_record(given.output / "papers.json")
    about = provenance()
    made = f"commit {about['commit'][:10]}, {about['time'][:10]}"
    marks: Counter[str] = Counter()
    whole, before = sum(SECONDS[name] for name in names), 0
    with tempfile.TemporaryDirectory() as folder, progress_bar("papers") as bar:
        for name in names:
            paper = read_paper(name)
            start = time.perf_counter()
            part = bar.part(paper.authors, before / whole, SECONDS[name] / whole)
            rows = made_again(name, Path(folder) / name, part, len(record[name]))
            before += SECONDS[name]
            marks.update(row.mark for row in rows)
            table = comparison_table(rows, with_conventions=True)
            record[name] = [{**row, "made": made} for row in table]
            every = [row for kept in record.values() for row in kept]
            written = write(given.output, "papers", every, page(record))
            spent = time.perf_counter() - start
            print(f"{paper.authors}: {len(rows)} values in {spent:.1f} s", file=sys.stderr)
            for row in rows:
                if row.mark == "differs":
                    print(
                        f"  differs: {row.place}, {row.what}: {row.printed} printed, "
                        f"{row.found} found; {row.note}",
                        file=sys.stderr,
                    )
    summed = ", ".join(f"{number} {mark}" for mark, number in marks.most_common())
    print(f"{summed}; wrote {written.with_suffix('.md')}", file=sys.stderr)
    return 1 if marks["differs"] else 0


if __name__ == "__main__":
    sys.exit(main())
