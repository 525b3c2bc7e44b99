"""What clues leave: the trimming rules, and which guesses hard mode allows.

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

from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError, nearest
from gpuwordle.pattern import GREEN, GREY, YELLOW
from gpuwordle.vocabulary import Vocabulary

Trimming = Literal["pattern", "letters", "counts"]
TRIMMING: tuple[Trimming, ...] = get_args(Trimming)
"""Names of the trimming rules."""

Letters = npt.NDArray[np.uint8]
Facts = npt.NDArray[np.int64]


def check_trimming(name: str) -> None:
    """Raise UserError unless a trimming rule has that name."""
    if name not in TRIMMING:
        raise UserError(f"unknown trimming rule {name!r}: {nearest(name, TRIMMING)}")


def colours_of_codes(codes: npt.ArrayLike, length: int) -> npt.NDArray[np.uint8]:
    """Write codes as colours.

    Parameters
    ----------
    codes
        Pattern codes, any shape.
    length
        Letters in a word.

    Returns
    -------
    ndarray of uint8
        The shape of the codes and one more axis: the places, first letter first.
    """
    weights = 3 ** np.arange(length - 1, -1, -1, dtype=np.int64)
    return (np.asarray(codes, np.int64)[..., None] // weights % 3).astype(np.uint8)


def copies_up_to(guess_letters: Letters) -> npt.NDArray[np.uint8]:
    """Count, for each place of a guess, its letter in that place and the places before.

    Parameters
    ----------
    guess_letters
        Letter indices: uint8, shape (..., length).

    Returns
    -------
    ndarray of uint8, shape (..., length)
        1 at the first copy of a letter, 2 at the second, and so on.
    """
    # Place by place, because sums along an axis of a few letters take most of their time to start.
    places = np.moveaxis(guess_letters, -1, 0)
    copies = np.ones(guess_letters.shape, np.uint8)
    for place in range(1, len(places)):
        for before in range(place):
            copies[..., place] += places[place] == places[before]
    return copies


def facts_of_words(guess_letters: Letters, word_letters: Letters) -> Facts:
    """State what is true of words about guesses.

    Parameters
    ----------
    guess_letters, word_letters
        Letter indices: uint8, shapes that broadcast, the last axis being the word.

    Returns
    -------
    ndarray of int64
        The broadcast shape without its last axis: bit p for green at place p, bit length + p for
        as many copies as the guess has up to place p.
    """
    length = guess_letters.shape[-1]
    wanted = copies_up_to(guess_letters)
    facts = np.zeros(np.broadcast_shapes(guess_letters.shape, word_letters.shape)[:-1], np.int64)
    for place in range(length):
        letter = guess_letters[..., place, None]
        found = word_letters == letter
        facts |= found[..., place].astype(np.int64) << place
        enough = found.sum(axis=-1, dtype=np.uint8) >= wanted[..., place]
        facts |= enough.astype(np.int64) << (length + place)
    return facts


def facts_of_codes(guess_letters: Letters, codes: npt.NDArray[np.integer]) -> Facts:
    """State what is true of any word that gives a guess a pattern.

    It is all that a pattern tells: two words have the same facts if and only if they give the
    guess the same pattern.

    Parameters
    ----------
    guess_letters
        Letter indices: uint8, shape (clues, length).
    codes
        Pattern codes, shape (clues,).

    Returns
    -------
    ndarray of int64, shape (clues,)
        Bits as in `facts_of_words`.
    """
    length = guess_letters.shape[-1]
    colours = colours_of_codes(codes, length)
    enough = _coloured_copies(guess_letters, colours) >= copies_up_to(guess_letters)
    return _bits(colours == GREEN) | _bits(enough) << length


def kept_by(
    trimming: Trimming,
    guess_letters: Letters,
    codes: npt.NDArray[np.integer],
    *,
    hard: bool = False,
) -> tuple[Facts, Facts]:
    """Say which words a rule keeps after clues: those with ``facts & mask == value``.

    The rules ``letters`` and ``counts`` remove the guess as well, which the caller does.

    Parameters
    ----------
    trimming
        A trimming rule.
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
    if trimming == "pattern":
        facts = facts_of_codes(guess_letters, codes)
        return np.full_like(facts, (1 << 2 * length) - 1), facts
    copies = copies_up_to(guess_letters)
    if trimming == "letters":
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


