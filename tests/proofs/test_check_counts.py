"""What the checker counts of sets, against plain counts."""

from functools import cache

import naive
import numpy as np
import pytest
from helpers.proofs import random_weights
from helpers.words import random_words

from gpuwordle.proofs import check_counts
from gpuwordle.proofs.board import Words, workspace_of
from gpuwordle.proofs.check_loops import one_ply
from gpuwordle.proofs.checker import supersets_of
from gpuwordle.proofs.limits import Limits
from gpuwordle.rules.conditions import INFINITE, NO_LIMIT

code_of = cache(naive.code)


FEW, MANY = (5, 6, check_counts.PAIRED_WEIGHED + 30), (10, 10, 400)
"""Letters of words, different ones, and answers: with many, some guesses get over 255 codes."""


@pytest.fixture(
    scope="module",
    params=[(*FEW, 1), (*FEW, 3), (*FEW, 10**4), (*MANY, 1), (*MANY, 9)],
    ids="{0[0]} letters, heaviest {0[3]}".format,
)
def words(request):
    """Words of which many have buckets in common, of weights up to a number."""
    length, letters, count, heaviest = request.param
    listed = random_words(3, length, letters, 400)
    return Words(listed, listed[:count], weights=random_weights(1, count, heaviest))


def counted(words, rank, members):
    """What the heaviest members of all buckets weigh: how many they are without weights."""
    guess, heaviest = words.guesses[words.order[rank]], {}
    for member in members:
        code = code_of(guess, words.answers[member])
        heaviest[code] = max(heaviest.get(code, 0), int(words.weights[member]))
    return sum(heaviest.values())


