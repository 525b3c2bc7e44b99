"""Rankings: the best guesses by the expected number of guesses, or as a strategy ranks them.

By default the best guess is the one with the least expected number of guesses under optimal play;
of equal guesses candidates come first, then those of larger entropy.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.assistant.adviser import Adviser, Position, strategies_only
from gpuwordle.assistant.exact import Exact, least_of, worth_after
from gpuwordle.assistant.known_play import Worth
from gpuwordle.assistant.plain_solver import MOST_TRIES
from gpuwordle.backends.backend import Pool
from gpuwordle.errors import UserError
from gpuwordle.games.choices import check_pools, chosen_guesses
from gpuwordle.optimal.cancellation import Deadline
from gpuwordle.proofs.known_openers import known_openers
from gpuwordle.rules.conditions import Conditions, PoolName
from gpuwordle.scoring.groups import Groups, Indices
from gpuwordle.scoring.statistics import KEYS, Key
from gpuwordle.strategies.partition import key_of
from gpuwordle.strategies.state import States
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.strategies.table import strategy_for

EXPECTED = "expected"
"""Name of the ranking by the expected number of guesses."""

MOST_RANKED = 40
"""Guesses that are searched for a ranking, besides those with the largest entropy."""

MOST_RANKED_WORDS = 2000
"""Candidates of all these searches together: fewer guesses are searched in larger positions, where
each search takes longer."""

LEAST_PLAYED = 8
"""Guesses of the largest entropy that are rated by games by entropy, if there are too many words to
search."""


class Ranking(NamedTuple):
    """The best guesses of a position, and whether it is proven that no other belongs among them."""

    guesses: Indices  # best first, int32 (guesses,)
    exact: bool


def ranked_by_expected(
    exact: Exact, position: Position, top: int, best: Worth, left: int | None = None
) -> Ranking:
    """Rank guesses by the least expected number of guesses, or by its upper bound.

    The guess of optimal play, packaged first guesses and those with the largest entropy are
    searched first, then others in ascending order of a lower bound, until that exceeds the last
    place, half of the time left has passed, or `MOST_RANKED` guesses (fewer in a large position)
    have been searched. ``best`` is what optimal play takes from the position. If only one guess is
    ``left``, the candidates are ranked, because no other guess can win: the heaviest first and, if
    they are few, then those with fewer expected guesses.
    """
    adviser, words = exact.adviser, position.words
    if len(position) == 1 or left == 1:
        weights = words.weights_of(position.candidates)
        guesses, highs = words.answer_guess[position.candidates], np.zeros(len(position), np.int64)
        if 1 < len(position) <= MOST_RANKED:  # in case the game goes on after all
            highs[:] = [
                worth_after(exact, position, guess, best).high for guess in guesses.tolist()
            ]
        return Ranking(guesses[np.lexsort((highs, -weights))[:top]], True)
    packaged: list[int] = []
    if not position.clues:
        openers = known_openers(words, Conditions(hard=adviser.hard))
        if openers is not None:
            packaged = [words.guess_index[word] for word in openers.openers][:top]
            if openers.ranked >= top:
                return Ranking(np.array(packaged, np.int32), True)
    pool, size = position.playable, len(position)
    candidate = position.is_candidate(pool)
    keys, buckets = _entropies(position)

    def rank(total: int, place: int) -> tuple[int, bool, int, int]:
        return total, not candidate[place], int(keys[place]), int(pool[place])

    # Without a search, the best of some guesses does not depend on how many are shown.
    most = top if adviser.searchable else max(top, LEAST_PLAYED)
    few = np.flatnonzero(keys <= np.partition(keys, min(most, len(keys)) - 1)[:most].max())
    by_entropy = pool[few[np.lexsort((few, ~candidate[few], keys[few]))[:most]]].tolist()
    first = [guess for guess in dict.fromkeys([best.guess, *packaged, *by_entropy]) if guess >= 0]
    exact.announce(position, first)
    worths = [worth_after(exact, position, guess, best) for guess in first]
    places = np.searchsorted(pool, first).tolist()  # the pool is ascending
    ranks = [rank(worth.high, place) for worth, place in zip(worths, places, strict=True)]
    listed = sorted(ranks)[:top]
    proven = adviser.searchable and all(worth.exact for worth in worths)
    if not adviser.searchable:
        return Ranking(np.array([guess for *_, guess in listed], np.int32), proven)
    lows = np.maximum(exact.one_ply(position, buckets), best.low)
    seconds = exact.clock.left()
    ending = Deadline(None if seconds is None else seconds / 2)
    searched, most = 0, min(MOST_RANKED, MOST_RANKED_WORDS // size)
    wanted = min(top, len(pool))
    every = np.arange(len(pool))
    left_open = every[lows <= listed[-1][0]] if len(listed) == wanted else every
    order = np.lexsort((left_open, keys[left_open], ~candidate[left_open], lows[left_open]))
    for place in left_open[order].tolist():
        if len(listed) == wanted and rank(int(lows[place]), place) > listed[-1]:
            break
        guess = int(pool[place])
        if guess in first:
            continue
        if searched == most or ending.is_over() or exact.clock.is_over() or _tired(adviser):
            proven = False
            break
        searched += 1
        total = _total_within(exact, position, guess, listed[-1][0])
        if total is not None:
            listed = sorted([*listed, rank(total, place)])[:top]
        proven = proven and not exact.clock.is_over()
    return Ranking(np.array([guess for *_, guess in listed], np.int32), proven)


def _tired(adviser: Adviser) -> bool:
    """Return whether the plain solver is about to give up, so that compiled code is loaded."""
    plain = adviser.plain_solver
    return plain is not None and plain.tries > MOST_TRIES // 2


def _entropies(position: Position) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the entropy key and the bucket count of every legal guess, both int64 (playable,)."""
    pool = position.playable
    keys, buckets = np.empty((2, len(pool)), np.int64)
    groups = Groups.of([position.candidates])
    for _, some, found in position.adviser.engine.statistics_in_blocks(groups, pool):
        keys[some] = found.key(KEYS["entropy"])[0]
        buckets[some] = found.buckets[0]
    return keys, buckets


