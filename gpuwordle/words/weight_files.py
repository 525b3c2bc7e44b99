"""Weights from files, and from word frequencies."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from gpuwordle.errors import UserError, printable
from gpuwordle.graphemes import written
from gpuwordle.words.frequencies import frequencies_of, wordfreq_of
from gpuwordle.words.language import Language
from gpuwordle.words.letters import quoted
from gpuwordle.words.orthography import Orthography
from gpuwordle.words.readers import LENIENT, Reading, read_cells
from gpuwordle.words.weights import WordWeights, weights_by_word

ZIPF = "zipf"
"""The name of weights that are made from word frequencies."""


def weights_from(given: str | Path | Mapping[str, float], how: Reading = LENIENT) -> WordWeights:
    """Return weights that are given by word, or by the name of what `load_weights` reads."""
    if isinstance(given, str | Path):
        return load_weights(str(given), how)
    if not hasattr(given, "items"):  # a Series of pandas has them, too
        raise UserError(
            f"weights {given!r:.40} are neither a mapping nor a path: give a path, or "
            '{"crane": 5, "slate": 1}'
        )
    words, weights = zip(*given.items(), strict=True) if len(given) else ((), ())
    normal = how.language.normalised(words)
    return WordWeights("the weights given", weights_by_word(normal, weights))


def load_weights(name: str, how: Reading = LENIENT) -> WordWeights:
    """Read the weights of words: from a file, or ``zipf`` or ``zipf:LANGUAGE`` from frequencies.

    The text of a file holds a word and its weight on each line, separated by a comma or white
    space. A ``.csv``, ``.tsv`` or ``.parquet`` file has columns ``word`` and ``weight``; another
    column of weights is named after a colon, as in ``games.csv:count``. Weights by frequency, by
    default in English, are round(100 z), where z is the Zipf frequency of the word by the package
    wordfreq. Unless the reading is strict, a line whose word has a character that is not a letter
    is skipped: lists of frequencies have many. Raises UserError if the file or a column is missing
    or unreadable, a weight is not a number, a word has two weights, or wordfreq is not installed or
    does not know the language.
    """
    kind, _, language = name.partition(":")
    if kind == ZIPF:
        return WordWeights(name, _ZipfWeights(language or "en", how.language))
    by_word: dict[str, float] = {}
    for place, (spelled, weight) in read_cells(name, ("word", "weight"), how.language):
        try:
            word = how.language.normalise(spelled, place)
        except UserError:
            if how.strict:
                raise
            continue
        number = _number(weight, spelled, place)
        if word in by_word and by_word[word] != number:
            raise UserError(
                f"word {quoted(word)} at {place} has weight {number:g}, and {by_word[word]:g} "
                "before: give one"
            )
        by_word[word] = number
    if not by_word:
        raise UserError(f"{printable(name)} holds no word with a weight: give at least one")
    return WordWeights(name, by_word)


def _number(cell: Any, word: str, place: str) -> float:
    """Return a weight as a number; whether it may be a weight is checked only for answers."""
    try:
        if cell is None or isinstance(cell, bool):
            raise ValueError
        return float(cell)
    except (TypeError, ValueError, OverflowError):
        raise UserError(
            f"weight {quoted(str(cell))} of {quoted(word)} at {place} is not a number: give one, "
            "0 if the word is never hidden"
        ) from None


class _ZipfWeights(dict[str, float]):
    """Zipf frequencies of a language, times 100 and rounded; looked up when they are needed.

    ``reading`` is the language that the words were read as: if it folds letters, or accents are
    dropped, a word has the frequencies of all its spellings.
    """

    def __init__(self, language: str, reading: Language) -> None:
        super().__init__()
        wordfreq = wordfreq_of(language, "weights by Zipf frequency need", "frequencies")
        self._language, self._reading = language, reading
        self._zipf_frequency = wordfreq.zipf_frequency

    def __eq__(self, other: object) -> bool:
        # Whatever words were looked up.
        return isinstance(other, _ZipfWeights) and self._made_of == other._made_of

    @property
    def _made_of(self) -> tuple[str, Language, bool]:
        return self._language, self._reading, self._reading.drops_accents

    @cached_property
    def _added(self) -> dict[str, float] | None:
        """The frequencies of all words, or None if each has one spelling."""
        if isinstance(self._reading, Orthography) or self._reading.drops_accents:
            return frequencies_of(self._language, self._reading)
        return None

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str)

    def __missing__(self, word: str) -> float:
        try:
            if self._added is None:
                zipf = self._zipf_frequency(written(word), self._language)
            else:
                zipf = 9 + math.log10(self._added.get(word, 1e-9))
            self[word] = round(100 * zipf)
        except ImportError as error:  # Chinese, Japanese and Korean need further packages
            raise UserError(
                f"wordfreq cannot look up words of {self._language!r} ({error.name} is missing): "
                "run pip install 'wordfreq[cjk]'"
            ) from None
        return self[word]

    def __iter__(self) -> Iterator[str]:
        raise TypeError("every word has a weight")
