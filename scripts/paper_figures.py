"""The experiments behind the papers' figures of running times, made again.

Each function measures one figure and returns its rows, a printed value beside ours, and its panels.
Times are processor seconds of one core. `scripts/bench_papers.py` prints and draws them.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import fmean

import bench_record
import numpy as np

from gpuwordle.backends.table import choose
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.listing import count_cliques
from gpuwordle.clues.clues import Clue, Clues
from gpuwordle.clues.searches import LetterTable, brute_force, without_copies
from gpuwordle.clues.trie import Trie
from gpuwordle.games.play import play_games
from gpuwordle.papers.printed import Printed, read_paper
from gpuwordle.rules.colours import GREY, YELLOW
from gpuwordle.rules.pattern import Pattern, score
from gpuwordle.strategies.incremental import Reductions
from gpuwordle.words.samples import Subset, sampled_answers, subset_of
from gpuwordle.words.sources import load
from gpuwordle.words.vocabulary import Vocabulary

LONG = range(3, 21)
"""Word lengths of Haag's experiments."""


@dataclass(frozen=True)
class Finding:
    """A printed value beside ours."""

    printed: Printed
    ours: float | tuple[float, float]
    shown: str
    note: str = ""


@dataclass(frozen=True)
class Panel:
    """One pair of axes: lines by label, each of (x, y) points."""

    title: str
    across: str
    up: str
    lines: dict[str, list[tuple[float, float]]]
    log: str = ""


@dataclass
class Figure:
    """What one figure comes to."""

    findings: list[Finding] = field(default_factory=list)
    panels: list[Panel] = field(default_factory=list)


def spent(work: Callable[[], object]) -> float:
    """Processor seconds of one call."""
    start = time.process_time()
    work()
    return time.process_time() - start


def slope(points: Iterable[tuple[float, float]]) -> float:
    """Slope of the line through points on logarithmic axes."""
    across, up = np.log(np.array(list(points), float)).T
    return float(np.polyfit(across, up, 1)[0])


def sreekala_4() -> Figure:
    """V^n after a random guess at a random word, 1000 times, by four searches."""
    printed = read_paper("sreekala").printed["figure_reduction"].only()
    words = Vocabulary("any", load("wordle-nyt").of_length(5).guesses)
    table, trie, everything = LetterTable(words.answers), Trie(words), set(words.answers)
    draw = random.Random(4)
    cells: dict[tuple[int, str], set[str]] = {}
    for word in words.answers:
        for cell in enumerate(word):
            cells.setdefault(cell, set()).add(word)
    names = ("brute force", "hash table", "our hash table", "our trie", "our scan")
    sums = dict.fromkeys(names, 0.0)
    lines: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    for turn in range(1, 1001):
        hidden, guess = draw.choice(words.answers), draw.choice(words.answers)
        pattern = score(guess, hidden)
        clues = Clues((Clue(guess, pattern),))
        found: dict[str, object] = {}
        searches: dict[str, Callable[[], Iterable[str]]] = {
            "brute force": lambda g=guess, p=pattern: brute_force(words.answers, g, p),
            "hash table": lambda g=guess, p=pattern: discarded(cells, everything, g, p),
            "our hash table": lambda g=guess, p=pattern: table.possible(everything, g, p),
            "our trie": lambda c=clues: trie.candidates(c, "colours").words,
            "our scan": lambda c=clues: c.eligible(words, "colours"),
        }
        for name, search in searches.items():
            start = time.process_time()
            found[name] = search()
            sums[name] += time.process_time() - start
            if turn % 10 == 0:
                lines[name].append((turn, 1e3 * sums[name] / turn))
        assert len({frozenset(kept) for kept in found.values()}) == 1  # type: ignore[call-overload]
    ratio = sums["brute force"] / sums["hash table"]
    note = ", ".join(f"{name} {sums[name]:.2f} ms" for name in names)  # of 1000 games: ms each
    panel = Panel(
        "V^n of 14,855 words after one guess", "games", "milliseconds, running average", lines
    )
    return Figure([Finding(printed, ratio, f"{ratio:.2f}", note)], [panel])


def discarded(
    cells: dict[tuple[int, str], set[str]], words: Iterable[str], guess: str, pattern: Pattern
) -> set[str]:
    """Algorithm 3 of Sreekala et al. to the letter: words are discarded one by one."""
    left = set(words)
    places = range(len(guess))
    colours = without_copies(guess, pattern).colours
    for place, (letter, colour) in enumerate(zip(guess, colours, strict=True)):
        gone: list[str] = []
        if colour == GREY:
            for other in places:
                gone.extend(cells.get((other, letter), ()))
        elif colour == YELLOW:
            gone.extend(cells.get((place, letter), ()))
            holding: list[str] = []
            for other in places:
                if other != place:
                    holding.extend(cells.get((other, letter), ()))
            left = left.intersection(set(holding))
        else:
            for (there, other_letter), known in cells.items():
                if there == place and other_letter != letter:
                    gone.extend(known)
        for word in gone:
            left.discard(word)
    return left


