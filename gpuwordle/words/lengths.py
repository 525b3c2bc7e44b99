"""Word lengths as text, such as ``5``, ``3-20`` or ``4,6-8``, and the words that have them.

Loads nothing heavy: the command line reads lengths before it loads words.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpuwordle.errors import UserError, shortened

if TYPE_CHECKING:
    from gpuwordle.words.vocabulary import Vocabulary
    from gpuwordle.words.word_list import WordList

_LOG = logging.getLogger(__name__)

LONGEST = 20
"""Letters of the longest words that can be played: `gpuwordle.rules.codes.MAXIMUM_LENGTH`."""

WHOLE_RANGE = f"3-{LONGEST}"
"""All lengths of interest; a list need not have all of them."""


@dataclass(frozen=True)
class Lengths:
    """Word lengths, such as ``5``, ``3-20`` or ``4,6-8``."""

    text: str  # as the user wrote it
    named: tuple[int, ...]  # given one by one: a list must have them
    ranged: tuple[int, ...]  # from ranges: a list may lack some

    def __str__(self) -> str:
        return self.text

    @classmethod
    def parse(cls, given: str | Lengths) -> Lengths:
        """Read lengths; raise UserError if they are not understood.

        >>> Lengths.parse("4,6-8")
        Lengths(text='4,6-8', named=(4,), ranged=(6, 7, 8))
        """
        text, remedy = str(given), "write 5, 3-20 or 4,6-8"
        named: list[int] = []
        ranged: list[int] = []
        for part in text.split(","):
            first, dash, last = (piece.strip() for piece in part.partition("-"))
            numbers = [first, last] if dash else [first]
            if not all(n.isascii() and n.isdigit() and len(n) < 10 for n in numbers):
                where = "" if part == text else f" in {shortened(text)!r}"
                raise UserError(f"{shortened(part)!r}{where} is not a length: {remedy}")
            low, high = int(numbers[0]), int(numbers[-1])
            for length in (low, high):
                if not 1 <= length <= LONGEST:
                    shown = shortened(str(length))
                    raise UserError(f"length {shown} is not between 1 and {LONGEST}")
            if low > high:
                raise UserError(f"{part!r} runs backwards: write {high}-{low}")
            if dash:
                ranged.extend(range(low, high + 1))
            else:
                named.append(low)
        return cls(text, tuple(named), tuple(ranged))

    def of(self, words: WordList, *, distinct_letters: bool = False) -> list[Vocabulary]:
        """Return the words of these lengths, shortest first; log missing ones and scaled weights.

        A length named by itself must exist; of a range, those that the list lacks are left out.
        """
        chosen = {
            length: words.of_length(length, distinct_letters=distinct_letters)
            for length in self.named
        }
        hidden = words.lengths if words.answers is None else set(map(len, words.answers))
        missing: list[int] = []
        first: UserError | None = None
        for length in self.ranged:
            try:
                chosen.setdefault(
                    length, words.of_length(length, distinct_letters=distinct_letters)
                )
            except UserError as error:
                if length in hidden and not distinct_letters:
                    raise  # there are such words, and something is wrong with them
                first = first or error
                missing.append(length)
        if not chosen and first is not None:
            raise first
        if missing and self.text != WHOLE_RANGE:
            lacks = ", ".join(map(str, missing))
            _LOG.info("skipped: %s has no words of %s letters", words.name, lacks)
        listed = [chosen[length] for length in sorted(chosen)]
        for vocabulary in listed:
            for line in vocabulary.how_weighed:
                _LOG.info(line)
        return listed
