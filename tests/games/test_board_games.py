"""Games of several boards: turns by the rules, and last words as good as an oracle's search."""

import math
from itertools import pairwise
from unittest import mock

import naive
import numpy as np
import pytest
from helpers.optimal import least_of_boards
from helpers.playing import NUMPY, vocabularies
from helpers.words import random_vocabulary
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gpuwordle.backends.table import choose
from gpuwordle.games.board_games import choose_guesses, play_boards, ranked_guesses
from gpuwordle.games.last_words import LastWords, few_enough


@settings(max_examples=60, deadline=None)
@given(vocabularies(16), st.integers(1, 4), st.none() | st.integers(1, 5), st.data())
def test_games_go_by_the_rules(words, boards, allowed, data):
    one = st.integers(0, len(words.answers) - 1)
    game = st.lists(one, min_size=boards, max_size=boards)
    answers = np.array(data.draw(st.lists(game, min_size=1, max_size=4)))
    opener = data.draw(st.none() | st.integers(0, len(words.guesses) - 1))
    played = play_boards(NUMPY(words), answers, allowed=allowed, opener=opener)
    for number, hidden in enumerate(answers):
        guesses = [words.guesses[guess] for guess in played.guesses[number]]
        if opener is not None:
            assert guesses[0] == words.guesses[opener]
        for board, answer in enumerate(hidden):
            word = words.answers[answer]
            found = guesses.index(word) + 1 if word in guesses else 0
            assert played.finished[number, board] == found
        solved = all(words.answers[answer] in guesses for answer in hidden)
        assert played.won[number] == solved
        assert solved or len(guesses) == allowed
        # The last guess finished something, unless it was the last that was allowed.
        assert len(guesses) == allowed or len(guesses) == played.finished[number].max()
        assert played.counts[number] == len(guesses)
    alone = play_boards(NUMPY(words), answers[:1], allowed=allowed, opener=opener)
    assert alone.guesses == played.guesses[:1]


@given(st.integers(0, 500), st.data())
def test_the_best_guess_has_the_largest_sum_of_entropies(seed, data):
    words = random_vocabulary(seed, 4, 6, 40)
    board = st.lists(st.integers(0, len(words) - 1), min_size=5, max_size=20, unique=True)
    boards = [np.array(sorted(b)) for b in data.draw(st.lists(board, min_size=2, max_size=3))]
    ranked = ranked_guesses(NUMPY(words), boards)
    assert sorted(ranked.tolist()) == list(range(len(words)))
    sums = [
        sum(naive.entropy(words.guesses[g], [words.answers[a] for a in b]) for b in boards)
        for g in ranked
    ]
    assert all(later <= before + 1e-8 for before, later in pairwise(sums))
    if not few_enough([len(b) for b in boards]):
        assert choose_guesses(NUMPY(words), [boards])[0] == ranked[0]


def test_what_is_certain_is_guessed_and_the_last_words_exactly():
    words = random_vocabulary(4, 4, 6, 60)
    backend = NUMPY(words)
    many, few = np.arange(30), np.array([3, 8, 20])
    certain, exact = choose_guesses(backend, [[many, np.array([17])], [few, few + 1]])
    assert certain == words.answer_guess[17]
    assert exact == LastWords(backend, [few, few + 1]).best()[0]


@pytest.mark.parametrize(("opener", "allowed"), [(None, 9), (None, None), (4, 5)])
def test_games_are_the_same_on_every_backend_and_in_parts(opener, allowed, monkeypatch):
    words = random_vocabulary(6, 5, 7, 400)  # enough that later turns are scored, too
    answers = np.random.default_rng(2).integers(0, len(words.answers), (40, 4))
    how, told = {"opener": opener, "allowed": allowed}, []
    whole = play_boards(NUMPY(words), answers, **how)
    compiled = play_boards(choose("numba")(words), answers, **how)
    tight = play_boards(NUMPY(words, memory=20_000), answers, progress=told.append, **how)
    assert told == sorted(told) != []
    monkeypatch.setattr("gpuwordle.games.board_games.BOARDS_AT_ONCE", 6)
    parts = play_boards(NUMPY(words), answers, **how)
    for found in (compiled, tight, parts):
        assert found.guesses == whole.guesses
        assert found.won.tolist() == whole.won.tolist()
        assert found.finished.tolist() == whole.finished.tolist()


@settings(max_examples=60, deadline=None)
@given(vocabularies(8), st.sampled_from([1, 3, 1 << 20]), st.data())
def test_last_words_are_played_as_well_as_the_best(words, at_once, data):
    everyone = range(len(words.answers))
    some = st.lists(st.sampled_from(everyone), min_size=1, max_size=4, unique=True).map(sorted)
    boards = data.draw(st.lists(some, min_size=1, max_size=3))
    assume(few_enough([len(board) for board in boards]))
    with mock.patch("gpuwordle.games.last_words.GUESSES_AT_ONCE", at_once):
        exact = LastWords(NUMPY(words), [np.array(board) for board in boards])
    state = tuple(sorted(tuple(words.answers[answer] for answer in board) for board in boards))
    least, begun = least_of_boards(words, dict.fromkeys(words.answers, 1))
    guess, total = exact.best()
    assert exact._bound(exact._whole) <= total
    assert total == least(state) == begun(words.guesses[guess], state)
    assert exact.combinations == math.prod(map(len, boards))
    for index, word in enumerate(words.guesses):
        expected = begun(word, state)
        assert exact.total_of(index) == (expected if expected < math.inf else None)
