"""The application: its commands, and how errors are reported.

Command modules import typer and nothing heavy at the top. They import the engine inside the
commands, so that ``gpuwordle --help`` answers at once.
"""

from __future__ import annotations

import errno
import logging
import os
import re
import sys
import traceback
from collections.abc import Collection, Iterable
from importlib import import_module

import typer

from gpuwordle import __version__, plugins
from gpuwordle.cli.commands import Command, Group, expanded, help_of
from gpuwordle.cli.messages import (
    FAULT,
    INTERRUPTED,
    LEVELS,
    MISTAKE,
    READER_GONE,
    logged,
    say,
)
from gpuwordle.errors import UserError, either, printable, shortened
from gpuwordle.memory import MEMORY_VARIABLE

try:
    from typer import TyperException as UsageProblem
except ImportError:  # before typer 0.28
    from typer._click.exceptions import ClickException as UsageProblem  # type: ignore[assignment]

UNWRITABLE = (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG)
"""Errors of a stream that cannot be written any more."""

FAULTS = (errno.EIO, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.ENOSPC, errno.EAGAIN)
"""Errors of the machine, whatever the command."""

DEBUG_VARIABLE = "GPUWORDLE_DEBUG"
"""If set, the traceback is printed before the message."""

VERDICTS = ("verify", "review")
"""Commands whose exit code 1 means that something was refused, and never a fault."""

REMEDY = f"set {DEBUG_VARIABLE}=1 to see where"

COMMANDS = {
    "first-guess": "openers.first_guess",
    "score": "openers.score",
    "pairs": "openers.pairs",
    "matrix": "openers.matrix",
    "benchmark": "benchmark.benchmark",
    "report": "report.report",
    "tree": "tree.tree",
    "serve": "serve.serve",
    "prove": "proofs.prove",
    "verify": "verify.verify",
    "eligible": "clues.eligible",
    "explain": "clues.explain",
    "solve": "solve.solve",
    "review": "review.review",
    "judge": "judge.judge",
    "arena": "arena.arena",
    "play": "play.play",
    "hide": "play.hide",
    "simulate": "tree.simulate",
    "render": "render.render",
    "challenge": "clues.challenge",
    "cliques": "cliques.cliques",
    "strategies": "inventory.strategies",
    "vocabularies": "inventory.vocabularies",
    "backends": "inventory.backends",
}
"""The module and the function of each command, in the order of help."""

MEANT = {
    other: meant
    for meant, others in {
        "first-guess": ("best", "opener", "openers", "start"),
        "solve": ("suggest", "hint", "next"),
        "vocabularies": ("list", "lists", "words"),
        "backends": ("devices", "gpu"),
        "benchmark": ("run", "compare"),
        "prove": ("optimal",),
        "verify": ("check",),
        "render": ("share", "draw"),
        "serve": ("web", "server"),
        "play": ("game",),
        "hide": ("adversary", "absurdle"),
        "explain": ("why",),
        "judge": ("players", "regret"),
        "arena": ("compete", "tournament"),
        "eligible": ("filter",),
    }.items()
    for other in others
}
"""Other names under which users look for a command."""

OPTIONS_MEANT = {
    other: meant
    for meant, others in {
        "--answer": ("--word", "--hidden", "--secret"),
        "--vocabulary": ("--list", "--words", "--wordlist", "--dictionary"),
        "--length": ("--size",),
        "--allowed": ("--guesses", "--turns", "--max-guesses"),
        "--opener": ("--first", "--start"),
        "--backend": ("--gpu", "--device"),
        "--processes": ("--jobs", "--workers"),
        "--top": ("--limit", "--number"),
        "--show": ("--count",),
        "--score": ("-s", "--strategy"),
        "--seconds": ("--timeout", "--time"),
        "--format": ("--json", "--csv"),
        "--output": ("--file",),
        "Set the environment variable GPUWORDLE_THREADS.": ("--threads",),
        "The page is only reachable from this machine.": ("--host",),
    }.items()
    for other in others
}
"""Other names under which users look for an option, or what to do without it."""

