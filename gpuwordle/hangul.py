"""Hangul: the letters (jamo) of syllables, and back.

Finals are the same letters as the consonants that begin syllables, as on a keyboard.

>>> letters("한글")
'ㅎㅏㄴㄱㅡㄹ'
>>> syllables("ㅎㅏㄴㄱㅡㄹ")
'한글'
"""

from __future__ import annotations

import re

LEADS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
FINALS = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"

_FIRST, _LAST = "가", "힣"

# A final is a consonant that no vowel follows.
_SYLLABLE = f"([{LEADS}])([{VOWELS}])(?:([{FINALS}])(?![{VOWELS}]))?"


def letters(text: str) -> str:
    """Take the syllables of a text apart."""
    return re.sub(f"[{_FIRST}-{_LAST}]", _apart, text)


def _apart(syllable: re.Match[str]) -> str:
    number = ord(syllable[0]) - ord(_FIRST)
    number, final = divmod(number, len(FINALS) + 1)
    lead, vowel = divmod(number, len(VOWELS))
    return LEADS[lead] + VOWELS[vowel] + (FINALS[final - 1] if final else "")


def syllables(text: str) -> str:
    """Combine letters into syllables; letters that form no syllable stay apart."""
    return re.sub(_SYLLABLE, _together, text)


def _together(found: re.Match[str]) -> str:
    lead, vowel, final = found.groups()
    number = LEADS.index(lead) * len(VOWELS) + VOWELS.index(vowel)
    number = number * (len(FINALS) + 1) + (FINALS.index(final) + 1 if final else 0)
    return chr(ord(_FIRST) + number)