def sreekala_7() -> Figure:
    """Strategy 1 where each guess removes one word: counted afresh, and updated."""
    printed = read_paper("sreekala").printed["figure_slopes"]
    whole = Vocabulary("any", load("wordle-nyt").of_length(5).guesses)
    lines: dict[str, list[tuple[float, float]]] = {}
    for size in (16, 24, 32, 48, 64, 96):
        words = subset_of(whole, Subset(size, size), size)
        codes = choose("numpy")(words).codes(None, np.arange(size))
        rows = codes.tolist()
        runs: dict[str, Callable[[], list[int]]] = {
            "brute force, plain Python": lambda rows=rows: counted_afresh(rows),
            "optimized, plain Python": lambda rows=rows: updated(rows),
        }
        guesses = {}
        for name, run in runs.items():
            start = time.process_time()
            guesses[name] = run()
            lines.setdefault(name, []).append((size, time.process_time() - start))
        assert len(set(map(tuple, guesses.values()))) == 1
    for size in (50, 100, 200, 400):
        words = subset_of(whole, Subset(size, size), size)
        codes = choose("numpy")(words).codes(None, np.arange(size))

        def afresh(codes: np.ndarray = codes) -> None:
            for left in range(codes.shape[1], 1, -1):
                Reductions.of(codes[:, :left])

        def kept(codes: np.ndarray = codes) -> None:
            known = Reductions.of(codes)
            for left in range(codes.shape[1], 2, -1):
                known = known.without(np.arange(left) == left - 1)

        lines.setdefault("counted afresh, arrays", []).append((size, spent(afresh)))
        lines.setdefault("updated, arrays", []).append((size, spent(kept)))
    slopes = {name: slope(points) for name, points in lines.items()}
    findings = [
        Finding(
            printed.at(key),
            slopes[name],
            f"{slopes[name]:.3f}",
            f"of ours on arrays {slopes[ours]:.3f}",
        )
        for key, name, ours in (
            ("brute-force", "brute force, plain Python", "counted afresh, arrays"),
            ("optimized", "optimized, plain Python", "updated, arrays"),
        )
    ]
    panel = Panel("Strategy 1, one word removed a turn", "words", "seconds", lines, log="xy")
    return Figure(findings, [panel])


def counted_afresh(codes: Sequence[Sequence[int]]) -> list[int]:
    """Algorithm 4 of Sreekala et al. to the letter: the guess of each turn."""
    left, guesses = list(range(len(codes[0]))), []
    while len(left) > 1:
        totals = [sum(row[v] != row[win] for win in left for v in left) for row in codes]
        guesses.append(max(range(len(codes)), key=totals.__getitem__))
        left.pop()
    return guesses


def updated(codes: Sequence[Sequence[int]]) -> list[int]:
    """Algorithms 5 and 6 of Sreekala et al. to the letter: the guess of each turn."""
    left = list(range(len(codes[0])))
    totals, reductions, removed_by = [], [], []
    for row in codes:
        removed = {win: [v for v in left if row[v] != row[win]] for win in left}
        reductions.append({win: len(gone) for win, gone in removed.items()})
        totals.append(sum(reductions[-1].values()))
        wins: dict[int, set[int]] = {v: set() for v in left}
        for win, gone in removed.items():
            for v in gone:
                wins[v].add(win)
        removed_by.append(wins)
    guesses = []
    while len(left) > 1:
        guesses.append(max(range(len(codes)), key=totals.__getitem__))
        deleted = left.pop()
        for guess in range(len(codes)):
            totals[guess] -= reductions[guess].pop(deleted)
            for win in removed_by[guess].pop(deleted):
                if win in reductions[guess]:
                    reductions[guess][win] -= 1
                    totals[guess] -= 1
    return guesses


