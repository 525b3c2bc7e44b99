"""Measure the clique search: Table 8 of Lahiri et al., the graph of Table 7, and the strategy.

Processor seconds of one core, the smallest of several warm runs, with the list loaded, except for
the command, a separate process, which is compared with one that only imports NumPy. Other rows are
compared with the time that the paper prints (its first two rows are the authors' estimates), or
with our own search in plain Python where it prints none. Peak memory is that of a separate
process. Writes bench_results/cliques-cpu.json and cliques-cpu.md.

    GPUWORDLE_DATA=FOLDER python scripts/bench_cliques.py
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import bench_record
from bench_record import HOUR, Row, row

from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.counting import count_cliques
from gpuwordle.cliques.graph import LetterGraph
from gpuwordle.cliques.listing import list_cliques, listing_compiled
from gpuwordle.cliques.search_index import SearchIndex
from gpuwordle.games.play import play
from gpuwordle.papers.printed import read_paper
from gpuwordle.rules.conditions import Conditions
from gpuwordle.strategies.cliques import Clique
from gpuwordle.strategies.partition import Minimax
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.words.sources import load
from gpuwordle.words.vocabulary import Vocabulary

LAHIRI = read_paper("lahiri")
SIZES = LAHIRI.given["clique_sizes"]
# The paper prints none for four and five letters.
CLIQUES = {**LAHIRI.pinned["cliques"], **LAHIRI.printed["cliques"].values}
MUST = {4: 1.0, 5: 0.2}
COMMAND = ("-m", "gpuwordle", "cliques", "-v", "words-alpha", "--length", "5", "--count")
COMMAND_MUST = 0.45
PEER = "Lahiri et al., Table 8"

_MEMORY = f"""
import resource
from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.counting import count_cliques
from gpuwordle.words.sources import load
words = load("words-alpha").of_length(4, distinct_letters=True)
assert count_cliques(AnagramClasses.of(words), {SIZES[4]}).words == {CLIQUES[4]}
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def printed_seconds(length: int) -> float:
    """Seconds that Table 8 prints; its first two are estimates in hours."""
    time = LAHIRI.printed["clique_times"].at(length, SIZES[length])
    return time.number * (HOUR if " h" in time.text else 1)


def counted(words: Vocabulary, size: int, expected: int) -> Callable[[], None]:
    def work() -> None:
        found = count_cliques(AnagramClasses.of(words), size).words
        assert found == expected, found

    return work


def listed(words: Vocabulary, size: int, expected: int) -> Callable[[], None]:
    def work() -> None:
        found = sum(len(batch) for batch in list_cliques(AnagramClasses.of(words), size))
        assert found == expected, found

    return work


def plain_search(index: SearchIndex, size: int) -> Iterator[list[int]]:
    """List cliques depth first in plain Python, remembering states that lead nowhere."""
    sets, first = index.sets.tolist(), index.first.tolist()
    dead: set[tuple[int, int]] = set()

    def cliques(handled: int, slack: int, path: list[int]) -> Iterator[list[int]]:
        if len(path) == size:
            yield path
            return
        if (handled, len(path)) in dead:
            return
        leads_nowhere = True
        lowest = ~handled & (handled + 1)
        letter = lowest.bit_length() - 1
        for place in range(first[letter], first[letter + 1]):
            if not sets[place] & handled:
                for clique in cliques(handled | sets[place], slack, [*path, place]):
                    leads_nowhere = False
                    yield clique
        if slack:
            for clique in cliques(handled | lowest, slack - 1, path):
                leads_nowhere = False
                yield clique
        if leads_nowhere:
            dead.add((handled, len(path)))

    return cliques(0, index.slack(size), [])


def process_seconds(arguments: Sequence[str], repeats: int = 9) -> float:
    """Smallest processor seconds of several Python processes."""
    seconds = []
    for _ in range(repeats):
        child = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        assert status == 0, arguments
        seconds.append(usage.ru_utime + usage.ru_stime)
    return min(seconds)


def lists_of_table_8() -> dict[int, Vocabulary]:
    source = load("words-alpha")
    lists = {length: source.of_length(length, distinct_letters=True) for length in SIZES}
    for words in lists.values():
        _ = words.guess_letters  # part of loading
    return lists