def ranked(
    position: Position,
    strategy: str | Strategy,
    top: int,
    *,
    allowed: int | None = None,
    pool: PoolName | None = None,
) -> Indices:
    """Return guess indices as a strategy ranks them, the best first.

    A strategy that scores guesses by their buckets ranks them all. Any other is asked repeatedly,
    each time without the guesses that it has already chosen. The first is the one of
    `gpuwordle.play` under the same conditions; ``pool`` is by default the strategy's own. Raises
    UserError if there is no such strategy, it cannot play under these conditions, it draws at
    random, or it reads guesses that are not listed.
    """
    player = strategy_for(strategy)
    adviser = position.adviser
    rules = Conditions(pool, adviser.hard, adviser.filter, allowed)
    settled = player.settle_for(adviser.words, rules)
    if not player.deterministic:
        raise UserError(
            f"strategy {player.name!r} draws at random, so it ranks nothing: choose another, such "
            "as entropy"
        )
    if len(position) == 1 and not player.asked_when_certain:
        return position.words.answer_guess[position.candidates]
    if (
        player.uses_history
        and strategies_only(rules)
        and len(position.played) < len(position.clues)
    ):
        raise UserError(
            f"strategy {player.name!r} reads the guesses played, and not all of them are in "
            f"vocabulary {position.words.name!r}: give clues of its words, or choose another "
            "strategy, such as minimax"
        )
    turn = len(position.clues) + 1
    if settled.pool == "candidates" or (allowed or turn) - turn < player.last_turns:
        playable: Indices = np.sort(position.words.answer_guess[position.candidates])
        settled = replace(settled, pool="candidates")
    else:
        playable = position.playable
    key = key_of(player)
    if key is not None:
        return _by_key(position, key, playable, top)
    return _one_by_one(position, player, settled, playable, top)


def check_ranking(strategy: str | Strategy | None, conditions: Conditions) -> None:
    """Raise UserError if the conditions need a strategy that ranks, and none is given."""
    name = strategies_only(conditions)
    if name is not None and strategy in (None, EXPECTED):
        raise UserError(
            f"{name} {getattr(conditions, name)!r} needs a strategy that ranks the guesses: add "
            f"--strategy NAME (in Python strategy='minimax'), or leave {name} out"
        )


def needs_history(strategy: str | Strategy | None) -> bool:
    """Return whether a ranking needs all words and clues, not only the candidates."""
    return strategy not in (None, EXPECTED) and key_of(strategy_for(strategy)) is None


def _by_key(position: Position, key: Key, pool: Indices, top: int) -> Indices:
    keys = position.adviser.engine.keys(position.candidates, pool, key)
    order = np.lexsort((pool, ~position.is_candidate(pool), keys))
    return pool[order[:top]]


def _one_by_one(
    position: Position, player: Strategy, settled: Conditions, pool: Indices, top: int
) -> Indices:
    played = np.array(position.played, np.int64).reshape(-1, 2)
    chosen: list[int] = []
    left = pool
    # Begin with the pool of the benchmark's games, so that the first guess is the same.
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
        turn = len(position.clues) + 1
        guess = int(chosen_guesses(player.name, states, turn, player.choose(states))[0])
        if not chosen:
            check_pools(player.name, states, turn, np.array([guess], np.int32))
        if guess not in left:
            break  # it ignores the pool, and would choose the same again
        chosen.append(guess)
        left = left[left != guess]
        among = Groups.of([left])
    return np.array(chosen, np.int32)


def tied_best(exact: Exact, position: Position, total: int) -> tuple[list[int], bool]:
    """List the guesses after which optimal play takes ``total``, the least total of the position.

    By the one-ply bound, most guesses need not be searched. Returns guess indices, candidates
    first, then in the vocabulary's order; and whether all guesses were searched in time.
    """
    playable = position.playable
    candidate = position.is_candidate(playable)
    possible = np.flatnonzero(exact.one_ply(position) <= total)
    order = possible[np.lexsort((playable[possible], ~candidate[possible]))]
    found: list[int] = []
    for place in order.tolist():
        if exact.clock.is_over():
            return found, False
        guess = int(playable[place])
        if _total_within(exact, position, guess, total) is not None:
            found.append(guess)
    return found, not exact.clock.is_over()


def _total_within(exact: Exact, position: Position, guess: int, most: int) -> int | None:
    """Return the total after a guess, or None if it exceeds ``most`` or the time is over."""
    buckets = [bucket for bucket in position.buckets(guess) if bucket[0] != position.words.win]
    if not position.adviser.hard and len(buckets) == 1 and len(buckets[0][1]) == len(position):
        # It tells nothing, so another is better; in hard mode that one may restrict later guesses.
        return None
    words = position.words
    total = position.weight + sum(least_of(words, candidates) for _, candidates in buckets)
    if total <= most:
        exact.search_few(buckets)
    for code, candidates in sorted(buckets, key=lambda bucket: len(bucket[1])):
        if total > most:
            return None
        if len(candidates) > 2:
            found = exact.worth(position.inside(guess, code, candidates))
            total += found.low - least_of(words, candidates)
            if not found.exact:
                return None
    return total if total <= most else None
