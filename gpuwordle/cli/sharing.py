"""Options of the commands that share their work out to processes or to a Dask cluster."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

from gpuwordle.cli.parsers import MOST_PROCESSES, at_least, parse_address
from gpuwordle.errors import UserError

if TYPE_CHECKING:
    from concurrent.futures import Executor

ProcessesOption = Annotated[
    int,
    typer.Option(
        "--processes",
        "-j",
        metavar="N",
        parser=at_least(1, MOST_PROCESSES),
        help="Processes that share the work.",
    ),
]
DaskOption = Annotated[
    str | None,
    typer.Option(
        "--dask",
        metavar="ADDRESS",
        parser=parse_address,
        help="Hand the work to a Dask scheduler.",
    ),
]
WaitOption = Annotated[
    bool,
    typer.Option("--wait", help="With --dask: wait for workers, however long there is none."),
]


def check_wait(dask: str | None, wait: bool) -> None:
    """Refuse to wait where nobody may come.

    Raises
    ------
    UserError
        If ``--wait`` is given without ``--dask``.
    """
    if wait and dask is None:
        raise UserError("--wait waits for workers of Dask: give --dask ADDRESS, or leave it out")


def shared_out(
    processes: int, dask: str | None, wait: bool
) -> AbstractContextManager[Executor | None]:
    """Open what the options ask for; None is this process."""
    from gpuwordle import executors

    if dask is not None:
        return executors.dask(dask, wait=wait)
    return nullcontext() if processes == 1 else executors.processes(processes)
