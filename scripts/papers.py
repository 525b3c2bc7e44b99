"""Every table of the papers that can be reproduced, in one command.

    python scripts/papers.py                      # all, into bench_results/papers.md
    python scripts/papers.py --only lahiri --only van_fleet

Needs the lists wordle, wordle-nyt, words-alpha and nltk-words (``gpuwordle vocabularies`` says
where they come from). The results of a paper are written as soon as it is done; the others
stay as they are. Exits with 1 if a value is marked "differs": a printed value that we do not
reproduce, or one of ours that has changed.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise, permutations
from math import comb, perm
from pathlib import Path
from statistics import fmean, stdev
from string import ascii_lowercase
from typing import Any

import numpy as np
import numpy.typing as npt
from bench_record import ROOT, best_of, provenance, write

from gpuwordle.backends.table import choose
from gpuwordle.benchmark.run import BenchmarkProgress, run_benchmark
from gpuwordle.cli.progress import progress_bar
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.counting import count_cliques
from gpuwordle.clues.clues import Clues, spots
from gpuwordle.clues.filters import remaining
from gpuwordle.clues.trie import Trie
from gpuwordle.games.games import Games
from gpuwordle.games.play import play
from gpuwordle.openers.first_guesses import first_guess
from gpuwordle.papers.comparison import (
    Comparison,
    agrees,
    compare,
    compare_chance,
    compare_each,
    compare_new,
    compare_time,
)
from gpuwordle.papers.experiments import HAAGS_STRATEGIES, comparisons, in_order
from gpuwordle.papers.printed import PAPERS, Paper, Printed, read_paper
from gpuwordle.progress import Progress
from gpuwordle.report.markdown import markdown_table
from gpuwordle.report.report import Report
from gpuwordle.report.text_tables import comparison_table
from gpuwordle.rules.colours import GREEN, GREY, YELLOW
from gpuwordle.rules.conditions import ClueFilter, Conditions
from gpuwordle.rules.pattern import Pattern
from gpuwordle.strategies.cliques import Clique
from gpuwordle.strategies.partition import ExpectedSize
from gpuwordle.strategies.state import States
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.strategies.table import strategy_named
from gpuwordle.words import sources
from gpuwordle.words.vocabulary import Vocabulary
from gpuwordle.words.word_list import WordList

SEEDS = range(20)

FEWEST_GAMES = 20_000
"""Games of each length and strategy behind claims about chance; short words take several seeds."""

Rows = Iterator[Comparison]
Told = Callable[[BenchmarkProgress], None]
"""Called while a long run is played."""


def lahiri(folder: Path, told: Told) -> Rows:
    words = sources.load("nltk-words")
    distinct = [words.of_length(length, distinct_letters=True) for length in range(3, 10)]
    trimmed = Conditions(filter="letters")
    for filter in ("letters", "pattern"):
        conditions = Conditions(pool="candidates", filter=filter)
        run_benchmark(distinct, "minimax", conditions, folder=folder / filter)
        rows = comparisons(Report.of(folder / filter).seeds)
        if filter == "letters":
            yield from rows
            continue
        # Algorithm 1 as it is printed: what its tables would have been.
        for row in rows:
            if row.place in ("Table 4", "Table 5"):
                yield replace(row, what=f"{row.what}, by Algorithm 1 as printed")
    for reading in ("words", "printed"):
        run = folder / f"cliques-{reading}"
        run_benchmark(distinct, "clique", trimmed, folder=run, options={"reading": reading})
        yield from comparisons(Report.of(run).seeds)
    paper = read_paper("lahiri")
    for vocabulary in distinct:
        yield from first_guess_times(paper, vocabulary)
        yield with_non_words(paper, vocabulary, trimmed)
    yield from arrangements(paper)
    printed, how = paper.printed, paper.conventions["cliques"]
    large = sources.load("words-alpha")
    for length, members in paper.given["clique_sizes"].items():
        classes = AnagramClasses.of(large.of_length(length, distinct_letters=True))
        yield counted(printed["clique_words"].at(length), len(classes.words), how)
        yield counted(printed["edges"].at(length), count_cliques(classes, 2).words, how)
        start = time.perf_counter()
        cliques = count_cliques(classes, members).words
        spent = f"{time.perf_counter() - start:.2f} s"
        if length in printed["cliques"].values:
            yield counted(printed["cliques"].at(length, members), cliques, how)
        else:
            yield compare_new(
                printed["clique_times"].at(length, members),
                cliques,
                f"{cliques:,}",
                pinned=paper.pinned["cliques"][length],
                convention=how,
                note=f"counted in {spent}; not known to the paper",
            )


def first_guess_times(paper: Paper, words: Vocabulary) -> Rows:
    """Table 3: the time of the first guess, and that of all games with the first guess given."""
    greedy = Conditions(pool="candidates", filter="letters")
    opener = paper.printed["openers"].values[words.length]
    for series, convention, work in (
        ("first_guess_times", "first_guess", lambda: first_guess(words, "minimax", greedy)),
        (
            "times_with_opener",
            "given_opener",
            lambda: play(words, "minimax", greedy, opener=opener),
        ),
    ):
        _, seconds = best_of(work, 1)
        printed = paper.printed[series].at(words.length)
        how = paper.conventions[convention]
        yield compare_time(printed, seconds, f"{seconds:.3f} s", convention=how)


def arrangements(paper: Paper) -> Rows:
    """Section 6.1.5: what one guess leaves if every arrangement of distinct letters is a word."""
    printed = paper.printed
    for length in printed["left_by_grey"].values:
        spelled = ["".join(letters) for letters in permutations(ascii_lowercase, int(length))]
        words = Vocabulary("arrangements", spelled)
        for series, colour in (("grey", GREY), ("yellow", YELLOW), ("green", GREEN)):
            pattern = Pattern.of_colours([colour] + [GREY] * (words.length - 1))
            left = len(remaining(words, np.arange(len(spelled)), 0, pattern.code))
            row = printed[f"left_by_{series}"].at(length)
            yield counted(row, left, paper.conventions["arrangements"])
    longest = max(filter(grey_leaves_most, range(1, len(ascii_lowercase) // 2 + 1)))
    how = paper.conventions["arrangements_counted"]
    yield counted(printed["longest_grey"].only(), longest, how)


def grey_leaves_most(length: int) -> bool:
    """Whether no pattern leaves as many arrangements as all grey does."""
    most = arrangements_left(length, 0, 0)
    coloured = [
        (greens, yellows)
        for greens in range(length + 1)
        for yellows in range(length + 1 - greens)
        if greens + yellows
    ]
    return all(arrangements_left(length, *pattern) < most for pattern in coloured)


def arrangements_left(length: int, greens: int, yellows: int, *, alphabet: int = 26) -> int:
    """Arrangements of letters that agree with a pattern of these greens and yellows."""
    free = length - greens
    # Yellow letters are at free places, none at its own: inclusion and exclusion.
    placed = sum(
        (-1) ** own * comb(yellows, own) * perm(free - own, yellows - own)
        for own in range(yellows + 1)
    )
    return placed * perm(alphabet - length, free - yellows)


def with_non_words(paper: Paper, words: Vocabulary, conditions: Conditions) -> Comparison:
    """The clique strategy as printed, with shifts guessed even if they are not words."""
    player = Clique("printed")
    games = play(words, player, conditions)
    total = sum(
        player.tries_with_non_words(words, games.guesses[first:last], games.codes[first:last])
        for first, last in pairwise(games.offsets)
    )
    average = paper.printed["averages"].at(words.length)
    return compare_new(
        replace(average, what=f"{average.what}, by cliques, non-words guessed"),
        total,
        f"{total / len(games):.6f}",
        pinned=paper.pinned["clique_non_words_totals"][words.length],
        convention=paper.conventions["clique_non_words"],
        note=paper.errata["cliques"],
    )


def haag(folder: Path, told: Told) -> Rows:
    words = sources.load("words-alpha")
    paper = read_paper("haag")
    printed, conventions = paper.printed, paper.conventions
    trie = Trie(words)
    yield counted(printed["dictionary"].only(), len(words.words), conventions["list"])
    yield counted(printed["nodes"].only(), trie.nodes, conventions["trie"])
    yield from of_given_lengths(paper, words)
    yield from abracadabra(paper, trie)
    yield from challenges(paper, trie, words)
    played = []
    for length in range(3, 21):
        of_length = words.of_length(length)
        seeds = range(-(-FEWEST_GAMES // len(of_length.answers)))
        played.append(folder / f"frequency-{length}")
        run_benchmark(of_length, list(HAAGS_STRATEGIES), folder=played[-1], seeds=seeds)
    yield from comparisons(Report.of(*played).seeds)


def of_given_lengths(paper: Paper, words: WordList) -> Rows:
    """The two sizes without the words that section 5 says were removed."""
    shortest, longest = paper.given["lengths"]["dictionary"]
    kept = [word for word in words.words if shortest <= len(word) <= longest]
    for series, found in (("dictionary", len(kept)), ("nodes", Trie(kept).nodes)):
        printed = paper.printed[series].only()
        row = compare(
            replace(printed, what=f"{printed.what}, {shortest} to {longest} letters"),
            found,
            convention=paper.conventions["list" if series == "dictionary" else "trie"],
            erratum=printed.note,
            pinned=paper.pinned["of_given_lengths"][series],
        )
        yield replace(row, printed=f"{printed.count:,}", found=f"{found:,}")


def abracadabra(paper: Paper, trie: Trie) -> Rows:
    """The example of Haag's first page, with its own dictionary and with the large list."""
    example = paper.printed["example"]
    few = example.only("its four words").value
    assert isinstance(few, tuple)
    found = Trie([str(word) for word in few]).challenge("abracadabra").words
    how = paper.conventions["dictionary"]
    yield compare(example.only("its four words"), found, convention=how)
    many = trie.challenge("abracadabra").words
    yield compare_new(
        example.only("words-alpha"),
        len(many),
        f"{len(many)} words",
        pinned=paper.pinned["example"]["words"],
        convention=paper.conventions["list"],
        note="the example's dictionary is a small one; words-alpha has more words",
    )


