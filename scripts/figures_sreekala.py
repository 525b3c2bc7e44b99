"""The experiments behind the figures of running times of Sreekala et al., repeated.

Each function measures one figure and returns its rows, a printed value and ours, and its panels.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial

import bench_record
import numpy as np
from figure import Figure, Finding, Panel, slope, spent

from gpuwordle.backends.table import choose
from gpuwordle.clues.clues import Clue, Clues
from gpuwordle.clues.searches import LetterTable, brute_force, without_copies
from gpuwordle.clues.trie import Trie
from gpuwordle.papers.printed import read_paper
from gpuwordle.rules.colours import GREY, YELLOW
from gpuwordle.rules.pattern import Pattern
from gpuwordle.strategies.partition import Reductions
from gpuwordle.words.samples import Subset, subset_of
from gpuwordle.words.sources import load
from gpuwordle.words.vocabulary import Vocabulary


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
        pattern = Pattern.of(guess, hidden)
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
    note += "; the paper does not show its programs, and ours discards fewer words one by one"
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


def all_asked(check: Callable[[str], bool], asked: Iterable[str]) -> None:
    """Ask for words, one after another."""
    for word in asked:
        check(word)


def compared(corpus: Sequence[str], word: str) -> bool:
    """Algorithm 13 of Sreekala et al."""
    return any(known == word for known in corpus)


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
