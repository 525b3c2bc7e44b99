"""Trees grown level by level: every state of a level is scored in one call of the backend.

A deterministic strategy against all answers is a tree: games with the same patterns so far are in
the same state, which is scored once, however many answers pass through it. If a strategy draws at
random, each game is followed separately from there on (`gpuwordle.games.rollouts`).

A level that does not fit in memory is grown in blocks of nodes, depth first: a block and all its
descendants before the next block. The nodes are renumbered at the end, so the tree is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend, Pool, Split
from gpuwordle.clues.facts import facts_of_codes
from gpuwordle.clues.filters import decided_by_guess, kept_by
from gpuwordle.clues.hard_mode import Bits, LegalGuesses
from gpuwordle.games.choices import check_pools, chosen_guesses, states_to_draw
from gpuwordle.games.nodes import NO_NODE, Nodes
from gpuwordle.memory import SHARE_OF_TABLES
from gpuwordle.progress import Progress
from gpuwordle.rules.conditions import Conditions, PoolName
from gpuwordle.scoring.groups import Groups, ranges
from gpuwordle.scoring.statistics import Key
from gpuwordle.strategies.partition import key_of
from gpuwordle.strategies.state import States
from gpuwordle.strategies.strategy import Strategy

CANDIDATE_BYTES, LEVEL_BYTES, NODE_BYTES = 12, 64, 96
"""Bytes of a candidate that waits, of one whose level is grown, and of a node."""


@dataclass(frozen=True, eq=False)
class Level:
    """The nodes of one turn, before their guesses are chosen.

    A node has *answers*, the hidden words of the games that reach it, and *candidates*, the words
    that the player believes possible. Under the filter ``pattern`` they are the same; under the
    other filters there are more candidates. If all games are played under ``pattern``, ``answers``
    and ``candidates`` are the same object.
    """

    turn: int  # 1 for the first guess
    parents: npt.NDArray[np.integer]  # (nodes,): the number of the node before; -1 at the root
    codes: npt.NDArray[np.integer]  # (nodes,): the pattern that leads here
    came_from: npt.NDArray[np.integer]  # (nodes,): the guess that got it; -1 at the root
    candidates: Groups  # answer indices
    answers: Groups
    past_guesses: npt.NDArray[np.int32]  # (nodes, turn - 1), or (nodes, 0) without history
    past_codes: npt.NDArray[np.uint32]  # likewise
    legal: Bits | None  # uint8 (nodes, guesses / 8): legal guesses in hard mode, as bits

    def __len__(self) -> int:
        return len(self.parents)

    def take(self, chosen: npt.NDArray[np.integer]) -> Level:
        """Return some of the nodes, in the order given."""
        candidates = self.candidates.take(chosen)
        same = self.answers is self.candidates
        return replace(
            self,
            parents=self.parents[chosen],
            codes=self.codes[chosen],
            came_from=self.came_from[chosen],
            candidates=candidates,
            answers=candidates if same else self.answers.take(chosen),
            past_guesses=self.past_guesses[chosen],
            past_codes=self.past_codes[chosen],
            legal=None if self.legal is None else self.legal[chosen],
        )


@dataclass(frozen=True, eq=False)
class Children:
    """The nodes after some guesses, and the games that these guesses solve.

    Under the filter ``pattern`` a child is a bucket. The other filters also see only patterns, so a
    child then has the candidates of several whole buckets: those that its clue keeps. Together the
    children then have far more candidates than their parent, so they are listed in blocks.

    ``between(first, last)`` returns the candidates and the answers of children ``first`` to
    ``last - 1``: two `Groups`, which are one object if all games are played under ``pattern``.
    """

    parents: npt.NDArray[np.int32]  # (children,): index of the node that guessed; ascending
    codes: npt.NDArray[np.unsignedinteger]  # (children,): the pattern that leads to the child
    most: npt.NDArray[np.int64]  # (children,): upper bound of its candidates
    solved: npt.NDArray[np.int32]  # (games,): the answers that were guessed
    solved_by: npt.NDArray[np.int32]  # (games,): index of the node that guessed each
    between: Callable[[int, int], tuple[Groups, Groups]]

    def __len__(self) -> int:
        return len(self.parents)


def under_pattern(
    backend: Backend,
    candidates: Groups,
    guesses: npt.NDArray[np.int32],
    playing: npt.NDArray[np.bool_] | None,
) -> Children:
    """Return the children of nodes after guesses, (nodes,), under the filter ``pattern``.

    playing: bool (answers,), whether the game of an answer is played, or None if all are. Children
    without a game are left out.
    """
    buckets, parents, codes = backend.split(candidates, guesses)
    solving = codes == backend.vocabulary.win
    solved, solved_by = buckets.firsts[solving], parents[solving]
    going = ~solving
    if playing is not None:
        solved, solved_by = solved[playing[solved]], solved_by[playing[solved]]
        going &= np.logical_or.reduceat(playing[buckets.candidates], buckets.offsets[:-1])
    alive = np.flatnonzero(going)
    children = buckets.take(alive)

    def between(first: int, last: int) -> tuple[Groups, Groups]:
        some = children.between(first, last)
        if playing is None:
            return some, some
        return some, some.select(playing[some.candidates])

    return Children(parents[alive], codes[alive], children.sizes, solved, solved_by, between)


def under_filter(
    backend: Backend,
    candidates: Groups,
    answers: Groups,
    guesses: npt.NDArray[np.int32],
    conditions: Conditions,
) -> Children:
    """Return the children of nodes after guesses, shape (nodes,), under another filter."""
    here, believed = backend.split(answers, guesses), backend.split(candidates, guesses)
    solving = here.codes == backend.vocabulary.win
    alive = np.flatnonzero(~solving)
    parents, codes = here.parents[alive], here.codes[alive]
    games = here.groups.take(alive)
    kept = _Kept(backend, believed, guesses, parents, codes, conditions)

    def between(first: int, last: int) -> tuple[Groups, Groups]:
        return kept.between(first, last), games.between(first, last)

    solved, solved_by = here.groups.firsts[solving], here.parents[solving]
    return Children(parents, codes, kept.most, solved, solved_by, between)


class _Kept:
    """For each child, the buckets of its parent that its clue keeps."""

    def __init__(
        self,
        backend: Backend,
        believed: Split,
        guesses: npt.NDArray[np.int32],
        parents: npt.NDArray[np.int32],
        codes: npt.NDArray[np.unsignedinteger],
        conditions: Conditions,
    ) -> None:
        words, filter = backend.vocabulary, conditions.filter
        self.answers, self.believed = len(words.answers), believed
        self.green = words.win
        letters = words.guess_letters[guesses]
        self.facts = facts_of_codes(letters[believed.parents], believed.codes)
        self.mask, self.value = kept_by(filter, letters[parents], codes, hard=conditions.hard)
        # Compare only buckets that agree in the facts that every pattern of the guess decides.
        decided = decided_by_guess(filter, letters)
        width = 2 * words.length
        bucket_key = (
            believed.parents.astype(np.int64) << width | self.facts & decided[believed.parents]
        )
        child_key = parents.astype(np.int64) << width | self.value & decided[parents]
        self.order = np.argsort(bucket_key, kind="stable")
        ordered = bucket_key[self.order]
        self.first = np.searchsorted(ordered, child_key, "left")
        end = np.searchsorted(ordered, child_key, "right")
        self.matches = end - self.first
        words_before = np.append(0, np.cumsum(believed.groups.sizes[self.order]))
        self.most = words_before[end] - words_before[self.first]

    def between(self, first: int, last: int) -> Groups:
        """Return the candidates of children ``first`` to ``last - 1``."""
        some = slice(first, last)
        child = np.repeat(np.arange(last - first), self.matches[some])
        bucket = self.order[ranges(self.first[some], self.matches[some])]
        fits = (self.facts[bucket] & self.mask[some][child]) == self.value[some][child]
        # The filter removes the guess, which is the only word with the all-green pattern.
        fits &= self.believed.codes[bucket] != self.green
        kept = self.believed.groups.take(bucket[fits])
        # One sort of numbers that combine child and word is faster than `Groups.sorted`.
        merged = np.sort(np.repeat(child[fits], kept.sizes) * self.answers + kept.candidates)
        sizes = np.bincount(merged // self.answers, minlength=last - first)
        return Groups.from_sizes(merged % self.answers, sizes)


class Growth:
    """Grows the nodes of one strategy on one vocabulary.

    ``opener`` is the guess index that every game begins with; ``answers`` are the answer indices of
    the games. ``rollouts`` continues from the nodes of a level at which a strategy
    starts to draw at random (`gpuwordle.games.rollouts.Rollouts.play`); such strategies need it.
    """

    def __init__(
        self,
        backend: Backend,
        strategy: Strategy,
        conditions: Conditions,
        *,
        opener: int | None = None,
        answers: npt.NDArray[np.integer],
        rollouts: Callable[[Nodes, Level], None] | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.backend, self.strategy, self.conditions = backend, strategy, conditions
        self.opener, self.rollouts = opener, rollouts
        words = self.words = backend.vocabulary
        self.playing: npt.NDArray[np.bool_] | None = None
        if len(np.unique(answers)) < len(words.answers):
            self.playing = np.zeros(len(words.answers), bool)
            self.playing[answers] = True
        games = len(words.answers) if self.playing is None else int(self.playing.sum())
        self.nodes = Nodes(words, games, progress)
        # Of candidates, `kept_by` has dropped those that hard mode forbids.
        self.hard_mode = (
            LegalGuesses(words) if conditions.hard and conditions.pool == "all" else None
        )
        # A game with more guesses than there are words repeats itself.
        self.limit = conditions.allowed or len(words.guesses) + 1

    def run(self) -> Nodes:
        """Grow until every game has ended."""
        key = self._key()
        if key is not None:
            grow_by_key(
                self.backend,
                self.nodes,
                key,
                self.conditions.pool or self.strategy.pool,
                opener=self.opener,
                limit=self.limit,
                last_turns=self.strategy.last_turns,
            )
            return self.nodes
        waiting: list[_Guessed] = []
        self._follow(self._root(), waiting)
        in_order = True
        while waiting:
            guessed, some = waiting[-1], self._some_children(waiting)
            in_order &= some == slice(0, len(guessed.children))
            if some.stop == len(guessed.children):
                waiting.pop()
            self._follow(self._level_after(guessed, some), waiting)
        if not in_order:
            self.nodes.sort()
        return self.nodes

    def _key(self) -> Key | None:
        """Return the key that decides every guess, if whole levels can be grown by it."""
        plain = self.conditions.filter == "pattern" and self.hard_mode is None
        if not plain or self.playing is not None or self.rollouts is not None:
            return None
        most = (LEVEL_BYTES + NODE_BYTES) * len(self.words.answers)
        if most > self.backend.memory // SHARE_OF_TABLES // 2 or self.strategy.asked_when_certain:
            return None
        return key_of(self.strategy)

    def _follow(self, level: Level, waiting: list[_Guessed]) -> None:
        """Play the guesses of a level, and append the nodes with children to those that wait."""
        if level.turn > self.limit:
            self._lose(level)
            return
        level, guesses = self._decide(level)
        guessed = self._play(level, guesses) if len(level) else None
        if guessed is not None and len(guessed.children):
            waiting.append(guessed)

    def _some_children(self, waiting: list[_Guessed]) -> slice:
        """Take as many children of the last nodes as fit into the memory left, at least one."""
        guessed = waiting[-1]
        first = guessed.followed
        # Half of it is reserved for the levels that follow.
        most = (self.backend.memory // SHARE_OF_TABLES - sum(one.held for one in waiting)) // 2
        before = guessed.costs[first - 1] if first else 0
        last = int(np.searchsorted(guessed.costs, before + most, "right"))
        guessed.followed = max(last, first + 1)
        return slice(first, guessed.followed)

    def _root(self) -> Level:
        candidates = answers = Groups.whole(len(self.words.answers))
        if self.playing is not None:
            answers = Groups.of([np.flatnonzero(self.playing)])
        no_node = np.full(1, NO_NODE, np.int32)
        return Level(
            turn=1,
            parents=no_node,
            codes=np.zeros(1, np.uint32),
            came_from=no_node,
            candidates=candidates,
            answers=answers,
            past_guesses=np.empty((1, 0), np.int32),
            past_codes=np.empty((1, 0), np.uint32),
            legal=None if self.hard_mode is None else self.hard_mode.without_clues(1),
        )

    def _lose(self, level: Level) -> None:
        """End the games of nodes as unsolved."""
        nodes = self.nodes.add(level.turn, level.parents, level.codes, level.candidates.sizes)
        self.nodes.end(level.answers.candidates, nodes[level.answers.owners], solved=False)

    def _decide(self, level: Level) -> tuple[Level, npt.NDArray[np.int32]]:
        """Choose the guesses of a level; leave out nodes whose games end or are drawn at random."""
        if level.turn == 1 and self.opener is not None:
            return level, np.full(1, self.opener, np.int32)
        # A lone candidate is guessed without asking the strategy, unless it wants to be asked.
        guesses = self.words.answer_guess[level.candidates.firsts]
        choosing = np.flatnonzero(
            (level.candidates.sizes > 1) | np.bool_(self.strategy.asked_when_certain)
        )
        if not len(choosing):
            return level, guesses
        drawn = np.zeros(len(level), bool)
        for some in self._blocks(level, choosing):
            states = self._states(level, some)
            if self.rollouts is not None:
                draws = self.strategy.draws(states)
                drawn[some] = states_to_draw(self.strategy.name, states, level.turn, draws)
                if drawn[some].any():
                    states = states.take(np.flatnonzero(~drawn[some]))
                    some = some[~drawn[some]]
            if len(states):
                chosen = self._choose(states, level.turn)
                if self._ending(level):
                    chosen = self._only_candidates(states, chosen)
                check_pools(self.strategy.name, states, level.turn, chosen)
                guesses[some] = chosen
        if self.rollouts is not None and drawn.any():
            self.rollouts(self.nodes, level.take(np.flatnonzero(drawn)))
            level, guesses = level.take(np.flatnonzero(~drawn)), guesses[~drawn]
        if self.conditions.allowed is None:
            # A repeated guess gives no information, so the strategy would repeat it forever.
            stuck = guesses == level.came_from
            if stuck.any():
                self._lose(level.take(np.flatnonzero(stuck)))
                level, guesses = level.take(np.flatnonzero(~stuck)), guesses[~stuck]
        return level, guesses

    def _blocks(
        self, level: Level, choosing: npt.NDArray[np.integer]
    ) -> list[npt.NDArray[np.integer]]:
        """Split the states into blocks whose lists of legal guesses fit in memory."""
        if level.legal is None or self._ending(level):
            return [choosing]
        listed = 4 * len(self.words.guesses)
        step = max(1, self.backend.memory // SHARE_OF_TABLES // listed)
        return np.split(choosing, np.arange(step, len(choosing), step))

    def _states(self, level: Level, chosen: npt.NDArray[np.integer]) -> States:
        pool: Pool = self.conditions.pool or self.strategy.pool
        if self._ending(level):
            pool = "candidates"  # hard mode forbids none
        elif self.hard_mode is not None and level.legal is not None:
            pool = self.hard_mode.listed(level.legal[chosen])
        return States(
            self.backend,
            self.conditions,
            level.candidates.take(chosen),
            pool,
            level.past_guesses[chosen],
            level.past_codes[chosen],
        )

    def _ending(self, level: Level) -> bool:
        """Return whether this is one of the last turns, in which only candidates are played."""
        return self.limit - level.turn < self.strategy.last_turns

    def _only_candidates(
        self, states: States, guesses: npt.NDArray[np.int32]
    ) -> npt.NDArray[np.int32]:
        """Replace guesses that are not candidates by the first candidate of their state."""
        groups = states.candidates
        believed = groups.hold(np.arange(len(states)), self.words.guess_answer[guesses])
        return np.where(believed, guesses, self.words.answer_guess[groups.firsts])

    def _choose(self, states: States, turn: int) -> npt.NDArray[np.int32]:
        name = self.strategy.name
        if (
            self.conditions.filter == "pattern"
            or isinstance(states.pool, Groups)
            or self.strategy.uses_history
        ):
            return chosen_guesses(name, states, turn, self.strategy.choose(states))
        # The strategy chooses once for all states with the same candidates.
        first, same = np.unique(
            _fingerprints(states.candidates), axis=0, return_index=True, return_inverse=True
        )[1:]
        believed = states.take(first)
        chosen = chosen_guesses(name, believed, turn, self.strategy.choose(believed))
        return chosen[same.ravel()]

    def _play(self, level: Level, guesses: npt.NDArray[np.int32]) -> _Guessed | None:
        """Play the guesses and end the games that they solve; return None if all games ended."""
        candidates = level.candidates
        nodes = self.nodes.add(level.turn, level.parents, level.codes, candidates.sizes, guesses)
        firsts = candidates.firsts
        # The answer is always a candidate, so a lone candidate is the answer.
        certain = (candidates.sizes == 1) & (self.words.answer_guess[firsts] == guesses)
        self.nodes.end(firsts[certain], nodes[certain], solved=True)
        going = np.flatnonzero(~certain)
        level, guesses, nodes = level.take(going), guesses[going], nodes[going]
        if not len(level):
            return None
        children = self._children(level, guesses)
        self.nodes.end(children.solved, nodes[children.solved_by], solved=True)
        legal = 0 if level.legal is None else level.legal.shape[1]
        past = level.past_guesses.shape[1] + level.past_codes.shape[1]
        return _Guessed(
            level.turn,
            nodes,
            guesses,
            level.past_guesses,
            level.past_codes,
            level.legal,
            children,
            held=len(nodes) * (legal + 4 * past)
            + CANDIDATE_BYTES * len(level.candidates.candidates)
            + NODE_BYTES * len(children),
            costs=np.cumsum(
                LEVEL_BYTES * children.most + NODE_BYTES + 2 * legal + 4 * past, dtype=np.int64
            ),
        )

    def _children(self, level: Level, guesses: npt.NDArray[np.int32]) -> Children:
        if self.conditions.filter == "pattern":
            return under_pattern(self.backend, level.candidates, guesses, self.playing)
        return under_filter(self.backend, level.candidates, level.answers, guesses, self.conditions)

    def _level_after(self, guessed: _Guessed, some: slice) -> Level:
        """Return a block of the nodes after guesses as a level."""
        children = guessed.children
        parents, codes = children.parents[some], children.codes[some]
        came_from = guessed.guesses[parents]
        past_guesses, past_codes = guessed.past_guesses[parents], guessed.past_codes[parents]
        if self.strategy.uses_history:
            past_guesses = np.column_stack([past_guesses, came_from])
            past_codes = np.column_stack([past_codes, codes.astype(np.uint32)])
        legal = None
        if self.hard_mode is not None and guessed.legal is not None:
            legal = self.hard_mode.after(guessed.legal[parents], came_from, codes)
        return Level(
            guessed.turn + 1,
            guessed.nodes[parents],
            codes,
            came_from,
            *children.between(some.start, some.stop),
            past_guesses,
            past_codes,
            legal,
        )


@dataclass(eq=False)
class _Guessed:
    """Nodes that have guessed, and how many of their children were followed.

    ``held`` bytes are in use until all are; ``costs``, shape (children,), are the bytes of the
    first 1, 2, ... children as a level.
    """

    turn: int
    nodes: npt.NDArray[np.int64]
    guesses: npt.NDArray[np.int32]
    past_guesses: npt.NDArray[np.int32]
    past_codes: npt.NDArray[np.uint32]
    legal: Bits | None
    children: Children
    held: int
    costs: npt.NDArray[np.int64]
    followed: int = 0


def _fingerprints(groups: Groups) -> npt.NDArray[np.uint64]:
    """Return two 64-bit hashes of each group's candidates, shape (groups, 2).

    Different sets collide with negligible probability, 2**-128 for each pair.
    """
    draws = np.random.Generator(np.random.PCG64(0)).integers(
        0, 2**64, (int(groups.candidates.max(initial=0)) + 1, 2), np.uint64
    )
    return np.add.reduceat(draws[groups.candidates], groups.offsets[:-1], axis=0)


def grow_by_key(
    backend: Backend,
    nodes: Nodes,
    key: Key,
    pool: PoolName,
    *,
    opener: int | None,
    limit: int,
    last_turns: int,
) -> None:
    """Grow the tree of a strategy that always guesses the word with the smallest key.

    Whole levels then stay in the memory of the backend. All answers are played, under the filter
    ``pattern``; ``nodes`` is still empty. ``opener`` is a guess index or None; games end after
    ``limit`` guesses, and in the last ``last_turns`` of these only candidates are played.
    """
    words, green = backend.vocabulary, backend.vocabulary.win
    frontier = backend.frontier()
    parents, codes = np.full(1, NO_NODE, np.int64), np.zeros(1, np.uint32)
    sizes, firsts = frontier.sizes, np.zeros(1, np.int32)
    for turn in count(1):
        # A lone candidate is guessed, and is the answer; but an opener is always played.
        going = (sizes > 1) | (turn == 1)
        if turn > limit:
            lost = nodes.add(turn, parents, codes, sizes)
            left = frontier.groups()
            nodes.end(left.candidates, lost[going][left.owners], solved=False)
            nodes.end(firsts[~going], lost[~going], solved=False)
            return
        guesses = words.answer_guess[firsts]
        if turn == 1 and opener is not None:
            guesses[:] = opener
        elif going.any():
            # A candidate always splits the group, so no guess is best twice and every game ends.
            ending = limit - turn < last_turns
            guesses[going] = frontier.best_guesses(key, "candidates" if ending else pool)
        numbers = nodes.add(turn, parents, codes, sizes, guesses)
        nodes.end(firsts[~going], numbers[~going], solved=True)
        if not going.any():
            return
        numbers = numbers[going]
        branches = frontier.split(guesses[going])
        won = branches.codes == green
        nodes.end(branches.firsts[won], numbers[branches.parents[won]], solved=True)
        if won.all():
            return
        parents, codes = numbers[branches.parents[~won]], branches.codes[~won]
        sizes, firsts, frontier = branches.sizes[~won], branches.firsts[~won], branches.frontier
