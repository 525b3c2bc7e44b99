"""Facts: all that a clue can say about a word, as two bits for each place of the guess.

- *green*: the word has the guess's letter at that place;
- *copies*: the word has at least as many copies of that letter as the guess has up to and including
  that place.

Two words have the same facts if and only if they give the guess the same pattern. So facts follow
from the word (`facts_of_words`) and from the pattern (`facts_of_codes`) alike, and filters and hard
mode are comparisons of bits. Bit p is green at place p, bit length + p is copies at place p; twenty
places fit 64 bits.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpuwordle.rules.codes import colours_of_codes
from gpuwordle.rules.colours import GREEN, GREY

Letters = npt.NDArray[np.uint8]
"""Letter indices; the last axis is the places of a word."""

Facts = npt.NDArray[np.int64]
"""Facts, one integer for each word or clue."""


def copies_up_to(guess_letters: Letters) -> npt.NDArray[np.uint8]:
    """Count copies up to each place: 1 at the first copy of a letter, 2 at the second, and so on.

    guess_letters: uint8, shape (..., length). Returns uint8 of the same shape.
    """
    # Place by place, because sums along an axis of a few letters spend most of their time starting.
    places = np.moveaxis(guess_letters, -1, 0)
    copies = np.ones(guess_letters.shape, np.uint8)
    for place in range(1, len(places)):
        for before in range(place):
            copies[..., place] += places[place] == places[before]
    return copies


def facts_of_words(guess_letters: Letters, word_letters: Letters) -> Facts:
    """Return the facts of words about guesses.

    guess_letters, word_letters: uint8, shapes that broadcast; the last axis holds the places.
    Returns int64 of the broadcast shape without its last axis.
    """
    length = guess_letters.shape[-1]
    wanted = copies_up_to(guess_letters)
    places = np.ascontiguousarray(np.moveaxis(word_letters, -1, 0))  # see `copies_up_to`
    facts = np.zeros(np.broadcast_shapes(guess_letters.shape, word_letters.shape)[:-1], np.int64)
    for place in range(length):
        letter = guess_letters[..., place]
        facts |= (places[place] == letter).astype(np.int64) << place
        copies = np.zeros(facts.shape, np.uint8)
        for other in places:
            copies += other == letter
        facts |= (copies >= wanted[..., place]).astype(np.int64) << (length + place)
    return facts


def facts_of_codes(guess_letters: Letters, codes: npt.NDArray[np.integer]) -> Facts:
    """Return the facts of every word that gives a guess a pattern: int64, shape (clues,).

    guess_letters: uint8, shape (clues, length). codes: shape (clues,).
    """
    length = guess_letters.shape[-1]
    colours = colours_of_codes(codes, length)
    enough = coloured_copies(guess_letters, colours) >= copies_up_to(guess_letters)
    return as_bits(colours == GREEN) | as_bits(enough) << length


def coloured_copies(
    guess_letters: Letters, colours: npt.NDArray[np.uint8]
) -> npt.NDArray[np.uint8]:
    """Count, for each place of a guess, how many copies of its letter are green or yellow.

    guess_letters, colours: uint8, shape (..., length); so is what is returned.
    """
    places = np.moveaxis(guess_letters, -1, 0)
    coloured = np.moveaxis(colours != GREY, -1, 0)
    copies = coloured.astype(np.uint8)
    for place in range(1, len(places)):
        for before in range(place):
            same = places[place] == places[before]
            copies[place] += same & coloured[before]
            copies[before] += same & coloured[place]
    return np.moveaxis(copies, 0, -1)


def as_bits(places: npt.NDArray[np.bool_]) -> Facts:
    """Pack the last axis, the places, into integers, with bit p for place p."""
    return places.astype(np.int64) @ (1 << np.arange(places.shape[-1], dtype=np.int64))
