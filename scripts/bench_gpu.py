"""Measure the GPU rows that this project is judged by; check every result first.

    GPUWORDLE_DATA=FOLDER python scripts/bench_gpu.py OUT

First all kernel cases and the game's scores are compared with the CPU; a difference ends the run
and nothing is measured. Then every row is measured: kernel time by events on the device around each
launch, the median of many runs with inputs in rotation; the whole call, with transfers, by the
clock; and the CPU backend on the same machine. Each row also has the least bytes and
operations that the work needs. Writes OUT/gpu-DEVICE-DATE.json and .md.

    python scripts/bench_gpu.py OUT --emulate

runs the same code on tiny inputs and kernels compiled for the CPU. It records no times.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import bench_record
import numpy as np
from bench_gpu_call import same_openers, whole_call
from gpu_machine import NO_AIMS, Aims, Machine, Row, needs, of_tests, row, rows_read, table

from gpuwordle import Vocabulary
from gpuwordle.backends.backend import Backend
from gpuwordle.backends.cuda import scoring
from gpuwordle.backends.cuda.backend import CupyBackend
from gpuwordle.backends.cuda.joint import SLACK, least_bits
from gpuwordle.backends.cuda.rows import whole_tables
from gpuwordle.backends.cuda.source import MATRIX_GUESSES
from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.environment.gpu_games import GAME_BYTES, TURN_BYTES, GpuGames
from gpuwordle.proofs.opener_proof import prove
from gpuwordle.rules.mastermind import MASTERMIND
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import KEYS, Key
from gpuwordle.strategies.state import States
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.strategies.table import STRATEGIES, strategy_named
from gpuwordle.tree.build import grow
from gpuwordle.words.sources import load

ROTATIONS = 3
"""Vocabularies with the answers in different orders, so that no run finds its rows in the cache."""
PROOF_RUNS = 1
FIELDS = ("buckets", "largest", "sum_of_squares", "sum_n_log_n")


def rotated(vocabulary: Vocabulary, machine: Machine) -> list[CupyBackend]:
    """Backends whose answers stand in different orders."""
    rng = np.random.default_rng(0)
    orders = [rng.permutation(len(vocabulary.answers)) for _ in range(ROTATIONS)]
    lists = [[vocabulary.answers[i] for i in order] for order in orders]
    return [
        CupyBackend(Vocabulary(vocabulary.name, answers, vocabulary.guesses), device=machine.device)
        for answers in lists
    ]


def check(machine: Machine, vocabulary: Vocabulary, lengths: Sequence[Vocabulary]) -> None:
    """Compare with the CPU; raise SystemExit if anything differs."""
    exercise = of_tests("cuda_on_cpu.exercise")
    names = list(exercise.CASES)[: 4 if machine.emulated else None]

    def backend_of(words: Vocabulary) -> CupyBackend:
        return CupyBackend(words, device=machine.device)

    wrong = {name: exercise.mistakes(exercise.CASES[name], backend_of) for name in names}
    wrong = {name: found for name, found in wrong.items() if found}
    found = CupyBackend(vocabulary, device=machine.device)
    true = NumbaBackend(vocabulary)
    one, other = found.statistics(), true.statistics()
    wrong |= {
        name: ["statistics of the game"]
        for name in FIELDS
        if (getattr(one, name) != getattr(other, name)).any()
    }
    if (found.codes() != true.codes()).any():
        wrong["codes"] = ["codes of the game"]
    if not same_openers(machine, lengths):
        wrong["openers"] = ["openers of all lengths"]
    for name in KEYS:
        if grow(vocabulary, name, backend=found).to_json() != (
            grow(vocabulary, name, backend=true).to_json()
        ):
            wrong[f"tree by {name}"] = ["nodes of the tree"]
    if wrong:
        raise SystemExit(f"wrong results, nothing measured: {wrong}")


def five_letters(
    machine: Machine, vocabulary: Vocabulary, matrix_aims: Aims, score_aims: Aims
) -> list[Row]:
    """The matrix and the four scores of one list of five-letter words."""
    engines, cpu = rotated(vocabulary, machine), NumbaBackend(vocabulary)
    name = f"{len(vocabulary.guesses)} x {len(vocabulary.answers)}"
    pairs = len(vocabulary.guesses) * len(vocabulary.answers)
    matrix = machine.measure([matrix_only(engine) for engine in engines])
    scores = machine.measure([engine.statistics for engine in engines])
    return [
        row(
            f"matrix {name}, left on the device",
            machine,
            matrix,
            matrix_aims,
            machine.cpu(cpu.codes),
            bytes_moved=pairs,
            cache_bytes=rows_read(engines[0], MATRIX_GUESSES),
        ),
        row(
            f"matrix {name}, on the host",
            machine,
            machine.measure([engine.codes for engine in engines]),
            NO_AIMS,
            machine.cpu(cpu.codes),
            bytes_moved=pairs,
        ),
        row(
            f"four scores {name}",
            machine,
            scores,
            score_aims,
            machine.cpu(cpu.statistics),
            bytes_moved=0,
            atomics=pairs,
        ),
    ]


def matrix_only(engine: CupyBackend) -> Callable[[], Any]:
    """Make the matrix and leave it on the device."""
    scorer = engine.tiles.whole_scorer(1 << 62)
    assert scorer is not None
    rows = scorer.rows
    tables = whole_tables(rows)
    guesses = len(engine.vocabulary.guesses)
    return lambda: scoring.matrix(engine._device, rows, tables, 0, guesses)


def every_length(machine: Machine, vocabularies: Sequence[Vocabulary]) -> list[Row]:
    """Four scores of all guesses, each length by itself: rows built anew each time."""

    def work(vocabulary: Vocabulary) -> Callable[[], Any]:
        return lambda: CupyBackend(vocabulary, device=machine.device).statistics()

    return [
        row(
            f"four scores, {words.length} letters, {len(words.answers)} words",
            machine,
            machine.measure([work(words)], 5),
            NO_AIMS,
            None,
            **needs(machine, [words]),
        )
        for words in vocabularies
    ]


def all_lengths(machine: Machine, vocabularies: Sequence[Vocabulary]) -> list[Row]:
    """Four scores of all guesses of all lengths together."""

    def work() -> None:
        for vocabulary in vocabularies:
            CupyBackend(vocabulary, device=machine.device).statistics()

    def on_cpu() -> None:
        for vocabulary in vocabularies:
            NumbaBackend(vocabulary).statistics()

    return [
        row(
            f"four scores of all guesses, {len(vocabularies)} lengths",
            machine,
            machine.measure([work], 5),
            (60e-3, 30e-3),
            machine.cpu(on_cpu, 1),
            **needs(machine, vocabularies),
        )
    ]


def many_sets(machine: Machine, vocabulary: Vocabulary, sets: int) -> list[Row]:
    """Bucket counts and best guesses of many small groups, as a level of a tree has them."""
    rng = np.random.default_rng(1)
    answers = len(vocabulary.answers)
    rows = []
    for size in (4, 8, 16, 32, 100):
        size = min(size, answers)
        groups = Groups.of([np.sort(rng.choice(answers, size, replace=False)) for _ in range(sets)])
        engines, cpu = rotated(vocabulary, machine), NumbaBackend(vocabulary)

        def counts(engine: Backend, groups: Groups = groups) -> Callable[[], Any]:
            return lambda: engine.bucket_counts(groups)

        def most(engine: Backend, groups: Groups = groups) -> Callable[[], Any]:
            return lambda: engine.most_buckets(groups)

        lookups = sets * size * len(vocabulary.guesses)
        # 3.9e11 lookups are all parts of all openers: a proof that no opener does better counts
        # them all in five seconds, and its first bound looks at their most alone.
        for work, of, seconds, moved in (
            ("bucket counts", counts, 5.0, 4 * sets * len(vocabulary.guesses)),
            ("most buckets", most, 0.3, 0),
        ):
            rows.append(
                row(
                    f"{work} of {sets} sets of {size}, {len(vocabulary.guesses)} guesses",
                    machine,
                    machine.measure([of(engine) for engine in engines]),
                    (None, lookups * seconds / 3.9e11),
                    machine.cpu(of(cpu), 1),
                    bytes_moved=moved,
                    lookups=lookups,
                )
            )
    return rows


def opener_pairs(machine: Machine, vocabulary: Vocabulary, musts: dict[str, float]) -> list[Row]:
    """The best pair of all guesses by each score, both played whatever the clues."""
    guesses, answers = len(vocabulary.guesses), len(vocabulary.answers)
    engines, cpu = rotated(vocabulary, machine), NumbaBackend(vocabulary)
    entropies = np.sort(cpu.statistics().entropy[0])[::-1]
    rows = []
    for name, key in KEYS.items():

        def best(engine: Backend, key: Key = key) -> Callable[[], Any]:
            return lambda: engine.best_pairs(key)

        # Pairs whose entropies allow them to be as good as the best one have to be counted.
        needed = least_bits(key, answers, int(engines[0].best_pairs(key).keys[0]))
        ends = np.searchsorted(-entropies, entropies - needed + SLACK, side="right")
        left = int(np.maximum(ends - np.arange(1, guesses + 1), 0).sum())
        rows.append(
            row(
                f"best pair of {guesses} guesses on {answers} answers by {name}",
                machine,
                machine.measure([best(engine) for engine in engines], 3),
                (musts.get(name), None),
                machine.cpu(best(cpu), 1),
                atomics=left * answers,
            )
        )
    return rows


def easy_proof(machine: Machine, vocabulary: Vocabulary) -> list[Row]:
    """Prove that no opener takes fewer guesses than the best one, whose total is known."""
    total = prove(vocabulary, backend=NumbaBackend(vocabulary)).best[0].total

    def proven_by(engine: Backend) -> None:
        proof = prove(vocabulary, below=total, backend=engine)
        assert proof.complete
        assert proof.bound == total

    def on_device() -> None:
        proven_by(CupyBackend(vocabulary, device=machine.device))

    return [
        row(
            f"no opener of {len(vocabulary.guesses)} below {total}",
            machine,
            machine.measure([on_device], PROOF_RUNS),
            (None, 5.0),
            machine.cpu(lambda: proven_by(NumbaBackend(vocabulary)), 1),
        )
    ]


def by_states(name: str) -> Strategy:
    """The strategy as a user's class: it is asked state by state, and levels are on the host."""

    class Asked(STRATEGIES[name]):  # type: ignore[misc]
        def choose(self, states: States) -> Any:
            return super().choose(states)

    return Asked()


