"""Rankings: the best guesses as a strategy ranks them, and all those of perfect play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from gpuwordle.assistant.adviser import Indices, Position
from gpuwordle.assistant.exact import Exact
from gpuwordle.backends.backend import Pool
from gpuwordle.backends.in_blocks import keys_in_blocks
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
    """Return guess indices as a strategy ranks them, the best first.

    A strategy that scores guesses by their buckets ranks them all. Any other is asked repeatedly,
    each time without the guesses that it has already chosen.

    Parameters
    ----------
    position
        What clues have left.
    strategy
        A name that ``gpuwordle strategies`` lists, or a strategy.
    top
        How many guesses to return at most.
    allowed
        Guesses allowed in a game.

    Raises
    ------
    UserError
        If there is no such strategy, it cannot play in this mode, or it draws by chance.
    """
    player = strategy_for(strategy)
    settled = player.settle(Conditions(hard=position.adviser.hard, allowed=allowed))
    if not player.deterministic:
        raise UserError(
            f"strategy {player.name!r} draws by chance, so it ranks nothing: choose another, such "
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
    """Tell whether a strategy needs all words and clues, not only the candidates."""
    return strategy_for(strategy).name not in KEYS


def _by_key(position: Position, name: str, pool: Indices, top: int) -> Indices:
    keys = keys_in_blocks(position.adviser.engine, position.candidates, pool, KEYS[name])
    order = np.lexsort((pool, ~position.is_candidate(pool), keys))
    return pool[order[:top]]


def _one_by_one(
    position: Position, player: Strategy, settled: Conditions, pool: Indices, top: int
) -> Indices:
    played = np.array(position.played, np.int64).reshape(-1, 2)
    chosen: list[int] = []
    left = pool
    # As in the benchmark's games at first, so that the first guess is theirs.
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
            break  # it ignores the pool, and would choose the same again
        chosen.append(guess)
        left = left[left != guess]
        among = Groups.of([left])
    return np.array(chosen, np.int32)


def tied_best(
    exact: Exact, position: Position, total: int, guesses: Sequence[int] | None = None
) -> tuple[list[int], bool]:
    """List the guesses after which best play takes ``total``, the least total of the position.

    A guess with k buckets on n candidates takes at least 3 n - k guesses, less one if it is a
    candidate, so that most guesses need not be searched.

    Returns
    -------
    tuple of (list of int, bool)
        Guess indices, candidates first, then in the vocabulary's order; and whether all guesses
        were searched before the time was over.
    """
    playable = position.playable if guesses is None else np.asarray(guesses, np.int32)
    candidate = position.is_candidate(playable)
    size = len(position)
    possible = np.flatnonzero(3 * size - exact.bucket_counts(position) - candidate <= total)
    order = possible[np.lexsort((playable[possible], ~candidate[possible]))]
    found: list[int] = []
    for place in order.tolist():
        if exact.clock.is_over():
            return found, False
        guess = int(playable[place])
        if _takes(exact, position, guess, total):
            found.append(guess)
    return found, not exact.clock.is_over()


def _takes(exact: Exact, position: Position, guess: int, total: int) -> bool:
    """Tell whether best play after a guess takes no more than a total."""
    buckets = [bucket for bucket in position.buckets(guess) if bucket[0] != position.green]
    if len(buckets) == 1 and len(buckets[0][1]) == len(position):
        return False  # it tells nothing
    spent = len(position) + sum(2 * len(candidates) - 1 for _, candidates in buckets)
    for code, candidates in sorted(buckets, key=lambda bucket: len(bucket[1])):
        if spent > total:
            return False
        if len(candidates) > 2:
            found = exact.worth(position.inside(guess, code, candidates))
            spent += found.low - (2 * len(candidates) - 1)
            if not found.exact:
                return False
    return spent <= total
