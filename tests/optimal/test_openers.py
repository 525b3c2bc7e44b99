"""Walks down the lists of supersets give bounds of parts, compared with all guesses counted."""

from __future__ import annotations

import numpy as np
import pytest

from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.optimal import set_counter, walker, walks
from gpuwordle.optimal.openers import OpenerSearch
from gpuwordle.optimal.parts import WALKED_FROM
from gpuwordle.optimal.running import STOP
from gpuwordle.optimal.solver import Solver
from gpuwordle.optimal.standing import BY_PARTS, BY_WALKS
from gpuwordle.optimal.tables import padded_guesses
from gpuwordle.words.vocabulary import Vocabulary


@pytest.fixture(scope="module")
def every_fourth(wordle):
    """Every fourth answer may be hidden, each answer guessed: lists that walks are worth while."""
    return Vocabulary("every fourth", wordle.answers[::4], wordle.answers)


def one_ply(codes, members, answers):
    """The lower bound from all guesses, counted one by one."""
    rows = np.sort(codes[:, members], axis=1)
    counts = 1 + (np.diff(rows, axis=1) != 0).sum(axis=1)
    counts[members[members < answers]] += 1
    return 3 * len(members) - counts.max()


@pytest.mark.parametrize("threads", [1, 2])
def test_walks_give_lower_bounds_and_mostly_sharp_ones(every_fourth, threads):
    solver = Solver(every_fourth)
    search = OpenerSearch(solver, below=1700, threads=threads)
    assert search.run()
    chosen = np.flatnonzero(search.standing.stages == BY_WALKS)[::7]
    assert len(chosen) > 20
    codes, sharp, walked = solver.tables.codes, 0, 0
    for place in chosen:
        guess = int(solver.numbering.guesses[place])
        for _, candidates, bound in solver.part_bounds(guess):
            size = len(candidates)
            if size < WALKED_FROM or bound == 2 * size - 1:
                continue
            members = solver.numbering.answer_number[candidates]
            exact = one_ply(codes, members, codes.shape[1])
            assert bound <= max(exact, 2 * size - 1)
            sharp += bound == exact
            walked += 1
    assert walked > 50
    assert sharp > walked // 2


class ManySets(NumbaBackend):
    """Says of itself that it counts many sets quickly, as a GPU does."""

    counts_many_sets = True
    counted = 0

    def most_buckets(self, groups):
        self.counted += len(groups)
        return super().most_buckets(groups)


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("threads", [1, 2])
def test_counted_sets_give_the_sharp_bounds(every_fourth, hard, threads, monkeypatch):
    monkeypatch.setattr(set_counter, "CANDIDATES_AT_ONCE", 5000)  # several counts a round
    solver = Solver(every_fourth, hard=hard, backend=ManySets(every_fourth))
    search = OpenerSearch(solver, threads=threads)
    assert search.run()
    assert solver.engine.counted > 100
    walked = OpenerSearch(Solver(every_fourth, hard=hard), threads=threads)
    assert walked.run()
    assert min(search.standing.found)[:2] == min(walked.standing.found)[:2]
    out = np.flatnonzero(search.standing.stages == BY_WALKS)
    codes, seen = solver.tables.codes, 0
    for place in out[::5]:
        for _, candidates, bound in solver.part_bounds(int(solver.numbering.guesses[place])):
            size = len(candidates)
            if size >= WALKED_FROM and bound > 2 * size - 1:
                members = solver.numbering.answer_number[candidates]
                assert bound == one_ply(codes, members, codes.shape[1])
                seen += 1
    assert seen > 20


LEFT_BEHIND = 1 << 20


class UsedMemory:
    """NumPy where new memory is full of what others left there."""

    def __getattr__(self, name):
        return getattr(np, name)

    def empty(self, shape, dtype):
        return np.full(shape, LEFT_BEHIND, dtype)


@pytest.fixture(scope="module")
def best_twenty(every_fourth):
    """The best openers of these words, with their totals; all that counts sets is compiled then."""
    search = OpenerSearch(Solver(every_fourth, backend=ManySets(every_fourth)), threads=1, top=20)
    assert search.run()
    return sorted(search.standing.found)[:20]