PATHS: dict[str, Callable[[str], Strategy]] = {
    "levels on the device": strategy_named,
    "levels on the host": by_states,
}
"""How trees grow, and how they grew before that."""


def whole_games(machine: Machine, vocabulary: Vocabulary, aims: Aims) -> list[Row]:
    """Every hidden word played by entropy, opener included."""

    def play(engine: Backend, player: Strategy) -> Callable[[], Any]:
        return lambda: grow(engine.vocabulary, player, backend=engine)

    engines = rotated(vocabulary, machine)
    cpu = machine.cpu(play(NumbaBackend(vocabulary), strategy_named("entropy")))
    return [
        row(
            f"games of all {len(vocabulary.answers)} answers by entropy, {path}",
            machine,
            machine.measure([play(engine, player("entropy")) for engine in engines], 6),
            aims,
            cpu,
        )
        for path, player in PATHS.items()
    ]


def all_games(machine: Machine, vocabularies: Sequence[Vocabulary]) -> list[Row]:
    """Every hidden word of every length played by four strategies: rows built anew each time."""

    def play(new: Callable[[Vocabulary], Backend], player: Callable[[str], Strategy]) -> None:
        for vocabulary in vocabularies:
            engine = new(vocabulary)
            for name in KEYS:
                grow(vocabulary, player(name), backend=engine)

    def on_device(words: Vocabulary) -> Backend:
        return CupyBackend(words, device=machine.device)

    cpu = machine.cpu(lambda: play(NumbaBackend, strategy_named), 1)
    return [
        row(
            f"games of all words of {len(vocabularies)} lengths by {len(KEYS)} strategies, {path}",
            machine,
            machine.measure([partial(play, on_device, player)], 1),
            (None, 5.0),
            cpu,
        )
        for path, player in PATHS.items()
    ]


