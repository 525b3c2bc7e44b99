"""External players: any function, and any program that reads and writes lines.

The first line of a program's input is a JSON object with the words; the program does not reply to
it. Every further line is a turn, an object with all that has happened in its game. The program
replies with one line: a word, or ``{"guess": WORD}``. Its input is closed when all games are over.

A program that is late, or ends, loses the turn and is restarted; lines that it writes without being
asked are read as its next replies. So a faulty program delays the other players by its time limits
at most; if it loses `FAILURES` turns in a row, the arena ends with an error.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, TypedDict

from gpuwordle.errors import UserError, checked_seconds, printable, shortened

GUESS_SECONDS = 10.0
"""Seconds that a program may think about a guess by default."""

FAILURES = 3
"""Turns in a row in which a program may fail to write a line."""

LONGEST_LINE = 1 << 16
"""Bytes of a line that is read; a longer line is not a guess."""

PATIENCE = 1.0
"""Seconds within which a program has to end after its input was closed."""

SAID = 1 << 12
"""Bytes of a program's standard error that are kept."""


class Turn(TypedDict):
    """The input of a player before a guess; a program gets it as a line of JSON.

    ``game`` counts the games from 0, ``turn`` the turns of a game from 1. ``guesses`` and
    ``patterns``, digits such as "01020", are those of earlier turns; None if a turn passed without
    a guess.
    """

    game: int
    turn: int
    guesses: list[str | None]
    patterns: list[str | None]


Function = Callable[[Turn], object]
"""A player in Python: it returns a word."""


@dataclass
class Faults:
    """How often a player gave no valid guess.

    ``bad``: lines that are not a guess of the list. ``late``: turns in which no line came in time.
    ``ended``: turns in which the program ended.
    """

    bad: int = 0
    late: int = 0
    ended: int = 0


@dataclass(frozen=True)
class Program:
    """A player that is a program, in any language.

    Parameters
    ----------
    command
        A program and its arguments, as in a shell.
    seconds
        Seconds that it may think about a guess.

    Raises
    ------
    UserError
        If the seconds are not a time.
    """

    command: str
    seconds: float = GUESS_SECONDS

    def __post_init__(self) -> None:
        checked_seconds(self.seconds)

    @property
    def name(self) -> str:
        """The command."""
        return self.command


class Conversation:
    """Asks a program for guesses; a context manager that ends the program.

    The first line of its input is ``opening``. Raises UserError if it cannot be started or fails
    `FAILURES` times in a row.
    """

    def __init__(self, program: Program, opening: dict[str, Any], faults: Faults) -> None:
        self.program, self.faults = program, faults
        self._opening, self._failed = json.dumps(opening), 0
        self._process: _Process | None = None

    def __enter__(self) -> Conversation:
        self._process = _Process(self.program.command, self._opening)
        return self

    def __exit__(self, *error: object) -> None:
        if self._process is not None:
            self._process.close(PATIENCE)

    def ask(self, turn: Turn) -> str | None:
        """Return the guess of the program, or None if its line is missing or not a word."""
        assert self._process is not None
        try:
            line = self._process.ask(json.dumps(turn), self.program.seconds)
        except (TimeoutError, EOFError) as error:
            self._fail(isinstance(error, TimeoutError))
            return None
        self._failed = 0
        return word_of(line)

    def _fail(self, late: bool) -> None:
        """Count a turn without a line, and restart the program."""
        process, self._process = self._process, None
        assert process is not None
        said = process.close(0.0)
        self.faults.late += late
        self.faults.ended += not late
        self._failed += 1
        if self._failed == FAILURES:
            silent = f"it wrote no line in {self.program.seconds:g} s; give it longer"
            why = silent if late else f"it ended{', and said: ' * bool(said)}{said}"
            raise UserError(
                f"player {shortened(self.program.command)!r} lost {FAILURES} turns in a row: {why}"
            )
        self._process = _Process(self.program.command, self._opening)


def word_of(line: str) -> str | None:
    """Return the word of a line: alone, in quotation marks, or in an object of JSON."""
    text = line.strip()
    if text[:1] in ('"', "{"):
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            return None
        word = found.get("guess") if isinstance(found, dict) else found
        return word if isinstance(word, str) else None
    return text or None


class _Process:
    """A running program: threads write to it and read from it, so that nothing waits for it."""

    def __init__(self, command: str, opening: str) -> None:
        try:
            words = shlex.split(command)
            if not words:
                raise ValueError("it is empty")
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=hasattr(os, "killpg"),
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise UserError(
                f"player {shortened(command)!r} cannot be started ({why}): give a program and its "
                "arguments"
            ) from None
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._asked: SimpleQueue[bool] = SimpleQueue()
        self._replies: SimpleQueue[bytes | None] = SimpleQueue()
        self._said = b""
        self._threads = [
            threading.Thread(target=work, daemon=True)
            for work in (self._write, self._read, self._listen)
        ]
        for thread in self._threads:
            thread.start()
        self._lines.put(opening)

    def ask(self, line: str, seconds: float) -> str:
        """Write a line and return the next one; TimeoutError, or EOFError if there is none."""
        self._lines.put(line)
        self._asked.put(True)
        try:
            reply = self._replies.get(timeout=min(seconds, threading.TIMEOUT_MAX))
        except Empty:
            raise TimeoutError from None
        if reply is None:
            raise EOFError
        return reply.decode("utf-8", "replace")

    def close(self, patience: float) -> str:
        """End the program; return the last line of its standard error."""
        self._lines.put(None)
        self._asked.put(False)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        with suppress(OSError):
            if hasattr(os, "killpg"):  # what it has started ends as well
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(PATIENCE)
        lines = self._said.decode("utf-8", "replace").split("\n")
        return printable(shortened(next((one for one in reversed(lines) if one.strip()), "")))

    def _write(self) -> None:
        """Write lines until there are no more, or the program has closed its input."""
        stream = self._process.stdin
        assert stream is not None
        with suppress(OSError), stream:
            while (line := self._lines.get()) is not None:
                stream.write(line.encode() + b"\n")
                stream.flush()

    def _read(self) -> None:
        """Read a line on each request."""
        stream = self._process.stdout
        assert stream is not None
        with stream:
            while self._asked.get():
                line = stream.readline(LONGEST_LINE)
                if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
                    while line and not line.endswith(b"\n"):
                        line = stream.readline(LONGEST_LINE)
                    line = b"\n"
                self._replies.put(line or None)

    def _listen(self) -> None:
        """Keep the end of its standard error."""
        stream = self._process.stderr
        assert stream is not None
        with stream:
            while said := stream.read1(SAID):  # type: ignore[attr-defined]
                self._said = (self._said + said)[-SAID:]
