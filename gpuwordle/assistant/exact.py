"""Optimal play from a position: exact if there is time, otherwise as bounds.

Totals are numbers of guesses summed over all candidates, as in the exact solver: integers, so that
sums of regret and luck are exact. If time runs out, the lower bound is what the solver has proven
by then, and games played by entropy give the upper bound.

If words have weights, a game counts with the weight of its answer, in totals, means and chances.
The search then finds only the least total; for the longest game there are bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, cast

import numpy as np
import numpy.typing as npt

from gpuwordle.assistant.adviser import Adviser, Bucket, Clock, Position, weight_of
from gpuwordle.assistant.display import Plain
from gpuwordle.assistant.greedy import greedy_after, greedy_after_word, greedy_guess
from gpuwordle.assistant.interval import Interval
from gpuwordle.assistant.known_play import Worth, first_worth, opener_worth
from gpuwordle.optimal.question import Clue, Solution
from gpuwordle.scoring.groups import Groups, Indices
from gpuwordle.words.vocabulary import Vocabulary

if TYPE_CHECKING:
    from gpuwordle.optimal.weighted_solver import WeightedSolver

NO_CLUES: frozenset[Clue] = frozenset()
"""What easy mode remembers of the clues: nothing."""

AT_ONCE = 10
"""Guesses that are played by entropy in one go, whatever the time."""

FEW = 12
"""Candidates up to which a search has no deadline: it takes less than polling the clock."""


@dataclass(frozen=True)
class Play(Plain):
    """What optimal play takes for one candidate.

    ``expected``: expected number of further guesses, including the one that finds the answer.
    ``worst``: further guesses of the longest game of optimal play that begins with the guess; if
    there are several ways to play, of the one whose longest game is shortest. If ``expected`` is
    not exact, the upper bound is that of the best play found.
    ``chance``: share of the candidates, by weight, that can be found within the guesses allowed, by
    play that finds as many as possible; None if there is no limit.
    """

    expected: Interval
    worst: Interval
    chance: Interval | None


def play_of(position: Position, worth: Worth, chance: tuple[int, int] | None) -> Play:
    """Turn totals over all candidates into what play takes for one of them."""
    weight = position.weight
    return Play(
        Interval.over(worth.low, worth.high, weight),
        # No average exceeds the longest game.
        Interval.over(max(worth.shortest, -(-worth.low // weight)), worth.longest, 1),
        None if chance is None else Interval.over(*chance, weight),
    )


def regret_of(weight: int, worth: Worth, best: Worth, *, offered: bool = True) -> Interval:
    """Return what a guess costs compared with the best one.

    ``weight`` is that of the position. Only a guess that is not ``offered``, because it is not
    listed or hard mode forbids it, can cost less than 0.
    """
    cost = Interval.over(worth.low, worth.high, weight) - Interval.over(best.low, best.high, weight)
    if not offered:
        return cost
    return Interval(max(cost.low, Fraction(0)), max(cost.high, Fraction(0)))


Key = tuple[bytes, frozenset[Clue]]
"""What play from a position depends on: its candidates and, in hard mode, the clues."""


class Exact:
    """Optimal play of positions of one adviser, searched within a clock's time and remembered."""

    def __init__(self, adviser: Adviser, clock: Clock) -> None:
        self.adviser, self.clock = adviser, clock
        self._known: dict[Key, Worth] = {}  # of positions
        self._after: dict[tuple[Key, int], Worth] = {}  # after a guess
        self._found: dict[tuple[Key, int], tuple[int, int]] = {}  # chances within some guesses
        self._announced: dict[Key, tuple[int, ...]] = {}  # guesses that will be played next
        self._played: dict[tuple[Key, int], tuple[int, int]] = {}  # by entropy after a guess
        self._reached: dict[tuple[Key, int], int] = {}  # by a stopped search, after a guess

    def _chosen(self, position: Position, left: int | None = None) -> Solution:
        """Choose a guess that begins optimal play within ``left`` guesses; see `Solver.choose`."""
        candidates, played = position.candidates, position.played
        deadline = self._deadline(len(position))
        return self.adviser.ask(
            lambda solver: solver.choose(candidates, played, left=left, deadline=deadline),
            self.clock,
        )

    def _deadline(self, size: int) -> Clock | None:
        return None if size <= FEW else self.clock

    def worth(self, position: Position) -> Worth:
        """Find what optimal play takes from a position."""
        if position.adviser is not self.adviser:
            return Exact(position.adviser, self.clock).worth(position)
        if position.solved:
            return Worth(0, 0, 0, 0)
        candidates = position.candidates
        if len(candidates) < 3:
            return self._of_few(candidates)
        key = self._key(position)
        known = self._known.get(key)
        if known is None:
            known = _looked_up(position)
            if known is None:
                known = self._searched(candidates, position.played if self.adviser.hard else ())
            if known.exact:
                self._known[key] = known
            elif known.high < in_turn(self.adviser.words, candidates):
                # The search was stopped, and the best play found begins with this guess.
                reached = self._reached.get((key, known.guess), known.high)
                self._reached[key, known.guess] = min(reached, known.high)
        return known

    def after(self, position: Position, guess: int | str) -> Worth:
        """Find what optimal play takes after a guess index or an unlisted word, itself included."""
        if isinstance(guess, str):
            return self._searched_after(position, guess)
        key = self._key(position), guess
        known = self._after.get(key)
        if known is None:
            known = self._searched_after(position, guess)
            if known.exact or self.clock.is_over():
                self._after[key] = known
        return known

    def search_few(self, buckets: Sequence[Bucket]) -> None:
        """Search the small buckets that are not known, all at once."""
        adviser = self.adviser
        plain = adviser.plain_solver is not None  # which gives up after some tries
        if not adviser.searchable or adviser.hard or plain:
            return
        if adviser.words.weights is not None:
            return
        few = {c.tobytes(): c for _, c in buckets if 3 <= len(c) <= FEW}
        few = {key: c for key, c in few.items() if (key, NO_CLUES) not in self._known}
        if len(few) < 2:
            return
        solutions = adviser.solve_each([*few.values()], self.clock)
        for (key, candidates), found in zip(few.items(), solutions, strict=True):
            assert found.total is not None and found.worst is not None
            worth = Worth.exactly(len(candidates), found.total, found.worst, found.guess)
            self._known[key, NO_CLUES] = worth

    def _searched_after(self, position: Position, guess: int | str) -> Worth:
        low = high = position.weight
        found: list[tuple[Bucket, Worth]] = []
        buckets = position.buckets(guess)
        if not self.clock.is_over():
            self.search_few(buckets)
        for code, candidates in buckets:
            if code == position.words.win:
                continue
            if len(candidates) < 3:
                worth = self._of_few(candidates)
            elif self.clock.is_over():
                worth = self._unsearched(position.inside(guess, code, candidates))
            else:
                worth = self.worth(position.inside(guess, code, candidates))
            found.append(((code, candidates), worth))
            low, high = low + worth.low, high + worth.high
        left = [len(candidates) for code, candidates in buckets if code != position.words.win]
        shortest, longest = 2, 1 + max(left, default=0)
        if low == high:
            shortest, longest = self._longest_of(position, guess, found)
        worth = Worth(low, high, shortest, longest, guess if isinstance(guess, int) else -1)
        if worth.exact:
            return worth
        worth = self._narrowed(worth, position, guess)
        if isinstance(guess, str):
            return worth
        reached = self._reached.get((self._key(position), guess), worth.high)
        return worth._replace(high=min(worth.high, reached))

    def of(self, position: Position) -> Worth:
        """Find what optimal play takes and a guess that begins it, as far as there is time.

        The guess is the one that the solver chooses among equals; the longest game is the shortest
        that optimal play can have after it.
        """
        worth = self.worth(position)
        if not worth.exact:
            if not (position.adviser.searchable or position.words.weights is not None):
                worth = worth._replace(low=max(worth.low, int(self.one_ply(position).min())))
            return self._narrowed(worth, position, None)
        if _looked_up(position) is not None:
            return worth._replace(shortest=worth.longest)
        if len(position) < 3 or position.solved or self.clock.is_over():
            return worth
        chosen = self._chosen(position)
        if not chosen.exact:
            return worth
        after = self.after(position, chosen.guess)
        if after.exact:
            return after
        return worth._replace(guess=chosen.guess, longest=chosen.worst or worth.longest)

    def announce(self, position: Position, guesses: Sequence[int]) -> None:
        """Name guesses that `after` will be called for: the first are played by entropy in one go.

        Others are played one by one, while there is time.
        """
        self._announced[self._key(position)] = tuple(guesses[:AT_ONCE])

    def chance(self, position: Position, left: int, worth: Worth | None = None) -> tuple[int, int]:
        """Bound how many candidates can be found within ``left`` guesses, whatever the total.

        They count by weight. ``worth`` is what is already known of play with the least total.
        """
        every = position.weight
        if position.solved or left >= len(position):
            return every, every
        if left < 2:
            one = heaviest_of(position.words, position.candidates) if left == 1 else 0
            return one, one
        if worth is not None and worth.longest <= left:
            return every, every
        key = self._key(position), left
        known = self._found.get(key)
        if known is None:
            known = self._searched_chance(position, left)
            if known[0] == known[1]:
                self._found[key] = known
        return known

    def _searched_chance(self, position: Position, left: int) -> tuple[int, int]:
        """Bound how many candidates can be found within two guesses or more."""
        every = position.weight
        if self.worth(position).longest <= left:
            return every, every
        if left == 2 and (self.adviser.searchable or position.words.weights is None):
            # One in each bucket of the first guess.
            return (int(self.heaviest_sums(position).max()),) * 2
        if not self.adviser.searchable:
            return 2, every
        limited = self._chosen(position, left)
        if limited.total is not None:
            return every, every
        if not limited.exact:
            return 2, every  # at least one by the first guess, and one by the second
        return self._most_found(position, left, every - 1)

    def chance_after(
        self, position: Position, guess: int, left: int, beat: int = -1
    ) -> tuple[int, int]:
        """Bound how many candidates can be found within ``left`` guesses that begin with ``guess``.

        If no more than ``beat`` can be found, the lower bound is 0.
        """
        if left < 1:
            return 0, 0
        low, high = 0, position.weight
        for code, candidates in position.buckets(guess):
            every = weight_of(position.words, candidates)
            if code == position.words.win:
                found = (every, every)
            elif left == 1:
                found = (0, 0)
            elif self.clock.is_over():
                found = (1, every)
            else:
                found = self.chance(position.inside(guess, code, candidates), left - 1)
            low, high = low + found[0], high - every + found[1]
            if high <= beat:
                return 0, high
        return low, high

    def _key(self, position: Position) -> Key:
        """Return what play from a position depends on, whatever the order of its clues."""
        played = frozenset(position.played if self.adviser.hard else ())
        return position.candidates.tobytes(), played

    def _of_few(self, candidates: Indices) -> Worth:
        """Return what it takes to guess one candidate, the heavier one, and then the other."""
        words, size = self.adviser.words, len(candidates)
        guesses, total = words.answer_guess[candidates], in_turn(words, candidates)
        guess = guesses.min()
        if words.weights is not None:
            guess = guesses[np.lexsort((guesses, -words.weights_of(candidates)))[0]]
        return Worth(total, total, size, size, int(guess))

    def _searched(self, candidates: Indices, clues: tuple[Clue, ...]) -> Worth:
        size, words = len(candidates), self.adviser.words
        if not self.adviser.searchable:
            return Worth(least_of(words, candidates), in_turn(words, candidates), 2, size)
        deadline = self._deadline(size)
        found = self.adviser.ask(
            lambda solver: solver.solve(candidates, clues, deadline=deadline), self.clock
        )
        if not found.exact:
            low = max(found.bound, self.adviser.solver.proven_bound(candidates, clues))
            high = in_turn(words, candidates) if found.total is None else found.total
            return Worth(low, high, 2, size, found.guess)
        assert found.total is not None and found.worst is not None
        weight = weight_of(words, candidates)
        return Worth.exactly(weight, found.total, found.worst, found.guess)

    def _unsearched(self, position: Position) -> Worth:
        """Return what is known of a position without a search."""
        known = self._known.get(self._key(position)) or _looked_up(position)
        if known is not None:
            return known
        size, low = len(position), least_of(position.words, position.candidates)
        if position.adviser is self.adviser and self.adviser.searchable:
            low = self.adviser.ask(
                lambda solver: solver.proven_bound(position.candidates, position.played), self.clock
            )
        high = in_turn(position.words, position.candidates)
        return Worth(low, high, min(2, size), size)

    def _longest_of(
        self, position: Position, guess: int | str, found: Sequence[tuple[Bucket, Worth]]
    ) -> tuple[int, int]:
        """Bound the longest game of optimal play of a guess's buckets, the guess counted.

        Only buckets that may have the longest game are searched.
        """
        bounds = {number: worth for number, (_, worth) in enumerate(found)}
        while bounds:
            deepest = max(bounds, key=lambda number: bounds[number].longest)
            worth = bounds[deepest]
            shortest = max(one.shortest for one in bounds.values())
            if worth.longest <= shortest:
                return worth.longest + 1, worth.longest + 1
            bucket = position.inside(guess, *found[deepest][0])
            bounds[deepest] = self._shortest(bucket, worth)
            if bounds[deepest].shortest < bounds[deepest].longest:
                # The time is over, or words have weights.
                longest = max(one.longest for one in bounds.values())
                return shortest + 1, longest + 1
        return 1, 1

    def _shortest(self, position: Position, worth: Worth) -> Worth:
        """Find, of all best ways to play, the one whose longest game is shortest."""
        if position.adviser is not self.adviser:
            return Exact(position.adviser, self.clock)._shortest(position, worth)
        if position.words.weights is not None:
            return worth
        deadline = self._deadline(len(position))
        while worth.shortest < worth.longest:
            if deadline is not None and deadline.is_over():
                return worth
            found = self._chosen(position, worth.longest - 1)
            if not found.exact:
                return worth
            if found.total != worth.high or found.worst is None:
                return worth._replace(shortest=worth.longest)
            worth = worth._replace(longest=found.worst, guess=found.guess)
        return worth

    def _narrowed(self, worth: Worth, position: Position, guess: int | str | None) -> Worth:
        """Lower the upper bounds to what play by entropy takes."""
        if guess is not None and not self._has_time(position, guess):
            return worth
        total, longest = self._greedy(position, guess)
        narrowed = worth._replace(high=min(total, worth.high), longest=min(longest, worth.longest))
        if guess is None and total < worth.high:
            return narrowed._replace(guess=-1)  # the guess of a worse play
        return narrowed

    def _has_time(self, position: Position, guess: int | str) -> bool:
        """Whether games by entropy can still be played after a guess, or are known.

        If the words can be searched, those of the first guesses are played in any case.
        """
        key = self._key(position)
        if not self.clock.is_over() or (key, guess) in self._played:
            return True
        return self.adviser.searchable and guess in self._announced.get(key, [guess])

    def _greedy(self, position: Position, guess: int | str | None) -> tuple[int, int]:
        if isinstance(guess, str):
            return greedy_after_word(position, guess)
        if guess is None:
            guess = greedy_guess(position)
        key = self._key(position)
        if (key, guess) not in self._played:
            others = self._announced.get(key, ()) if self.adviser.searchable else ()
            new = [one for one in others if (key, one) not in self._played]
            guesses = dict.fromkeys([guess, *new])
            games = greedy_after(position, list(guesses))
            self._played |= {(key, g): game for g, game in zip(guesses, games, strict=True)}
        return self._played[key, guess]

    def heaviest_sums(self, position: Position) -> npt.NDArray[np.integer]:
        """Return the sum of the heaviest words of every legal guess's buckets: (playable,).

        Without weights it is the number of its buckets: how many that guess and one more find.
        """
        if position.words.weights is None:
            groups = Groups.of([position.candidates])
            counts = self.adviser.engine.bucket_counts(groups, position.playable)[0]
            return counts + position.own_buckets
        return self.adviser.ask(
            lambda solver: cast("WeightedSolver", solver).heaviest_sums(position.candidates),
            self.clock,
        )[position.playable]

    def one_ply(
        self, position: Position, buckets: npt.NDArray[np.int64] | None = None
    ) -> npt.NDArray[np.int64]:
        """Bound the total after every legal guess: int64 (playable,).

        A guess with k buckets on n candidates takes 3 n - k guesses or more, less one if it is a
        candidate; `gpuwordle.optimal.weighted_search` has the same with weights. ``buckets`` are
        the numbers of their buckets, if they are known: int64 (playable,).
        """
        words, playable = position.words, position.playable
        own = np.zeros(len(words.guesses), np.int64)
        own[words.answer_guess[position.candidates]] = words.weights_of(position.candidates)
        sums: npt.NDArray[np.integer]
        if buckets is None or words.weights is not None:
            sums = self.heaviest_sums(position)
        else:
            sums = buckets + position.own_buckets
        return 3 * position.weight - sums - own[playable]

    def _most_found(self, position: Position, left: int, most: int) -> tuple[int, int]:
        """Bound how many candidates three or more guesses find, at most ``most``."""
        sums = self.heaviest_sums(position)
        low, highest = 0, 0
        nothing = heaviest_of(position.words, position.candidates)
        for place in np.argsort(-sums, kind="stable").tolist():
            if sums[place] == nothing:
                break  # this guess and all that follow tell nothing
            if self.clock.is_over():
                return max(low, int(sums.max())), most
            found = self.chance_after(position, int(position.playable[place]), left, low)
            low, highest = max(low, found[0]), max(highest, found[1])
            if low == most:
                return low, most
        return low, min(most, highest)


