"""Every table of the papers that can be made again, in one command.

    python scripts/papers.py                      # all, into bench_results/papers.md
    python scripts/papers.py --only 000 --only 004

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
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
from bench_record import ROOT, write

from gpuwordle.backends.table import choose
from gpuwordle.benchmark.run import run_benchmark
from gpuwordle.benchmark.tasks import tasks_of
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.listing import count_cliques
from gpuwordle.clues.filters import remaining
from gpuwordle.games.play import play_games
from gpuwordle.report.pages import comparison_table, comparisons, markdown_table
from gpuwordle.report.printed import HAAG, LAHIRI, SREEKALA, Comparison
from gpuwordle.report.report import Report
from gpuwordle.rules.conditions import Conditions
from gpuwordle.rules.pattern import score
from gpuwordle.strategies.table import strategy_named
from gpuwordle.words import sources
from gpuwordle.words.vocabulary import Vocabulary

SEEDS = range(20)
SAMPLES, SAMPLE = 200, 200
"""Paper 003, section 4.3: 200 games, each on 200 words of its own."""

# Tables 6 to 8 of paper 000 by word length: words, pairs that share no letter, clique size,
# cliques (None: estimated at 14 and 1700 hours there, and not counted).
CLIQUES = {
    4: (5549, 5267897, 6, None),
    5: (10175, 7641781, 5, None),
    6: (13857, 4415108, 4, 5),
    7: (13661, 874963, 3, 1877),
    8: (10428, 53013, 3, 0),
}


def lahiri(folder: Path) -> Iterator[Comparison]:
    words = sources.load("nltk-words")
    distinct = [words.of_length(length, distinct_letters=True) for length in range(3, 10)]
    for filter in ("letters", "pattern"):
        tasks = tasks_of(distinct, ["minimax"], Conditions(pool="candidates", filter=filter))
        run_benchmark(tasks, folder / filter)
        rows = comparisons(Report.of(folder / filter))
        if filter == "letters":
            yield from rows
            continue
        # Algorithm 1 as it is printed: what its tables would have been.
        for row in rows:
            if row.place in ("Table 4", "Table 5"):
                what = f"{row.what}, by Algorithm 1 as printed"
                yield Comparison(
                    row.paper, row.place, what, row.printed, row.found, row.mark, row.note
                )
    large = sources.load("words-alpha")
    for length, (size, edges, members, found) in CLIQUES.items():
        classes = AnagramClasses.of(large.of_length(length, distinct_letters=True))
        letters = f"{length} letters"
        yield counted(LAHIRI, "Table 6", f"words, {letters}", size, len(classes.words))
        pairs = count_cliques(classes, 2).words
        yield counted(LAHIRI, "Table 7", f"edges, {letters}", edges, pairs)
        start = time.perf_counter()
        cliques = count_cliques(classes, members).words
        spent = f"{time.perf_counter() - start:.2f} s"
        what = f"cliques of {members}, {letters}"
        if found is None:
            hours = "1700+ h estimated" if length == 4 else "14+ h estimated"
            note = f"counted in {spent}; not known to the paper"
            yield Comparison(LAHIRI, "Table 8", what, hours, f"{cliques:,}", "new", note)
        else:
            yield counted(LAHIRI, "Table 8", what, found, cliques)


def haag(folder: Path) -> Iterator[Comparison]:
    words = sources.load("words-alpha")
    yield counted(HAAG, "Section 5", "words in the dictionary", 370105, len(words.words))
    # A node of the trie is a prefix of a word; the empty one is its root.
    nodes = {word[:end] for word in words.words for end in range(len(word) + 1)}
    yield counted(HAAG, "Section 5", "nodes of the trie", 1027817, len(nodes))
    tasks = tasks_of(
        [words.of_length(length) for length in range(3, 21)], ["letter-frequency", "random"]
    )
    run_benchmark(tasks, folder / "frequency")
    yield from comparisons(Report.of(folder / "frequency"))


def sreekala(folder: Path) -> Iterator[Comparison]:
    everything = Vocabulary("wordle-nyt-any", sources.load("wordle-nyt").of_length(5).guesses)
    guesses = ["abhor", "acies", "aevum", "adept", "apple"]
    printed = "14855 378 40 27 2 1"
    found = " ".join(map(str, sizes(everything, guesses, "apple")))
    mark = "exact" if found == printed else "differs"
    yield Comparison(SREEKALA, "Figure 9", "candidates left, apple", printed, found, mark)

    nltk = sources.load("nltk-words").of_length(5)
    printed = "114 15 1"
    found = " ".join(map(str, sizes(nltk, ["slate", "shred", "sinew"], "sweep")[1:]))
    mark = "exact" if found == printed else "differs"
    note = "made with NLTK's words, not with the list that the section names"
    yield Comparison(SREEKALA, "Figure 6", "candidates left, sweep", printed, found, mark, note)

    rng = random.Random(0)
    samples = [
        Vocabulary("sample", sorted(rng.sample(everything.guesses, SAMPLE))) for _ in range(SAMPLES)
    ]
    for strategy, average in (("expected-size", "2.73"), ("heuristic", "2.78")):
        means, spread = [], []
        for words in samples:
            player, engine = strategy_named(strategy), choose("auto")(words)
            counts = np.asarray(play_games(words, player, backend=engine).counts)
            means.append(float(counts.mean()))
            spread.append(float(counts.var()))
        # The paper plays one game on each sample; here all are played.
        one_game = (fmean(spread) + stdev(means) ** 2) ** 0.5
        allowed = 3 * one_game / SAMPLES**0.5 + 0.005
        mark = "band" if abs(fmean(means) - float(average)) <= allowed else "differs"
        what = f"average guesses on 200 random words, {strategy}"
        note = f"{SAMPLES} random games there, all {SAMPLES * SAMPLE:,} here; within {allowed:.2f}"
        place = "Section 4.3, Figure 11"
        yield Comparison(SREEKALA, place, what, average, f"{fmean(means):.4f}", mark, note)
    run_benchmark(tasks_of([everything], ["heuristic"]), folder / "heuristic")
    yield from comparisons(Report.of(folder / "heuristic"))


def van_fleet(folder: Path) -> Iterator[Comparison]:
    words = sources.load("wordle").of_length(5)
    names = ["random", "sampled-minimax", "sampled-expected", "rank-one", "pca"]
    run_benchmark(
        tasks_of([words], names, Conditions(filter="counts", allowed=6), seeds=SEEDS),
        folder / "methods",
    )
    yield from comparisons(Report.of(folder / "methods"))


def counted(paper: str, place: str, what: str, printed: int, found: int) -> Comparison:
    mark = "exact" if printed == found else "differs"
    return Comparison(paper, place, what, f"{printed:,}", f"{found:,}", mark)


def sizes(words: Vocabulary, guesses: list[str], answer: str) -> list[int]:
    """Candidates before the first guess and after each."""
    left = np.arange(len(words.answers))
    found = [len(left)]
    for guess in guesses:
        left = remaining(words, left, words.find(guess), score(guess, answer).code)
        found.append(len(left))
    return found


PAPERS: dict[str, tuple[str, Callable[[Path], Iterator[Comparison]]]] = {
    "000": (
        "Lahiri et al., Deterministic Algorithmic Approaches to Solve Generalised Wordle",
        lahiri,
    ),
    "001": ("Haag, Word Games", haag),
    "003": ("Sreekala et al., Wordle Bot", sreekala),
    "004": ("Van Fleet et al., Exploring Algorithms for Optimal Play in Wordle", van_fleet),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", choices=PAPERS, help="a paper; all by default")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "bench_results")
    given = parser.parse_args()
    marks: Counter[str] = Counter()
    parts, found = [], []
    with tempfile.TemporaryDirectory() as folder:
        for number in given.only or PAPERS:
            title, play = PAPERS[number]
            start = time.perf_counter()
            rows = sorted(play(Path(folder) / number), key=in_order)
            spent = time.perf_counter() - start
            marks.update(row.mark for row in rows)
            found += comparison_table(rows)
            table = [dict(list(row.items())[1:]) for row in comparison_table(rows)]
            parts.append(f"## {number}: {title}\n\n{markdown_table(table)}")
            print(f"{number}: {len(rows)} values in {spent:.1f} s", file=sys.stderr)
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


def in_order(row: Comparison) -> tuple[bool, str]:
    return row.place.startswith("Section"), row.place


if __name__ == "__main__":
    sys.exit(main())
