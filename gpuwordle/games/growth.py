"""How trees grow: level by level, every state of a level in one call of the backend.

A deterministic strategy over all hidden words is a tree: games that got the same patterns so far
are in the same state, and a state is scored once however many answers pass through it. Where a
strategy draws by chance each game goes its own way from there, and is followed on its own.

A level that does not fit the memory is grown in blocks of nodes, one block with all that follows
before the next. The nodes are numbered anew then, so that the tree is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend, Pool
from gpuwordle.clues.hard_mode import Bits, LegalGuesses
from gpuwordle.games.by_key import grow_by_key
from gpuwordle.games.children import Children, under_filter, under_pattern
from gpuwordle.games.choices import check_pools, chosen_guesses, states_to_draw
from gpuwordle.games.level import Level
from gpuwordle.games.nodes import Nodes
from gpuwordle.memory import SHARE_OF_TABLES
from gpuwordle.progress import Progress
from gpuwordle.rules.codes import all_green
from gpuwordle.rules.conditions import Conditions
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import Key
from gpuwordle.strategies.partition import key_of
from gpuwordle.strategies.state import States
from gpuwordle.strategies.strategy import Strategy

CANDIDATE_BYTES, LEVEL_BYTES, NODE_BYTES = 12, 64, 96
"""Bytes of a candidate whose node waits, and of one while its level is grown; and of a node."""


class Growth:
    """Grows the nodes of one strategy on one vocabulary.

    Parameters
    ----------
    backend
        Computes with the vocabulary.
    strategy
        Chooses the guesses.
    conditions
        The conditions of the game.
    opener
        Guess index that every game begins with, or None.
    answers
        Answer indices of the games that are played; all of them when None.
    rollouts
        Plays on, to the ends of their games, from the nodes of a level at which the strategy begins
        to draw by chance (`gpuwordle.games.rollouts.Rollouts.play`); needed by those that do.
    progress
        Called with the fraction of games that have ended.
    """

    def __init__(
        self,
        backend: Backend,
        strategy: Strategy,
        conditions: Conditions,
        *,
        opener: int | None = None,
        answers: npt.NDArray[np.integer] | None = None,
        rollouts: Callable[[Nodes, Level], None] | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.backend, self.strategy, self.conditions = backend, strategy, conditions
        self.opener, self.rollouts = opener, rollouts
        words = self.words = backend.vocabulary
        self.playing: npt.NDArray[np.bool_] | None = None
        if answers is not None and len(np.unique(answers)) < len(words.answers):
            self.playing = np.zeros(len(words.answers), bool)
            self.playing[answers] = True
        games = len(words.answers) if self.playing is None else int(self.playing.sum())
        self.nodes = Nodes(len(words.answers), games, all_green(words.length), progress)
        # Among candidates hard mode forbids nothing more: they are filtered by the same clues.
        self.hard_mode = (
            LegalGuesses(words) if conditions.hard and conditions.pool == "all" else None
        )
        # Without a limit a game that has played more guesses than there are words repeats itself.
        self.limit = conditions.allowed or len(words.guesses) + 1

    def run(self) -> Nodes:
        """Grow until every game has ended, or is set aside."""
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
        """Return the key that decides every guess, unless levels have to be grown in blocks."""
        plain = self.conditions.filter == "pattern" and self.hard_mode is None
        if not plain or self.playing is not None or self.rollouts is not None:
            return None
        most = (LEVEL_BYTES + NODE_BYTES) * len(self.words.answers)
        if most > self.backend.memory // SHARE_OF_TABLES // 2 or self.strategy.asked_when_certain:
            return None
        return key_of(self.strategy)

    def _follow(self, level: Level, waiting: list[_Guessed]) -> None:
        """Let nodes guess; those whose games go on wait for their children to be followed."""
        if level.turn > self.limit:
            self._lose(level)
            return
        level, guesses = self._decide(level)
        guessed = self._play(level, guesses) if len(level) else None
        if guessed is not None and len(guessed.children):
            waiting.append(guessed)

    def _some_children(self, waiting: list[_Guessed]) -> slice:
        """Take as many children of the last nodes as fit beside all that wait, one at least."""
        guessed = waiting[-1]
        first = guessed.followed
        # What they lead to wants memory as well.
        most = (self.backend.memory // SHARE_OF_TABLES - sum(one.held for one in waiting)) // 2
        before = guessed.costs[first - 1] if first else 0
        last = int(np.searchsorted(guessed.costs, before + most, "right"))
        guessed.followed = max(last, first + 1)
        return slice(first, guessed.followed)

    def _root(self) -> Level:
        everything = Groups.whole(len(self.words.answers))
        answers = everything
        if self.playing is not None:
            answers = Groups.of([np.flatnonzero(self.playing)])
        legal = None if self.hard_mode is None else self.hard_mode.without_clues(1)
        return Level.first(everything, answers, legal)

    def _lose(self, level: Level) -> None:
        """End the games of nodes unsolved."""
        nodes = self.nodes.add(level.turn, level.parents, level.codes, level.candidates.sizes)
        self.nodes.end(level.answers.candidates, nodes[level.answers.owners], solved=False)

    def _decide(self, level: Level) -> tuple[Level, npt.NDArray[np.int32]]:
        """Choose the guesses of a level; nodes that leave the tree here are left out."""
        if level.turn == 1 and self.opener is not None:
            return level, np.full(1, self.opener, np.int32)
        # A lone candidate is guessed without asking, unless the strategy has to be asked.
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
            # The clue of a repeated guess is known, so the state, and the choice, stay the same.
            stuck = guesses == level.came_from
            if stuck.any():
                self._lose(level.take(np.flatnonzero(stuck)))
                level, guesses = level.take(np.flatnonzero(~stuck)), guesses[~stuck]
        return level, guesses

    def _blocks(
        self, level: Level, choosing: npt.NDArray[np.integer]
    ) -> list[npt.NDArray[np.integer]]:
        """Cut states whose legal guesses are listed, so that the lists fit the memory."""
        if level.legal is None or self._ending(level):
            return [choosing]
        listed = 4 * len(self.words.guesses)
        step = max(1, self.backend.memory // SHARE_OF_TABLES // listed)
        return np.split(choosing, np.arange(step, len(choosing), step))

    def _states(self, level: Level, chosen: npt.NDArray[np.integer]) -> States:
        pool: Pool = self.conditions.pool or self.strategy.pool
        if self._ending(level):
            pool = "candidates"  # hard mode forbids none of them
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
        """Tell whether this is one of the last turns, in which candidates alone are played."""
        return self.limit - level.turn < self.strategy.last_turns

    def _only_candidates(
        self, states: States, guesses: npt.NDArray[np.int32]
    ) -> npt.NDArray[np.int32]:
        """Play the first candidate for a strategy that cannot guess among candidates alone."""
        groups, total = states.candidates, len(self.words.answers)
        answers = self.words.guess_answer[guesses]
        there = groups.owners * total + groups.candidates
        believed = (answers >= 0) & np.isin(np.arange(len(states)) * total + answers, there)
        return np.where(believed, guesses, self.words.answer_guess[groups.firsts])

    def _choose(self, states: States, turn: int) -> npt.NDArray[np.int32]:
        name = self.strategy.name
        if (
            self.conditions.filter == "pattern"
            or isinstance(states.pool, Groups)
            or self.strategy.uses_history
        ):
            return chosen_guesses(name, states, turn, self.strategy.choose(states))
        # Different games may come to believe the same: such states are one.
        first, same = np.unique(
            _fingerprints(states.candidates), axis=0, return_index=True, return_inverse=True
        )[1:]
        believed = states.take(first)
        chosen = chosen_guesses(name, believed, turn, self.strategy.choose(believed))
        return chosen[same.ravel()]

    def _play(self, level: Level, guesses: npt.NDArray[np.int32]) -> _Guessed | None:
        """Play the guesses: end the games that they solve; None where all are."""
        candidates = level.candidates
        nodes = self.nodes.add(level.turn, level.parents, level.codes, candidates.sizes, guesses)
        firsts = candidates.firsts
        # The player believes in the right word at least, so a lone candidate is the answer.
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
        """Return some of the nodes after guesses, as a level of their own."""
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

    ``held`` bytes stay until all are; ``costs`` are the bytes that the first so many children take
    as a level, shape (children,).
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
    """Return two independent 64-bit sums for each group: equal sets have equal sums.

    Two words of 64 bits make a mistaken merger of different sets practically impossible.
    """
    draws = np.random.Generator(np.random.PCG64(0)).integers(
        0, 2**64, (int(groups.candidates.max(initial=0)) + 1, 2), np.uint64
    )
    return np.add.reduceat(draws[groups.candidates], groups.offsets[:-1], axis=0)
