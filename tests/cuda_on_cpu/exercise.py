"""Small problems that together reach every kernel variant, checked against the NumPy backend.

Also a program, for the sanitizers, which have to be loaded before Python starts:

    LD_PRELOAD=libtsan.so python exercise.py thread [CASE ...]

It ends with status 0 when all results are right and no sanitizer found anything.

    LD_PRELOAD=libtsan.so python exercise.py thread --faults FAULT ...

plants each fault in a child of its own, and prints as JSON how each ended and what it said.
"""

import json
import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import numpy as np

if __name__ == "__main__":
    TESTS = Path(__file__).resolve().parents[1]
    sys.path[:0] = [str(TESTS.parent), str(TESTS)]

from cuda_on_cpu.emulated import BACKWARD, FLAGS, ORDERS, PLAIN, emulated_device
from cuda_on_cpu.faults import FAULTS, Fault
from helpers.rules import Distances
from helpers.words import random_words

from gpuwordle import Conditions, Feedback, Vocabulary
from gpuwordle.backends.backend import leading_of_each
from gpuwordle.backends.cuda import leaders, scoring
from gpuwordle.backends.cuda.backend import CupyBackend
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.environment.answers import drawn_answers
from gpuwordle.environment.gpu_games import GpuGames
from gpuwordle.rules.jotto import JOTTO
from gpuwordle.rules.mastermind import MASTERMIND
from gpuwordle.rules.wordle import WORDLE
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.logs import log_table
from gpuwordle.scoring.statistics import KEYS, Key, Statistics

MIXED = Key("mixed", (-3, 5, 2, 1))
"""Every statistic at once."""


PATIENCE = 120
"""Seconds after which a fault hangs, which is what some lead to."""


class Case(NamedTuple):
    """Random words and groups.

    ``whole`` adds the group of all answers, ``matrix`` the pattern matrix and ``best`` the choice
    of guesses, ``together`` that of pairs of them, ``most`` the buckets of all guesses on many
    groups, ``leaders`` the best guesses on all answers, which stand last among the guesses,
    ``bounds`` those of the leaders by entropy, and ``levels`` the levels of a tree;
    ``shared_bytes`` is the shared memory that the device has, ``rule`` the rule of feedback,
    ``weighted`` is the most that an answer weighs, and ``games`` says how many games are played at
    once.
    """

    length: int
    letters: int
    guesses: int
    answers: int
    sizes: tuple[int, ...] = ()
    whole: bool = False
    matrix: bool = False
    best: bool = False
    together: bool = False
    most: bool = False
    leaders: bool = False
    bounds: bool = False
    levels: bool = False
    shared_bytes: int = 227 * 1024
    rule: Feedback = WORDLE
    weighted: int = 0
    games: int = 0


