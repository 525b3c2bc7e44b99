"""Filters: what remains a candidate after a clue.

A filter compares some of the facts of a word (`gpuwordle.clues.facts`) and ignores the others. So
for every filter "is this word still a candidate" is one comparison of integers, ``facts & mask ==
value``:

- ``pattern`` keeps the words that would have given the same pattern. This is the exact filter:
  Algorithm 1 of Lahiri et al. ("Deterministic Algorithmic Approaches to Solve Generalised Wordle"),
  and the games of Sreekala et al. (their Figures 6 and 9).
- ``letters`` keeps words with the green letters in place, every coloured letter anywhere and no
  letter that is only grey; the guess itself is removed. It ignores the places that yellow letters
  rule out, and how often letters occur: after AB=a. it keeps AC, which ``pattern`` drops. Lahiri et
  al. measured with it (their Tables 4 and 5; Algorithm 4).
- ``counts`` keeps words in which every green letter is at its place; no yellow letter is at its
  place, but each occurs at least as often as in the guess up to there; and every grey letter occurs
  fewer times than in the guess. The guess itself is removed. It ignores that a grey letter is not
  at its place, and how many copies are too many: after AA=.. it keeps AB, which ``pattern`` drops.
  Van Fleet et al. play with it.
- ``bounds`` keeps words with the green letters in place, no yellow letter at its place, and as
  many copies of each letter as the clue says: the arrays K, L, U and the matrix M of Haag ("Word
  Games", section 4.1). It ignores that a grey letter with coloured copies is not at its place:
  after AAB=a.. it keeps CAC, which ``pattern`` drops.
- ``colours`` keeps words that give the same colours where every copy of a letter that the word
  has is yellow unless it is green, which is the colouring of Sreekala et al. ("Wordle Bot", section
  3). It ignores how often letters occur: after AAB=A.. it keeps ACA, which ``pattern`` drops.

The hidden word passes every filter until it is guessed. In hard mode a player may also drop the
words that are no longer legal, which makes a difference under all filters but ``pattern``.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpuwordle.clues.facts import (
    Facts,
    Letters,
    as_bits,
    coloured_copies,
    copies_up_to,
    facts_of_codes,
    facts_of_words,
)
from gpuwordle.rules.codes import colours_of_codes
from gpuwordle.rules.colours import GREEN, GREY, YELLOW
from gpuwordle.rules.conditions import Filter, check_filter
from gpuwordle.scoring.groups import checked_index, checked_indices
from gpuwordle.words.vocabulary import Vocabulary
from gpuwordle.words.word_list import check_colours


def kept_by(
    filter: Filter,
    guess_letters: Letters,
    codes: npt.NDArray[np.integer],
    *,
    hard: bool = False,
) -> tuple[Facts, Facts]:
    """Return the mask and value of a filter after clues: it keeps ``facts & mask == value``.

    guess_letters: uint8, shape (clues, length). codes: shape (clues,). Mask and value: int64, shape
    (clues,). With ``hard``, words that are not legal in hard mode are dropped, too; under
    ``pattern`` there are none. ``letters`` and ``counts`` also remove the guess, which the caller
    has to do; under the other filters its own facts drop it.
    """
    length = guess_letters.shape[-1]
    if filter == "pattern":
        facts = facts_of_codes(guess_letters, codes)
        return np.full_like(facts, _every_fact(length)), facts
    colours = colours_of_codes(codes, length)
    green = colours == GREEN
    copies = copies_up_to(guess_letters)
    every_place = (1 << length) - 1
    if filter == "bounds":
        value = facts_of_codes(guess_letters, codes)
        mask = as_bits(colours != GREY) | every_place << length
    elif filter in ("letters", "colours"):
        first = copies == 1
        coloured = coloured_copies(guess_letters, colours) > 0
        mask = (as_bits(green) if filter == "letters" else every_place) | as_bits(first) << length
        value = as_bits(green) | as_bits(first & coloured) << length
    else:
        yellow = colours == YELLOW
        from_behind = copies_up_to(guess_letters[:, ::-1])[:, ::-1]
        last = from_behind == 1
        in_all = copies + from_behind - 1
        some_grey = coloured_copies(guess_letters, colours) < in_all
        value = as_bits(green) | as_bits(yellow) << length
        mask = value | as_bits(yellow) | as_bits(last & some_grey) << length
    if hard:
        needed = facts_of_codes(guess_letters, codes)  # see `gpuwordle.clues.hard_mode.allows`
        mask, value = mask | needed, value | needed
    return mask, value


def decided_by_guess(filter: Filter, guess_letters: Letters) -> Facts:
    """Return the facts that a filter compares for every pattern: int64, shape (guesses,).

    The same clue never keeps words that differ in them, so these need not be compared.
    guess_letters: uint8, shape (guesses, length).
    """
    guesses, length = guess_letters.shape
    if filter == "pattern":
        return np.full(guesses, _every_fact(length), np.int64)
    every_place = (1 << length) - 1
    if filter == "bounds":
        return np.full(guesses, every_place << length, np.int64)
    if filter in ("letters", "colours"):
        first = as_bits(copies_up_to(guess_letters) == 1) << length
        return first if filter == "letters" else first | every_place
    return np.zeros(guesses, np.int64)


def _every_fact(length: int) -> int:
    return (1 << 2 * length) - 1


def remaining(
    vocabulary: Vocabulary,
    candidates: npt.NDArray[np.integer],
    guess: int,
    code: int,
    filter: Filter = "pattern",
) -> npt.NDArray[np.integer]:
    """Return the candidates that remain after one clue: answer indices in their order.

    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig"])
    >>> code = 6  # grey, green, grey
    >>> left = remaining(pets, np.arange(4), pets.find("dog"), code)
    >>> [pets.answers[answer] for answer in left]
    ['cow']
    """
    check_filter(filter)
    if not isinstance(vocabulary, Vocabulary):
        raise TypeError(f"{vocabulary!r:.40} is not a Vocabulary: give one")
    check_colours(vocabulary, "remaining")
    candidates = checked_indices(candidates, len(vocabulary.answers), "answer")
    guess = checked_index(guess, len(vocabulary.guesses), "guess")
    code = checked_index(code, vocabulary.win + 1, "code")
    letters = vocabulary.guess_letters[guess]
    mask, value = kept_by(filter, letters[None], np.array([code]))
    facts = facts_of_words(letters, vocabulary.answer_letters[candidates])
    kept = (facts & mask[0]) == value[0]
    if filter != "pattern":
        kept &= vocabulary.answer_guess[candidates] != guess
    return candidates[kept]