def challenges(paper: Paper, trie: Trie, words: WordList) -> Rows:
    """Haag's Figure 3: word challenges with the letters of words drawn."""
    draw, drawn = random.Random(0), paper.given["challenges"]["words"]
    results, share, visited, seconds = {}, {}, {}, []
    for length in range(3, 21):
        answers = words.of_length(length).answers
        start = time.perf_counter()
        found = [
            trie.challenge(letters) for letters in draw.sample(answers, min(drawn, len(answers)))
        ]
        seconds.append((time.perf_counter() - start) / len(found))
        results[length] = fmean(len(each.words) for each in found)
        nodes = fmean(each.visited for each in found)
        share[length] = 100 * results[length] / nodes
        visited[length] = 100 * nodes / trie.nodes
    how = paper.conventions["challenge"]
    for claim, values, places in (
        ("results", results, 0),
        ("results_of_visited", share, 1),
        ("visited", visited, 2),
    ):
        shortest, longest = paper.given["lengths"][claim]
        named = {f"{n} letters": v for n, v in values.items() if shortest <= n <= longest}
        yield compare_each(paper.printed[claim].only(), named, places, convention=how)
    spent = f"{1e3 * min(seconds):.2f} to {1e3 * max(seconds):.2f} ms"
    printed = paper.printed["challenge_time"].only()
    missed = paper.errata["challenge_time"]
    yield compare_speed(printed, 1e3 * max(seconds), spent, missed=missed, convention=how)


