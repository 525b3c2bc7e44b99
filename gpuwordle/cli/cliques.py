"""The ``cliques`` command."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from gpuwordle.cli.messages import say
from gpuwordle.cli.options import (
    MEMORY,
    SHOW,
    ListOptions,
    flag,
    length_option,
    number_option,
    option,
)
from gpuwordle.cli.output import TableOptions, say_wrote, standard_output
from gpuwordle.cli.progress import progress_bar
from gpuwordle.errors import UserError, counted
from gpuwordle.files import opened
from gpuwordle.words.lengths import Lengths

if TYPE_CHECKING:
    from gpuwordle.cliques.anagrams import AnagramClasses


def cliques(
    lists: ListOptions,
    out: TableOptions,
    lengths: Lengths = length_option(several=True, default=Lengths.parse("5")),
    size: int | None = number_option(
        "Number of words in a clique.",
        "-k",
        low=2,
        metavar="K",
        show_default="as many as the letters allow",
    ),
    count: bool = flag("Count the cliques instead of listing them."),
    graph: bool = flag("Count the vertices and edges of the graph."),
    unseen: str | None = option(
        "With --graph: compare only these letters; all others count as seen.", metavar="LETTERS"
    ),
    show: int | None = SHOW,
    memory: int | None = MEMORY,
) -> None:
    """List or count sets of words in which no letter occurs twice.

    Cliques are listed one per line as they are found, rarest letters first; anagrams make separate
    cliques. After Ctrl-C, the list has all cliques found so far. With --count or --graph, several
    lengths may be given. The graph connects two words that share no letter (edges) or exactly one
    (soft edges).

    Examples: gpuwordle cliques -v words-alpha --length 5;
    gpuwordle cliques -v words-alpha --length 4-8 --count --graph
    """
    counting = count or graph
    if show is not None and counting:
        raise UserError(
            "--show only applies to lists of cliques: drop it, or drop --count and --graph"
        )
    if unseen is not None and not graph:
        raise UserError("--unseen only applies to the graph: add --graph")
    from gpuwordle.cliques.anagrams import AnagramClasses
    from gpuwordle.words.word_list import check_colours

    loaded = lists.load(out.output)
    check_colours(loaded, "cliques")
    chosen = [AnagramClasses.of(words) for words in lengths.of(loaded, distinct_letters=True)]
    if counting:
        _count(chosen, size, count, graph, unseen, out)
        return
    if len(chosen) > 1:
        raise UserError(
            f"--length {lengths} is {len(chosen)} lengths: list one at a time, or add --count"
        )
    _list(chosen[0], _size(chosen[0], size), show, out)


def _size(classes: AnagramClasses, size: int | None) -> int:
    """Return the size of the cliques; warn if the alphabet is too small for it."""
    wanted = size if size is not None else max(2, classes.largest_conceivable)
    if wanted > classes.largest_conceivable:
        say(
            f"no clique can have {wanted} words of {classes.length} different letters: "
            f"{classes.vocabulary.name!r} has only {len(classes.letters)} letters"
        )
    return wanted


def _count(
    chosen: list[AnagramClasses],
    size: int | None,
    count: bool,
    graph: bool,
    unseen: str | None,
    out: TableOptions,
) -> None:
    from gpuwordle.cliques.counting import count_cliques
    from gpuwordle.cliques.graph import EVERY_LETTER, LetterGraph
    from gpuwordle.cliques.listing import largest_size

    rows: list[dict[str, Any]] = []
    interrupted = False
    with progress_bar("cliques") as bar:
        for number, classes in enumerate(chosen):
            report = bar.part(f"{classes.length} letters", number / len(chosen), 1 / len(chosen))
            row = classes.to_dict()
            try:
                if graph:
                    mask = EVERY_LETTER
                    if unseen is not None:
                        language = classes.vocabulary.language
                        mask = classes.mask(language.normalise(unseen, "--unseen"))
                    row["edges"] = LetterGraph(classes.masks, mask).edges
                    row["soft_edges"] = LetterGraph(classes.masks, mask, shared=1).edges
                if count:
                    row["size"] = _size(classes, size)
                    found = count_cliques(classes, row["size"], report)
                    row["cliques"], row["letter_set_cliques"] = found
                    row["largest"] = largest_size(classes, row["size"] if found.words else 0)
            except KeyboardInterrupt:
                interrupted = True
                break
            rows.append(row)
    if rows or not interrupted:
        name = chosen[0].vocabulary.name
        table = [
            {key.replace("_", " "): value for key, value in row.items() if key != "vocabulary"}
            for row in rows
        ]
        out.emit(rows, {f"Words that share no letter, {name}": table})
    if interrupted:
        raise KeyboardInterrupt


def _list(classes: AnagramClasses, size: int, show: int | None, out: TableOptions) -> None:
    from gpuwordle.cliques.counting import count_cliques
    from gpuwordle.cliques.listing import list_cliques as found
    from gpuwordle.cliques.writing import clique_writer

    written = 0
    with ExitStack() as stack:
        stop = stack.enter_context(_stop_request())
        # Lines and a bar on one terminal would overwrite each other.
        report = None
        total = show
        if out.plain:
            bar = stack.enter_context(progress_bar("cliques"))
            report = bar.part(f"{classes.length} letters")
            if report is not None:
                there = count_cliques(classes, size, lambda _: _heed(stop)).words
                total = there if show is None else min(there, show)
        if out.output is None:
            text = standard_output()
            text.flush()
            stack.callback(text.buffer.flush)
            stream = text.buffer
        else:
            stream = stack.enter_context(opened(out.output))
        write = stack.enter_context(clique_writer(classes, size, stream, out.format))
        for batch in found(classes, size, most=show):
            write(batch)
            written += len(batch)
            if report is not None and total:
                report(written / total)
            if stop():
                break
    if stop():
        say(f"stopped after {counted(written, 'clique')}; all of them are written")
        raise KeyboardInterrupt
    if not written and size <= classes.largest_conceivable:
        say(f"{classes.vocabulary.name!r} has no {size} words of which no two share a letter")
    if out.output is not None:
        say_wrote(out.output, f"{counted(written, 'clique')} of {counted(size, 'word')}")


@contextmanager
def _stop_request() -> Iterator[Callable[[], bool]]:
    """Turn the first Ctrl-C into a flag that the caller can poll; the second interrupts.

    An exception in the middle of a write would leave half a line behind.
    """
    pressed = False

    def note(_number: int, _frame: object) -> None:
        nonlocal pressed
        pressed = True
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


def _heed(stop: Callable[[], bool]) -> None:
    if stop():
        raise KeyboardInterrupt
