"""Words drawn by a seed."""

from collections import Counter

import numpy as np
import pytest
from helpers.errors import refused
from helpers.playing import NUMPY
from helpers.words import random_words
from hypothesis import given
from hypothesis import strategies as st

from gpuwordle import Vocabulary, play
from gpuwordle.words import samples
from gpuwordle.words.samples import Subset, sampled_answers, subset_of

WORDS = random_words(1, 5, 9, 60)
LIST = Vocabulary("list", WORDS[5:45], WORDS)


@given(count=st.integers(1, 40), seed=st.integers(-5, 2**63))
def test_a_sample_is_of_different_answers_in_order(count, seed):
    drawn = sampled_answers(LIST, count, seed)
    assert len(drawn) == count
    assert (np.diff(drawn) > 0).all()
    assert 0 <= drawn[0] <= drawn[-1] < 40
    assert set(drawn) <= set(sampled_answers(LIST, min(count + 1, 40), seed))
    assert drawn.tolist() == sampled_answers(LIST, count, seed).tolist()


def test_what_is_drawn_never_changes():
    """A run of years ago can be made again: these were drawn when the code was written."""
    assert sampled_answers(LIST, 5, 0).tolist() == [3, 4, 18, 31, 34]
    assert sampled_answers(LIST, 5, 1).tolist() == [5, 7, 11, 28, 30]
    small = subset_of(LIST, Subset(2, 3), 7)
    assert [LIST.find(word) for word in small.guesses] == [8, 18, 28]


def test_samples_are_even():
    counts = np.zeros(40)
    for seed in range(1000):
        counts[sampled_answers(LIST, 8, seed)] += 1
    # 200 expected each, with a standard deviation of 12.6.
    assert 140 < counts.min() <= counts.max() < 260


@given(data=st.data(), seed=st.integers(0, 99))
def test_a_subset_keeps_the_order_and_what_may_be_hidden(data, seed):
    guesses = data.draw(st.integers(1, 60))
    answers = data.draw(st.integers(1, min(40, guesses)))  # others may be guessed
    small = subset_of(LIST, Subset(answers, guesses), seed)
    assert (len(small.answers), small.name, small.length) == (answers, "list", 5)
    assert len(small.guesses) == len(set(small.guesses)) == guesses
    assert set(small.answers) <= set(small.guesses) <= set(LIST.guesses)
    assert [w for w in LIST.answers if w in set(small.answers)] == list(small.answers)
    assert [w for w in LIST.guesses if w in set(small.guesses)] == list(small.guesses)
    assert subset_of(LIST, Subset(answers, guesses), seed) == small


def test_subsets_are_read():
    for text in ("200x300", " 200 X 300 ", "200\u00d7300"):
        assert Subset.parse(text) == (200, 300)
    assert str(Subset(200, 300)) == "200x300"


NOT_UNDERSTOOD = "'{}' is not understood: give ANSWERSxGUESSES as 200x200"


@pytest.mark.parametrize(
    ("message", "call", "arguments"),
    [
        *(
            (NOT_UNDERSTOOD.format(text), Subset.parse, [text])
            for text in ("200", "x", "1x2x3", "-1x2", "1x10000000000")
        ),
        ("has 0 answers and 5 guesses: give at least one answer", Subset.parse, ["0x5"]),
        ("at least one answer, and no fewer guesses", Subset.parse, ["6x5"]),
        ("'list' has 40 answers of 5 letters, fewer than a", sampled_answers, [LIST, 41, 0]),
        ("sample=0 is out of range: give 1 or more", sampled_answers, [LIST, 0, 0]),
        ("40 answers .* subset of 41: give 40 or", subset_of, [LIST, Subset(41, 50), 0]),
        ("60 guesses .* subset of 61: give 60 or", subset_of, [LIST, Subset(40, 61), 0]),
    ],
)
def test_other_texts_and_more_words_than_there_are_are_refused(message, call, arguments):
    refused(message, call, *arguments)


def test_draws_are_even():
    streams = samples.mixed(0, np.arange(60_000), 3)
    assert len(np.unique(streams)) == len(streams)
    drawn = np.bincount(samples.below(streams, np.array([7])), minlength=7)
    # Six degrees of freedom: 22.5 is exceeded once in a thousand seeds, and the seed is fixed.
    assert len(drawn) == 7
    assert ((drawn - 60_000 / 7) ** 2 / (60_000 / 7)).sum() < 22.5
    vocabulary = Vocabulary("five", ["aa", "ab", "cd", "ef", "gh"])
    first, backend = Counter(), NUMPY(vocabulary)
    for seed in range(400):
        games = play(vocabulary, "random", seed=seed, backend=backend)
        first.update(games.guesses[games.offsets[:-1]].tolist())
    assert len(first) == 5
    assert all(330 < count < 470 for count in first.values()), first
