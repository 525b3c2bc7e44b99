"""The first guesses of a ranking: the best by a strategy, then the best of the others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from gpuwordle.assistant.adviser import Indices, Position
from gpuwordle.backends.backend import Pool
from gpuwordle.errors import UserError
from gpuwordle.rules.conditions import Conditions
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import KEYS
from gpuwordle.strategies.state import States
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.strategies.table import strategy_for


def ranked(
    position: Position, strategy: str | Strategy, top: int, *, allowed: int | None = None
) -> Indices:
    """Rank guesses for a position as a strategy does.

    Parameters
    ----------
    position
        What clues have left: two candidates or more.
    strategy
        A name that ``gpuwordle strategies`` lists, or a strategy of one's own. One that judges
        guesses by their buckets ranks them all; any other is asked again and again, each time
        without the guesses that it has chosen already.
    top
        How many guesses to return at most.
    allowed
        Guesses allowed in a game.

    Returns
    -------
    ndarray of int32
        Guess indices, best first.

    Raises
    ------
    UserError
        If there is no such strategy, it cannot play so, or it draws by chance.
    """
    player = strategy_for(strategy)
    settled = player.settle(Conditions(hard=position.adviser.hard, allowed=allowed))
    if not player.deterministic:
        raise UserError(
            f"strategy {player.name!r} draws by chance, and ranks nothing: choose another, such "
            "as entropy"
        )
    if len(position) == 1:
        return position.words.answer_guess[position.candidates]
    turn = len(position.clues) + 1
    if settled.pool == "candidates" or (allowed or turn) - turn < player.last_turns:
        pool = np.sort(position.words.answer_guess[position.candidates])
        settled = replace(settled, pool="candidates")
    else:
        pool = position.playable
    if player.name in KEYS:
        return _by_key(position, player.name, pool, top)
    return _one_by_one(position, player, settled, pool, top)


def needs_history(strategy: str | Strategy) -> bool:
    """Tell whether a strategy needs all words and clues, not only the words that are left."""
    return strategy_for(strategy).name not in KEYS


def _by_key(position: Position, name: str, pool: Indices, top: int) -> Indices:
    keys = position.adviser.engine.keys(position.candidates, pool, KEYS[name])
    order = np.lexsort((pool, ~is_candidate(position, pool), keys))
    return pool[order[:top]]


def _one_by_one(
    position: Position, player: Strategy, settled: Conditions, pool: Indices, top: int
) -> Indices:
    played = np.array(position.played, np.int64).reshape(-1, 2)
    chosen: list[int] = []
    left = pool
    # First as games are played, so that the first guess is that of the benchmark's game.
    among: Pool = "all" if settled.pool is None else settled.pool
    if settled.hard and settled.pool == "all":
        among = Groups.of([left])
    while len(chosen) < top and len(left):
        states = States(
            position.adviser.engine,
            settled,
            Groups.of([position.candidates]),
            among,
            played[:, 0].astype(np.int32)[None],
            played[:, 1].astype(np.uint32)[None],
        )
        guess = int(player.choose(states)[0])
        if guess not in left:
            break  # it looks at no pool, and would choose the same again
        chosen.append(guess)
        left = left[left != guess]
        among = Groups.of([left])
    return np.array(chosen, np.int32)


def is_candidate(position: Position, guesses: Indices) -> npt.NDArray[np.bool_]:
    """Tell which guesses may be hidden: bool, shape (guesses,)."""
    answers = position.words.guess_answer[guesses]
    return (answers >= 0) & np.isin(answers, position.candidates)
