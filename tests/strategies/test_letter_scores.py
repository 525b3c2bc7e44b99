"""Strategies that look at letters, against their descriptions followed word by word."""

from collections import Counter
from functools import partial

import pytest
from helpers.draws import check_draws, check_games
from helpers.player import best
from helpers.playing import conditions, vocabularies
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.strategies.table import strategy_named


def untried(believed, clues):
    coloured = {g for guess, colours in clues for g, c in zip(guess, colours, strict=True) if c}
    possible = {letter for word in believed for letter in word} - coloured
    return lambda word: sum(letter in possible for letter in word)


def chooser(name, indexes="all", reading="objective"):
    """The heuristics; the indexes that they look at are all, or those that are not green yet."""

    def choose(words, believed, clues):
        green = {p for _, colours in clues for p, colour in enumerate(colours) if colour == 2}
        places = [p for p in range(len(words[0])) if indexes == "all" or p not in green]

        def at(word):
            return [word[place] for place in places]

        here = Counter((p, word[p]) for word in believed for p in places)
        anywhere = Counter(letter for word in believed for letter in at(word))
        keys = {
            "non-duplicate": lambda word: -sum(n * n for n in Counter(at(word)).values()),
            "same-index": lambda word: sum(here[p, word[p]] for p in places),
            "cross-index": lambda word: sum(anywhere[letter] for letter in at(word)),
            "unattempted": untried(believed, clues),
        }
        if reading == "printed":
            # Algorithm 7 of Sreekala et al., but for the candidate that goes first.
            return best(words, believed, lambda word: -len(set(at(word))))
        return best(words, believed, *(keys.values() if name == "heuristic" else [keys[name]]))

    return choose


HEURISTICS = ("non-duplicate", "same-index", "cross-index", "heuristic")
PLAYERS = [("unattempted", {})]
for options in ({}, {"indexes": "open"}):  # all indexes, if none are named
    PLAYERS += [(name, options) for name in HEURISTICS]
    PLAYERS += [("non-duplicate", {"reading": "printed"} | options)]


@pytest.mark.sample(6)
@pytest.mark.parametrize(("name", "options"), PLAYERS)
@settings(max_examples=40)
@given(vocabulary=vocabularies(), how=conditions)
def test_letters_decide_as_described(name, options, vocabulary, how):
    check_games(vocabulary, strategy_named(name, **options), chooser(name, **options), how)


def frequency(believed, clues):
    played = {letter for guess, _ in clues for letter in guess}
    holding = Counter(letter for word in believed for letter in set(word))
    return lambda word: sum(holding[letter] for letter in set(word) - played)


def by_frequency(words, believed, clues, below=10):
    """LetterFrequency while it decides: the last of the words with the largest score."""
    score = frequency(believed, clues)
    if len(believed) < below or not any(map(score, believed)):
        return None
    return max(enumerate(words), key=lambda item: (score(item[1]), item[0]))[1]


@settings(max_examples=60)
@given(
    vocabulary=vocabularies(40),
    how=conditions,
    seed=st.integers(0, 99),
    below=st.sampled_from([10, 1, 4, 25]),
)
def test_letter_frequency_decides_and_then_draws(vocabulary, how, seed, below):
    player = strategy_named("letter-frequency", below=below)
    check_draws(vocabulary, player, partial(by_frequency, below=below), how, seed)