def decided_by_guess(trimming: Trimming, guess_letters: Letters) -> Facts:
    """Return the bits that a rule looks at whatever the pattern.

    Words that differ in these bits are never kept by the same clue, so they need not be compared.

    Parameters
    ----------
    trimming
        A trimming rule.
    guess_letters
        Letter indices: uint8, shape (guesses, length).

    Returns
    -------
    ndarray of int64, shape (guesses,)
    """
    guesses, length = guess_letters.shape
    if trimming == "pattern":
        return np.full(guesses, (1 << 2 * length) - 1, np.int64)
    if trimming == "letters":
        return _bits(copies_up_to(guess_letters) == 1) << length
    return np.zeros(guesses, np.int64)


def needed_in_hard_mode(guess_letters: Letters, codes: npt.NDArray[np.integer]) -> Facts:
    """Say what hard mode asks of later guesses: those with ``facts & needed == needed``.

    Parameters
    ----------
    guess_letters
        Letter indices: uint8, shape (clues, length).
    codes
        Pattern codes, shape (clues,).

    Returns
    -------
    ndarray of int64, shape (clues,)
    """
    # The facts of a pattern hold nothing but greens and as many copies as were coloured.
    return facts_of_codes(guess_letters, codes)


def allowed_in_hard_mode(
    vocabulary: Vocabulary,
    guess: int,
    code: int,
    guesses: npt.NDArray[np.integer] | None = None,
) -> npt.NDArray[np.bool_]:
    """Tell which guesses hard mode allows after one clue.

    Parameters
    ----------
    vocabulary
        The words.
    guess
        Index of the guess that was played.
    code
        The code of its pattern.
    guesses
        Indices of the guesses asked about; all of them when None.

    Returns
    -------
    ndarray of bool, shape (guesses,)
    """
    letters = vocabulary.guess_letters
    words = letters if guesses is None else letters[guesses]
    needed = needed_in_hard_mode(letters[guess][None], np.array([code]))[0]
    return (facts_of_words(letters[guess], words) & needed) == needed


def trim(
    vocabulary: Vocabulary,
    candidates: npt.NDArray[np.integer],
    guess: int,
    code: int,
    trimming: Trimming = "pattern",
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
    trimming
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
    check_trimming(trimming)
    letters = vocabulary.guess_letters[guess]
    mask, value = kept_by(trimming, letters[None], np.array([code]))
    facts = facts_of_words(letters, vocabulary.answer_letters[candidates])
    kept = (facts & mask[0]) == value[0]
    if trimming != "pattern":
        kept &= vocabulary.answer_guess[candidates] != guess
    return candidates[kept]


def _coloured_copies(
    guess_letters: Letters, colours: npt.NDArray[np.uint8]
) -> npt.NDArray[np.uint8]:
    """Count, for each place, how many copies of its letter are green or yellow."""
    places = np.moveaxis(guess_letters, -1, 0)
    coloured = np.moveaxis(colours != GREY, -1, 0)
    copies = coloured.astype(np.uint8)
    for place in range(1, len(places)):
        for before in range(place):
            same = places[place] == places[before]
            copies[place] += same & coloured[before]
            copies[before] += same & coloured[place]
    return np.moveaxis(copies, 0, -1)


def _bits(places: npt.NDArray[np.bool_]) -> Facts:
    return places.astype(np.int64) @ (1 << np.arange(places.shape[-1], dtype=np.int64))
