"""The commands ``play`` and ``hide``: a game in the terminal."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from gpuwordle.cli.messages import say
from gpuwordle.cli.options import (
    PALETTE,
    ComputeOptions,
    LimitedRuleOptions,
    OneLengthOptions,
    RuleOptions,
    option,
    seed_option,
    time_limit,
)
from gpuwordle.cli.output import REPLACED, print_now, print_wrapped, standard_input
from gpuwordle.errors import UserError, counted
from gpuwordle.rules.colours import PaletteName
from gpuwordle.rules.conditions import Objective

if TYPE_CHECKING:
    from gpuwordle.assistant.opponents import Opponent
    from gpuwordle.words.vocabulary import Vocabulary

GIVE_UP, HELP = "!", "?"
"""What may be typed instead of a guess; no word begins with them."""

DRAWN_SEEDS = 1_000_000
"""Limit of drawn game numbers: short enough to tell a friend."""

SECONDS = 10.0
"""Default time limit of an adversary's turn."""


def play(
    lists: OneLengthOptions,
    rules: LimitedRuleOptions,
    answer: str | None = option(
        "The word to find, chosen for another player.", metavar="WORD", show_default="drawn"
    ),
    seed: int | None = seed_option(
        "Number of the game; the same number hides the same word.", show_default="drawn"
    ),
    palette: PaletteName | None = PALETTE,
) -> None:
    """Play in the terminal: find the hidden word.

    A guess that is not in the list, or that hard mode forbids, does not count. Type ? for an
    explanation and ! to give up. Guesses may come from a file or a pipe, one per line.

    Examples: gpuwordle play -v wordle;
    gpuwordle play -v wordle --seed 7 --hard;
    gpuwordle play -l 8 --answer umbrella
    """
    from gpuwordle.assistant.opponents import Host

    if answer is not None and seed is not None:
        raise UserError("--answer and --seed both choose the hidden word: drop one")
    words = _words(lists, answer)
    number = secrets.randbelow(DRAWN_SEEDS) if seed is None else seed
    host = Host(words, rules.conditions(), answer=answer, seed=number)
    hidden = f"one of {counted(len(words.answers), 'word')} is hidden"
    if host.answer not in words.answers:
        say(f"the hidden word is not a possible answer of {words.name!r}")
        hidden = "a word is hidden"
    title = "gpuwordle" if answer is not None else f"gpuwordle {number}"
    _Session(host, title, palette, lists).run(hidden)


def hide(
    lists: OneLengthOptions,
    rules: RuleOptions,
    compute: ComputeOptions,
    objective: Objective | None = option(
        "Keep the bucket that optimal play needs the most guesses for: in total, in the worst "
        "(longest) game, or by worst-then-total.",
        metavar="GOAL",
        show_default="the largest bucket",
    ),
    seconds: float = time_limit(
        "Time limit of the search in each turn; then the largest bucket is kept.", default=SECONDS
    ),
    palette: PaletteName | None = PALETTE,
) -> None:
    """Play in the terminal against an adversary that chooses no word until it must.

    It colours every guess to make the game as long as possible, and its colours always fit some
    word. Type ? for an explanation and ! to give up. Guesses may come from a file or a pipe, one
    per line.

    Examples: gpuwordle hide -v wordle;
    gpuwordle hide -v wordle --objective worst --hard --allowed 8
    """
    from gpuwordle.assistant.opponents import Adversary

    words = _words(lists)
    host = Adversary(
        words,
        rules.conditions(),
        objective=objective,
        seconds=seconds,
        backend=compute.backend,
    )

    def left() -> str:
        count = len(host.candidates)
        limit = f" (the largest bucket, after {seconds:g} s)" * host.was_stopped
        return counted(count, "word fits", "words fit") + limit

    begin = f"no word is chosen yet, {counted(len(words.answers), 'is', 'are')} possible"
    _Session(host, "gpuwordle hide", palette, lists, left).run(begin)


def _words(lists: OneLengthOptions, answer: str | None = None) -> Vocabulary:
    """Load the words of a game in the terminal, by default those as long as the answer."""
    standard_input("a file of guesses")
    if "-" in [*(lists.vocabulary or []), lists.answers, lists.exclude]:
        raise UserError("standard input is for the guesses: read the words from a file")
    words = lists.load()
    usual = words.usual_length
    if answer is not None:
        usual = len(words.language.normalise(answer, "--answer"))
    return lists.of_length(words, lists.length or usual)


