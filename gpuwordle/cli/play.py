"""The commands ``play`` and ``hide``: a game in the terminal."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from gpuwordle.cli.game_options import (
    AllowedOption,
    GuessesOption,
    HardOption,
    PaletteOption,
)
from gpuwordle.cli.messages import say
from gpuwordle.cli.options import (
    AnswersOption,
    BackendOption,
    DistinctOption,
    ExcludeOption,
    FoldAccentsOption,
    LengthOption,
    MemoryOption,
    StrictOption,
    VocabularyOption,
    as_read,
    load_vocabulary,
)
from gpuwordle.cli.output import print_now, standard_input
from gpuwordle.cli.parsers import LARGEST_SEED, at_least, parse_seconds
from gpuwordle.cli.progress import say_if_compiling
from gpuwordle.errors import UserError, counted
from gpuwordle.optimal.question import Objective

if TYPE_CHECKING:
    from gpuwordle.assistant.opponents import Opponent
    from gpuwordle.words.vocabulary import Vocabulary

GIVE_UP, HELP = "!", "?"
"""What is typed in place of a guess; no word begins so."""

REPLACED = "\x1b[1A\x1b[2K"
"""Goes up to the line that was typed and empties it: the tiles stand in its place."""

DRAWN_SEEDS = 1_000_000
"""Games among which one is drawn where none is named: few enough to tell a friend the number."""

SECONDS = 10.0
"""How long an adversary may search for one answer."""


def play(
    vocabulary: VocabularyOption = None,
    answers: AnswersOption = None,
    exclude: ExcludeOption = None,
    length: LengthOption = 5,
    answer: Annotated[
        str | None,
        typer.Option(
            "--answer",
            metavar="WORD",
            show_default="drawn",
            help="The hidden word, for somebody else to find.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            metavar="N",
            parser=at_least(0, LARGEST_SEED),
            show_default="drawn",
            help="Number of the game: the same number hides the same word.",
        ),
    ] = None,
    hard: HardOption = False,
    allowed: GuessesOption = 6,
    distinct_letters: DistinctOption = False,
    strict: StrictOption = False,
    fold_accents: FoldAccentsOption = False,
    palette: PaletteOption = None,
) -> None:
    """Play in the terminal: find the hidden word.

    A word that is not in the list, or that hard mode forbids, does not count, and another is asked
    for. ? explains, ! gives up. Guesses may come from a file or a pipe, one a line.

    Examples: gpuwordle play -v wordle;
    gpuwordle play -v wordle --seed 7 --hard;
    gpuwordle play -l 8 --answer umbrella
    """
    from gpuwordle.assistant.opponents import Host
    from gpuwordle.rules.conditions import Conditions

    if answer is not None and seed is not None:
        raise UserError("--answer and --seed both say which word is hidden: give one of them")
    words = _words(vocabulary, answers, length, distinct_letters, exclude, strict, fold_accents)
    number = secrets.randbelow(DRAWN_SEEDS) if seed is None else seed
    hidden = None if answer is None else as_read(answer, fold_accents)
    host = Host(words, Conditions(hard=hard, allowed=allowed), answer=hidden, seed=number)
    title = "gpuwordle" if answer is not None else f"gpuwordle {number}"
    _Session(host, title, palette, fold_accents=fold_accents).run(
        f"one of {len(words.answers):,} words is hidden"
    )


def hide(
    vocabulary: VocabularyOption = None,
    answers: AnswersOption = None,
    exclude: ExcludeOption = None,
    length: LengthOption = 5,
    objective: Annotated[
        Objective | None,
        typer.Option(
            "--objective",
            show_default="the largest bucket",
            help="Keep the bucket that optimal play takes longest to finish: by total guesses, by "
            "worst (its longest game), or by worst-then-total.",
        ),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds",
            metavar="S",
            parser=parse_seconds,
            help="How long to search for one answer; then the largest bucket is kept.",
        ),
    ] = SECONDS,
    hard: HardOption = False,
    allowed: AllowedOption = None,
    distinct_letters: DistinctOption = False,
    strict: StrictOption = False,
    fold_accents: FoldAccentsOption = False,
    backend: BackendOption = "auto",
    memory: MemoryOption = None,
    palette: PaletteOption = None,
) -> None:
    """Play in the terminal against an adversary that hides no word until it must.

    It scores every guess so that the game goes on as long as it can, and what it says is always
    true of some word. ? explains, ! gives up. Guesses may come from a file or a pipe, one a line.

    Examples: gpuwordle hide -v wordle;
    gpuwordle hide -v wordle --objective worst --hard --allowed 8
    """
    from gpuwordle.assistant.opponents import Adversary
    from gpuwordle.rules.conditions import Conditions

    words = _words(vocabulary, answers, length, distinct_letters, exclude, strict, fold_accents)
    host = Adversary(
        words,
        Conditions(hard=hard, allowed=allowed),
        objective=objective,
        seconds=seconds,
        backend=backend,
    )

    def left() -> str:
        count = len(host.candidates)
        said = counted(count, "word fits", "words fit")
        return said + f" (the largest bucket, after {seconds:g} s)" * host.was_stopped

    say_if_compiling()
    begin = f"no word is hidden yet, {len(words.answers):,} may turn out to be"
    _Session(host, "gpuwordle hide", palette, left, fold_accents=fold_accents).run(begin)


def _words(
    vocabulary: list[str] | None,
    answers: str | None,
    length: int,
    distinct_letters: bool,
    exclude: str | None,
    strict: bool,
    fold_accents: bool,
) -> Vocabulary:
    """Load the words of a game whose guesses come from standard input."""
    standard_input("a file of guesses")
    if "-" in [*(vocabulary or []), answers, exclude]:
        raise UserError("guesses are read from standard input, so words cannot be: give a file")
    return load_vocabulary(
        vocabulary,
        answers,
        length,
        distinct_letters,
        exclude=exclude,
        strict=strict,
        fold_accents=fold_accents,
    )


class _Session:
    """One game in the terminal.

    ``left`` says after each guess what the host has left to say, where it says anything.
    """

    def __init__(
        self,
        host: Opponent,
        title: str,
        palette: str | None,
        left: Callable[[], str] | None = None,
        *,
        fold_accents: bool = False,
    ) -> None:
        from gpuwordle.cli.drawing import has_colours
        from gpuwordle.rules.colours import palette_named
        from gpuwordle.rules.tiles import keyboard_rows

        self.host, self.title, self.left = host, title, left
        self.fold_accents = fold_accents
        self.palette = palette_named(palette)
        self.typed, self.coloured = sys.stdin.isatty(), has_colours()
        self.rows = keyboard_rows(host.vocabulary.alphabet)

    def run(self, begin: str) -> None:
        """Ask for guesses until the game is over, given up, or there are no more lines."""
        host = self.host
        limit = "" if host.allowed is None else f", {host.allowed} guesses"
        mode = ", hard mode" if host.hard else ""
        length = host.vocabulary.length
        self._say(
            f"{self.title}: {length} letters{limit}{mode}; {begin} ({HELP} explains, {GIVE_UP} "
            "gives up)"
        )
        for line in self._lines():
            if line == GIVE_UP:
                break
            if line == HELP:
                self._explain()
            elif line:
                self._play(line)
            if host.over:
                break
        self._end()

    def _lines(self) -> Iterator[str]:
        """Yield what is typed, or what comes through a pipe."""
        if self.typed:
            from contextlib import suppress

            with suppress(ImportError):  # lines are edited where there is such a library
                import readline  # noqa: F401
        while True:
            if self.typed:
                turn = len(self.host.moves) + 1
                of = "" if self.host.allowed is None else f"/{self.host.allowed}"
                try:
                    line = input(f"{turn}{of}> ")
                except EOFError:
                    self._say("")
                    return
            else:
                line = sys.stdin.buffer.readline().decode("utf-8", "replace")
                if not line:
                    return
            yield line.encode("utf-8", "replace").decode().strip()

    def _play(self, word: str) -> None:
        from gpuwordle.cli.drawing import keyboard_lines, tiles_line
        from gpuwordle.rules.tiles import letter_colours

        host = self.host
        try:
            pattern = host.play(as_read(word, self.fold_accents))
        except UserError as error:
            say(str(error))
            return
        guess = host.moves[-1][0]
        line = tiles_line(guess, pattern, self.palette, coloured=self.coloured)
        if self.left is not None and not host.over:
            line += f"   {self.left()}"
        self._say((REPLACED if self.typed and self.coloured else "") + line)
        if sys.stdout.isatty() and not host.over:
            colours = letter_colours(host.moves)
            keys = keyboard_lines(self.rows, colours, self.palette, coloured=self.coloured)
            self._say("\n".join(["", *(f"  {key}" for key in keys), ""]))

    def _explain(self) -> None:
        from gpuwordle.cli.drawing import tiles_line
        from gpuwordle.rules.pattern import Pattern

        meanings = ("not in the word", "elsewhere in it", "in its place")
        told = ", ".join(
            f"{tiles_line('abc'[code], Pattern(code, 1), self.palette, coloured=self.coloured)} "
            f"{meaning}"
            for code, meaning in enumerate(meanings)
        )
        if self.host.hard:
            told += ". Hard mode: green letters stay, and coloured ones are used again"
        self._say(f"type a word of {self.host.vocabulary.length} letters; {told}")

    def _end(self) -> None:
        """Say how it went, and how to share it."""
        from gpuwordle.rules.case import capital
        from gpuwordle.rules.tiles import share_text

        host = self.host
        answer = "".join(capital(letter) or letter for letter in host.answer)
        count = len(host.moves)
        if host.won:
            self._say(f"{answer} found with {counted(count, 'guess', 'guesses')}")
        else:
            self._say(f"not found: {'it was' if self.left is None else 'it could be'} {answer}")
        if count:
            patterns = [pattern for _, pattern in host.moves]
            shared = share_text(
                patterns, self.title, allowed=host.allowed, hard=host.hard, palette=self.palette
            )
            self._say(f"\n{shared}".rstrip("\n"))

    def _say(self, text: str) -> None:
        print_now(f"{text}\n")
