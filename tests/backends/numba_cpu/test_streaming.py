"""Codes that are written past the caches, at every alignment, against the plain definition."""

import sys
from itertools import product
from mmap import mmap
from string import ascii_lowercase

import numpy as np
import pytest
from helpers.noted import noted
from helpers.words import random_vocabulary, random_words

from gpuwordle.backends.numba_cpu import streaming
from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.words.vocabulary import Vocabulary


@pytest.fixture
def streamed(monkeypatch):
    """Matrices of any size are; how many answers each call had."""
    monkeypatch.setattr(streaming, "STREAMED_FROM", 1)
    monkeypatch.setattr(streaming, "is_resident", lambda matrix: True)
    return noted(monkeypatch, streaming, "stream_codes", lambda _, rows, *given: rows.shape[1])


def behind_a_line(shape, dtype, by):
    """An array that begins ``by`` bytes after a line, and the room around it."""
    size = shape[0] * shape[1] * np.dtype(dtype).itemsize
    room = np.full(size + 256, 254, np.uint8)
    first = 64 - room.ctypes.data % 64 + by
    return room, first, np.frombuffer(room, dtype, shape[0] * shape[1], first).reshape(shape)


def test_memory_that_was_never_touched_is_written_in_the_ordinary_way():
    if sys.platform != "linux":
        pytest.skip("other systems may say that all memory is resident")
    matrix = np.frombuffer(mmap(-1, streaming.STREAMED_FROM), np.uint8)
    assert not streaming.is_resident(matrix)
    assert not streaming.pays(matrix, streaming.LEAST_ANSWERS)
    matrix[:] = 1
    assert streaming.is_resident(matrix)
    assert streaming.pays(matrix, streaming.LEAST_ANSWERS)
    assert not streaming.pays(matrix, streaming.LEAST_ANSWERS - 1)
    assert not streaming.pays(matrix[:-1], streaming.LEAST_ANSWERS)


@pytest.mark.sample(40)
@pytest.mark.parametrize(
    ("length", "answers", "by"),
    [
        *product((2, 5, 8, 13, 17), (256, 257, 319, 320, 777), (0, 4, 20, 60)),
        *((5, 300, by) for by in (1, 17, 63)),  # bytes at odd places
    ],
)
def test_codes_at_every_alignment(streamed, length, answers, by):
    words = Vocabulary("random", random_words(answers, length, 26, answers, ascii_lowercase))
    answers, guesses = len(words.answers), np.arange(0, len(words.guesses), 29)
    room, first, out = behind_a_line((len(guesses), answers), words.code_dtype, by)
    NumbaBackend(words, threads=1).codes(guesses, out=out)
    assert streamed == [answers]
    assert (out == NumpyBackend(words).codes(guesses)).all()
    assert (room[:first] == 254).all()
    assert (room[first + out.nbytes :] == 254).all()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("length", "little"), [(3, 300_000), (5, 900_000), (9, 6_000_000), (20, 20_000_000)]
)
def test_tiles_and_blocks_of_answers(streamed, length, little, threads):
    """Rows of several tiles, and rows that fit in memory some answers at a time."""
    words = Vocabulary("random", random_words(3, length, 26, 5000, ascii_lowercase))
    guesses = np.arange(0, len(words.guesses), 9)
    expected = NumpyBackend(words).codes(guesses)
    for memory in (None, little):
        streamed.clear()
        engine = NumbaBackend(words, threads=threads, memory=memory)
        assert (engine.codes(guesses) == expected).all()
        assert streamed
        assert (min(streamed) < len(words.answers)) == (memory is not None)


def test_few_answers_and_odd_places_of_numbers_are_written_as_ever(streamed):
    words = random_vocabulary(1, 5, 9, 255)
    assert (NumbaBackend(words).codes() == NumpyBackend(words).codes()).all()
    words = random_vocabulary(1, 7, 9, 300)
    _, _, out = behind_a_line((300, 300), np.uint16, 1)
    assert not out.flags.aligned
    assert (NumbaBackend(words).codes(out=out) == NumpyBackend(words).codes()).all()
    assert not streamed
