"""Word lists that installed packages offer by entry points."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

from gpuwordle import plugins
from gpuwordle.errors import UserError
from gpuwordle.words.readers import read_words
from gpuwordle.words.vocabulary import Vocabulary
from gpuwordle.words.word_list import WordList


def packaged_list(
    point: EntryPoint, *, strict: bool = False, fold_accents: bool = False
) -> WordList:
    """Call the function that an entry point names, and take what it returns for a list.

    Parameters
    ----------
    point
        Names a function without parameters that returns a `WordList`, a `Vocabulary` or the path
        of a file. The list is called as the entry point is.
    strict, fold_accents
        How a file is read; see `gpuwordle.words.readers.read_words`.

    Raises
    ------
    UserError
        If there is no such function, it returns something else, or the file cannot be read.
    """
    name, package = point.name, plugins.package_of(point)
    path = plugins.path_of(point)
    offered = plugins.imported("vocabulary", name, path, f"mend or uninstall {package}")
    found = offered() if callable(offered) else None
    if isinstance(found, WordList):
        found = replace(found, name=name)
        return found.without_accents() if fold_accents else found
    if isinstance(found, Vocabulary):
        hidden = None if found.answers == found.guesses else found.answers
        words = WordList(name, found.guesses, hidden)
        return words.without_accents() if fold_accents else words
    if isinstance(found, str | Path):
        read = read_words(str(found), strict=strict, fold_accents=fold_accents)
        return replace(WordList.of_file(read), name=name)
    wrong = (
        f"returns an object of type {type(found).__name__}"
        if callable(offered)
        else "is no function"
    )
    raise UserError(
        f"vocabulary {name!r} of {package}: {path} {wrong}; it must be a function that returns a "
        "WordList, a Vocabulary or the path of a file"
    )
