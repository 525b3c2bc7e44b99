"""Print words, one a line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from gpuwordle.cli.messages import say
from gpuwordle.cli.options import Format


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
        A file to write instead of standard output.

    Raises
    ------
    UserError
        If the file cannot be written.
    """
    printed = words if show is None else words[:show]
    if format != "table":
        from gpuwordle.cli.output import emit

        emit([{"word": word} for word in printed], format, output, {})
    else:
        text = "".join(f"{word}\n" for word in printed)
        if output is None:
            sys.stdout.write(text)
        else:
            from gpuwordle.files import written_aside

            with written_aside(output) as aside:
                aside.write_text(text, encoding="utf-8")
    if len(printed) < len(words):
        say(f"{len(printed)} of {len(words)} words are shown")
