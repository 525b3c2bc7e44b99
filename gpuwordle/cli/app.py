"""The application: its commands, and what becomes of errors.

Command modules import typer and nothing heavy at the top; what computes is imported inside the
commands, so that ``gpuwordle --help`` answers at once.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from gpuwordle import __version__
from gpuwordle.cli import (
    benchmark,
    challenge,
    cliques,
    clues,
    inventory,
    matrix,
    openers,
    play,
    proofs,
    render,
    report,
    review,
    simulate,
    solve,
    tree,
    verify,
)
from gpuwordle.cli.help import Command, Group, help_of
from gpuwordle.cli.program import INTERRUPTED
from gpuwordle.errors import UserError, shortened

try:
    from typer import TyperException as UsageProblem
except ImportError:  # before typer 0.28
    from typer._click.exceptions import ClickException as UsageProblem  # type: ignore[assignment]

UNWRITABLE = (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG)
"""What the system says of a stream that takes nothing more."""

app = typer.Typer(
    name="gpuwordle",
    help="Batch evaluation engine for generalised Wordle, on CPU and GPU.",
    epilog="Start with: gpuwordle first-guess --lengths 5. Every command has --help.",
    cls=Group,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

COMMANDS: dict[str, Callable[..., None]] = {
    "first-guess": openers.first_guess,
    "score": openers.score,
    "matrix": matrix.matrix,
    "benchmark": benchmark.benchmark,
    "report": report.report,
    "tree": tree.tree,
    "prove": proofs.prove,
    "verify": verify.verify,
    "eligible": clues.eligible,
    "explain": clues.explain,
    "solve": solve.solve,
    "review": review.review,
    "play": play.play,
    "hide": play.hide,
    "simulate": simulate.simulate,
    "render": render.render,
    "challenge": challenge.challenge,
    "cliques": cliques.cliques,
    "strategies": inventory.strategies,
    "vocabularies": inventory.vocabularies,
    "backends": inventory.backends,
}

for _name, _command in COMMANDS.items():
    app.command(_name, cls=Command, help=help_of(_command))(_command)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"gpuwordle {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_version, is_eager=True),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit
    threads = os.environ.get("NUMBA_NUM_THREADS")
    if threads is not None and not (threads.isdecimal() and int(threads) > 0):
        raise UserError(f"NUMBA_NUM_THREADS is {threads!r}: set it to 1 or more, or unset it")


def run(arguments: list[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments
        Words after the program's name; those of the process when None.

    Returns
    -------
    int
        0 when all went well, 2 for bad input (one line on standard error).

    Raises
    ------
    KeyboardInterrupt
        After Ctrl-C; `gpuwordle.cli.main` ends with code 130 then.
    """
    try:
        code = app(arguments, prog_name="gpuwordle", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except UserError as error:
        return _complain(str(error))
    except UsageProblem as error:
        return _complain(_one_line(error))
    except typer.Abort:
        raise KeyboardInterrupt from None
    except BrokenPipeError:
        _drop_standard_output()  # the reader of a pipe went away (`| head`): nothing to say
        return 141
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            return _complain(f"{shortened(str(error.filename))} is too long for a name")
        if error.filename is not None or error.errno not in UNWRITABLE:
            raise
        _drop_standard_output()
        return _complain(
            f"standard output cannot be written ({error.strerror}): free the disk, or give --output"
        )
    if code == INTERRUPTED:  # newer typer turns Ctrl-C into an exit code
        raise KeyboardInterrupt
    return int(code or 0)


def _drop_standard_output() -> None:
    """Leave nothing to flush at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str) -> int:
    print(f"gpuwordle: {message}", file=sys.stderr)
    return 2


def _one_line(error: UsageProblem) -> str:
    # Newer typer puts the kind of pydantic's error before the words that a user needs.
    message = " ".join(error.format_message().replace("Value error, ", "").split())
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "gpuwordle"
    return f"{message.rstrip('.')}. See: {path} --help"