def sreekala_12() -> Figure:
    """Whether a word is in the list: all words compared, and a trie."""
    printed = read_paper("sreekala").printed["figure_validity"]
    whole = Vocabulary("any", load("wordle-nyt").of_length(5).guesses)
    lines: dict[str, list[tuple[float, float]]] = {"brute force": [], "trie": [], "set": []}
    for size in (1000, 2000, 4000, 8000, 14_855):
        words = subset_of(whole, Subset(size, size), 12)
        draw = random.Random(size)
        asked = [draw.choice(words.guesses) for _ in range(100)]
        asked += ["".join(draw.choices(words.alphabet, k=5)) for _ in range(100)]
        trie, known = Trie(words), set(words.guesses)
        checks: dict[str, tuple[Callable[[str], bool], int]] = {
            "brute force": (lambda word, words=words: compared(words.guesses, word), 1),
            "trie": (trie.__contains__, 20),
            "set": (known.__contains__, 200),
        }
        assert all(compared(words.guesses, w) == (w in trie) == (w in known) for w in asked)
        for name, (check, times) in checks.items():
            again = asked * times
            best = bench_record.best_of(partial(all_asked, check, again), 3)[0]
            lines[name].append((size, 1e6 * best / len(again)))
    found = {name: slope(points) for name, points in lines.items()}
    ends = {name: points[-1][1] for name, points in lines.items()}
    findings = [
        Finding(
            printed.at(key),
            found[name],
            f"slope {found[name]:.2f}",
            f"{ends[name]:,.2g} s for 1,000,000 words asked, 14,855 in the list",
        )
        for key, name in (("brute-force", "brute force"), ("trie", "trie"))
    ]
    title = "Is a word in the list? 1,000,000 times"
    return Figure(findings, [Panel(title, "words in the list", "seconds", lines, log="xy")])


def all_asked(check: Callable[[str], bool], asked: Iterable[str]) -> None:
    """Ask for words, one after another."""
    for word in asked:
        check(word)


def compared(corpus: Sequence[str], word: str) -> bool:
    """Algorithm 13 of Sreekala et al."""
    return any(known == word for known in corpus)


def lahiri_3() -> Figure:
    """Cliques of four words of six letters, in subsets of the vocabulary."""
    printed = read_paper("lahiri").printed
    size = read_paper("lahiri").given["clique_sizes"][6]
    whole = load("words-alpha").of_length(6, distinct_letters=True)
    steps = [*range(2000, len(whole.guesses), 2000), len(whole.guesses)]
    times, counts = [], []
    for step in steps:
        classes = AnagramClasses.of(subset_of(whole, Subset(step, step), 3))
        times.append((step, bench_record.best_of(lambda c=classes: count_cliques(c, size), 3)[0]))
        counts.append((step, count_cliques(classes, size).words))
    findings = [
        Finding(
            printed["cliques"].at(6, size),
            counts[-1][1],
            f"{counts[-1][1]}",
            told(counts, "{:.0f}"),
        ),
        Finding(
            printed["clique_times"].at(6, size),
            times[-1][1],
            bench_record.shown(times[-1][1]),
            f"{times[-1][1] / times[0][1]:.1f} times that of {steps[0]:,} words",
        ),
    ]
    axes = f"words of six letters, of {steps[-1]:,}"
    return Figure(
        findings,
        [
            Panel(f"Counting cliques of {size}", axes, "seconds", {"gpuwordle": times}),
            Panel("Cliques found", axes, f"cliques of {size}", {"gpuwordle": counts}),
        ],
    )


def lahiri_k() -> Figure:
    """Time to count cliques against their size, for every word length of Table 8."""
    paper = read_paper("lahiri")
    words, findings = load("words-alpha"), []
    lines: dict[str, list[tuple[float, float]]] = {}
    for length, largest in paper.given["clique_sizes"].items():
        classes = AnagramClasses.of(words.of_length(int(length), distinct_letters=True))
        line = lines.setdefault(f"{length} letters", [])
        for size in range(2, largest + 1):
            best = bench_record.best_of(lambda c=classes, k=size: count_cliques(c, k), 3)[0]
            line.append((size, 1e3 * best))
        if length in paper.printed["clique_times"].values:
            printed = paper.printed["clique_times"].at(length, largest)
            note = "by size " + told(line, "{:.3g} ms")
            findings.append(
                Finding(printed, line[-1][1] / 1e3, bench_record.shown(line[-1][1] / 1e3), note)
            )
    panel = Panel("Counting cliques of k words", "k", "milliseconds", lines, log="y")
    return Figure(findings, [panel])


