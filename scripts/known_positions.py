"""Write optimal play after poor first guesses: gpuwordle/assistant/positions-*.bin.

The exact solver searches every large bucket of the chosen first guesses, the smallest first: its
least total, the guess that it chooses, and the longest game. Positions already in the file are
kept, so that a stopped run can be continued, and lists with the same guesses share a file. Only
exact results are written.

    python scripts/known_positions.py -v wordle
    python scripts/known_positions.py -v wordle --check 100   # search some again, and compare
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from bench_record import ROOT

from gpuwordle import Vocabulary, load
from gpuwordle.assistant.adviser import Adviser, Clock, Position, within
from gpuwordle.assistant.exact import Exact
from gpuwordle.assistant.known_play import (
    FEWEST,
    NOTHING,
    KnownPosition,
    KnownPositions,
    file_of,
    guesses_digest,
    hash_of,
    read_positions,
)
from gpuwordle.cli.progress import progress_bar
from gpuwordle.files import written_aside
from gpuwordle.progress import Progress

FOLDER = ROOT / "gpuwordle" / "assistant"

SAVED = 60.0
"""Seconds after which results are written."""


def positions_after(adviser: Adviser, openers: Iterable[int], fewest: int) -> dict[int, Position]:
    """Return the buckets of first guesses with ``fewest`` candidates or more, by key."""
    start, found = adviser.position(), {}
    for opener in openers:
        for code, candidates in start.buckets(opener):
            if len(candidates) >= fewest and code != start.words.win:
                key = hash_of(adviser.words.answer_guess[candidates])
                found.setdefault(key, start.inside(opener, code, candidates))
    return dict(sorted(found.items(), key=lambda item: (len(item[1]), item[0])))


def searched(position: Position, clock: Clock | None = None) -> KnownPosition | None:
    """Search a position to the end; None if the time is over first."""

    def search(clock: Clock) -> KnownPosition | None:
        worth = Exact(position.adviser, clock).of(position)
        if not (worth.exact and worth.shortest == worth.longest):
            return None
        return KnownPosition(worth.low, worth.guess, worth.longest)

    return within(None, search) if clock is None else search(clock)


def table_of(
    words: Vocabulary,
    openers: Iterable[int],
    *,
    fewest: int = FEWEST,
    seconds: float | None = None,
    path: Path | None = None,
    progress: Progress | None = None,
) -> tuple[KnownPositions, int]:
    """Search the positions that first guesses leave.

    Parameters
    ----------
    words
        The list.
    openers
        The first guesses, as guess indices.
    fewest
        Candidates of the smallest positions.
    seconds
        When to stop with the results so far.
    path
        The file to continue and to write from time to time; none if None.
    progress
        Called with the fraction of the positions that are known.

    Returns
    -------
    tuple of (KnownPositions, int)
        The table, and how many of the positions are missing in it.
    """
    adviser = Adviser(words, known=NOTHING)
    table = KnownPositions(guesses_digest(words), [words.name])
    if path is not None and path.exists():
        before = read_positions(path.read_bytes(), str(path))
        assert before.digest == table.digest, "a file is named by its guesses"
        lists = dict.fromkeys([*before.lists, words.name])
        table = KnownPositions(table.digest, lists, before.positions)
    positions = positions_after(adviser, openers, fewest)

    def search(clock: Clock) -> int:
        saved = time.monotonic()
        for done, (key, position) in enumerate(positions.items()):
            if progress is not None:
                progress(done / len(positions))
            if key in table.positions:
                continue
            found = None if clock.is_over() else searched(position, clock)
            if found is None:
                break
            table.positions[key] = found
            if path is not None and time.monotonic() > saved + SAVED:
                write(path, table)
                saved = time.monotonic()
        return sum(key not in table.positions for key in positions)

    try:
        missing = within(seconds, search)
    finally:
        if path is not None and len(table):
            write(path, table)
    return table, missing


def write(path: Path, table: KnownPositions) -> None:
    with written_aside(path) as aside:
        aside.write_bytes(table.to_bytes())


def wrong(
    words: Vocabulary, table: KnownPositions, openers: Iterable[int], count: int, fewest: int
) -> Iterator[tuple[str, KnownPosition, KnownPosition]]:
    """Search random positions of a table again, and yield those that differ."""
    left = positions_after(Adviser(words, known=NOTHING), openers, fewest)
    keys = [key for key in left if key in table.positions]
    chance = np.random.default_rng(0)
    for place in chance.choice(len(keys), min(count, len(keys)), replace=False).tolist():
        key, position = keys[place], left[keys[place]]
        found = searched(position)
        assert found is not None, "without a limit of time every position is searched to the end"
        if found != table.positions[key]:
            yield str(position.clues[0]), table.positions[key], found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-v", "--vocabulary", required=True, help="a named list, such as wordle")
    parser.add_argument(
        "--openers",
        choices=["answers", "all"],
        default="answers",
        help="first guesses: possible answers, or all words",
    )
    parser.add_argument("--from", type=int, default=FEWEST, dest="fewest", help="candidates left")
    parser.add_argument("--seconds", type=float, help="how long to search")
    parser.add_argument("--check", type=int, help="only search this many of the file again")
    asked = parser.parse_args()
    if asked.fewest < FEWEST:
        parser.error(f"--from {asked.fewest}: positions of fewer than {FEWEST} are never looked up")
    words = load(asked.vocabulary).of_length(5)
    openers = words.answer_guess.tolist()
    if asked.openers == "all":
        openers += sorted(set(range(len(words.guesses))).difference(openers))
    path = FOLDER / file_of(guesses_digest(words))
    start = time.process_time()
    if asked.check is not None:
        if not path.exists():
            parser.error(f"no table of {asked.vocabulary}: {path.name} is not there")
        table = read_positions(path.read_bytes(), str(path))
        found = list(wrong(words, table, openers, asked.check, asked.fewest))
        for clue, known, truth in found:
            print(f"{clue}: the table says {known}, a search {truth}")
        spent = time.process_time() - start
        print(f"{len(found)} of {asked.check} positions differ, {spent:.0f} s")
        raise SystemExit(bool(found))
    with progress_bar("positions") as bar:
        table, missing = table_of(
            words,
            openers,
            fewest=asked.fewest,
            seconds=asked.seconds,
            path=path,
            progress=bar.part("positions"),
        )
    spent = time.process_time() - start
    print(f"{path.name}: {len(table)} positions, {missing} missing, {spent:.0f} s")


if __name__ == "__main__":
    main()
