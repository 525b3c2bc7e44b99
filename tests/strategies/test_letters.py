"""Strategies that look at letters, against their descriptions followed word by word."""

from __future__ import annotations

from collections import Counter

from helpers.draws import check_draws
from helpers.player import as_followed, best, follow
from helpers.playing import NUMPY, conditions, vocabularies
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.games.play import play_games
from gpuwordle.rules.conditions import Conditions


def duplicates(word):
    return -sum(word[i] == word[j] for i in range(len(word)) for j in range(len(word)) if i != j)


def in_place(believed):
    counts = Counter((p, letter) for word in believed for p, letter in enumerate(word))
    return lambda word: sum(counts[item] for item in enumerate(word))


def anywhere(believed):
    counts = Counter(letter for word in believed for letter in word)
    return lambda word: sum(counts[letter] for letter in word)


def untried(believed, clues):
    coloured = {g for guess, colours in clues for g, c in zip(guess, colours, strict=True) if c}
    possible = {letter for word in believed for letter in word} - coloured
    return lambda word: sum(letter in possible for letter in word)


def frequency(believed, clues):
    played = {letter for guess, _ in clues for letter in guess}
    holding = Counter(letter for word in believed for letter in set(word))
    return lambda word: sum(holding[letter] for letter in set(word) - played)


CHOOSERS = {
    "non-duplicate": lambda words, b, c: best(words, b, duplicates),
    "same-index": lambda words, b, c: best(words, b, in_place(b)),
    "cross-index": lambda words, b, c: best(words, b, anywhere(b)),
    "unattempted": lambda words, b, c: best(words, b, untried(b, c)),
    "heuristic": lambda words, b, c: best(
        words, b, duplicates, in_place(b), anywhere(b), untried(b, c)
    ),
}


@settings(max_examples=150)
@given(vocabulary=vocabularies(), name=st.sampled_from(sorted(CHOOSERS)), how=conditions)
def test_letters_decide_as_described(vocabulary, name, how):
    games = play_games(vocabulary, name, Conditions(**how), backend=NUMPY(vocabulary))
    for index, answer in enumerate(vocabulary.answers):
        expected = follow(vocabulary, answer, CHOOSERS[name], **how)
        assert as_followed(vocabulary, games, index) == expected, answer


def by_frequency(words, believed, clues):
    """LetterFrequency while it decides: the last of the words with the largest score."""
    score = frequency(believed, clues)
    if len(believed) < 10 or not any(map(score, believed)):
        return None
    return max(enumerate(words), key=lambda item: (score(item[1]), item[0]))[1]


@settings(max_examples=60)
@given(vocabulary=vocabularies(40), how=conditions, seed=st.integers(0, 99))
def test_letter_frequency_decides_and_then_draws(vocabulary, how, seed):
    games = play_games(
        vocabulary, "letter-frequency", Conditions(**how), seed=seed, backend=NUMPY(vocabulary)
    )
    check_draws(vocabulary, games, by_frequency, how)
