"""What clues leave: the filters, and which guesses hard mode allows.

A clue is a guess and the code of its pattern. All that it can say of a word is said by two bits for
each place of the guess, the *facts* of the word:

- green: the word has the guess's letter at that place;
- copies: the word holds that letter at least as often as the guess does up to and including that
  place.

A rule asks for some of these bits and does not look at the others, so "is this word still a
candidate" is one comparison of integers, ``facts & mask == value``, for every rule:

- ``pattern``: the word would have given the same pattern. This is the game's truth.
- ``letters``: green letters in place, coloured letters anywhere, letters that are grey only absent,
  and the guess itself removed. It forgets where yellow letters are not, and how often letters
  occur. Lahiri et al. measured with it (their Tables 4 and 5).
- ``counts``: the rule of Van Fleet et al.: green letters in place; a yellow letter not at its
  place, but in the word as often as in the guess up to there; a grey letter fewer times than in the
  guess; and the guess itself removed.
- hard mode allows a guess when green letters stay in place and every coloured letter is used at
  least as often as one guess has shown it coloured.

The hidden word satisfies every rule. Facts fit 64 bits: two bits a place, 20 places.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpuwordle.clues.facts import (
    Facts,
    Letters,
    _bits,
    _coloured_copies,
    copies_up_to,
    facts_of_codes,
    facts_of_words,
)
from gpuwordle.clues.hard_mode import needed_in_hard_mode
from gpuwordle.rules.codes import GREEN, YELLOW, colours_of_codes
from gpuwordle.rules.conditions import Filter, check_filter
from gpuwordle.words.vocabulary import Vocabulary


def kept_by(
    filter: Filter,
    guess_letters: Letters,
    codes: npt.NDArray[np.integer],
    *,
    hard: bool = False,
) -> tuple[Facts, Facts]:
    """Say which words a rule keeps after clues: those with ``facts & mask == value``.

    The rules ``letters`` and ``counts`` remove the guess as well, which the caller does.

    Parameters
    ----------
    filter
        A filter.
    guess_letters
        Letter indices: uint8, shape (clues, length).
    codes
        Pattern codes, shape (clues,).
    hard
        Keep only words that hard mode allows, too. Under ``pattern`` they all are.

    Returns
    -------
    tuple of two int64 arrays, shape (clues,)
        Mask and value.
    """
    length = guess_letters.shape[-1]
    colours = colours_of_codes(codes, length)
    green = colours == GREEN
    if filter == "pattern":
        facts = facts_of_codes(guess_letters, codes)
        return np.full_like(facts, (1 << 2 * length) - 1), facts
    copies = copies_up_to(guess_letters)
    if filter == "letters":
        first = copies == 1
        coloured = _coloured_copies(guess_letters, colours) > 0
        mask = _bits(green) | _bits(first) << length
        value = _bits(green) | _bits(first & coloured) << length
    else:
        yellow = colours == YELLOW
        from_behind = copies_up_to(guess_letters[:, ::-1])[:, ::-1]
        last = from_behind == 1
        in_all = copies + from_behind - 1
        some_grey = _coloured_copies(guess_letters, colours) < in_all
        value = _bits(green) | _bits(yellow) << length
        mask = value | _bits(yellow) | _bits(last & some_grey) << length
    if hard:
        needed = needed_in_hard_mode(guess_letters, codes)
        mask, value = mask | needed, value | needed
    return mask, value


def decided_by_guess(filter: Filter, guess_letters: Letters) -> Facts:
    """Return the bits that a rule looks at whatever the pattern.

    Words that differ in these bits are never kept by the same clue, so they need not be compared.

    Parameters
    ----------
    filter
        A filter.
    guess_letters
        Letter indices: uint8, shape (guesses, length).

    Returns
    -------
    ndarray of int64, shape (guesses,)
    """
    guesses, length = guess_letters.shape
    if filter == "pattern":
        return np.full(guesses, (1 << 2 * length) - 1, np.int64)
    if filter == "letters":
        return _bits(copies_up_to(guess_letters) == 1) << length
    return np.zeros(guesses, np.int64)


def trim(
    vocabulary: Vocabulary,
    candidates: npt.NDArray[np.integer],
    guess: int,
    code: int,
    filter: Filter = "pattern",
) -> npt.NDArray[np.integer]:
    """Keep the candidates that a rule keeps after one clue.

    Parameters
    ----------
    vocabulary
        The words.
    candidates
        Answer indices.
    guess
        Index of the guess that was played.
    code
        The code of its pattern.
    filter
        The rule.

    Returns
    -------
    ndarray
        The candidates that are left, in their order.

    Raises
    ------
    UserError
        If there is no such rule.
    """
    check_filter(filter)
    letters = vocabulary.guess_letters[guess]
    mask, value = kept_by(filter, letters[None], np.array([code]))
    facts = facts_of_words(letters, vocabulary.answer_letters[candidates])
    kept = (facts & mask[0]) == value[0]
    if filter != "pattern":
        kept &= vocabulary.answer_guess[candidates] != guess
    return candidates[kept]
