"""All openers: bounds of their buckets, compared with all guesses counted, and proofs."""

import numpy as np
import pytest
from helpers.noted import noted

from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.optimal import backend_bounds, openers, supersets
from gpuwordle.optimal.cancellation import STOP
from gpuwordle.optimal.code_tables import padded_guesses
from gpuwordle.optimal.opener_buckets import LARGE_FROM, PLACE_BITS
from gpuwordle.optimal.openers import (
    BY_BUCKETS,
    BY_SEARCH,
    BY_SUPERSETS,
    FIRST_OPENERS,
    OpenerSearch,
)
from gpuwordle.optimal.solver import Solver
from gpuwordle.words.vocabulary import Vocabulary


@pytest.fixture(scope="module")
def every_fourth(wordle):
    """Every fourth answer may be hidden, each answer guessed: enough openers for supersets."""
    return Vocabulary("every fourth", wordle.answers[::4], wordle.answers)


def one_ply(codes, candidates, answers):
    """The lower bound from all guesses, counted one by one."""
    rows = np.sort(codes[:, candidates], axis=1)
    counts = 1 + (np.diff(rows, axis=1) != 0).sum(axis=1)
    counts[candidates[candidates < answers]] += 1
    return 3 * len(candidates) - counts.max()


def run_of(solver, **how):
    """A search of all openers, run to its end."""
    search = OpenerSearch(solver, **how)
    assert search.run()
    return search


def large_buckets(solver, places):
    """Large buckets of openers: their sizes, their bounds, and their one-ply bounds."""
    codes = solver.tables.codes
    for place in places:
        for _, candidates, bound in solver.bucket_bounds(int(solver.numbering.guesses[place])):
            if len(candidates) >= LARGE_FROM:
                numbers = solver.numbering.answer_number[candidates]
                yield len(candidates), bound, one_ply(codes, numbers, codes.shape[1])


@pytest.mark.sample(1)
@pytest.mark.parametrize("threads", [1, 2])
def test_supersets_give_lower_bounds_and_mostly_sharp_ones(every_fourth, threads):
    solver = Solver(every_fourth)
    search = run_of(solver, below=1700, threads=threads)
    chosen = np.flatnonzero(search.state.stages == BY_SUPERSETS)[::7]
    assert len(chosen) > 20
    sharp = []
    for size, bound, exact in large_buckets(solver, chosen):
        if bound != 2 * size - 1:
            assert bound <= max(exact, 2 * size - 1)
            sharp.append(bound == exact)
    assert len(sharp) > 50
    assert sum(sharp) > len(sharp) // 2


class ManySets(NumbaBackend):
    """Claims to count many sets quickly, as a GPU does."""

    counts_many_sets = True
    counted = 0

    def most_buckets(self, groups):
        self.counted += len(groups)
        return super().most_buckets(groups)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("hard", "threads"), [(False, 2), (True, 1)])
def test_counted_sets_give_the_sharp_bounds(every_fourth, hard, threads, monkeypatch):
    monkeypatch.setattr(backend_bounds, "CANDIDATES_AT_ONCE", 5000)  # several counts a round
    solver = Solver(every_fourth, hard=hard, backend=ManySets(every_fourth))
    search = run_of(solver, threads=threads)
    assert solver.engine.counted > 100
    large = run_of(Solver(every_fourth, hard=hard), threads=threads)
    assert min(search.state.found)[:2] == min(large.state.found)[:2]
    out = np.flatnonzero(search.state.stages == BY_SUPERSETS)
    buckets = large_buckets(solver, out[::5])
    sharp = [bound == exact for size, bound, exact in buckets if bound > 2 * size - 1]
    assert all(sharp) and len(sharp) > 20


