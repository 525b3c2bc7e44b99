"""The last words of several boards: as good as the oracle's search of everything."""

from __future__ import annotations

from math import inf, prod

import numpy as np
from helpers.optimal import least_of_boards
from helpers.playing import NUMPY, vocabularies
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gpuwordle.games.last_words import LastWords, few_enough
from gpuwordle.words.vocabulary import Vocabulary


@settings(max_examples=200, deadline=None)
@given(vocabularies(8), st.data())
def test_play_is_as_good_as_the_best(words, data):
    everyone = range(len(words.answers))
    some = st.lists(st.sampled_from(everyone), min_size=1, max_size=4, unique=True).map(sorted)
    boards = data.draw(st.lists(some, min_size=1, max_size=3))
    assume(few_enough([len(board) for board in boards]))
    exact = LastWords(NUMPY(words), [np.array(board) for board in boards])
    state = tuple(sorted(tuple(words.answers[answer] for answer in board) for board in boards))
    least, begun = least_of_boards(words, dict.fromkeys(words.answers, 1))
    guess, total = exact.best()
    assert exact._bound(exact._whole) <= total
    assert total == least(state) == begun(words.guesses[guess], state)
    assert exact.combinations == prod(map(len, boards))
    for index, word in enumerate(words.guesses):
        expected = begun(word, state)
        assert exact.total_of(index) == (expected if expected < inf else None)


def test_a_guess_that_tells_nothing_has_no_total():
    words = Vocabulary("few", ["cat", "cow", "dog"], ["cat", "cow", "dog", "pip"])
    exact = LastWords(NUMPY(words), [np.array([0, 1])])
    assert exact.total_of(words.find("pip")) is None