def weighted(machine: Machine, vocabulary: Vocabulary) -> list[Row]:
    """Scores of all guesses if answers have weights, the heaviest bucket among them."""
    weights = np.random.default_rng(1).integers(1, 700, len(vocabulary.answers))
    words = Vocabulary(vocabulary.name, vocabulary.answers, vocabulary.guesses, weights=weights)
    engine = CupyBackend(words, device=machine.device)
    return [
        row(
            f"five scores with weights {len(words.guesses)} x {len(words.answers)}",
            machine,
            machine.measure([engine.statistics]),
            NO_AIMS,
            machine.cpu(NumbaBackend(words).statistics),
            atomics=2 * len(words.guesses) * len(words.answers),
        )
    ]


def mastermind(machine: Machine, pegs: int, colours: int) -> list[Row]:
    """Scores of all codes of Mastermind, and all games played by entropy."""
    codes = ["".join(code) for code in product("abcdefghijkl"[:colours], repeat=pegs)]
    words = Vocabulary("mastermind", codes, rule=MASTERMIND)
    engine, cpu = CupyBackend(words, device=machine.device), NumbaBackend(words)
    name = f"Mastermind, {pegs} pegs of {colours} colours, {len(codes)} codes"
    return [
        row(
            f"four scores, {name}",
            machine,
            machine.measure([engine.statistics], 6),
            NO_AIMS,
            machine.cpu(cpu.statistics, 1),
            atomics=len(codes) ** 2,
        ),
        row(
            f"games by entropy, {name}",
            machine,
            machine.measure([lambda: grow(words, "entropy", backend=engine)], 1),
            NO_AIMS,
            machine.cpu(lambda: grow(words, "entropy", backend=cpu), 1),
        ),
    ]


