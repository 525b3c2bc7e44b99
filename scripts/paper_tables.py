"""The values of each paper's tables, made again: what `scripts/papers.py` writes down.

Each function plays what one paper plays, and returns a printed value beside ours, row by row.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.table import choose
from gpuwordle.benchmark.progress import BenchmarkProgress
from gpuwordle.benchmark.run import run_benchmark
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.counting import count_cliques
from gpuwordle.clues.clues import Clues
from gpuwordle.clues.filters import remaining
from gpuwordle.clues.trie import Trie
from gpuwordle.games.games import Games
from gpuwordle.games.play import play_games
from gpuwordle.papers.comparison import (
    Comparison,
    compare,
    compare_chance,
    compare_each,
    compare_new,
)
from gpuwordle.papers.printed import Paper, Printed, read_paper
from gpuwordle.report.comparisons import comparisons
from gpuwordle.report.report import Report
from gpuwordle.rules.conditions import ClueFilter, Conditions
from gpuwordle.rules.pattern import score
from gpuwordle.strategies.cliques import Clique
from gpuwordle.strategies.partition import ExpectedSize
from gpuwordle.strategies.state import States
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.strategies.table import strategy_named
from gpuwordle.words import sources
from gpuwordle.words.vocabulary import Vocabulary
from gpuwordle.words.word_list import WordList

SEEDS = range(20)

Rows = Iterator[Comparison]
Told = Callable[[BenchmarkProgress], None]
"""Called while a long run is played."""


def lahiri(folder: Path, told: Told) -> Rows:
    words = sources.load("nltk-words")
    distinct = [words.of_length(length, distinct_letters=True) for length in range(3, 10)]
    trimmed = Conditions(filter="letters")
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
    for reading in ("words", "printed"):
        run = folder / f"cliques-{reading}"
        run_benchmark(distinct, "clique", run, trimmed, options={"reading": reading})
        yield from comparisons(Report.of(run))
    paper = read_paper("lahiri")
    for vocabulary in distinct:
        yield with_non_words(paper, vocabulary, trimmed)
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


def with_non_words(paper: Paper, words: Vocabulary, conditions: Conditions) -> Comparison:
    """The clique strategy to the letter, its shifts guessed even where they are no words."""
    player = Clique("printed")
    games = play_games(words, player, conditions)
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
    yield from abracadabra(paper, trie)
    yield from challenges(paper, trie, words)
    every = [words.of_length(length) for length in range(3, 21)]
    run_benchmark(every, ["letter-frequency", "random"], folder / "frequency", progress=told)
    yield from comparisons(Report.of(folder / "frequency"))


def abracadabra(paper: Paper, trie: Trie) -> Rows:
    """The example of Haag's first page, with its own dictionary and with the large list."""
    example = paper.printed["example"]
    few = example.only("its four words").value
    assert isinstance(few, tuple)
    found = sorted(Trie([str(word) for word in few]).challenge("abracadabra").words)
    how = paper.conventions["dictionary"]
    yield compare(example.only("its four words"), tuple(found), convention=how)
    many = trie.challenge("abracadabra").words
    yield compare(
        example.only("words-alpha"),
        len(many),
        f"{len(many)} words",
        convention=paper.conventions["list"],
        erratum=paper.errata["example"],
        pinned=paper.pinned["example"]["words"],
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
    yield Comparison.of(paper.printed["challenge_time"].only(), spent, "time", how)


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
    """Set what a stage reads beside what is printed of it: two examples lack the unused letters."""
    demands = clues.demands(filter)
    places = range(clues.length)
    spots = ["".join(sorted(k for p, k in demands.banned if p == place)) for place in places]
    parts = (
        "".join(demands.known.get(place, "-") for place in places),
        "".join(sorted(demands.at_least)),
        "".join(sorted(k for k, count in demands.at_most.items() if not count)),
        f"[{','.join(spot or '-' for spot in spots)}]",
        clues.unused,
    )
    assert isinstance(printed.value, tuple)
    found = tuple(part.upper() for part in parts)[: len(printed.value)]
    return compare(printed, found, convention=how)


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
    run_benchmark(everything, "heuristic", folder / "heuristic")
    yield from comparisons(Report.of(folder / "heuristic"))


def on_samples(samples: Iterable[Vocabulary], player: Strategy) -> list[Games]:
    return [play_games(words, player, backend=choose("auto")(words)) for words in samples]


def van_fleet(folder: Path, told: Told) -> Rows:
    words = sources.load("wordle").of_length(5)
    paper = read_paper("van_fleet")
    names = list(paper.printed["won"].values)
    conditions = Conditions(filter="counts", allowed=6)
    run_benchmark(words, names, folder / "methods", conditions, seeds=SEEDS, progress=told)
    yield from comparisons(Report.of(folder / "methods"))


def counted(printed: Printed, found: int, convention: str) -> Comparison:
    row = compare(printed, found, f"{found:,}", convention=convention)
    return replace(row, printed=f"{printed.count:,}")


def sizes(words: Vocabulary, guesses: tuple[str, ...], answer: str) -> tuple[int, ...]:
    """Candidates before the first guess and after each."""
    left = np.arange(len(words.answers))
    found = [len(left)]
    for guess in guesses:
        left = remaining(words, left, words.find(guess), score(guess, answer).code)
        found.append(len(left))
    return tuple(found)


PLAYED: dict[str, Callable[[Path, Told], Rows]] = {
    "lahiri": lahiri,
    "haag": haag,
    "reilly": reilly,
    "sreekala": sreekala,
    "van_fleet": van_fleet,
}