def test_every_bucket_of_a_long_list_gets_the_one_ply_bound(every_fourth, monkeypatch):
    """Openers that have to be searched had every large bucket counted; the others are refuted."""
    monkeypatch.setattr(openers, "OPENERS_FOR_LISTS", 1 << 30)  # not by supersets before
    plain = run_of(Solver(every_fourth), top=5)
    monkeypatch.setattr(openers, "COUNTED_FROM", 0)
    solver = Solver(every_fourth)
    search = run_of(solver, top=5)
    assert sorted(search.state.found)[:5] == sorted(plain.state.found)[:5]
    counted = list(large_buckets(solver, np.flatnonzero(search.state.stages >= BY_SEARCH)))
    assert all(bound >= exact for _, bound, exact in counted)
    assert len(counted) > 10
    refuted = np.flatnonzero(search.state.stages == BY_BUCKETS).tolist()
    assert len(refuted) > np.count_nonzero(plain.state.stages == BY_BUCKETS)
    for place in refuted[::40]:
        guess = int(solver.numbering.guesses[place])
        buckets = solver.bucket_bounds(guess)
        total = len(every_fourth.answers) + sum(
            solver.solve(candidates, [(guess, code)]).total for code, candidates, _ in buckets
        )
        assert search.state.bounds[place] <= total


LEFT_BEHIND = 1 << 20


class UsedMemory:
    """NumPy where new memory is full of what others left there."""

    def __getattr__(self, name):
        return getattr(np, name)

    def empty(self, shape, dtype):
        return np.full(shape, LEFT_BEHIND, dtype)


@pytest.fixture(scope="module")
def best_twenty(every_fourth):
    """The best openers of these words with their totals; compiles all that counts sets."""
    search = run_of(Solver(every_fourth, backend=ManySets(every_fourth)), threads=1, top=20)
    return sorted(search.state.found)[:20]


@pytest.mark.sample(2)
@pytest.mark.parametrize("during", ["describe_buckets", "list_candidates"])
@pytest.mark.parametrize("late", [0, 3, 20])
def test_a_stop_leaves_no_bound_that_was_not_counted(
    every_fourth, best_twenty, during, late, monkeypatch
):
    """What threads had no time to fill in is not a bound, here or for a later search."""
    search = OpenerSearch(Solver(every_fourth, backend=ManySets(every_fourth)), threads=1, top=20)
    usual, left = getattr(backend_bounds, during), [late]

    def stopping(*asked):
        left[0] -= 1
        if left[0] < 0:
            for workspace in search.threads.workspaces:
                workspace.control[STOP] = 1
        usual(*asked)

    monkeypatch.setattr(backend_bounds, during, stopping)
    monkeypatch.setattr(backend_bounds, "np", UsedMemory())
    assert not search.run()
    assert search.state.bounds.max() < LEFT_BEHIND
    for found in best_twenty:
        assert search.state.bounds[found.place] <= found.total
    again = run_of(Solver(every_fourth), threads=1, top=20, state=search.state)
    assert sorted(again.state.found)[:20] == best_twenty


def test_the_least_bound_rises_while_most_openers_have_to_wait(every_fourth, monkeypatch):
    """Openers with the least bounds come first: a search that is stopped soon has a bound."""
    monkeypatch.setattr(openers, "CODES_AT_ONCE", 1)
    search, asked = OpenerSearch(Solver(every_fourth), threads=1), set()
    usual, before = search._bounds_of_buckets(), search.lower_bound()

    def bounds(some, codes):
        asked.update(some.tolist())
        return usual(some, codes)

    def still(kept, *_):
        return len(kept), len(asked), search.lower_bound()

    monkeypatch.setattr(search, "_bounds_of_buckets", lambda: bounds)
    alive = noted(monkeypatch, search, "_drop", still)
    assert search.run()
    there_are, of_sizes = alive[0][0], max(alive[0][2], before)
    waiting = [there_are - some for _, some, bound in alive if bound > of_sizes]
    assert max(waiting) > there_are // 2


def test_openers_of_a_long_list_are_bounded_level_by_level(every_fourth, best_twenty, monkeypatch):
    """The least bound rises while hardly an opener is refuted; the proof is the same."""
    monkeypatch.setattr(openers, "OPENERS_FOR_LISTS", 1 << 30)
    monkeypatch.setattr(openers, "COUNTED_FROM", 0)
    monkeypatch.setattr(openers, "STEP", 0.005)
    search, seen = OpenerSearch(Solver(every_fourth), top=3), []
    search.grow_trees()
    levels = len(search._targets(None))
    usual, half, first = search._bounded, levels // 2, search.lower_bound()
    assert levels > 10

    def bounding(some, target):
        assert (search.state.bounds[some] < target).all()
        left = usual(some, target)
        # The last levels may be above the one-ply bound of an opener.
        assert (search.state.bounds[some] >= target).all() or len(seen) > half
        seen.append((search.lower_bound(), np.count_nonzero(search.state.stages == BY_BUCKETS)))
        return left

    monkeypatch.setattr(search, "_bounded", bounding)
    assert search.run()
    assert sorted(search.state.found)[:3] == best_twenty[:3]
    bounds = [first, *(bound for bound, _ in seen[: half + 1])]
    assert len(seen) == levels and bounds == sorted(set(bounds))
    assert seen[half - 1][1] < 10 < seen[-1][1]


