"""The experiments behind the papers' figures of running times, made again.

Each function measures one figure and returns its rows, a printed value beside ours, and its panels.
`scripts/bench_papers.py` prints and draws them.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from statistics import fmean

import bench_record
from figure import Figure, Finding, Panel, told
from figures_sreekala import sreekala_4, sreekala_7, sreekala_12

from gpuwordle.backends.table import choose
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.counting import count_cliques
from gpuwordle.clues.trie import Trie
from gpuwordle.games.play import play
from gpuwordle.papers.printed import read_paper
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