def haag_3() -> Figure:
    """Word Challenge with up to 1000 words of each length."""
    printed = read_paper("haag").printed
    words = load("words-alpha")
    trie = Trie(words)
    times, visited, results = [], [], []
    for length in LONG:
        of_length = words.of_length(length)
        count = min(1000, len(of_length.answers))
        drawn = [of_length.answers[a] for a in sampled_answers(of_length, count, 3)]
        start = time.process_time()
        found = [trie.challenge(letters) for letters in drawn]
        times.append((length, 1e3 * (time.process_time() - start) / count))
        visited.append((length, fmean(one.visited for one in found)))
        results.append((length, fmean(len(one.words) for one in found)))
    share = {m: 100 * r / v for (m, v), (_, r) in zip(visited, results, strict=True)}
    whole = 100 * max(v for _, v in visited) / trie.nodes
    above = [share[m] for m in LONG if m > 10]
    few = max(r for m, r in results if m < 10)
    slowest = max(t for _, t in times)
    findings = [
        Finding(
            printed["challenge_time"].only(),
            slowest,
            f"{slowest:.2f}",
            "mean of the slowest length",
        ),
        Finding(printed["results"].only(), few, f"{few:.0f}", "most, mean"),
        Finding(
            printed["results_of_visited"].only(),
            (min(above), max(above)),
            f"{min(above):.1f} to {max(above):.1f}",
        ),
        Finding(printed["visited"].only(), whole, f"{whole:.2f}", "the largest mean"),
    ]
    nodes = {"nodes visited": visited, "results": results}
    return Figure(
        findings,
        [
            Panel("Word Challenge", "letters", "milliseconds", {"gpuwordle": times}),
            Panel("Nodes and results", "letters", "mean", nodes, log="y"),
        ],
    )


def haag_4() -> Figure:
    """Games with 100 hidden words of each length: time, guesses, candidates left."""
    paper = read_paper("haag")
    printed, source = paper.printed, load("words-alpha")
    times: dict[str, list[tuple[float, float]]] = {"random": [], "letter-frequency": []}
    guesses: dict[str, list[tuple[float, float]]] = {"random": [], "letter-frequency": []}
    left: dict[str, list[tuple[float, float]]] = {"random": [], "letter-frequency": []}
    for length in LONG:
        words = source.of_length(length)
        engine = choose("auto")(words)
        drawn = sampled_answers(words, 100, 4)
        for name in times:
            play_games(words, name, answers=drawn[:1], backend=engine)  # kernels are ready then
            start = time.process_time()
            play_games(words, name, answers=drawn, seed=4, backend=engine)
            times[name].append((length, 1e3 * (time.process_time() - start) / len(drawn)))
            games = play_games(words, name, seed=4, backend=engine)
            guesses[name].append((length, games.mean))
            firsts = games.remaining[games.offsets[:-1]]
            left[name].append((length, 100 * float(firsts.mean()) / len(words.answers)))
    pairs = zip(guesses["random"], guesses["letter-frequency"], strict=True)
    saved = {m: drawn - chosen for (m, drawn), (_, chosen) in pairs}
    findings = []
    for name, line in times.items():
        low, high = min(t for _, t in line), max(t for _, t in line)
        note = "100 games of a length played together"
        findings.append(
            Finding(printed["figure_times"].at(name), (low, high), f"{low:.2f} to {high:.2f}", note)
        )
    for claim in ("gaps_of_short", "gaps_of_long"):
        first, last = paper.given["lengths"][claim]
        gaps = [saved[m] for m in range(first, last + 1)]
        shown = f"{min(gaps):.2f} to {max(gaps):.2f}"
        findings.append(
            Finding(
                printed[claim].only(),
                (min(gaps), max(gaps)),
                shown,
                "every hidden word here, 100 games a length there",
            )
        )
    longest = max(p for line in left.values() for m, p in line if m >= 6)
    bound = printed["left"].only()
    findings.append(Finding(bound, longest, f"{longest:.2f}", "largest mean; every hidden word"))
    return Figure(
        findings,
        [
            Panel("Time of a game", "letters", "milliseconds", times),
            Panel("Guesses of a game", "letters", "mean guesses", guesses),
            Panel("Left after the first guess", "letters", "percent", left, log="y"),
        ],
    )


def told(points: Iterable[tuple[float, float]], form: str) -> str:
    """Write points in a row."""
    return ", ".join(f"{x:,.0f}: {form.format(y)}" for x, y in points)


FIGURES: dict[str, Callable[[], Figure]] = {
    "sreekala-4": sreekala_4,
    "sreekala-7": sreekala_7,
    "sreekala-12": sreekala_12,
    "lahiri-3": lahiri_3,
    "lahiri-k": lahiri_k,
    "haag-3": haag_3,
    "haag-4": haag_4,
}


def measured(names: Iterable[str]) -> Iterator[tuple[str, Figure]]:
    """Measure figures, one after another."""
    for name in names:
        figure = FIGURES[name]()
        lines = [line for panel in figure.panels for line in panel.lines.values()]
        assert all(math.isfinite(y) for line in lines for _, y in line)
        yield name, figure