def test_a_memo_that_was_small_keeps_the_bounds_of_small_buckets(every_fourth, monkeypatch):
    monkeypatch.setattr("gpuwordle.optimal.resources.FIRST_SLOTS", 1 << 12)
    solver = Solver(every_fourth, hard=True)
    search = run_of(solver, threads=1)
    answers, lost = len(every_fourth.answers), 0
    most = max(len(np.unique(row)) for row in solver.tables.codes[:, :answers])
    refuted = np.flatnonzero(search.state.stages == BY_BUCKETS).tolist()
    for place in refuted:
        total = answers
        for _, candidates, bound in solver.bucket_bounds(int(solver.numbering.guesses[place])):
            size = len(candidates)
            total += max(bound, 3 * size - most - 1 if size > 2 else 0)
        lost += total < search.state.bounds[place]
    assert len(refuted) > 100
    assert lost < len(refuted) // 10


def test_lists_without_room_stay_bounds(every_fourth, best_twenty, monkeypatch):
    monkeypatch.setattr("gpuwordle.optimal.supersets.ARENA", 256)
    monkeypatch.setattr("gpuwordle.optimal.supersets.CAPACITY", 8)
    cramped = run_of(Solver(every_fourth), threads=1)
    assert min(cramped.state.found)[:2] == best_twenty[0][:2]


def test_a_proof_keeps_to_the_memory(every_fourth, monkeypatch):
    """Codes, memo, buckets and lists of supersets together; the proof is the same."""

    def bytes_of(lists, features, *_):
        return sum(column.nbytes for column in (features.rows, features.sets, *lists))

    def buckets_of(_, search, openers, target):
        return int(search._bucket_counts[openers].sum())

    made = noted(monkeypatch, supersets, "lists_for", bytes_of)
    blocks = noted(monkeypatch, OpenerSearch, "_bounded", buckets_of)
    guesses, answers = len(every_fourth.guesses), len(every_fourth.answers)
    tables = 2 * padded_guesses(guesses) * answers
    found = []
    for beside in (None, 4 << 20, 1 << 17):
        made.clear()
        blocks.clear()
        memory = None if beside is None else tables + beside
        solver = Solver(every_fourth, memory=memory)
        search = run_of(solver, threads=1)
        found.append(min(search.state.found)[:2])
        if beside is not None:
            room = memory - solver.tables.codes.nbytes - solver.tables.columns.nbytes
            assert max(made, default=0) <= room // 2
            assert len(blocks) > 1
            assert max(blocks) <= room // 2 // 64 + answers
            assert sum(memo.entries.nbytes for memo in solver.memos.values()) <= max(room, 2**15)
    assert found == found[:1] * 3


@pytest.mark.parametrize("top", [1, 3])
def test_trees_of_a_beam_are_the_first_incumbents(every_fourth, top):
    solver = Solver(every_fourth)
    search = OpenerSearch(solver, top=top, threads=1)
    assert search.best() == []
    search.grow_trees()
    trees = search.best()
    assert len(search.trees) == FIRST_OPENERS * top
    assert len(trees) == top and int(search.incumbent[0]) >> PLACE_BITS == trees[-1].total + 1
    assert search.lower_bound() <= trees[0].total
    assert search.run()
    plain = run_of(Solver(every_fourth), top=top, below=trees[-1].total + 1, threads=1)
    assert not plain.trees
    assert search.best() == sorted(plain.state.found)[:top] == sorted(search.state.found)[:top]
    assert all(best.total <= tree.total for best, tree in zip(search.best(), trees, strict=True))


def test_more_openers_are_compared_if_the_first_have_no_trees(every_fourth, monkeypatch):
    monkeypatch.setattr(openers, "FIRST_OPENERS", 0)
    search = OpenerSearch(Solver(every_fourth), threads=1)
    search.grow_trees()
    assert search.trees == search.beam.openers()
    assert len(search.trees) > 8
