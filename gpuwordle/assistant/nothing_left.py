"""What to say when no word fits the clues: which clue took the last ones, and where words fit."""

from __future__ import annotations

from gpuwordle.clues.clues import Clues
from gpuwordle.errors import UserError
from gpuwordle.rules.conditions import ClueFilter
from gpuwordle.words import sources
from gpuwordle.words.pinned import SOURCES
from gpuwordle.words.vocabulary import Vocabulary

LARGE_LIST = "words-alpha"
"""Where it is told to look when a list has no word that fits."""


def nothing_left(clues: Clues, vocabulary: Vocabulary) -> str:
    """Say in a line why no word is left, and what to do.

    Parameters
    ----------
    clues
        Clues that no answer of the vocabulary fits.
    vocabulary
        The words.
    """
    left = len(vocabulary.answers)
    for count in range(1, len(clues.clues) + 1):
        before, left = left, len(Clues(clues.clues[:count]).eligible(vocabulary))
        if not left:
            break
    clue = clues.clues[count - 1]
    words = "the last word" if before == 1 else f"the last {before:,} words"
    line = f"no word of {vocabulary.name!r} fits: clue {clue} took {words}; check its colours"
    played = len(clues.eligible(vocabulary, among="guesses"))
    if played:
        line += f"; {played:,} that may be guessed, but not hidden, {_verb(played)}"
    return line + elsewhere(vocabulary, clues, "pattern")


def elsewhere(vocabulary: Vocabulary, clues: Clues, filter: ClueFilter) -> str:
    """Say how many words of a large list would fit, where it need not be fetched.

    Parameters
    ----------
    vocabulary
        Where no word fits.
    clues, filter
        As for `gpuwordle.clues.clues.Clues.eligible`.
    """
    if vocabulary.name == LARGE_LIST or sources.where(SOURCES[LARGE_LIST]) is None:
        return ""
    try:
        count = len(clues.eligible(sources.load(LARGE_LIST), filter))
    except UserError:  # it has no word of that length
        count = 0
    return f"; {count} of {LARGE_LIST!r} {_verb(count)}"


def _verb(count: int) -> str:
    return "does" if count == 1 else "do"