@pytest.mark.sample(20)
@pytest.mark.parametrize("size", [1, 2, 9, 40, check_counts.PAIRED, check_counts.PAIRED + 60, None])
@pytest.mark.parametrize("hard", [False, True])
def test_guesses_of_many_buckets_are_counted_and_no_other_seems_to_have_so_many(words, size, hard):
    chance, scratch = np.random.default_rng(size or 0), workspace_of(words.board)
    size = size or len(words.answers)
    members = np.sort(chance.choice(len(words.answers), size, replace=False)).astype(np.int32)
    demands, opener = np.zeros_like(scratch.demands), int(chance.integers(400))
    guesses = [words.guesses[index] for index in words.order]
    clue = guesses[opener], naive.colours(guesses[opener], words.answers[members[0]])
    if hard:
        check_counts.add_demands(
            words.board.letters, opener, words.board.guess_of[members[0]], demands
        )
    legal = {g for g, word in enumerate(guesses) if not hard or naive.is_legal(*clue, word)}
    assert check_counts.legal_guesses(words.board, demands).tolist() == sorted(legal)
    true = [counted(words, rank, members) for rank in range(len(words.guesses))]
    weight = int(words.weights[members].sum())
    check_counts.scan(words.board, members, scratch)
    assert scratch.sums.tolist() == true
    assert size < 400 or max(true) > 255
    shares = (weight * share // 100 for share in (50, 65, 70, 85, 95))
    for least in {-1, 0, 1, *shares, weight - 30, weight - 3, weight - 1, weight}:
        found = check_counts.scan_allowed(
            words.board, members, scratch, demands, hard, least
        ).tolist()
        assert found == sorted(set(found))
        assert {rank: true[rank] for rank in found} == {r: int(scratch.sums[r]) for r in found}
        assert {rank for rank in legal if true[rank] > least} <= set(found) <= legal


def test_guesses_that_leave_a_set_in_one_bucket_are_bits(words):
    kept = np.full((len(words.guesses) + 63) // 64, 1 << 63, np.uint64)
    for leaving in words.guesses[::50]:
        some = max(naive.buckets(leaving, words.answers).values(), key=len)[:3]
        members = np.array([words.answers.index(word) for word in some], np.int32)
        check_counts.keep_together(words.board, members, kept)
        alike = [len(naive.buckets(words.guesses[guess], some)) == 1 for guess in words.order]
        bits = np.unpackbits(kept.view(np.uint8), bitorder="little").astype(bool).tolist()
        assert bits == alike + [False] * (len(bits) - len(alike))
        assert 0 < sum(alike) < len(alike)


@pytest.fixture
def small_are_large(monkeypatch):
    """Sets of more than five words take the place of large ones."""
    for paired in ("PAIRED", "PAIRED_WEIGHED"):
        monkeypatch.setattr(f"gpuwordle.proofs.board.{paired}", 5)


@pytest.mark.usefixtures("small_are_large")
def test_no_guess_counts_more_than_its_ceiling(words):
    unpaired = Words(words.guesses, words.answers, weights=words.weights.tolist())
    supersets, chance = supersets_of(unpaired, 4, Limits(), 1), np.random.default_rng(0)
    board, held = unpaired.board, unpaired.sets(4)
    ceilings, lower = np.zeros(len(unpaired.guesses), np.int32), 0
    assert 30 < len(held) == len(supersets.sums)
    for few in held[chance.choice(len(held), 8)]:
        members = np.flatnonzero(few & (chance.random(len(few)) < 0.5)).astype(np.int32)
        check_counts.find_ceilings(supersets, members, ceilings)
        true = np.array([counted(unpaired, rank, members) for rank in range(len(ceilings))])
        assert (true <= ceilings).all() and (ceilings <= board.most).all()
        lower += int((ceilings < board.most).sum())
    assert lower > 1000


@pytest.mark.parametrize("left", [NO_LIMIT, 2])
@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("heaviest", [1, 10**4])
@pytest.mark.usefixtures("small_are_large")
def test_one_ply_bounds_are_the_least_of_all_guesses(heaviest, hard, left):
    listed, chance = random_words(1, 4, 4, 160), np.random.default_rng(heaviest)
    words = Words(listed, listed[:120], weights=random_weights(1, 120, heaviest))
    board, scratch, values = words.board, workspace_of(words.board), set()
    guesses = [words.guesses[index] for index in words.order]
    everyone = np.arange(len(words.answers), dtype=np.int32)
    for opener in range(3, len(guesses), 20):
        count = check_counts.split(board.labels[opener], everyone, scratch)
        for label in scratch.used[:count].tolist():
            members = check_counts.bucket_of(scratch, label).tolist()
            if len(members) <= 5:
                continue
            true = np.array([counted(words, rank, members) for rank in range(len(guesses))])
            total = true + [words.weights[own] * (own in members) for own in board.answer_of]
            colours = naive.colours(guesses[opener], words.answers[members[0]])
            legal = [not hard or naive.is_legal(guesses[opener], colours, g) for g in guesses]
            weight = int(words.weights[members].sum())
            useful = total[np.array(legal) & ((left != 2) | (true == weight))]
            for slack in (0, 2, 9):  # any ceilings will do
                ceilings = true + heaviest * chance.integers(0, slack + 1, len(true))
                one = np.ones((len(everyone), 1), np.uint64)
                supersets = check_counts.Supersets(one, ceilings[None].astype(np.int32))
                found = one_ply(board, supersets, scratch, opener, label, left, hard)
                assert found == (3 * weight - useful.max() if len(useful) else INFINITE)
            values.add(found)
        check_counts.forget(scratch, count)
    assert len(values) > 5


def test_fewer_buckets_than_are_counted_are_bounded_high_enough():
    for n in (1, 5, 30):
        for bound in range(2 * n - 1, 3 * n):
            k = check_counts.most_that_meets(n, 1, bound, 9)
            assert 3 * n - k - 1 >= bound > 3 * n - (k + 1) - 1
        assert check_counts.most_that_meets(n, 1, 1 << 40, 9) == 0
        assert check_counts.most_that_meets(n, 1, 2 * n, 1) == n - 1
    assert 3 * 50 - check_counts.most_that_meets(50, 7, 110, 9) - 7 == 110