def environment_games(machine: Machine, vocabulary: Vocabulary, count: int) -> list[Row]:
    """One step of many games of the environment, each with another guess."""
    engine = CupyBackend(vocabulary, device=machine.device)
    games = GpuGames(vocabulary, count, backend=engine)
    guesses = np.random.default_rng(2).integers(0, len(vocabulary.guesses), count)
    actions = machine.device.to_device(guesses, np.int32)
    return [
        row(
            f"a step of {count} games of {len(vocabulary.guesses)} x {len(vocabulary.answers)}",
            machine,
            machine.measure([lambda: games.step(actions)]),
            NO_AIMS,
            None,
            # The game's state is read and written, and a guess and its code are written.
            bytes_moved=count * (2 * GAME_BYTES + TURN_BYTES),
        )
    ]


def whole_command(machine: Machine) -> list[Row]:
    """The command for all lengths as a user runs it, with a cold and a warm compile cache."""
    command = [sys.executable, "-m", "gpuwordle", "first-guess", "-v", "words-alpha", "-b"]
    shown = "gpuwordle first-guess -v words-alpha"
    if machine.emulated:
        return [row(shown, machine, {"kernels": None, "whole_call": None}, (3.0, 1.0), None)]

    def wall(backend: str, cache: str) -> float:
        start = time.perf_counter()
        environment = {**os.environ, "CUPY_CACHE_DIR": cache}
        subprocess.run([*command, backend], check=True, stdout=subprocess.DEVNULL, env=environment)
        return time.perf_counter() - start

    with tempfile.TemporaryDirectory() as cache:
        cold = wall("cupy", cache)
        warm = min(wall("cupy", cache) for _ in range(3))
        cpu = min(wall("numba", cache) for _ in range(2))
    return [
        row(
            f"{shown}, {name} compile cache",
            machine,
            {"kernels": None, "whole_call": wall_time},
            aims,
            cpu,
        )
        for name, wall_time, aims in (("cold", cold, NO_AIMS), ("warm", warm, (3.0, 1.0)))
    ]


def main(arguments: Sequence[str] | None = None) -> Path:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("output", type=Path, metavar="OUT", help="folder for the results")
    parser.add_argument("--emulate", action="store_true", help="tiny inputs, no times kept")
    options = parser.parse_args(arguments)
    machine = Machine(options.emulate)
    if options.emulate:
        random_words = of_tests("helpers.words").random_words
        guesses = random_words(1, 5, 8, 70)
        wordle = Vocabulary("emulated", guesses[:40], guesses)
        lengths = [Vocabulary("emulated", random_words(n, n, 4, 36)) for n in (4, 7, 12)]
    else:
        wordle = load("wordle").of_length(5)
        words = load("words-alpha")
        lengths = [words.of_length(length) for length in range(3, 21)]
    any_word = Vocabulary(wordle.name, wordle.guesses)
    check(machine, wordle, lengths)
    name = "gpu-emulated"
    if not machine.emulated:
        label = re.sub(r"[^a-z0-9]+", "-", machine.device.name.lower()).strip("-")
        name = f"gpu-{label}-{datetime.now(UTC):%Y%m%d}"
    parts: list[Callable[[], list[Row]]] = [
        lambda: five_letters(machine, any_word, (0.15e-3, 0.06e-3), (0.3e-3, 0.1e-3)),
        lambda: five_letters(machine, wordle, NO_AIMS, NO_AIMS),
        lambda: many_sets(machine, wordle, 3 if machine.emulated else 1000),
        lambda: opener_pairs(machine, wordle, {"entropy": 2.0}),
        lambda: whole_games(machine, wordle, (50e-3, 10e-3)),
        lambda: whole_games(machine, any_word, (None, 30e-3)),
        lambda: every_length(machine, lengths),
        lambda: all_lengths(machine, lengths),
        lambda: whole_call(machine, lengths),
        lambda: all_games(machine, lengths),
        lambda: weighted(machine, wordle),
        lambda: mastermind(machine, *((3, 3) if machine.emulated else (5, 8))),
        lambda: environment_games(machine, wordle, 50 if machine.emulated else 1 << 20),
        lambda: whole_command(machine),
        lambda: easy_proof(machine, wordle),
    ]
    rows: list[Row] = []
    for part in parts:
        rows += part()
        # After every part, so that a run that is cut short leaves what it has.
        path = bench_record.write(
            options.output, name, rows, f"{table(rows)}\n{machine.described()}\n"
        )
    print(table(rows))
    return path


if __name__ == "__main__":
    main()
