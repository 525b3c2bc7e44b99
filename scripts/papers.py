"""Every table of the papers that can be made again, in one command.

    python scripts/papers.py                      # all, into bench_results/papers.md
    python scripts/papers.py --only lahiri --only van_fleet

Needs the lists wordle, wordle-nyt, words-alpha and nltk-words (``gpuwordle vocabularies`` says
where they come from). Exits with 1 if a value is marked "differs".
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
from bench_record import ROOT, write

from gpuwordle.backends.table import choose
from gpuwordle.benchmark.run import run_benchmark
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.listing import count_cliques
from gpuwordle.clues.filters import remaining
from gpuwordle.games.play import play_games
from gpuwordle.papers.comparison import Comparison, compare, compare_chance
from gpuwordle.papers.printed import PAPERS, Printed, read_paper
from gpuwordle.report.comparisons import comparison_table, comparisons, in_order
from gpuwordle.report.markdown import markdown_table
from gpuwordle.report.report import Report
from gpuwordle.rules.conditions import Conditions
from gpuwordle.rules.pattern import score
from gpuwordle.strategies.table import strategy_named
from gpuwordle.words import sources
from gpuwordle.words.vocabulary import Vocabulary

SEEDS = range(20)


def lahiri(folder: Path) -> Iterator[Comparison]:
    words = sources.load("nltk-words")
    distinct = [words.of_length(length, distinct_letters=True) for length in range(3, 10)]
    for filter in ("letters", "pattern"):
        conditions = Conditions(pool="candidates", filter=filter)
        run_benchmark(distinct, "minimax", folder / filter, conditions)
        rows = comparisons(Report.of(folder / filter))
        if filter == "letters":
            yield from rows
            continue
        # Algorithm 1 as it is printed: what its tables would have been.
        for row in rows:
            if row.place in ("Table 4", "Table 5"):
                yield replace(row, what=f"{row.what}, by Algorithm 1 as printed")
    paper = read_paper("lahiri")
    printed = paper.printed
    large = sources.load("words-alpha")
    for length, members in paper.given["clique_sizes"].items():
        classes = AnagramClasses.of(large.of_length(length, distinct_letters=True))
        yield counted(printed["clique_words"].at(length), len(classes.words))
        yield counted(printed["edges"].at(length), count_cliques(classes, 2).words)
        start = time.perf_counter()
        cliques = count_cliques(classes, members).words
        spent = f"{time.perf_counter() - start:.2f} s"
        if length in printed["cliques"].values:
            yield counted(printed["cliques"].at(length, members), cliques)
        else:
            note = f"counted in {spent}; not known to the paper"
            estimated = printed["clique_times"].at(length, members)
            yield Comparison.of(estimated, f"{cliques:,}", "new", note)


def haag(folder: Path) -> Iterator[Comparison]:
    words = sources.load("words-alpha")
    printed = read_paper("haag").printed
    yield counted(printed["dictionary"].only(), len(words.words))
    # A node of the trie is a prefix of a word; the empty one is its root.
    nodes = {word[:end] for word in words.words for end in range(len(word) + 1)}
    yield counted(printed["nodes"].only(), len(nodes))
    every = [words.of_length(length) for length in range(3, 21)]
    run_benchmark(every, ["letter-frequency", "random"], folder / "frequency")
    yield from comparisons(Report.of(folder / "frequency"))


def sreekala(folder: Path) -> Iterator[Comparison]:
    paper = read_paper("sreekala")
    printed, guesses = paper.printed, paper.given["guesses"]
    everything = Vocabulary("wordle-nyt-any", sources.load("wordle-nyt").of_length(5).guesses)
    nltk = sources.load("nltk-words").of_length(5)
    yield compare(printed["left_of_apple"].only(), sizes(everything, guesses["apple"], "apple"))
    yield compare(printed["left_of_sweep"].only(), sizes(nltk, guesses["sweep"], "sweep")[1:])

    rng = random.Random(0)
    games, size = paper.given["samples"]["games"], paper.given["samples"]["words"]
    samples = [
        Vocabulary("sample", sorted(rng.sample(everything.guesses, size))) for _ in range(games)
    ]
    for strategy in printed["averages"].values:
        means, spread = [], []
        for words in samples:
            player, engine = strategy_named(strategy), choose("auto")(words)
            counts = np.asarray(play_games(words, player, backend=engine).counts)
            means.append(float(counts.mean()))
            spread.append(float(counts.var()))
        # The paper plays one game on each sample; here all are played.
        one_game = (fmean(spread) + stdev(means) ** 2) ** 0.5
        yield compare_chance(
            printed["averages"].at(strategy),
            fmean(means),
            one_game / games**0.5,
            f"{fmean(means):.4f}",
            f"{games} random games there, all {games * size:,} here",
        )
    run_benchmark(everything, "heuristic", folder / "heuristic")
    yield from comparisons(Report.of(folder / "heuristic"))


def van_fleet(folder: Path) -> Iterator[Comparison]:
    words = sources.load("wordle").of_length(5)
    names = list(read_paper("van_fleet").printed["won"].values)
    conditions = Conditions(filter="counts", allowed=6)
    run_benchmark(words, names, folder / "methods", conditions, seeds=SEEDS)
    yield from comparisons(Report.of(folder / "methods"))


def counted(printed: Printed, found: int) -> Comparison:
    return replace(compare(printed, found, f"{found:,}"), printed=f"{printed.count:,}")


def sizes(words: Vocabulary, guesses: tuple[str, ...], answer: str) -> tuple[int, ...]:
    """Candidates before the first guess and after each."""
    left = np.arange(len(words.answers))
    found = [len(left)]
    for guess in guesses:
        left = remaining(words, left, words.find(guess), score(guess, answer).code)
        found.append(len(left))
    return tuple(found)


PLAYED: dict[str, Callable[[Path], Iterator[Comparison]]] = {
    "lahiri": lahiri,
    "haag": haag,
    "sreekala": sreekala,
    "van_fleet": van_fleet,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", choices=PAPERS, help="a paper; all by default")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    given = parser.parse_args()
    marks: Counter[str] = Counter()
    parts, found = [], []
    with tempfile.TemporaryDirectory() as folder:
        for name in given.only or PAPERS:
            paper = read_paper(name)
            start = time.perf_counter()
            rows = sorted(PLAYED[name](Path(folder) / name), key=in_order)
            spent = time.perf_counter() - start
            marks.update(row.mark for row in rows)
            found += comparison_table(rows)
            table = [dict(list(row.items())[1:]) for row in comparison_table(rows)]
            parts.append(f"## {paper.authors}, {paper.title}\n\n{markdown_table(table)}")
            print(f"{paper.authors}: {len(rows)} values in {spent:.1f} s", file=sys.stderr)
    summed = ", ".join(f"{number} {mark}" for mark, number in marks.most_common())
    text = "\n".join(
        [
            "# The papers' tables, made again\n",
            f"{sum(marks.values())} values: {summed}.\n",
            "`exact`: to the last printed digit. `band`: a value of chance, within three standard "
            "deviations of ours or within the bound that is printed. `erratum`: not so, for the "
            "reason given. `new`: not known to the "
            "paper. `time`: on other machines, for orientation.\n",
            *parts,
        ]
    )
    written = write(given.output, "papers", found, text)
    print(f"{summed}; wrote {written.with_suffix('.md')}", file=sys.stderr)
    return 1 if marks["differs"] else 0


if __name__ == "__main__":
    sys.exit(main())
