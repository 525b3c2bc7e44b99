"""What first guesses of named lists are worth, as the package knows it: see `proofs.first_moves`.

All words of a list are the largest position of a game, and a poor first guess may take minutes to
search.
"""

from __future__ import annotations

from gpuwordle.assistant.exact import Worth
from gpuwordle.proofs.first_moves import ProvenOpener, known_first_moves
from gpuwordle.rules.conditions import Conditions
from gpuwordle.words.vocabulary import Vocabulary


def least_known(vocabulary: Vocabulary, *, hard: bool) -> Worth | None:
    """Return what perfect play takes of all words, where it is known.

    Parameters
    ----------
    vocabulary
        All words that may be guessed and hidden.
    hard
        Whether hard mode is played, without a limit of guesses.
    """
    known = known_first_moves(vocabulary, Conditions(hard=hard))
    return None if known is None else _worth(vocabulary, known.best()[0][0])


def opener_known(vocabulary: Vocabulary, guess: int, *, hard: bool) -> Worth | None:
    """Return what perfect play takes after a first guess, where it is known."""
    known = known_first_moves(vocabulary, Conditions(hard=hard))
    opener = None if known is None else known.openers.get(vocabulary.guesses[guess])
    return None if opener is None else _worth(vocabulary, opener)


def best_known(vocabulary: Vocabulary, *, hard: bool) -> tuple[list[int], bool] | None:
    """Return the first guesses that perfect play may begin with, where they are known.

    They are guess indices, those that may be hidden first, then in the vocabulary's order; and
    whether there is no other.
    """
    known = known_first_moves(vocabulary, Conditions(hard=hard))
    if known is None:
        return None
    best, whole = known.best()
    return [vocabulary.guess_index[opener.guess] for opener in best], whole


def _worth(vocabulary: Vocabulary, opener: ProvenOpener) -> Worth:
    assert opener.total is not None
    guess = vocabulary.guess_index[opener.guess]
    return Worth(opener.total, opener.total, opener.worst, opener.worst, guess)