LIST_OPTIONS = ("-v", "--vocabulary")
"""Options of most commands, but not of those that need no words."""


def application(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """Make the command line of some commands, by default all.

    typer reads the options of every command that it knows; with only one command it starts sooner.
    """
    app = typer.Typer(
        name="gpuwordle",
        help="An engine for the study of Wordle-like games, on a CPU or an NVIDIA GPU.",
        epilog="Start with: gpuwordle first-guess --lengths 5. "
        "Every command has --help, --quiet (only results and errors) and --verbose.",
        cls=Group,
        invoke_without_command=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_root)
    for name in names:
        module, function = COMMANDS[name].split(".")
        command = getattr(import_module(f"gpuwordle.cli.{module}"), function)
        app.command(name, cls=Command, help=help_of(command))(expanded(command))
    return app


def _version(wanted: bool) -> None:
    if wanted:
        print(f"gpuwordle {__version__}")
        raise typer.Exit


def _root(
    context: typer.Context,
    version: bool = typer.Option(
        False, "--version", help="Print the version and exit.", callback=_version, is_eager=True
    ),
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit
    threads = os.environ.get("NUMBA_NUM_THREADS")
    if threads is not None and not (threads.isdecimal() and len(threads) < 10 and int(threads) > 0):
        raise UserError(f"NUMBA_NUM_THREADS is {threads!r:.40}: set it to 1 or more, or unset it")


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Without arguments, those of the process are used. The code is 0 on success, 2 for bad input, and
    1 for a fault of the machine or of the program; for ``verify`` and ``review``, 1 is a negative
    verdict, and a fault is 2. An error prints one line on standard error, after the traceback if
    ``GPUWORDLE_DEBUG`` is set. Ctrl-C raises `KeyboardInterrupt`; `gpuwordle.cli.program.main` then
    exits with code 130.
    """
    words, level = _understood(sys.argv[1:] if arguments is None else arguments)
    with logged(level):
        return _run(words)


def _run(words: list[str]) -> int:
    allowed = os.environ.get(MEMORY_VARIABLE)
    plugins.FOLDERS[:] = ["."]
    try:
        app = application(words[:1] if words and words[0] in COMMANDS else COMMANDS)
        code = app(words, prog_name="gpuwordle", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except typer.Abort:
        raise KeyboardInterrupt from None
    except (BrokenPipeError, SystemExit) as error:
        # The reader of a pipe closed it (`| head`), at which typer and rich exit with code 1.
        if not any(isinstance(one, BrokenPipeError) for one in (error, error.__context__)):
            raise
        _drop_standard_output()
        return READER_GONE
    except Exception as error:
        if os.environ.get(DEBUG_VARIABLE):
            traceback.print_exc()
        message, code = _reported(error, words)
        shown = message if isinstance(error, UserError) else printable(message)
        for line in f"gpuwordle: {shown}".split("\n"):  # all but the first are a UserError's log
            say(line, even_if_quiet=True)
        return MISTAKE if words[:1] and words[0] in VERDICTS else code
    finally:
        _restore_memory(allowed)
    if code == INTERRUPTED:  # newer typer turns Ctrl-C into an exit code
        raise KeyboardInterrupt
    return int(code or 0)


def _understood(given: list[str]) -> tuple[list[str], int]:
    """Return the arguments, and the least level of log messages that is shown.

    ``--quiet`` and ``--verbose`` may be anywhere; ``help``, ``help COMMAND`` and ``version`` become
    options.
    """
    level = next((LEVELS[word] for word in reversed(given) if word in LEVELS), logging.INFO)
    words = [word for word in given if word not in LEVELS]
    if words[:1] == ["help"]:
        words = [*words[1:2], "--help"]
    return ["--version"] if words == ["version"] else words, level


def _restore_memory(memory: str | None) -> None:
    """Undo ``--memory``: a program may run several commands."""
    if memory is None:
        os.environ.pop(MEMORY_VARIABLE, None)
    else:
        os.environ[MEMORY_VARIABLE] = memory


def _reported(error: Exception, words: list[str]) -> tuple[str, int]:
    """Return the message of an error, and the exit code."""
    if isinstance(error, UserError):
        return str(error), MISTAKE
    if isinstance(error, UsageProblem):
        return _one_line(error, words), MISTAKE
    if isinstance(error, MemoryError):
        why = f" ({error})" if str(error) else ""
        return f"out of memory{why}: use a shorter list or fewer words", FAULT
    kind, theirs = type(error).__name__, plugins.culprit(error)
    if theirs:
        return f"{theirs} failed ({kind}: {error}): {REMEDY}", MISTAKE
    if isinstance(error, ImportError):
        return f"a library cannot be loaded ({error}): reinstall gpuwordle", FAULT
    if isinstance(error, OSError):
        return _reported_by_system(error)
    if isinstance(error, UnicodeError | OverflowError | RecursionError | EOFError):
        return f"the input cannot be used ({kind}: {error}): {REMEDY}", MISTAKE
    return f"this is a bug ({kind}: {error}): {REMEDY}", FAULT


def _reported_by_system(error: OSError) -> tuple[str, int]:
    why = error.strerror or str(error) or type(error).__name__
    if error.errno == errno.ENAMETOOLONG:
        return f"{shortened(str(error.filename))} is too long for a file name", MISTAKE
    if error.filename is None and error.errno in UNWRITABLE:
        _drop_standard_output()
        return (
            f"cannot write to standard output ({why}): free space, or redirect it elsewhere",
            MISTAKE,
        )
    place = "system error" if error.filename is None else f"{error.filename} cannot be used"
    return f"{place} ({why}): {REMEDY}", FAULT if error.errno in FAULTS else MISTAKE


def _drop_standard_output() -> None:
    """Leave nothing to flush at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _one_line(error: UsageProblem, words: list[str]) -> str:
    # Newer typer puts the kind of pydantic's error before the message.
    message = " ".join(error.format_message().replace("Value error, ", "").split())
    context = getattr(error, "ctx", None)
    message = _with_hint(message, context)
    command = "".join(f" {word}" for word in words[:1] if word in COMMANDS)
    path = f"gpuwordle{command}" if context is None else context.command_path
    end = "" if message.endswith("?") else "."
    return f"{message.rstrip('.')}{end} See: {path} --help"


def _with_hint(message: str, context: typer.Context | None) -> str:
    """Add a hint to the error of an unknown command or option that means a known one."""
    parameters = [] if context is None else context.command.params
    options = {option for parameter in parameters for option in parameter.opts}
    extra = re.match(r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", message)
    if extra is not None:
        return _with_option(extra[1], options)
    wrong = re.match(r"No such (command|option):? '?([\w-]+)'?", message)
    if wrong is None:
        return message
    kind, name = wrong.groups()
    hint = (MEANT if kind == "command" else OPTIONS_MEANT).get(name)
    if name in LIST_OPTIONS and name not in options:
        hint = "This command needs no word list: leave it out."
    elif hint is None:  # those that are spelled like it
        near = re.findall(r"'([\w-]+)'|(--[\w-]+)", message[wrong.end() :])
        hint = either([command or option for command, option in near] or [""])
    elif hint.startswith("--") and hint not in options:
        hint = ""  # the command lacks what is meant
    if hint and not hint.endswith("."):
        hint = f"Did you mean {hint}?"
    return f"{wrong[0]}. {hint}" if hint else wrong[0]


def _with_option(extra: str, options: Collection[str]) -> str:
    """Return the error of unexpected arguments, with the option that was meant."""
    from gpuwordle.words.sources import is_named

    words = extra.split()
    message = f"unexpected argument{'s' * (len(words) > 1)} {shortened(extra)!r}"
    is_list = is_named(extra) or os.path.isfile(extra)
    meant = "--vocabulary" if is_list else "--answer"
    if len(words) != 1 or meant not in options or not (is_list or extra.isalpha()):
        return message
    return f"{message}. Did you mean {meant} {extra}?"
