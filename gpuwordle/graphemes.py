"""Letters that are written with several characters, or have an unusual capital.

Inside the program a letter is one code point, so that words are compared place by place in every
language. A letter such as the Dutch ij gets a code point for private use, and its capital the
next one; `written` turns them back into text. They exist in one process only: text that leaves it
is converted.

>>> ij = letter("ij", "IJ")
>>> len(f"b{ij}ou"), written(f"b{ij}ou"), written(capital_of(ij))
(4, 'bijou', 'IJ')
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from threading import Lock

from gpuwordle import hangul

FIRST, LAST = 0xE000, 0xF8FF
"""Code points for private use: 3,200 letters and their capitals."""

PRIVATE = re.compile(f"[{chr(FIRST)}-{chr(LAST)}]+")

_ESCAPED = re.compile(r"\\u([ef][0-9a-f]{3})")

_forms: list[str] = []
_LOCK = Lock()  # two threads must not give one code point to two letters


def letter(small: str, large: str | None = None) -> str:
    """Return the one character that stands for a letter, from its small and its capital form."""
    with _LOCK:
        return _letter(small, large)


@cache
def _letter(small: str, large: str | None) -> str:
    code = FIRST + len(_forms)
    if code >= LAST:
        raise ValueError(f"no code point is left for {small!r}: too many letters in one process")
    _forms.extend((small, small if large is None else large))
    return chr(code)


def is_grapheme(mark: str) -> bool:
    """Return whether a character stands for one of these letters."""
    return FIRST <= ord(mark) < FIRST + len(_forms)


def capital_of(mark: str) -> str | None:
    """Return the capital of a letter, or None if it has none."""
    place = (ord(mark) - FIRST) | 1
    return None if _forms[place] == _forms[place - 1] else chr(FIRST + place)


def small_of(mark: str) -> str:
    """Return the small letter of a capital, or the letter itself."""
    return chr(FIRST + ((ord(mark) - FIRST) & ~1))


def lowered(text: str) -> str:
    """Turn the capitals among these letters into small ones."""
    return PRIVATE.sub(lambda run: "".join(map(small_of, run[0])), text)


def written(text: str) -> str:
    """Write every such letter with its characters; Hangul syllables are composed."""
    if text.isascii():
        return text
    return PRIVATE.sub(_spelled, text)


def spelled(words: Iterable[str]) -> list[tuple[str, ...]]:
    """Return the letters of words, each as it is written."""
    return [tuple(map(written, word)) for word in words]


def readable(message: str) -> str:
    """Write the letters of a message, also those that `repr` has escaped."""
    return written(_ESCAPED.sub(_unescaped, message))


def _unescaped(found: re.Match[str]) -> str:
    mark = chr(int(found[1], 16))
    return mark if is_grapheme(mark) else found[0]


def _spelled(run: re.Match[str]) -> str:
    known = "".join(_forms[ord(mark) - FIRST] if is_grapheme(mark) else mark for mark in run[0])
    return hangul.syllables(known)
