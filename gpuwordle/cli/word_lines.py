"""Print words, one a line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gpuwordle.cli.messages import say
from gpuwordle.cli.options import Format
from gpuwordle.cli.output import emit, write_text


def print_words(
    words: Sequence[str], show: int | None, format: Format, output: Path | None
) -> None:
    """Print words, the first so many; standard error tells how many were left out.

    Parameters
    ----------
    words
        The words in order.
    show
        How many to print, or None for all.
    format
        ``table`` is one word a line; JSON and CSV have one field, ``word``.
    output
        Where to write instead of standard output.

    Raises
    ------
    UserError
        If the file cannot be written.
    """
    printed = words if show is None else words[:show]
    if format == "table":
        write_text("".join(f"{word}\n" for word in printed), output)
    else:
        emit([{"word": word} for word in printed], format, output, {})
    if len(printed) < len(words):
        say(f"{len(printed)} of {len(words)} words are shown")
