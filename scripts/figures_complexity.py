"""The complexity that the papers claim for their algorithms, measured as exponents.

Each program is timed over n, the number of words, and over l, their letters. An exponent is the
slope of the line through the times on logarithmic axes. A claim is an upper bound: it holds if the
lower end of the exponent's 95 % interval, rounded to one decimal, is within it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations

import bench_record
import numpy as np
from figure import Figure, Finding, Panel

from gpuwordle.backends.table import choose
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.graph import LetterGraph
from gpuwordle.clues.searches import LetterTable, brute_force
from gpuwordle.clues.trie import Trie
from gpuwordle.openers.first_guesses import first_guess
from gpuwordle.papers.printed import read_paper
from gpuwordle.results.confidence import NORMAL
from gpuwordle.rules.pattern import Pattern
from gpuwordle.strategies.cliques import Tracker, shifts
from gpuwordle.words.samples import Subset, subset_of
from gpuwordle.words.sources import load
from gpuwordle.words.vocabulary import Vocabulary

Work = Callable[[Vocabulary], object]
Points = list[tuple[float, float]]

LENGTHS = (4, 5, 6, 7, 8, 9)
SHARED_LETTERS = 6
"""Word length when the number of words varies."""


def pattern_of(guess: str, hidden: str) -> tuple[int, ...]:
    """GetPattern of Algorithm 1, letter by letter, for words of distinct letters."""
    there = set(hidden)
    return tuple(
        2 if letter == other else 1 if letter in there else 0
        for letter, other in zip(guess, hidden, strict=True)
    )


def greedy_guess(words: Sequence[str]) -> str:
    """Algorithm 2 of Lahiri et al. to the letter."""
    worst = [max(Counter(pattern_of(guess, w) for w in words).values()) for guess in words]
    return words[worst.index(min(worst))]


def greedy_game(words: Sequence[str]) -> None:
    """Algorithm 1 of Lahiri et al. to the letter, with the last word hidden."""
    left, hidden = list(words), words[-1]
    while True:
        guess = greedy_guess(left)
        if guess == hidden:
            return
        seen = pattern_of(guess, hidden)
        left = [word for word in left if word != guess and pattern_of(guess, word) == seen]


def kept_words(words: Sequence[str]) -> list[str]:
    """UpdateDiscardedWords of Algorithm 4, with a letter of the first word found."""
    guess = words[0]
    grey, found = set(guess[1:]), guess[:1]
    return [
        word
        for word in words
        if not any(letter in grey for letter in word) and all(letter in word for letter in found)
    ]


def joined(words: Sequence[str]) -> list[tuple[str, str]]:
    """The hard graph of Algorithm 6."""
    letters = {word: set(word) for word in words}
    return [(a, b) for a, b in combinations(words, 2) if not letters[a] & letters[b]]


def triples(words: Sequence[str]) -> int:
    """FindKClique of Algorithm 7 for three words: every choice of words is tried."""
    letters = [set(word) for word in words]
    return sum(not (a & b or a & c or b & c) for a, b, c in combinations(letters, 3))


def arrangements(words: Vocabulary) -> int:
    """CheckAllAnagrams of Algorithm 10 when no place is known: its number of guesses."""
    letters = frozenset(words.answer_letters[0].tolist())
    return len(shifts(words, Tracker(letters, frozenset(), {})))


def reduction(words: Vocabulary) -> object:
    """V^n of Sreekala et al. by brute force, for ten pairs of words."""
    return [
        brute_force(words.answers, guess, Pattern.of(guess, hidden))
        for guess, hidden in zip(words.answers[:10], words.answers[-10:], strict=True)
    ]


def table_reduction(words: Vocabulary) -> Callable[[], object]:
    """V^n of Sreekala et al. by their hash table, built beforehand."""
    table, every = LetterTable(words.answers), set(words.answers)
    pairs = list(zip(words.answers[:10], words.answers[-10:], strict=True))
    return lambda: [
        table.possible(every, guess, Pattern.of(guess, hidden)) for guess, hidden in pairs
    ]


def duplicates(words: Vocabulary) -> object:
    """The first heuristic of Sreekala et al.: words without a letter twice."""
    return [word for word in words.answers if len(set(word)) == len(word)]


def frequencies(words: Vocabulary) -> object:
    """The second heuristic of Sreekala et al.: words sorted by their letters' counts."""
    counts = [Counter(column) for column in zip(*words.answers, strict=True)]
    return sorted(words.answers, key=lambda w: sum(c[a] for c, a in zip(counts, w, strict=True)))


def searched(words: Vocabulary) -> Callable[[], object]:
    """Every word looked up in a trie that was built beforehand."""
    trie = Trie(words)
    return lambda: [word in trie for word in words.answers]


def fit(points: Points) -> tuple[float, float, float]:
    """Slope on logarithmic axes, its standard error, and the share of the variance explained."""
    x, y = np.log(np.array(points)).T
    slope, height = np.polyfit(x, y, 1)
    rest = float(((y - slope * x - height) ** 2).sum())
    error = np.sqrt(rest / (len(x) - 2) / ((x - x.mean()) ** 2).sum())
    return float(slope), float(error), 1 - rest / float(((y - y.mean()) ** 2).sum())


