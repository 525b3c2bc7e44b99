"""What every move of many finished games cost, in batches: regret and luck as in `review`.

Games are followed turn by turn, all at once. Moves that play the same guess in the same position
are searched once: the backend splits the position into buckets, whose least totals are looked up or
searched with one memo for all. If the search does not finish within the time limit, bounds are
given.

A turn without a guess leaves the position as it is: it costs exactly one guess.

If words have weights, totals are sums of weight times guesses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.assistant.adviser import conditions_of_player
from gpuwordle.assistant.known_play import FEWEST, packaged_positions
from gpuwordle.backends.backend import Backend, Split
from gpuwordle.backends.table import engine_under
from gpuwordle.clues.hard_mode import allows
from gpuwordle.environment.game_arrays import NO_GUESS
from gpuwordle.environment.judged import Judged
from gpuwordle.environment.records import Played, Records, read_records
from gpuwordle.errors import UserError, checked_seconds
from gpuwordle.optimal.batch import BUDGETS, least_totals
from gpuwordle.optimal.cancellation import Deadline
from gpuwordle.optimal.solver import Solver
from gpuwordle.optimal.weighted_solver import WeightedSolver, solver_of
from gpuwordle.progress import Progress, part
from gpuwordle.proofs.known_openers import known_openers
from gpuwordle.rules.conditions import Conditions, PoolName
from gpuwordle.rules.pattern import Pattern
from gpuwordle.scoring.groups import Groups, runs
from gpuwordle.scoring.statistics import KEYS
from gpuwordle.words.sources import VocabularyLike
from gpuwordle.words.vocabulary import Vocabulary

SECONDS = 300.0
"""Seconds to search for optimal play by default."""

AT_ONCE = 1 << 22
"""Candidates that are split at a time."""

PLAYED_AT_ONCE = 1 << 15
"""Candidates that are played by entropy before the clock is checked."""

ClueCodes = tuple[tuple[int, int], ...]
"""Guesses with their codes."""

PositionKey = tuple[bytes, ClueCodes]
"""What identifies a position: its candidates and, in hard mode, the clues before it."""


def judge(
    vocabulary: VocabularyLike,
    games: Played | Iterable[Played],
    conditions: Conditions | None = None,
    *,
    length: int | None = None,
    seconds: float | None = SECONDS,
    backend: str | Backend = "auto",
    memory: int | None = None,
    progress: Progress | None = None,
) -> Judged:
    """Find what every move of finished games cost compared with optimal play, and its luck.

    Parameters
    ----------
    vocabulary
        The name of a list, the path of a file, a `WordList` or a `Vocabulary`.
    games
        One or more sources of games: a run's folder or file, an archive as ``gpuwordle review``
        reads it (.csv, .jsonl, with a field ``player``), a file that `Judged.write` wrote, `Games`
        of `play`, dictionaries with ``answer``, ``guesses`` and ``player``, or the arrays (guesses,
        answers) of an environment: integers of the shapes (games, allowed), -1 where none was
        played, and (games,).
    conditions
        Hard mode and words that could no longer be hidden; easy mode if None. In hard mode moves
        are compared with optimal play of hard mode.
    length
        Letters in a word, if a list is given. By default the only length of the list, or else 5.
    seconds
        Seconds to search for optimal play in total; after that, bounds are given. None for no
        limit.
    backend
        Where to compute.
    memory
        Bytes that tables and results may take; see `gpuwordle.memory.ceiling`.
    progress
        Called with the fraction done.

    Returns
    -------
    Judged

    Raises
    ------
    UserError
        If a game is not understood or has other words than the vocabulary, or hard mode is asked
        for under a rule without colours.

    See Also
    --------
    gpuwordle.review : The same for one game, with the best moves.

    Examples
    --------
    >>> from gpuwordle import Vocabulary
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> found = judge(pets, {"player": "Ann", "answer": "cow", "guesses": ["rat", "pig", "cow"]})
    >>> [str(regret) for regret in found.regrets()]
    ['1/5', '0', '0']
    """
    rules = conditions_of_player(conditions)
    seconds = None if seconds is None else checked_seconds(seconds)
    engine, _ = engine_under(vocabulary, rules, length, backend, memory)
    records = read_records(engine, games)
    return Judge(engine, hard=rules.hard, memory=memory).of(records, seconds, progress)


class Judge:
    """Judges finished games of one vocabulary, and remembers what it has found."""

    def __init__(self, engine: Backend, *, hard: bool = False, memory: int | None = None) -> None:
        self.engine, self.words, self.hard = engine, engine.vocabulary, hard
        self._memory = memory
        conditions = Conditions(hard=hard)
        conditions.check_rule(self.words.rule)
        self.solver = solver_of(self.words, hard=hard, backend=engine, memory=memory)
        self._known = packaged_positions(self.words)
        known = known_openers(self.words, conditions)
        # Least totals after first guesses, as far as they are known; the best one is among them.
        self.openers: dict[int, int] = {}
        if known is not None:
            self.openers = {
                self.words.guess_index[guess]: opener.total
                for guess, opener in known.openers.items()
                if opener.total is not None
            }
        # What is known of large sets: bounds from searches, and totals of play by entropy.
        self.searched: dict[PositionKey, tuple[int, int]] = {}
        self._played: dict[bytes, int] = {}
        self._warm_up()

    def __reduce__(self) -> tuple[Any, ...]:
        # The solver holds locks; a copy makes its own.
        return partial(Judge, hard=self.hard, memory=self._memory), (self.engine,)

    def _warm_up(self) -> None:
        """Compile what judging calls, or load it, so that no time limit includes it."""
        few = Groups.whole(min(4, len(self.words.answers)))
        self._greedy(few, np.zeros(1, np.intp), Deadline(None))
        if self.hard or isinstance(self.solver, WeightedSolver):
            self.solver.warm_up()
        else:
            least_totals(self.solver, few)

    def of(
        self, records: Records, seconds: float | None, progress: Progress | None = None
    ) -> Judged:
        """Judge games; see `judge`."""
        deadline = Deadline(seconds)
        judging = _Judging(self, records, deadline)
        judged = judging.run(part(progress, 0.0, 0.3, 1.0))
        if judging.open and not deadline.is_over():
            self._search(judging.open, deadline, part(progress, 0.3, 0.7, 1.0))
            judged = judging.run(None)
        if progress is not None:
            progress(1.0)
        return judged

    def least(
        self, clues: Sequence[ClueCodes], groups: Groups, deadline: Deadline
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Bound the least totals of sets of candidates: int64 (groups,) twice.

        Small sets are searched. Large ones are looked up, or else bounded, by one look and by play
        by entropy. clues: those before each set, in hard mode.
        """
        lows, highs = self._unsearched(groups)
        sizes = groups.sizes
        small, large = (np.flatnonzero(which) for which in (sizes < FEWEST, sizes >= FEWEST))
        if not self.hard and isinstance(self.solver, Solver):
            lows[small], highs[small] = least_totals(
                self.solver, groups.take(small), deadline=deadline
            )
        else:
            for index in small[lows[small] < highs[small]].tolist():
                bounds = self._of_one(
                    groups.group(index), clues[index] if self.hard else (), deadline
                )
                lows[index], highs[index] = bounds
        for index in large.tolist():
            known = self._known.find(self.words.answer_guess[groups.group(index)])
            if known is not None:
                # The table is of easy mode, in which every set takes as few guesses or fewer.
                lows[index] = known.total
                highs[index] = highs[index] if self.hard else known.total
        # One look at the others gives better bounds.
        some = large[lows[large] < highs[large]]
        if isinstance(self.solver, WeightedSolver):
            lows[some] = [
                self.solver.proven_bound(groups.group(index), clues[index] if self.hard else ())
                for index in some.tolist()
            ]
        elif not self.hard:
            lows[some], highs[some] = least_totals(
                self.solver, groups.take(some), budgets=(1,), deadline=deadline
            )
        left = np.flatnonzero(lows < highs)
        highs[left] = np.minimum(highs[left], self._greedy(groups, left, deadline))
        return lows, highs

    def _unsearched(self, groups: Groups) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Bound least totals by weights alone: int64 (groups,) twice.

        At best the first guess finds the heaviest candidate, and the second each other one. At
        worst the candidates are guessed in turn, the heaviest first.
        """
        weights, owners = self.words.weights_of(groups.candidates), groups.owners
        order = np.lexsort((-weights, owners))
        places = np.arange(len(order)) - groups.offsets[:-1][owners]
        highs = groups.sums(weights[order] * (places + 1))
        return 2 * groups.sums(weights) - weights[order][groups.offsets[:-1]], highs

    def _of_one(
        self, candidates: npt.NDArray[np.int32], clues: ClueCodes, deadline: Deadline
    ) -> tuple[int, int]:
        """Bound the least total of one set after clues, which matter in hard mode."""
        (low,), (high,) = self._unsearched(Groups.of([candidates]))
        if isinstance(self.solver, Solver):
            found = self.solver.solve(candidates, clues, deadline=deadline)
        elif deadline.is_over():
            return self.solver.proven_bound(candidates, clues), int(high)
        else:
            found = self.solver.choose(candidates, clues, deadline=deadline)
        return max(int(low), found.bound), int(high) if found.total is None else found.total

    def _greedy(
        self, groups: Groups, left: npt.NDArray[np.intp], deadline: Deadline
    ) -> npt.NDArray[np.int64]:
        """Return the totals of some sets played by entropy, by weight: int64 (left,).

        When no time is left, the first candidate is played instead. In hard mode only candidates
        are played, which are always legal.
        """
        keys = [groups.group(index).tobytes() for index in left.tolist()]
        new = [at for at, key in enumerate(keys) if key not in self._played]
        late: dict[bytes, int] = {}
        pool: PoolName = "candidates" if self.hard else "all"
        for some in runs(groups.sizes[left[new]], PLAYED_AT_ONCE):
            here, over = np.array(new)[some], deadline.is_over()
            going = groups.take(left[here])
            owners, totals = np.arange(len(here)), np.zeros(len(here), np.int64)
            while len(going):
                np.add.at(totals, owners, weights_of(self.words, going))
                guesses = self.words.answer_guess[going.firsts]
                if not over:
                    guesses = self.engine.best_guesses(going, KEYS["entropy"], pool)
                buckets, parents, codes = self.engine.split(going, guesses)
                on = np.flatnonzero(codes != self.words.win)
                going, owners = buckets.take(on), owners[parents[on]]
            (late if over else self._played).update(
                (keys[at], total) for at, total in zip(here, totals.tolist(), strict=True)
            )
        return np.array([self._played.get(key) or late[key] for key in keys], np.int64)

    def _search(
        self, sets: dict[PositionKey, _Open], deadline: Deadline, progress: Progress | None
    ) -> None:
        """Search sets to the end, as far as there is time: wanted ones first, then small ones."""
        order = sorted(sets, key=lambda key: (not sets[key].wanted, len(sets[key].candidates)))
        if self.hard or isinstance(self.solver, WeightedSolver):
            for done, key in enumerate(order):
                if deadline.is_over():
                    break
                self.searched[key] = self._of_one(sets[key].candidates, key[1], deadline)
                if progress is not None:
                    progress((done + 1) / len(order))
            return
        groups = Groups.of([sets[key].candidates for key in order])
        bounds = least_totals(
            self.solver, groups, budgets=BUDGETS[-1:], deadline=deadline, progress=progress
        )
        self.searched |= zip(order, np.stack(bounds, axis=1).tolist(), strict=True)


def weights_of(words: Vocabulary, groups: Groups) -> npt.NDArray[np.int64]:
    """Return the weight of each set: int64 (groups,), the number of candidates without weights."""
    return groups.sums(words.weights_of(groups.candidates))


class _Open(NamedTuple):
    """A set whose least total is not known."""

    candidates: npt.NDArray[np.int32]
    wanted: bool  # whether games pass through it


class _Positions(NamedTuple):
    """The positions of one turn."""

    groups: Groups  # their candidates
    bounds: npt.NDArray[np.int64]  # (positions, 2): of their least totals, low and high
    clues: list[ClueCodes]  # guesses before with their codes, in hard mode


class _Judging:
    """Games that are being judged, turn by turn."""

    def __init__(self, judge: Judge, records: Records, deadline: Deadline) -> None:
        self.judge, self.records, self.deadline = judge, records, deadline
        turns = len(records.guesses)
        # Bounds of the least totals before a move, after its guess, and after its pattern: columns
        # are low and high. The candidates before and after it, and their weights.
        self.best, self.took, self.then = np.zeros((3, turns, 2), np.int64)
        self.before, self.after = np.zeros((2, turns), np.int32)
        self.weights = np.zeros((turns, 2), np.int64)
        self.candidate = np.zeros(turns, bool)
        self.legal = self._legal()
        self.open: dict[PositionKey, _Open] = {}
        # Bounds of the sets of every call of `_least` in a run; the next run makes the same calls.
        self._bounds: list[npt.NDArray[np.int64]] = []
        words = judge.words
        self.unlisted_codes = np.array(
            [
                [Pattern.of(word, answer, words.rule).code for answer in words.answers]
                for word in records.unlisted
            ],
            np.int64,
        )

    def run(self, progress: Progress | None) -> Judged:
        """Judge all games; repeat after a search to use its results."""
        records, judge = self.records, self.judge
        counts = np.diff(records.offsets)
        before, self._bounds = self._bounds, []
        self._before = iter(before)
        everyone = Groups.whole(len(judge.words.answers))
        if judge.openers:
            bounds = np.full((1, 2), min(judge.openers.values()))
        else:
            bounds = self._least([()], everyone, np.ones(1, bool))
        positions = _Positions(everyone, bounds, [()])
        where = np.zeros(len(counts), np.int64)
        for turn in range(int(counts.max(initial=0))):
            games = np.flatnonzero(counts > turn)
            moves = records.offsets[:-1][games] + turn
            where, positions = self._turn(turn, games, moves, where, positions)
            if progress is not None:
                progress(float((counts <= turn + 1).mean()))
        return Judged(
            records,
            judge.hard,
            self.best,
            self.took,
            self.then,
            self.before,
            self.after,
            self.weights,
            self.candidate,
            self.legal,
        )

    def _turn(
        self,
        turn: int,
        games: npt.NDArray[np.intp],
        moves: npt.NDArray[np.int64],
        where: npt.NDArray[np.int64],
        positions: _Positions,
    ) -> tuple[npt.NDArray[np.int64], _Positions]:
        """Judge the moves of one turn; return the positions after it, and each game's."""
        guesses = self.records.guesses[moves].astype(np.int64)
        at, sizes = where[games], positions.groups.sizes
        most = len(self.judge.words) + len(self.records.unlisted) + 1
        pairs, pair = np.unique(at * most + guesses + 1, return_inverse=True)
        pair_at, pair_guess = pairs // most, pairs % most - 1
        took = np.empty((len(pairs), 2), np.int64)
        # The position after a move, and what is known of it; by pair and code.
        keys: list[npt.NDArray[np.int64]] = []
        parts: list[Groups] = []
        thens: list[npt.NDArray[np.int64]] = []
        clues: list[ClueCodes] = []
        reached = pair * (1 << 32) + self.records.codes[moves]
        wanted = np.unique(reached)
        for some in runs(sizes[pair_at], AT_ONCE):
            split = self._split(positions, pair_at[some], pair_guess[some])
            key = (split.parents + some.start).astype(np.int64) * (1 << 32) + split.codes
            passed = np.isin(key, wanted)
            found = self._worth(
                turn, split, positions, pair_at[some], pair_guess[some], took[some], passed
            )
            kept = np.flatnonzero(passed)
            keys.append(key[kept])
            parts.append(split.groups.take(kept))
            thens.append(found[kept])
            clues += self._clues(positions, pair_at[some], pair_guess[some], split, kept)
        key, then = np.concatenate(keys), np.concatenate(thens)
        groups = Groups.from_sizes(
            np.concatenate([part.candidates for part in parts]),
            np.concatenate([part.sizes for part in parts]),
        )
        child, missing = np.searchsorted(key, reached), ~np.isin(reached, key)
        if missing.any():
            game = int(games[np.flatnonzero(missing)[0]])
            raise UserError(
                f"game {game + 1}: no word of {self.judge.words.name!r} gives the pattern of guess "
                f"{turn + 1}; check that pattern"
            )
        best = positions.bounds.copy()
        # No legal guess is better than the best one.
        legal = np.unique(pair[self.legal[moves]])
        took[legal, 0] = np.maximum(took[legal, 0], best[pair_at[legal], 0])
        np.minimum.at(best[:, 1], pair_at[legal], took[legal, 1])
        self.best[moves], self.took[moves], self.then[moves] = best[at], took[pair], then[child]
        self.before[moves] = sizes[at]
        won = (guesses != NO_GUESS) & (self.records.codes[moves] == self.judge.words.win)
        self.after[moves] = np.where(won, 0, groups.sizes[child])
        self.weights[moves, 0] = weights_of(self.judge.words, positions.groups)[at]
        self.weights[moves, 1] = np.where(won, 0, weights_of(self.judge.words, groups)[child])
        self.candidate[moves] = self._is_candidate(positions, at, guesses)
        following = where.copy()
        following[games] = child
        return following, _Positions(groups, then, clues)

    def _split(
        self, positions: _Positions, at: npt.NDArray[np.int64], guesses: npt.NDArray[np.int64]
    ) -> Split:
        """Split the position of each pair by its guess; no guess leaves it whole, with code 0."""
        groups, judge = positions.groups.take(at), self.judge
        listed = (guesses != NO_GUESS) & (guesses < len(judge.words))
        if listed.all():
            return judge.engine.split(groups, guesses)
        owners = groups.owners
        codes, played = np.zeros(len(owners), np.int64), guesses[owners]
        some = listed[owners]
        codes[some] = judge.engine.told_codes(played[some], groups.candidates[some])
        some = played >= len(judge.words)
        if some.any():
            rows = played[some] - len(judge.words)
            codes[some] = self.unlisted_codes[rows, groups.candidates[some]]
        return Split.by_codes(groups, codes.astype(np.uint32))

    def _worth(
        self,
        turn: int,
        split: Split,
        positions: _Positions,
        at: npt.NDArray[np.int64],
        guesses: npt.NDArray[np.int64],
        took: npt.NDArray[np.int64],
        wanted: npt.NDArray[np.bool_],
    ) -> npt.NDArray[np.int64]:
        """Bound the least totals of buckets, (buckets, 2), and write those after each guess.

        wanted: which buckets are positions of games, bool (buckets,).
        """
        judge, parents = self.judge, split.parents
        played = guesses[parents]
        then = np.zeros((len(parents), 2), np.int64)
        same = np.flatnonzero(played == NO_GUESS)
        then[same] = positions.bounds[at[parents[same]]]
        left = np.flatnonzero((played != NO_GUESS) & (split.codes != judge.words.win))
        clues = self._clues(positions, at, guesses, split, left)
        then[left] = self._least(clues, split.groups.take(left), wanted[left])
        weights = weights_of(judge.words, positions.groups)[at]
        starts = np.searchsorted(parents, np.arange(len(at)))
        took[:] = weights[:, None] + np.add.reduceat(then, starts)
        if turn == 0:
            for pair, guess in enumerate(guesses.tolist()):
                if guess in judge.openers:
                    took[pair] = judge.openers[guess]
        return then

    def _least(
        self, clues: list[ClueCodes], sets: Groups, wanted: npt.NDArray[np.bool_]
    ) -> npt.NDArray[np.int64]:
        """Bound the least totals of sets, int64 (sets, 2), and keep those that are open."""
        judge = self.judge
        bounds = next(self._before, None)
        if bounds is None:
            bounds = np.stack(judge.least(clues, sets, self.deadline), axis=1)
        for index in np.flatnonzero(bounds[:, 0] < bounds[:, 1]).tolist():
            candidates = sets.group(index)
            key = candidates.tobytes(), clues[index] if judge.hard else ()
            low, high = judge.searched.get(key, bounds[index])
            bounds[index] = max(bounds[index, 0], low), min(bounds[index, 1], high)
            if bounds[index, 0] < bounds[index, 1]:
                games_pass = bool(wanted[index]) or (key in self.open and self.open[key].wanted)
                self.open[key] = _Open(candidates, games_pass)
        self._bounds.append(bounds)
        return bounds

    def _clues(
        self,
        positions: _Positions,
        at: npt.NDArray[np.int64],
        guesses: npt.NDArray[np.int64],
        split: Split,
        some: npt.NDArray[np.intp],
    ) -> list[ClueCodes]:
        """Return the clues before some buckets, in hard mode: those of listed guesses.

        at, guesses: the position and the guess of each set that was split, int64 (sets,).
        """
        clues: list[ClueCodes] = []
        for bucket in some.tolist() if self.judge.hard else ():
            parent = split.parents[bucket]
            before, guess = positions.clues[at[parent]], int(guesses[parent])
            if guess >= len(self.judge.words):
                raise UserError(
                    f"guess {self.records.word(guess)!r} is not in {self.judge.words.name!r}: in "
                    "hard mode judge games of listed guesses, or review this one"
                )
            played = () if guess == NO_GUESS else ((guess, int(split.codes[bucket])),)
            clues.append((*before, *played))
        return clues

    def _is_candidate(
        self, positions: _Positions, at: npt.NDArray[np.int64], guesses: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.bool_]:
        """Return which guesses could have been the answer."""
        words = self.judge.words
        listed = (guesses != NO_GUESS) & (guesses < len(words))
        answers = np.where(listed, words.guess_answer[np.where(listed, guesses, 0)], -1)
        return positions.groups.hold(at, answers)

    def _legal(self) -> npt.NDArray[np.bool_]:
        """Return which moves are guesses of the list that, in hard mode, clues allow."""
        records, words = self.records, self.judge.words
        listed = (records.guesses != NO_GUESS) & (records.guesses < len(words))
        legal = listed.copy()
        if not self.judge.hard:
            return legal
        counts = np.diff(records.offsets)
        for turn in range(1, int(counts.max(initial=0))):
            moves = records.offsets[:-1][counts > turn] + turn
            for earlier in range(turn):
                clue = moves - (turn - earlier)
                some = legal[moves] & listed[clue]
                now, then = moves[some], clue[some]
                letters = words.guess_letters
                legal[now] = allows(
                    letters[records.guesses[now]],
                    letters[records.guesses[then]],
                    records.codes[then],
                )
        return legal
