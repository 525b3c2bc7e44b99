"""The plan of letter rows that the device makes is the one of the host."""

import numpy as np
import pytest
from cuda_on_cpu.emulated import ORDERS, compiler, emulated_device
from helpers.noted import noted
from helpers.words import random_vocabulary, random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.backends.cuda import rows
from gpuwordle.backends.cuda.rows import row_stride
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.scoring.contributions import RowPlan
from gpuwordle.words.vocabulary import Vocabulary

pytestmark = pytest.mark.skipif(compiler() is None, reason="g++ is not installed")


def same_plan(device, letters, alphabet):
    """Both plans, array for array."""
    host = RowPlan.of(letters)
    made = rows.plan_rows(device, device.to_device(letters, np.uint8), alphabet)
    sent, count = rows.sent_over(device, host), len(host)
    for plan in (made, sent):
        assert int(plan.count[0]) == count
        found = [each[:count].tolist() for each in (plan.letters, plan.places, plan.planes)]
        assert found == [host.letters.tolist(), host.places.tolist(), host.row_planes.tolist()]
        assert (plan.slots.dtype, plan.slots.tolist()) == (np.int32, sent.slots.tolist())


@settings(deadline=None, max_examples=25)
@given(
    seed=st.integers(0, 10**6),
    length=st.integers(1, 13),
    letters=st.integers(1, 26),
    words=st.integers(1, 150),
    order=st.sampled_from(ORDERS),
)
def test_any_words(seed, length, letters, words, order):
    drawn = np.random.default_rng(seed).integers(0, letters, (words, length)).astype(np.uint8)
    same_plan(emulated_device(order), drawn, letters + seed % 3)


@pytest.mark.parametrize("length", [15, 16, 20])
def test_long_words(length):
    """Of letters near the alphabet's end, so that many blocks of marks come first."""
    drawn = np.random.default_rng(length).integers(5, 7, (300, length)).astype(np.uint8)
    same_plan(emulated_device(), drawn, 7)


def test_a_large_alphabet():
    letters = np.arange(255, dtype=np.uint8).repeat(6).reshape(-1, 6)
    letters[::3, 4] = 0
    same_plan(emulated_device(), letters, 255)


@pytest.mark.parametrize("chosen", [None, [4, 0, 2, 9], [7]])
def test_letters_place_by_place(chosen):
    letters = np.random.default_rng(0).integers(0, 26, (10, 6)).astype(np.uint8)
    device = emulated_device()
    words = None if chosen is None else device.to_device(chosen, np.int32)
    spread = rows.spread_letters(device, device.to_device(letters, np.uint8), words, 256)
    found = device.to_host(spread)
    answers = letters if chosen is None else letters[chosen]
    assert found[:, : len(answers)].tolist() == answers.T.tolist()
    assert (found[:, len(answers) :] == 255).all()


@pytest.mark.parametrize(("length", "memory"), [(5, None), (9, None), (9, 4_000), (9, 20_000)])
def test_where_rows_are_planned(emulated, length, memory, monkeypatch):
    """The host, where marks or rows do not fit in memory; the results are the same."""
    words = random_vocabulary(length, length, 5, 60, 30)
    planned = noted(monkeypatch, RowPlan, "of")
    found = emulated(words, memory=memory).statistics()
    assert len(planned) == (memory is not None)
    assert (found.block == NumpyBackend(words).statistics().block).all()


def test_letters_go_over_once(watched, emulated):
    words = Vocabulary("random", random_words(1, 7, 5, 80))
    engine, seen = watched(words)
    engine.statistics()
    letters = 80 * 7
    # One group, logarithms, and the letters.
    assert sorted(map(np.size, seen.up)) == [4, 128, letters]
    engine.statistics()
    assert sorted(map(np.size, seen.up)) == [4, 4, 128, letters]
    seen.up.clear()
    emulated(words, device=engine._device).statistics()
    assert sorted(map(np.size, seen.up)) == [4, letters]  # the logarithms are there


def test_rows_are_given_no_more_than_there_is():
    assert rows.plan_bytes(26, 20) == 2 * 4 * (26 << 20) * 4 // 32
    assert row_stride(1) == 128
