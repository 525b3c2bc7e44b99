"""Strategies that look at letters, against their descriptions followed word by word."""

from collections import Counter
from functools import partial

from helpers.draws import check_draws, check_games
from helpers.player import best
from helpers.playing import NUMPY, conditions, vocabularies
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.games.play import play
from gpuwordle.rules.conditions import Conditions
from gpuwordle.strategies.table import strategy_named


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
    check_games(vocabulary, name, CHOOSERS[name], how)


def open_places(length, clues):
    """Places at which no letter was green."""
    return [p for p in range(length) if all(colours[p] != 2 for _, colours in clues)]


def at(places, word):
    return [word[place] for place in places]


def open_chooser(name):
    """The heuristics with the indexes that are not green yet."""

    def choose(words, believed, clues):
        places = open_places(len(words[0]), clues)
        here = Counter((p, word[p]) for word in believed for p in places)
        anywhere = Counter(letter for word in believed for letter in at(places, word))
        keys = {
            "non-duplicate": lambda word: duplicates(at(places, word)),
            "same-index": lambda word: sum(here[p, word[p]] for p in places),
            "cross-index": lambda word: sum(anywhere[letter] for letter in at(places, word)),
        }
        if name in keys:
            return best(words, believed, keys[name])
        return best(words, believed, *keys.values(), untried(believed, clues))

    return choose


@settings(max_examples=150)
@given(
    vocabulary=vocabularies(),
    name=st.sampled_from(["non-duplicate", "same-index", "cross-index", "heuristic"]),
    how=conditions,
)
def test_indexes_may_be_the_open_places(vocabulary, name, how):
    player = strategy_named(name, indexes="open")
    check_games(vocabulary, player, open_chooser(name), how)


def most_duplicates(indexes):
    """Algorithm 7 of Sreekala et al. as it is printed, but for the candidate that goes first."""

    def choose(words, believed, clues):
        places = open_places(len(words[0]), clues if indexes == "open" else [])
        return best(words, believed, lambda word: -len(set(at(places, word))))

    return choose


@settings(max_examples=80)
@given(vocabulary=vocabularies(), indexes=st.sampled_from(["all", "open"]), how=conditions)
def test_duplicates_can_be_counted_as_printed(vocabulary, indexes, how):
    player = strategy_named("non-duplicate", reading="printed", indexes=indexes)
    check_games(vocabulary, player, most_duplicates(indexes), how)


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
    games = play(vocabulary, player, Conditions(**how), seed=seed, backend=NUMPY(vocabulary))
    check_draws(vocabulary, games, partial(by_frequency, below=below), how)