CASES = {
    "matrix of bytes": Case(5, 5, 35, 700, matrix=True),
    "matrix of 16 bits": Case(9, 4, 18, 20, matrix=True),
    "matrix of 32 bits": Case(12, 4, 17, 20, matrix=True),
    "matrix of four planes": Case(19, 3, 17, 20, matrix=True),
    "small, bytes": Case(5, 6, 140, 60, (1, 3, 4, 5, 17, 32), best=True),
    "small, two planes": Case(8, 4, 40, 40, (2, 9, 16)),
    "small, three planes": Case(12, 3, 40, 40, (7, 30)),
    "small, four planes": Case(20, 3, 40, 40, (8, 31)),
    "counters, bytes": Case(5, 7, 11, 300, (33, 256, 100)),
    "counters, several warps": Case(5, 7, 9, 600, (100,), whole=True, shared_bytes=24 * 1024),
    "counters, one of two planes": Case(6, 5, 9, 600, (60, 299)),
    "counters, many": Case(9, 4, 3, 1300, (1299,)),
    "counters of 16 bits": Case(10, 4, 3, 3800, (3799,)),
    "hash, two planes": Case(8, 5, 6, 300, (40, 250)),
    "hash, three planes": Case(13, 3, 6, 300, (70, 280)),
    # With its static shared memory the kernel takes more than 48 KB, which has to be asked for.
    "hash, just over 48 KB": Case(11, 4, 2, 4050, whole=True),
    "hash, four planes": Case(17, 4, 4, 200, whole=True),
    "hash that starts again": Case(11, 4, 8, 700, whole=True, shared_bytes=3456),
    "most buckets": Case(5, 6, 9, 70, (1, 2, 3, 5, 17, 32, 40), most=True),
    "most buckets, guesses in turns": Case(4, 9, 9, 600, (3, 9), True, most=True),
    "most buckets, shared guesses": Case(5, 9, 9, 601, whole=True, most=True),
    "leaders": Case(4, 3, 60, 20, leaders=True),
    "leaders of several parts": Case(4, 12, 2100, 9, leaders=True),
    "bounds": Case(3, 9, 9, 300, bounds=True),
    "bounds, four planes": Case(20, 3, 24, 18, bounds=True),
    "levels, bytes": Case(5, 6, 9, 90, levels=True),
    "levels, several blocks": Case(5, 9, 9, 1100, levels=True),
    "levels, two planes": Case(8, 4, 9, 300, levels=True),
    "levels, three planes": Case(12, 3, 9, 120, levels=True),
    "levels, four planes": Case(20, 3, 9, 120, levels=True),
    **{
        f"digits, {length} letters": Case(length, letters, 6, answers, whole=True)
        for length, letters, answers in (
            (6, 5, 600),
            (7, 4, 600),
            (8, 4, 900),
            (9, 4, 1300),
            (10, 3, 3800),
        )
    },
    "mastermind, letter rows": Case(5, 6, 30, 200, (3, 60), True, matrix=True, rule=MASTERMIND),
    "mastermind, rows of words": Case(12, 4, 30, 200, whole=True, matrix=True, rule=MASTERMIND),
    "a rule of many codes": Case(7, 9, 30, 200, (3, 60), True, matrix=True, rule=Distances()),
    "weights, bytes": Case(5, 6, 70, 60, (1, 3, 17, 50), best=True, weighted=99),
    "weights, two planes": Case(8, 4, 9, 600, (40,), True, weighted=99),
    "weights, three planes": Case(12, 3, 9, 90, (7, 60), True, weighted=99),
    "weights, four planes": Case(20, 3, 9, 90, (8, 60), True, weighted=99),
    "weights, a guess that starts again": Case(
        11, 4, 8, 700, whole=True, shared_bytes=3248, weighted=99
    ),
    "games": Case(5, 9, 9, 50, games=300),
    "games, four planes, weights": Case(19, 4, 9, 50, games=40, weighted=99),
    "games, wins that are told": Case(5, 4, 9, 50, rule=JOTTO, games=300),
    "games, a list that rejects": Case(5, 9, 9, 50, games=300, weighted=500_000),
    "joint, bytes": Case(5, 6, 14, 90, together=True),
    "joint, several warps": Case(5, 4, 4, 700, together=True, shared_bytes=6144),
    # The table takes all of the shared memory: with the static part, more than 48 KB.
    "joint, just over 48 KB": Case(6, 7, 3, 1500, together=True, shared_bytes=50 * 1024),
    "joint, two planes": Case(8, 4, 9, 100, together=True),
    "joint, ten letters": Case(10, 3, 5, 70, together=True, shared_bytes=2560),
}


