"""Codes that are written past the caches, at every alignment, beside the plain definition."""

from __future__ import annotations

from string import ascii_lowercase

import numpy as np
import pytest
from helpers.words import random_words

from gpuwordle.backends.numba_cpu import streaming
from gpuwordle.backends.numba_cpu.backend import NumbaBackend
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.words.vocabulary import Vocabulary


@pytest.fixture
def streamed(monkeypatch):
    """Matrices of any size are; how many answers each call had."""
    monkeypatch.setattr(streaming, "STREAMED_FROM", 1)
    seen, usual = [], streaming.stream_codes8

    def noted(rows, *asked):
        seen.append(rows.shape[1])
        usual(rows, *asked)

    monkeypatch.setattr(streaming, "stream_codes8", noted)
    return seen


def unaligned(shape, by):
    """An array of bytes that begins so many bytes behind a whole piece, between two guards."""
    count = shape[0] * shape[1]
    room = np.full(count + 256, 254, np.uint8)
    first = 64 - room.ctypes.data % 64 + by
    return room, first, room[first : first + count].reshape(shape)


@pytest.mark.parametrize("by", [0, 1, 17, 63])
@pytest.mark.parametrize("answers", [256, 257, 319, 320, 777])
def test_codes_at_every_alignment(streamed, answers, by):
    words = random_words(answers, 5, 9, answers)
    words = Vocabulary("random", words, words)
    guesses = np.arange(0, answers, 7)
    room, first, out = unaligned((len(guesses), answers), by)
    NumbaBackend(words, threads=1).codes(guesses, out=out)
    assert streamed == [answers]
    assert (out == NumpyBackend(words).codes(guesses)).all()
    assert (room[:first] == 254).all()
    assert (room[first + out.size :] == 254).all()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("length", "little"), [(3, 300_000), (5, 900_000)])
def test_tiles_and_blocks_of_answers(streamed, length, little, threads):
    """Rows of several tiles, and rows that fit the memory some answers at a time."""
    words = random_words(3, length, 26, 5000, ascii_lowercase)
    words = Vocabulary("random", words, words)
    guesses = np.arange(0, len(words.guesses), 9)
    expected = NumpyBackend(words).codes(guesses)
    for memory in (None, little):
        streamed.clear()
        engine = NumbaBackend(words, threads=threads, memory=memory)
        assert (engine.codes(guesses) == expected).all()
        assert streamed
        assert (min(streamed) < len(words.answers)) == (memory is not None)


def test_few_answers_and_long_words_are_written_as_ever(streamed):
    for length, count in ((5, 255), (6, 300)):
        words = random_words(1, length, 9, count)
        words = Vocabulary("random", words, words)
        assert (NumbaBackend(words).codes() == NumpyBackend(words).codes()).all()
    assert not streamed