def compare_speed(
    printed: Printed, found: float, shown: str, *, missed: str, convention: str = ""
) -> Comparison:
    """Compare a claim about running time; ``missed`` says why ours may not meet it."""
    if agrees(printed.value, found):
        return Comparison.of(printed, shown, "holds", convention, printed.note)
    return Comparison.of(printed, shown, "missed", convention, missed)


def reilly(folder: Path, told: Told) -> Rows:
    paper = read_paper("reilly")
    examples = {name: Clues.parse(clues) for name, clues in paper.given["clues"].items()}
    stages: dict[str, ClueFilter] = {
        "naive": "naive",
        "first_fix": "first-fix",
        "two_pass": "two-pass",
    }
    for stage, filter in stages.items():
        for name in paper.printed[f"eligible_{stage}"].values:
            words = paper.given["lists"].get(name, "wordle-nyt")
            how = paper.conventions["other_list" if words == "nltk-words" else filter]
            printed = paper.printed[f"eligible_{stage}"].at(name)
            found = eligible(examples[name], words, filter)
            yield compare(printed, found or "--None--", convention=how)
        for name in paper.printed[f"state_{stage}"].values:
            printed = paper.printed[f"state_{stage}"].at(name)
            yield state(printed, examples[name], filter, paper.conventions[filter])
    game, how = paper.conventions["eligible"], paper.conventions["pattern"]
    left = eligible(examples["CACHE"], "wordle-nyt", "pattern")
    cache = paper.printed["eligible_naive"].at("CACHE")
    yield compare(
        replace(cache, what="eligible by the rule of the game, CACHE"),
        left,
        convention=game,
        erratum=paper.errata["CACHE"],
        pinned=paper.pinned["eligible"]["CACHE"],
    )
    for series in ("state", "state_explained"):
        for name in paper.printed[series].values:
            yield state(paper.printed[series].at(name), examples[name], "pattern", how)
    for name in paper.printed["inferred"].values:
        inferred = examples[name].infer_mask()
        yield compare(paper.printed["inferred"].at(name), inferred.mask, convention=how)
        if name in paper.printed["placements"].values:
            placed = tuple(f"{place} -> {letter}" for place, letter in inferred.placements)
            yield compare(paper.printed["placements"].at(name), placed, convention=how)
    for name, explained in paper.given["explained"].items():
        for word in explained:
            found = str(examples[name].explain(word))
            yield compare(paper.printed["explanations"].at(word), found, convention=how)