def mistakes(case: Case, backend_of) -> list[str]:
    """Compare a backend with NumPy's; ``backend_of`` makes it for a vocabulary."""
    most = max(case.guesses, case.answers)
    words = random_words(case.length, case.length, case.letters, most, "abcdefghijkl")
    listed = words[::-1] if case.leaders or case.bounds else words
    rng = np.random.default_rng(case.length)
    answers = words[: case.answers]
    weights = rng.integers(1, case.weighted, len(answers)) if case.weighted else None
    vocabulary = Vocabulary("random", answers, listed, rule=case.rule, weights=weights)
    found, true = backend_of(vocabulary), NumpyBackend(vocabulary)
    guesses = np.sort(rng.choice(len(words), case.guesses, replace=False))
    drawn = [np.sort(rng.choice(case.answers, size, replace=False)) for size in case.sizes]
    groups = Groups.of(drawn + ([np.arange(case.answers)] if case.whole else []))
    wrong: list[str] = []

    def compare(what, method, *given):
        """Note what a method of the backend returns otherwise."""
        wrong.extend(differing(what, *(getattr(one, method)(*given) for one in (found, true))))

    if case.matrix:
        compare("codes", "codes", guesses)
    if len(groups):
        compare("statistics", "statistics", groups, guesses)
        compare("bucket counts", "bucket_counts", groups, guesses)
    if case.most:
        compare("most buckets", "most_buckets", groups)
        compare("bucket counts of all guesses", "bucket_counts", groups)
    if case.leaders:
        for pool in ("all", "candidates"):
            wrong += mistakes_of_leaders(found, true, (*KEYS.values(), MIXED), 3, pool)
    if case.bounds:
        wrong += mistakes_of_bounds(found, true)
    if case.games:
        wrong += mistakes_of_games(found, true, case.games)
    if case.together:
        for key in (*KEYS.values(), MIXED):
            compare(f"best pairs by {key.name}", "best_pairs", key, 4, guesses)
    if case.levels:
        wrong += mistakes_of_levels(found.frontier(), true.frontier(), guesses, rng)
    if case.best:
        for pool in ("all", "candidates", Groups.of([guesses] * len(groups))):
            if pool == "all" and len(words) * len(groups) > 900:
                continue  # takes the emulator long; the pools reach the same kernels
            for key in ("entropy", "minimax"):
                compare(f"best guesses by {key}", "best_guesses", groups, KEYS[key], pool)
    return wrong


def arrays_of(result) -> list[np.ndarray]:
    """List the arrays in what a backend returns: one, statistics, or several results."""
    if isinstance(result, tuple | list):
        return [array for part in result for array in arrays_of(part)]
    return [result.block if isinstance(result, Statistics) else result]


def differing(what, found, true) -> list[str]:
    """Name results if they differ."""
    pairs = zip(arrays_of(found), arrays_of(true), strict=True)
    return [] if all(np.array_equal(one, other) for one, other in pairs) else [what]


def mistakes_of_leaders(found, true, keys, top, pool) -> list[str]:
    """Compare leaders, and their statistics."""
    leading = (next(leading_of_each([(one, None)], keys, top, pool)) for one in (found, true))
    wrong = []
    for key, mine, its in zip(keys, *leading, strict=True):
        wrong += differing(f"leaders of pool {pool} by {key.name}", mine, its)
    return wrong


def mistakes_of_bounds(found, true) -> list[str]:
    """Compare bounds with the entropies of the letter rows, which are right, and the leaders."""
    scorer = found.tiles.whole_scorer(1 << 30)
    answers, to_host = scorer.rows.answers, scorer.device.to_host
    n_log_n = log_table(answers)
    entropies = [
        n_log_n[answers] - n_log_n[np.bincount(row)].sum()
        for row in to_host(scorer.rows.rows)[:, :answers]
    ]
    told = np.array(entropies)[to_host(scorer.rows.slots)].sum(axis=(1, 2))
    least = to_host(leaders.least_logs(scorer, None, len(told)))
    wrong = []
    if (least[3] != n_log_n[answers] - told - leaders.SLACK * answers).any() or least[:3].any():
        wrong.append("least_logs")
    with mock.patch.multiple(leaders, LEAST_PAIRS=0, PILOTS=3):
        for pool, top in (("all", 1), ("all", 4), ("candidates", 2)):
            wrong += mistakes_of_leaders(found, true, [KEYS["entropy"]], top, pool)
    return wrong