def timed(work: Callable[[], object]) -> float:
    return bench_record.best_of(work, 3)[0]


def complexity() -> Figure:
    """The exponents over words and letters that Lahiri et al. and Sreekala et al. claim."""
    source = load("words-alpha")

    def drawn(length: int, size: int, distinct: bool = True) -> Vocabulary:
        return subset_of(source.of_length(length, distinct_letters=distinct), Subset(size, size), 7)

    def over_words(work: Work, sizes: Sequence[int], distinct: bool = True) -> Points:
        samples = [drawn(SHARED_LETTERS, size, distinct) for size in sizes]
        return [(len(w.answers), timed(lambda w=w: work(w))) for w in samples]

    def over_letters(work: Work, size: int, distinct: bool = True) -> Points:
        samples = [drawn(length, size, distinct) for length in LENGTHS]
        return [(w.length, timed(lambda w=w: work(w))) for w in samples]

    def prepared(make: Callable[[Vocabulary], Callable[[], object]], size: int) -> Points:
        made = [make(drawn(SHARED_LETTERS, n, False)) for n in (size, 2 * size, 4 * size, 6 * size)]
        return [(n * size, timed(work)) for n, work in zip((1, 2, 4, 6), made, strict=True)]

    few, some, many = (50, 100, 200, 300), (100, 200, 400, 800), (1000, 2000, 4000, 8000)
    round_, game = (lambda w: greedy_guess(w.answers)), (lambda w: greedy_game(w.answers))
    ours = {
        "round": over_words(
            lambda w: first_guess(w, "minimax", backend=choose("numpy")(w)), many[1:]
        ),
        "graph": [
            (n, timed(lambda m=m: LetterGraph(m).edges))
            for n in many
            for m in [AnagramClasses.of(drawn(SHARED_LETTERS, n)).masks]
        ],
    }
    guesses = [(length, arrangements(drawn(length, 20))) for length in LENGTHS]
    lahiri: dict[tuple[str, str], tuple[str, Points]] = {
        ("figure_rounds", "n"): ("round", over_words(round_, few)),
        ("figure_rounds", "l"): ("round", over_letters(round_, 150)),
        ("figure_greedy", "n"): ("game", over_words(game, few)),
        ("figure_greedy", "l"): ("game", over_letters(game, 150)),
        ("figure_tracker", "n"): ("discard", over_words(lambda w: kept_words(w.answers), many)),
        ("figure_tracker", "l"): ("discard", over_letters(lambda w: kept_words(w.answers), 2000)),
        ("figure_graph", "n"): ("graph", over_words(lambda w: joined(w.answers), some)),
        ("figure_cliques", "n"): ("cliques of 3", over_words(lambda w: triples(w.answers), few)),
        ("figure_anagrams", "l"): ("anagrams", [(float(x), float(y)) for x, y in guesses]),
    }
    sreekala: dict[tuple[str, str], tuple[str, Points]] = {
        ("figure_brute", "m"): ("brute force", over_words(reduction, many, False)),
        ("figure_hash", "m"): ("hash table", prepared(table_reduction, 1000)),
        ("figure_duplicates", "m"): ("duplicates", over_words(duplicates, many, False)),
        ("figure_duplicates", "n"): ("duplicates", over_letters(duplicates, 2000, False)),
        ("figure_frequencies", "m"): ("frequencies", over_words(frequencies, many, False)),
        ("figure_frequencies", "n"): ("frequencies", over_letters(frequencies, 2000, False)),
        ("figure_trie", "m"): ("build a trie", over_words(Trie, many, False)),
        ("figure_trie", "n"): ("build a trie", over_letters(Trie, 2000, False)),
        ("figure_search", "n"): (
            "search a trie",
            [(length, timed(searched(drawn(length, 2000, False)))) for length in LENGTHS],
        ),
    }
    findings = []
    lines: dict[tuple[str, str], dict[str, Points]] = {}
    for name, measured in (("lahiri", lahiri), ("sreekala", sreekala)):
        for (series, over), (label, points) in measured.items():
            slope, error, share = fit(points)
            half = NORMAL * error
            note = f"R\N{SUPERSCRIPT TWO} {share:.3f}"
            if label in ours and over == "n":
                note += f"; of ours on arrays {fit(ours[label])[0]:.2f}"
            if over == "m" and label in ("hash table", "duplicates"):
                note += "; we guess that larger lists no longer fit into the caches"
            findings.append(
                Finding(
                    read_paper(name).printed[series].at(over),
                    round(slope - half, 1),
                    f"{slope:.2f} \N{PLUS-MINUS SIGN} {half:.2f}",
                    note,
                )
            )
            if label != "anagrams":  # guesses, not seconds
                lines.setdefault((name, over), {})[label] = points
    panels = [
        Panel(
            f"{read_paper(name).authors}, over {over}",
            "letters" if (name, over) in (("lahiri", "l"), ("sreekala", "n")) else "words",
            "seconds",
            drawn_lines,
            log="xy",
        )
        for (name, over), drawn_lines in lines.items()
    ]
    return Figure(findings, panels)
