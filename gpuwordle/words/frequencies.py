"""The lists words:LANGUAGE: the words of a language by frequency, if wordfreq is installed.

Weights by frequency (zipf) are in `gpuwordle.words.weight_files`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from importlib.util import find_spec
from typing import Any

import numpy as np

from gpuwordle.errors import UserError, nearest, shortened
from gpuwordle.graphemes import written
from gpuwordle.words.language import Language
from gpuwordle.words.letters import quoted
from gpuwordle.words.orthography import DIGRAPHS, Orthography, language_names, language_of
from gpuwordle.words.word_list import WordList

PREFIX = "words:"
"""Prefix of the names of these lists, such as ``words:nl`` and ``words:nl:5000``."""


def frequent_words(name: str) -> WordList:
    """Return the list ``words:LANGUAGE`` in code point order, or the most frequent of each length.

    ``words:LANGUAGE:N`` has the N most frequent words of each length; of equally frequent words
    the first in code point order. If several spellings become one word, for instance because the
    language folds accents, their frequencies are added. Raises UserError if the language is
    unknown, wordfreq is not installed or has no words of it, or N is not a number.
    """
    code, colon, number = name.removeprefix(PREFIX).partition(":")
    digits = number.isascii() and number.isdecimal() and len(number) < 10
    if colon and not (digits and int(number) > 0):
        raise UserError(
            f"{shortened(name)!r} does not say how many words: write {PREFIX}{code}:5000, or "
            f"{PREFIX}{code} for all"
        )
    language = language_of(code)
    if not isinstance(language, Orthography):
        near = nearest(code, language_names())
        raise UserError(f"{shortened(name)!r} does not name a language: {near}")
    code = code.removesuffix(DIGRAPHS)
    wordfreq_of(code, f"list {shortened(name)!r} needs", "words")
    frequencies = frequencies_of(code, language)
    # Sorted as they are written, not by the code points of letters of several characters.
    spelled = written("\n".join(frequencies)).split("\n")
    words = [word for _, word in sorted(zip(spelled, frequencies, strict=True))]
    if colon:
        lengths = np.fromiter(map(len, words), np.int64, len(words))
        rare_last = -np.array([frequencies[word] for word in words])
        kept = np.zeros(len(words), bool)
        for length in np.unique(lengths):
            (places,) = np.nonzero(lengths == length)
            kept[places[np.argsort(rare_last[places], kind="stable")[: int(number)]]] = True
        words = [words[place] for place in np.flatnonzero(kept)]
    return WordList(name, tuple(words), language=language)


def frequencies_of(code: str, language: Language) -> dict[str, float]:
    """Return the frequency of every word, as a language reads it: those of its spellings, added."""
    from wordfreq import get_frequency_dict

    known: dict[str, float] = get_frequency_dict(code)
    read: Iterable[str] = map(language.read, known)
    if isinstance(language, Orthography):
        read = language.all_normalised(list(known))
    frequencies = defaultdict[str, float](float)
    for word, frequency in zip(read, known.values(), strict=True):
        frequencies[word] += frequency
    frequencies.pop("", None)
    return frequencies


def wordfreq_of(language: str, needs: str, what: str) -> Any:
    """Import wordfreq; raise UserError if it is not installed or does not know a language.

    ``needs`` begins the message if it is missing, and ``what`` is what it lacks of the language.
    """
    if find_spec("wordfreq") is None:
        raise UserError(f"{needs} wordfreq: run pip install 'gpuwordle[frequencies]'")
    import wordfreq  # slow to import

    known = wordfreq.available_languages()
    if language not in known:
        raise UserError(
            f"wordfreq has no {what} of {quoted(language)}: its languages are "
            f"{', '.join(sorted(known))}"
        )
    return wordfreq