def mistakes_of_games(found, true, count) -> list[str]:
    """Compare games on the device, step by step, with those that are told here."""
    words, allowed, first = true.vocabulary, 3, 5
    games = GpuGames(words, count, Conditions(allowed=allowed), seed=9, first=first, backend=found)
    every, rng = np.arange(len(words.answers)), np.random.default_rng(count)
    codes = true.told(true.codes(), np.arange(len(words.guesses))[:, None], every)
    played: list[list[int]] = [[] for _ in range(count)]
    episodes, over = [0] * count, [False] * count
    for _ in range(9):
        actions = rng.integers(0, len(words.guesses) + 1, count).astype(np.int32)
        hidden = drawn_answers(words, 9, first + np.arange(count), episodes)
        easy = rng.random(count) < 0.3
        actions[easy] = words.answer_guess[hidden[easy]]
        games.step(games._device.to_device(actions, np.int32))
        told = []
        for game, action in enumerate(actions.tolist()):
            reward, ended = 0.0, False
            if over[game]:
                episodes[game] += 1
                played[game], over[game] = [], False
            elif action < len(words.guesses):
                played[game].append(action)
                reward = float(action == words.answer_guess[hidden[game]])
                ended = over[game] = bool(reward) or len(played[game]) == allowed
            told.append((reward, ended, int(hidden[game]) if ended else -1, len(played[game])))
        hidden = drawn_answers(words, 9, first + np.arange(count), episodes)
        rows = [guesses + [-1] * (allowed - len(guesses)) for guesses in played]
        seen = [
            [int(codes[guess, answer]) if guess >= 0 else 0 for guess in row]
            for row, answer in zip(rows, hidden, strict=True)
        ]
        arrays = games.rewards, games.ended, games.answers, games.turns
        mine = [*zip(*(games._device.to_host(array).tolist() for array in arrays), strict=True)]
        if (mine, games.guesses.tolist(), games.codes.tolist()) != (told, rows, seen):
            return ["games"]
    return []


def mistakes_of_levels(found, true, guesses, rng) -> list[str]:
    """Compare levels of a tree, down to the states that nobody can split any more."""
    wrong = []
    for turn in range(4):
        states = len(true.sizes)
        wrong += differing("sizes", found.sizes, true.sizes)
        wrong += differing("states", found.groups(), true.groups())
        if wrong:
            return wrong
        if states and turn:
            words = true.backend.vocabulary
            for pool in ("all", "candidates"):
                if pool == "all" and len(words.guesses) * states > 6000:
                    continue  # takes the emulator long
                best = (level.best_guesses(KEYS["entropy"], pool) for level in (found, true))
                wrong += differing(f"best guesses of states from pool {pool}", *best)
        played = rng.choice(guesses, states)
        one, other = found.split(played), true.split(played)
        wrong += differing("buckets", one[:4], other[:4])
        if wrong:
            break
        found, true = one.frontier, other.frontier
    return wrong


def run(case: Case, order: int, flags: tuple[str, ...] = PLAIN, alter=None) -> list[str]:
    """Run a case on the emulated device; what is wrong, errors of the device included."""
    device = emulated_device(order, flags, shared_bytes=case.shared_bytes, alter=alter)
    try:
        return mistakes(case, lambda vocabulary: CupyBackend(vocabulary, device=device))
    except RuntimeError as error:
        return [str(error)]


def all_right(kind: str, names: list[str], alter=None) -> bool:
    """Run cases under the orders that a kind asks for; print the first thing that is wrong."""
    for name in names:
        for order in ORDERS if kind == "plain" else (BACKWARD,):
            wrong = run(CASES[name], order, FLAGS[kind], alter)
            if wrong:
                print(f"{name}, order {order}: {wrong}", file=sys.stderr)
                return False
    return True


def in_a_child(kind: str, fault: Fault) -> tuple[int, str]:
    """Plant a fault in a child of this process, which has loaded everything; how that ended."""
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if not child:
            signal.alarm(PATIENCE)
            os.dup2(said.fileno(), sys.stderr.fileno())
            right = False
            try:
                right = all_right(kind, [fault.case], fault.alter)
            finally:
                sys.stderr.flush()
                os._exit(not right)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        said.seek(0)
        return status, said.read().decode(errors="replace")


if __name__ == "__main__":
    kind, *rest = sys.argv[1:]
    if kind == "thread":
        # The sanitizer keeps a megabyte for every thread of a block, and sixteen warps race as
        # thirty-two do.
        scoring.MOST_THREADS = 512
    if rest and rest[0] == "--faults":
        print(json.dumps({name: in_a_child(kind, FAULTS[name]) for name in rest[1:]}))
    else:
        sys.exit(not all_right(kind, rest or list(CASES)))
