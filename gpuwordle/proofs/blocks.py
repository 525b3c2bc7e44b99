"""A proof about all openers in blocks, each settled by another process or machine.

A block is some openers and the best totals that are known when it is handed over. Bounds that are
proven anywhere hold everywhere, so that whoever settles a block sends back bounds and totals alone.
Words that begin alike share letters in their places, and with them lists of supersets, which are
the most of the work: a block is a stretch of the openers in the vocabulary's order.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from gpuwordle.errors import UserError
from gpuwordle.executors import finished_by, losses, workers_of
from gpuwordle.optimal.openers import OpenerSearch
from gpuwordle.optimal.resources import Indices
from gpuwordle.optimal.running import Deadline
from gpuwordle.optimal.solver import Solver
from gpuwordle.optimal.standing import Found, Standing
from gpuwordle.progress import Progress
from gpuwordle.words.vocabulary import PackedWords

BLOCKS = 64
"""Into how many the openers are cut: few enough that each builds its lists once, many enough that
all workers end at about the same time."""

SMALLEST = 8
"""Openers of a block, where there are so many."""

_making = threading.Lock()


@dataclass(frozen=True)
class Rules:
    """What is proven, wherever it is.

    Attributes
    ----------
    words : PackedWords
        The words.
    hard : bool
        Hard mode.
    allowed : int or None
        Guesses allowed.
    top : int
        How many of the best openers are wanted.
    below : int or None
        Totals that are not below this are of no interest.
    memory : int or None
        Bytes that codes and memo of one process may take.
    """

    words: PackedWords
    hard: bool
    allowed: int | None
    top: int
    below: int | None
    memory: int | None


@dataclass(frozen=True)
class Block:
    """Openers to be settled, and what is known by then.

    Attributes
    ----------
    rules : Rules
        What is proven.
    openers : ndarray of int64
        Their places in the search's order of guesses.
    found : tuple of Found
        Openers whose totals are known.
    seconds : float or None
        When to stop.
    """

    rules: Rules
    openers: Indices
    found: tuple[Found, ...]
    seconds: float | None


def settle(block: Block) -> Standing:
    """Settle the openers of a block, here.

    Returns
    -------
    Standing
        Bounds and stages of the block's openers in their order, and all openers whose totals are
        known.
    """
    deadline, rules = Deadline(block.seconds), block.rules
    with _making:  # threads of one process share it, from the first block on
        solver = _solver(rules)
    openers = len(solver.vocabulary.guesses)
    known = Standing(np.zeros(openers, np.int64), np.zeros(openers, np.uint8), list(block.found))
    search = OpenerSearch(solver, top=rules.top, below=rules.below, standing=known)
    search.run(deadline=deadline, openers=block.openers)
    bounds, stages, found = known.bounds, known.stages, known.found
    return Standing(bounds[block.openers], stages[block.openers], found)


@lru_cache(maxsize=1)
def _solver(rules: Rules) -> Solver:
    """Return what searches in this process; its memo is kept from block to block."""
    return Solver(
        rules.words.vocabulary(), hard=rules.hard, allowed=rules.allowed, memory=rules.memory
    )


def settle_by(
    executor: Executor,
    search: OpenerSearch,
    rules: Rules,
    *,
    deadline: Deadline | None = None,
    progress: Progress | None = None,
    save: Callable[[Standing], None] | None = None,
) -> bool:
    """Have an executor settle all openers of a search.

    Parameters
    ----------
    executor
        Who works, such as those of `gpuwordle.executors`.
    search
        What takes over all that is proven.
    rules
        What is proven: as the search was made.
    deadline
        When to stop with what is known by then.
    progress
        Called with the share of openers that are done.
    save
        Called after each block with where the proof stands.

    Returns
    -------
    bool
        Whether it came to its end.

    Raises
    ------
    UserError
        If a worker is lost.
    """
    waiting = search.waiting()
    if not search.standing.found:
        # Bounds are compared with totals, so a few are found before anything is handed over.
        first = waiting[: rules.top + 1]
        if not search.run(deadline=deadline, openers=first):
            return False
        waiting = search.waiting()
    if not len(waiting):
        return True
    numbering = search.solver.numbering
    count = max(1, min(BLOCKS, len(waiting) // SMALLEST))

    def blocks() -> Iterator[Block]:
        for stretch in np.array_split(np.sort(numbering.guesses[waiting]), count):
            openers = numbering.guess_number[stretch]
            left = None if deadline is None else deadline.left()
            yield Block(rules, openers, tuple(search.standing.found), left)

    try:
        for block, standing in finished_by(executor, settle, blocks(), 2 * workers_of(executor)):
            search.admit(block.openers, standing)
            if save is not None:
                save(search.standing)
            if progress is not None:
                progress(np.count_nonzero(search.standing.stages) / search.guesses)
    except losses():
        raise UserError(
            "a worker ended abruptly (killed, or out of memory?): use fewer, and give a "
            "--checkpoint to go on from"
        ) from None
    return not len(search.waiting())
