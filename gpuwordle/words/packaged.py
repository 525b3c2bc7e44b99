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


def packaged_list(point: EntryPoint) -> WordList:
    """Call the function that an entry point names, and take what it returns for a list.

    Parameters
    ----------
    point
        Names a function without parameters that returns a `WordList`, a `Vocabulary` or the path
        of a file. The list is called as the entry point is.

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
        return replace(found, name=name)
    if isinstance(found, Vocabulary):
        hidden = None if found.answers == found.guesses else found.answers
        return WordList(name, found.guesses, hidden)
    if isinstance(found, str | Path):
        return WordList.of(name, read_words(str(found))[1])
    wrong = (
        f"returns an object of type {type(found).__name__}"
        if callable(offered)
        else "is no function"
    )
    raise UserError(
        f"vocabulary {name!r} of {package}: {path} {wrong}; it must be a function that returns a "
        "WordList, a Vocabulary or the path of a file"
    )
