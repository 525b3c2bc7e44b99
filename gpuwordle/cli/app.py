"""The application: its commands, and what becomes of errors.

Command modules import typer and nothing heavy at the top; what computes is imported inside the
commands, so that ``gpuwordle --help`` answers at once.
"""

from __future__ import annotations

import os
import sys
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
    report,
    tree,
)
from gpuwordle.cli.program import INTERRUPTED
from gpuwordle.errors import UserError

try:
    from typer import TyperException as UsageProblem
except ImportError:  # before typer 0.28
    from typer._click.exceptions import ClickException as UsageProblem  # type: ignore[assignment]

app = typer.Typer(
    name="gpuwordle",
    help="Batch evaluation engine for generalised Wordle, on CPU and GPU.",
    epilog="Start with: gpuwordle first-guess --lengths 5. Every command has --help.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command("first-guess")(openers.first_guess)
app.command("score")(openers.score)
app.command("matrix")(matrix.matrix)
app.command("benchmark")(benchmark.benchmark)
app.command("report")(report.report)
app.command("tree")(tree.tree)
app.command("eligible")(clues.eligible)
app.command("explain")(clues.explain)
app.command("challenge")(challenge.challenge)
app.command("cliques")(cliques.cliques)
app.command("strategies")(inventory.strategies)
app.command("vocabularies")(inventory.vocabularies)
app.command("backends")(inventory.backends)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"gpuwordle {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_version, is_eager=True),
    ] = False,
) -> None:
    pass


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
        code = app(arguments, standalone_mode=False)
        sys.stdout.flush()
    except UserError as error:
        return _complain(str(error))
    except UsageProblem as error:
        return _complain(_one_line(error))
    except typer.Abort:
        raise KeyboardInterrupt from None
    except BrokenPipeError:
        # The reader of a pipe went away (`| head`): nothing to say, and nothing to flush at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    if code == INTERRUPTED:  # newer typer turns Ctrl-C into an exit code
        raise KeyboardInterrupt
    return int(code or 0)


def _complain(message: str) -> int:
    print(f"gpuwordle: {message}", file=sys.stderr)
    return 2


def _one_line(error: UsageProblem) -> str:
    # Newer typer puts the kind of pydantic's error before the words that a user needs.
    message = " ".join(error.format_message().replace("Value error, ", "").split())
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "gpuwordle"
    return f"{message.rstrip('.')}. See: {path} --help"
