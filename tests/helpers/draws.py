"""Games of all words, followed guess by guess, also those of chance."""

import numpy as np
from helpers.player import as_followed, follow
from helpers.playing import NUMPY

from gpuwordle import Conditions, play
from gpuwordle.scoring.groups import Groups
from gpuwordle.strategies.state import States


def games_of_all(vocabulary, player, how, **options):
    """Play all words; the progress that is told rises to one."""
    told, options = [], options | {"backend": NUMPY(vocabulary)}
    games = play(vocabulary, player, Conditions(**how), progress=told.append, **options)
    assert told == sorted(told) and told[-1] == 1.0
    return games


def check_games(vocabulary, player, choose, how, **options):
    """Play all words, and follow every game by what ``choose`` chooses."""
    games = games_of_all(vocabulary, player, how)
    for index, answer in enumerate(vocabulary.answers):
        expected = follow(vocabulary, answer, choose, **options, **how)
        assert as_followed(vocabulary, games, index) == expected, answer


def check_draws(vocabulary, player, decided, how, seed):
    """Follow games of chance: every guess is the decided one or else a candidate."""
    games = games_of_all(vocabulary, player, how, seed=seed)
    for index, answer in enumerate(vocabulary.answers):
        played = as_followed(vocabulary, games, index)

        def choose(words, believed, clues, guesses=played[0]):
            guess, expected = guesses[len(clues)], decided(words, believed, clues)
            assert guess == expected if expected else guess in believed
            return guess

        assert follow(vocabulary, answer, choose, **how) == played


def state_of(vocabulary, candidates, filter="pattern", pool="candidates"):
    return States(
        NUMPY(vocabulary),
        Conditions(pool, False, filter, None),
        Groups.of([candidates]),
        pool,
        np.empty((1, 0), np.int32),
        np.empty((1, 0), np.uint32),
    )