@pytest.mark.parametrize("during", ["describe_parts", "list_members"])
@pytest.mark.parametrize("late", [0, 3, 20])
def test_a_stop_leaves_no_bound_that_was_not_counted(
    every_fourth, best_twenty, during, late, monkeypatch
):
    """What threads had no time to fill in is no bound, neither here nor for who goes on."""
    search = OpenerSearch(Solver(every_fourth, backend=ManySets(every_fourth)), threads=1, top=20)
    usual, left = getattr(set_counter, during), [late]

    def stopping(*asked):
        left[0] -= 1
        if left[0] < 0:
            for scratch in search.threads.scratches:
                scratch.control[STOP] = 1
        usual(*asked)

    monkeypatch.setattr(set_counter, during, stopping)
    monkeypatch.setattr(set_counter, "np", UsedMemory())
    assert not search.run()
    assert search.standing.bounds.max() < LEFT_BEHIND
    for found in best_twenty:
        assert search.standing.bounds[found.place] <= found.total
    again = OpenerSearch(Solver(every_fourth), threads=1, top=20, standing=search.standing)
    assert again.run()
    best = sorted(again.standing.found)[:20]
    assert [found[:2] for found in best] == [found[:2] for found in best_twenty]


def test_a_memo_that_was_small_keeps_the_bounds_of_small_parts(every_fourth, monkeypatch):
    monkeypatch.setattr("gpuwordle.optimal.resources.FIRST_SLOTS", 1 << 12)
    monkeypatch.setattr("gpuwordle.optimal.openers.CHUNK", 16)
    solver = Solver(every_fourth, hard=True)
    search = OpenerSearch(solver, threads=1)
    assert search.run()
    answers, lost = len(every_fourth.answers), 0
    most = max(len(np.unique(row)) for row in solver.tables.codes[:, :answers])
    refuted = np.flatnonzero(search.standing.stages == BY_PARTS).tolist()
    for place in refuted:
        total = answers
        for _, candidates, bound in solver.part_bounds(int(solver.numbering.guesses[place])):
            size = len(candidates)
            total += max(bound, 3 * size - most - 1 if size > 2 else 0)
        lost += total < search.standing.bounds[place]
    assert len(refuted) > 100
    assert lost < len(refuted) // 10


def test_lists_without_room_stay_bounds(every_fourth, monkeypatch):
    expected = Solver(every_fourth)
    whole = OpenerSearch(expected, threads=1)
    assert whole.run()
    monkeypatch.setattr("gpuwordle.optimal.supersets.ARENA", 256)
    monkeypatch.setattr("gpuwordle.optimal.supersets.CAPACITY", 8)
    cramped = OpenerSearch(Solver(every_fourth), threads=1)
    assert cramped.run()
    assert min(cramped.standing.found)[:2] == min(whole.standing.found)[:2]
    assert walks.LONGEST_THIRD <= walks.LONGEST_SECOND


def test_a_proof_keeps_to_the_memory(every_fourth, monkeypatch):
    """Codes, memo, parts and lists of supersets together; the proof is the same."""
    made, blocks, usual = [], [], (walker.lists_for, OpenerSearch._bounded)

    def watching(features, *asked):
        lists = usual[0](features, *asked)
        made.append(sum(column.nbytes for column in (features.rows, features.sets, *lists)))
        return lists

    def bounding(search, openers, patterns):
        blocks.append(int(patterns[openers].sum()))
        return usual[1](search, openers, patterns)

    monkeypatch.setattr(walker, "lists_for", watching)
    monkeypatch.setattr(OpenerSearch, "_bounded", bounding)
    guesses, answers = len(every_fourth.guesses), len(every_fourth.answers)
    tables = 2 * padded_guesses(guesses) * answers
    found = []
    for beside in (None, 4 << 20, 1 << 17):
        made.clear()
        blocks.clear()
        memory = None if beside is None else tables + beside
        solver = Solver(every_fourth, memory=memory)
        search = OpenerSearch(solver, threads=1)
        assert search.run()
        found.append(min(search.standing.found)[:2])
        if beside is not None:
            room = memory - solver.tables.codes.nbytes - solver.tables.columns.nbytes
            assert max(made, default=0) <= room // 2
            assert len(blocks) > 1
            assert max(blocks) <= room // 2 // 64 + answers
            assert sum(memo.entries.nbytes for memo in solver.memos.values()) <= max(room, 2**15)
    assert found == found[:1] * 3
