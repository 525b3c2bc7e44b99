"""The experiments behind the papers' figures, repeated: running times, word lengths, shares.

Each function measures one figure and returns its rows, a printed value and ours, and its panels.
`scripts/bench_papers.py` prints and draws them.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from statistics import fmean

import bench_record
import numpy as np
from figure import Figure, Finding, Panel, told
from figures_complexity import complexity
from figures_sreekala import sreekala_4, sreekala_7, sreekala_12

from gpuwordle.backends.table import choose
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.counting import count_cliques
from gpuwordle.clues.filters import remaining
from gpuwordle.clues.trie import Trie
from gpuwordle.games.play import play
from gpuwordle.papers.printed import read_paper
from gpuwordle.rules.pattern import Pattern
from gpuwordle.words.samples import Subset, sampled_answers, subset_of
from gpuwordle.words.sources import load

LONG = range(3, 21)
"""Word lengths of Haag's experiments."""


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
    """Games with 100 hidden words of each length: time, guesses, candidates left.

    What Haag claims of guesses and candidates is compared by `scripts/papers.py`, over more games.
    """
    printed, source = read_paper("haag").printed, load("words-alpha")
    names = ("random", "letter-frequency")
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    guesses: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    left: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    for length in LONG:
        words = source.of_length(length)
        engine = choose("auto")(words)
        drawn = sampled_answers(words, 100, 4)
        for name in names:
            play(words, name, answers=drawn[:1], backend=engine)  # kernels are ready then
            start = time.process_time()
            games = play(words, name, answers=drawn, seed=4, backend=engine)
            times[name].append((length, 1e3 * (time.process_time() - start) / len(drawn)))
            guesses[name].append((length, games.mean))
            firsts = games.remaining[games.offsets[:-1]]
            left[name].append((length, 100 * float(firsts.mean()) / len(words.answers)))
    findings = []
    for name, line in times.items():
        low, high = min(t for _, t in line), max(t for _, t in line)
        note = "100 games of a length played together"
        findings.append(
            Finding(printed["figure_times"].at(name), (low, high), f"{low:.2f} to {high:.2f}", note)
        )
    return Figure(
        findings,
        [
            Panel("Time of a game", "letters", "milliseconds", times),
            Panel("Guesses of a game", "letters", "mean guesses", guesses),
            Panel("Left after the first guess", "letters", "percent", left, log="y"),
        ],
    )


def haag_2() -> Figure:
    """Number of words by length: the paper draws the counts, and its text has their sum."""
    printed, words = read_paper("haag").printed, load("words-alpha")
    counts = sorted(Counter(map(len, words.words)).items())
    kept = sum(count for length, count in counts if length in LONG)
    most = max(counts, key=lambda point: point[1])[0]
    note = f"{kept:,} of 3 to 20 letters; most words have {most}"
    found = Finding(printed["dictionary"].only(), len(words.words), f"{len(words.words):,}", note)
    lines = {"words-alpha": [(float(length), float(count)) for length, count in counts]}
    return Figure([found], [Panel("Words by length", "letters", "words", lines)])


def van_fleet_1() -> Figure:
    """Share of each squared singular value, before the first guess and after it."""
    words = load("wordle").of_length(5)
    every = np.arange(len(words.answers))
    states = {"all answers": every}
    for hidden in ("slate", "mound", "piggy"):
        clue = Pattern.of("saine", hidden)
        states[f"after saine, {clue}"] = remaining(words, every, words.find("saine"), clue.code)
    lines: dict[str, list[tuple[float, float]]] = {}
    for name, left in states.items():
        letters = words.answer_letters[left]
        matrix = np.zeros((len(letters), words.length * len(words.alphabet)))
        matrix[np.arange(len(left))[:, None], np.arange(words.length) * 26 + letters] = 1
        squares = np.linalg.svd(matrix, compute_uv=False) ** 2
        lines[name] = [(k + 1.0, 100 * x) for k, x in enumerate((squares / squares.sum())[:10])]
    share = [up for _, up in lines["all answers"]]
    ratio = (share[2] - share[3]) / (share[3] - share[4])
    finding = Finding(
        read_paper("van_fleet").printed["figure_scree"].only(),
        ratio,
        f"{ratio:.2f}",
        f"percent of the first six, all answers: {', '.join(f'{up:.2f}' for up in share[:6])}; "
        "the largest drop is after the first",
    )
    panel = Panel("Squared singular values", "direction", "percent of the sum", lines, log="y")
    return Figure([finding], [panel])


FIGURES: dict[str, Callable[[], Figure]] = {
    "sreekala-4": sreekala_4,
    "sreekala-7": sreekala_7,
    "sreekala-12": sreekala_12,
    "lahiri-3": lahiri_3,
    "lahiri-k": lahiri_k,
    "haag-2": haag_2,
    "haag-3": haag_3,
    "haag-4": haag_4,
    "van-fleet-1": van_fleet_1,
    "complexity": complexity,
}


def measured(names: Iterable[str]) -> Iterator[tuple[str, Figure]]:
    """Measure figures, one after another."""
    for name in names:
        figure = FIGURES[name]()
        lines = [line for panel in figure.panels for line in panel.lines.values()]
        assert all(math.isfinite(y) for line in lines for _, y in line)
        yield name, figure