def table_8(lists: dict[int, Vocabulary]) -> list[Row]:
    """Count the cliques of every row of the table, and of all five together."""
    rows = []
    for length, size in SIZES.items():
        seconds, _ = bench_record.best_of(counted(lists[length], size, CLIQUES[length]), 9)
        work = f"count {size}-cliques of {length} letters ({CLIQUES[length]:,})"
        rows.append(row(work, seconds, MUST.get(length), PEER, printed_seconds(length)))

    def all_rows() -> None:
        for length, size in SIZES.items():
            counted(lists[length], size, CLIQUES[length])()

    seconds, _ = bench_record.best_of(all_rows)
    total = sum(map(printed_seconds, SIZES))
    rows.append(row("count all five rows", seconds, 3.0, PEER, total))
    return rows


def measure() -> list[Row]:
    lists = lists_of_table_8()
    rows = table_8(lists)
    five = lists[5]
    size = SIZES[5]
    seconds, _ = bench_record.best_of(listed(five, size, CLIQUES[5]), 9)
    index = AnagramClasses.of(five).index
    start = time.process_time()
    found = sum(1 for _ in plain_search(index, size))
    assert found == LAHIRI.pinned["letter_sets"][5]
    plain = time.process_time() - start
    work = f"list {size}-cliques of 5 letters ({CLIQUES[5]})"
    rows.append(row(work, seconds, 0.2, "plain Python", plain))
    _ = index.tiers  # part of the index
    alone, _ = bench_record.best_of(lambda: list(listing_compiled(index, size)), 25)
    work = f"the search alone: {LAHIRI.pinned['letter_sets'][5]} sets of letters"
    rows.append(row(work, alone, None, "plain Python", plain))
    command = f"gpuwordle {' '.join(COMMAND[2:])}"
    numpy = process_seconds(("-c", "import numpy"))
    rows.append(row(command, process_seconds(COMMAND), COMMAND_MUST, "import numpy", numpy))
    size = SIZES[4]
    seconds, _ = bench_record.best_of(listed(lists[4], size, CLIQUES[4]), 1)
    rows.append(row(f"list {size}-cliques of 4 letters", seconds, None, PEER, printed_seconds(4)))

    def edges() -> None:
        for words in lists.values():
            assert LetterGraph(AnagramClasses.of(words).masks).edges > 0

    seconds, _ = bench_record.best_of(edges)
    start = time.process_time()
    some = [set(word) for word in five.guesses[:1500]]
    assert sum(not a & b for i, a in enumerate(some) for b in some[i + 1 :]) > 0
    pairs = sum(len(words.guesses) ** 2 for words in lists.values()) / 1500**2
    reference = (time.process_time() - start) * pairs
    rows.append(row("edges of all five graphs", seconds, None, "Algorithm 5 in Python", reference))

    nltk = load("nltk-words")
    greedy_lists = [nltk.of_length(length, distinct_letters=True) for length in range(3, 10)]

    def games(strategy: type[Strategy], pool: str) -> Callable[[], None]:
        def work() -> None:
            for words in greedy_lists:
                engine = NumbaBackend(words, threads=1)
                played = play(
                    words, strategy(), Conditions(pool=pool, filter="letters"), backend=engine
                )
                assert played.lost == 0

        return work

    seconds, _ = bench_record.best_of(games(Clique, "all"), 3)
    greedy, _ = bench_record.best_of(games(Minimax, "candidates"), 3)
    work = "games of the clique strategy, nltk-words 3-9, every hidden word"
    rows.append(row(work, seconds, None, "greedy (minimax)", greedy))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--output", type=Path, default=bench_record.ROOT / "bench_results")
    options = parser.parse_args()
    rows = measure()
    memory = subprocess.run(
        [sys.executable, "-c", _MEMORY], check=True, capture_output=True, text=True
    )
    peak = int(memory.stdout) / 1024
    table = bench_record.comparison_table(rows)
    table += f"\nPeak memory of counting the four-letter cliques: {peak:.0f} MiB (must: 1000).\n"
    rows.append({"work": "peak memory, four letters", "mebibytes": peak, "must": 1000})
    print(table)
    bench_record.write(options.output, "cliques-cpu", rows, table)


if __name__ == "__main__":
    main()