def eligible(clues: Clues, words: str, filter: ClueFilter) -> tuple[str, ...]:
    """The words that clues leave, sorted and in upper case."""
    left = clues.eligible(sources.load(words), filter, among="guesses")
    return tuple(sorted(word.upper() for word in left))


def state(printed: Printed, clues: Clues, filter: ClueFilter, how: str) -> Comparison:
    """Compare what a stage reads with what is printed: two examples lack the unused letters."""
    read = clues.state(filter)
    parts = (read.mask, read.valid, read.invalid, spots(read.wrong_spot), read.unused)
    assert isinstance(printed.value, tuple)
    return compare(printed, parts[: len(printed.value)], convention=how)


class FirstMaximum(ExpectedSize):
    """Strategy 1 of Sreekala et al. with ties as Algorithm 4 has them: the first of the list."""

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose the first guess with the smallest sum of squared bucket sizes."""
        found = states.backend.statistics(states.candidates).sum_of_squares
        return found.argmin(axis=1).astype(np.int32)


def sreekala(folder: Path, told: Told) -> Rows:
    paper = read_paper("sreekala")
    printed, guesses = paper.printed, paper.given["guesses"]
    conventions = paper.conventions
    everything = Vocabulary("wordle-nyt-any", sources.load("wordle-nyt").of_length(5).guesses)
    nltk = sources.load("nltk-words").of_length(5)
    left = sizes(everything, guesses["apple"], "apple")
    yield compare(printed["left_of_apple"].only(), left, convention=conventions["apple"])
    left = sizes(nltk, guesses["sweep"], "sweep")[1:]
    yield compare(printed["left_of_sweep"].only(), left, convention=conventions["sweep"])

    rng = random.Random(0)
    games, size = paper.given["samples"]["games"], paper.given["samples"]["words"]
    samples = [
        Vocabulary("sample", sorted(rng.sample(everything.guesses, size))) for _ in range(games)
    ]
    about = f"{games} random games there, all {games * size:,} here"
    for strategy, how in (("expected-size", "expected-size"), ("heuristic", "sampled_heuristic")):
        played = on_samples(samples, strategy_named(strategy))
        means = [float(each.counts.mean()) for each in played]
        spread = [float(each.counts.var()) for each in played]
        # The paper plays one game on each sample; here all are played.
        one_game = (fmean(spread) + stdev(means) ** 2) ** 0.5
        yield compare_chance(
            printed["averages"].at(strategy),
            fmean(means),
            one_game / games**0.5,
            f"{fmean(means):.4f}",
            about,
            convention=conventions[how],
        )
    total = sum(each.total for each in on_samples(samples, FirstMaximum()))
    literal = printed["averages"].at("expected-size")
    yield compare(
        replace(literal, what=f"{literal.what}, ties as printed"),
        total / (games * size),
        f"{total / (games * size):.4f}",
        convention=conventions["first_maximum"],
        erratum=paper.errata["first_maximum"],
        pinned=paper.pinned["first_maximum"]["total"] / (games * size),
    )
    run_benchmark(everything, "heuristic", folder=folder / "heuristic")
    yield from comparisons(Report.of(folder / "heuristic").seeds)


def on_samples(samples: Iterable[Vocabulary], player: Strategy) -> list[Games]:
    return [play(words, player, backend=choose("auto")(words)) for words in samples]


def van_fleet(folder: Path, told: Told) -> Rows:
    words = sources.load("wordle").of_length(5)
    paper = read_paper("van_fleet")
    names = list(paper.printed["won"].values)
    conditions = Conditions(filter="counts", allowed=6)
    run_benchmark(words, names, conditions, folder=folder / "methods", seeds=SEEDS, progress=told)
    yield from comparisons(Report.of(folder / "methods").seeds)
    by_pattern = Conditions(allowed=6)
    names = [name for name in names if name in paper.pinned["won_by_text"]]
    run_benchmark(words, [*names, "optimal"], by_pattern, folder=folder / "pattern", seeds=SEEDS)
    alphabet = {"ties": "alphabetical"}
    run_benchmark(words, "pca", by_pattern, folder=folder / "alphabet", options=alphabet)
    run_benchmark(
        words, "rank-one", conditions, folder=folder / "literal", options={"angles": "literal"}
    )
    squares = {"weights": "squares"}
    run_benchmark(words, "pca", conditions, folder=folder / "squares", options=squares)
    for run in ("pattern", "alphabet", "literal", "squares"):
        yield from comparisons(Report.of(folder / run).seeds)


def counted(printed: Printed, found: int, convention: str) -> Comparison:
    row = compare(printed, found, f"{found:,}", convention=convention)
    return replace(row, printed=f"{printed.count:,}")


def sizes(words: Vocabulary, guesses: tuple[str, ...], answer: str) -> tuple[int, ...]:
    """Candidates before the first guess and after each."""
    left = np.arange(len(words.answers))
    found = [len(left)]
    for guess in guesses:
        left = remaining(words, left, words.find(guess), Pattern.of(guess, answer).code)
        found.append(len(left))
    return tuple(found)


PLAYED: dict[str, Callable[[Path, Told], Rows]] = {
    "lahiri": lahiri,
    "haag": haag,
    "reilly": reilly,
    "sreekala": sreekala,
    "van_fleet": van_fleet,
}


SECONDS = {"lahiri": 150, "haag": 400, "reilly": 1, "sreekala": 10, "van_fleet": 200}
"""About how long each takes, for the progress bar."""

RUN_SHARE = 0.95
"""Share of a paper's work that its long run takes, if it has one."""


def made_again(name: str, folder: Path, done: Progress | None, known: int) -> list[Comparison]:
    """Every value of one paper; the last time there were ``known``."""
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