def worth_of(exact: Exact, position: Position) -> Worth:
    """Find what optimal play takes; for a whole named list, look it up."""
    known = None if position.clues else first_worth(position.words, hard=exact.adviser.hard)
    return exact.of(position) if known is None else known


def worth_after(exact: Exact, position: Position, guess: int | str, best: Worth) -> Worth:
    """Find what optimal play takes after a guess; if it is legal, no less than the best takes."""
    if best.exact and guess == best.guess:
        return best
    known = None
    if not position.clues and isinstance(guess, int):
        known = opener_worth(position.words, guess, hard=exact.adviser.hard)
    worth = exact.after(position, guess) if known is None else known
    return worth._replace(low=max(worth.low, best.low)) if position.offers(guess) else worth


def _looked_up(position: Position) -> Worth | None:
    """Return what is known without a search."""
    known = position.adviser.known(position.candidates)
    if known is None:
        return None
    return Worth.exactly(len(position), known.total, known.longest, known.guess)


def in_turn(words: Vocabulary, candidates: Indices) -> int:
    """Return the total of guessing one candidate after another: optimal play takes no more."""
    size = len(candidates)
    if words.weights is None:
        return size * (size + 1) // 2
    heaviest_first = np.sort(words.weights[candidates])[::-1]
    return int((heaviest_first * np.arange(1, size + 1)).sum())


def least_of(words: Vocabulary, candidates: Indices) -> int:
    """Return the total if the first guess finds one candidate, and the second each other one."""
    return 2 * weight_of(words, candidates) - heaviest_of(words, candidates)


def heaviest_of(words: Vocabulary, candidates: Indices) -> int:
    """Return the weight of the heaviest candidate: 1 without weights."""
    return 1 if words.weights is None else int(words.weights[candidates].max())