class _Session:
    """One game in the terminal; `left` returns a comment on each guess, if there is one."""

    def __init__(
        self,
        host: Opponent,
        title: str,
        palette: str | None,
        lists: OneLengthOptions,
        left: Callable[[], str] | None = None,
    ) -> None:
        from gpuwordle.cli.render import terminal_has_colours
        from gpuwordle.rules.colours import palette_named
        from gpuwordle.rules.tiles import keyboard_rows

        self.host, self.title, self.lists, self.left = host, title, lists, left
        self.palette = palette_named(palette)
        self.typed, self.coloured = sys.stdin.isatty(), terminal_has_colours()
        self.rows = keyboard_rows(host.vocabulary.alphabet)

    def run(self, begin: str) -> None:
        """Read guesses until the game is over, the player gives up, or the input ends."""
        host = self.host
        limit = "" if host.allowed is None else f", {counted(host.allowed, 'guess', 'guesses')}"
        mode = ", hard mode" if host.hard else ""
        length = host.vocabulary.length
        told = (
            f"{self.title}: {counted(length, 'letter')}{limit}{mode}; {begin} ({HELP} for help, "
            f"{GIVE_UP} to give up)"
        )
        print_wrapped(told)
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
        """Yield the lines that are typed or come through a pipe."""
        if self.typed:
            with suppress(ImportError):  # enables line editing if it is installed
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
            yield line.encode("utf-8", "replace").decode().strip().removeprefix("\ufeff")

    def _play(self, word: str) -> None:
        from gpuwordle.cli.render import keyboard_lines, tiles_line
        from gpuwordle.rules.tiles import letter_colours

        host = self.host
        try:
            pattern = host.play(word)
        except UserError as error:
            say(str(error), even_if_quiet=True)
            return
        guess = host.moves[-1][0]
        line = tiles_line(guess, pattern, self.palette, coloured=self.coloured)
        if self.left is not None and not host.over:
            line += f"   {self.left()}"
        self._say((REPLACED if self.typed and self.coloured else "") + line)
        if sys.stdout.isatty() and not host.over and pattern.rule.has_colours:
            colours = letter_colours(host.moves)
            keys = keyboard_lines(self.rows, colours, self.palette, coloured=self.coloured)
            self._say("\n".join(["", *(f"  {key}" for key in keys), ""]))

    def _explain(self) -> None:
        from gpuwordle.cli.render import tiles_line
        from gpuwordle.rules.pattern import Pattern

        rule = self.host.vocabulary.rule
        of_length = f"a word of {counted(self.host.vocabulary.length, 'letter')}"
        if not rule.has_colours:
            self._say(f"type {of_length}. The rule: {rule.description}")
            return
        meanings = ("not in the word", "in the word, but elsewhere", "in the right place")
        colours = [
            f"  {tiles_line('abc'[code], Pattern(code, 1), self.palette, coloured=self.coloured)} "
            f"{meaning}"
            for code, meaning in enumerate(meanings)
        ]
        self._say("\n".join([f"type {of_length}. Colours:", *colours]))
        if self.host.hard:
            hard = "hard mode: keep green letters in place, and use yellow letters again"
            print_wrapped(hard)

    def _end(self) -> None:
        """Print the result, and the text to share."""
        from gpuwordle.rules.case import upper
        from gpuwordle.rules.tiles import share_text

        host = self.host
        answer = upper(host.answer)
        count = len(host.moves)
        if host.won:
            self._say(f"{answer} found in {counted(count, 'guess', 'guesses')}")
        else:
            self._say(f"not found: {'it was' if self.left is None else 'it could be'} {answer}")
        if count and host.vocabulary.rule.has_colours:
            patterns = [pattern for _, pattern in host.moves]
            shared = share_text(
                patterns, self.title, allowed=host.allowed, hard=host.hard, palette=self.palette
            )
            self._say(f"\n{shared}".rstrip("\n"))

    def _say(self, text: str) -> None:
        print_now(f"{text}\n")
