"""How trees grow: level by level, every state of a level in one call of the backend.

A deterministic strategy over all hidden words is a tree: games that got the same patterns so far
are in the same state, and a state is scored once however many answers pass through it. Where a
strategy draws by chance each game goes its own way from there, and is followed on its own.

A node has *answers*, the hidden words whose games come here, and
*candidates*, the words that its player believes possible. Under the filter ``pattern`` they
are the same; under the others the player believes in more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend, Pool
from gpuwordle.clues.facts import facts_of_codes
from gpuwordle.clues.filters import decided_by_guess, kept_by
from gpuwordle.clues.hard_mode import Bits, HardMode
from gpuwordle.games.nodes import NOBODY, Nodes
from gpuwordle.progress import Progress
from gpuwordle.rules.conditions import Conditions
from gpuwordle.scoring.groups import Groups, ranges
from gpuwordle.strategies.state import States

if TYPE_CHECKING:
    from gpuwordle.strategies.strategy import Strategy


@dataclass
class Level:
    """The nodes of one turn, before their guesses are chosen.

    Attributes
    ----------
    turn : int
        1 for the first guess.
    parents, codes, came_from : ndarray, shape (nodes,)
        The node before, the pattern that leads here, and the guess that got it (-1 at the root).
    candidates : Groups
        What each node believes.
    answers : Groups
        Whose games come here; under ``pattern`` the very same object where all answers play.
    guesses, history : ndarray, shape (nodes, turn - 1)
        Guesses and codes so far; no columns unless the strategy looks back.
    allowed : ndarray of uint8 or None
        Guesses that hard mode allows, where they matter.
    """

    turn: int
    parents: npt.NDArray[np.integer]
    codes: npt.NDArray[np.integer]
    came_from: npt.NDArray[np.integer]
    candidates: Groups
    answers: Groups
    guesses: npt.NDArray[np.int32]
    history: npt.NDArray[np.uint32]
    allowed: Bits | None

    def __len__(self) -> int:
        return len(self.parents)

    def take(self, chosen: npt.NDArray[np.integer]) -> Level:
        """Return some of the nodes."""
        candidates = self.candidates.take(chosen)
        same = self.answers is self.candidates
        return Level(
            self.turn,
            self.parents[chosen],
            self.codes[chosen],
            self.came_from[chosen],
            candidates,
            candidates if same else self.answers.take(chosen),
            self.guesses[chosen],
            self.history[chosen],
            None if self.allowed is None else self.allowed[chosen],
        )


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
        Takes the nodes from which a strategy draws by chance; needed by those that do.
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
        total = len(words.answers)
        self.wanted: npt.NDArray[np.bool_] | None = None
        if answers is not None:
            self.wanted = np.zeros(total, bool)
            self.wanted[answers] = True
        playing = total if self.wanted is None else int(self.wanted.sum())
        self.nodes = Nodes(total, 3**words.length - 1, playing, progress)
        self.hard_mode = HardMode(words) if conditions.hard and conditions.pool == "all" else None
        # Without a limit a game that has played more guesses than there are words repeats itself.
        self.limit = conditions.allowed or len(words.guesses) + 1

    def run(self) -> Nodes:
        """Grow until every game has ended, or is set aside."""
        level = self._root()
        while len(level):
            if level.turn > self.limit:
                self._lose(level)
                break
            level, guesses = self._decide(level)
            level = self._next(level, guesses)
        return self.nodes

    def _root(self) -> Level:
        everything = Groups.whole(len(self.words.answers))
        playing = everything
        if self.wanted is not None:
            playing = Groups.of([np.flatnonzero(self.wanted)])
        one = np.full(1, NOBODY, np.int32)
        return Level(
            1,
            one,
            np.zeros(1, np.uint32),
            one,
            everything,
            playing,
            np.empty((1, 0), np.int32),
            np.empty((1, 0), np.uint32),
            None if self.hard_mode is None else self.hard_mode.start(1),
        )

    def _lose(self, level: Level) -> None:
        """End the games of nodes unsolved."""
        if not len(level):
            return
        count = len(level)
        nodes = self.nodes.add(
            np.full(count, level.turn, np.int32),
            level.parents,
            level.codes,
            level.candidates.sizes,
            np.full(count, NOBODY, np.int32),
        )
        self.nodes.end(
            level.answers.candidates, np.repeat(nodes, level.answers.sizes), solved=False
        )

    def _decide(self, level: Level) -> tuple[Level, npt.NDArray[np.int32]]:
        """Choose the guesses of a level; nodes that leave the tree here are left out."""
        lone = level.candidates.sizes == 1
        # A lone candidate is guessed, whatever the strategy.
        guesses = self.words.answer_guess[level.candidates.firsts]
        if level.turn == 1 and self.opener is not None:
            return level, np.full(1, self.opener, np.int32)
        open_nodes = np.flatnonzero(~lone)
        if not len(open_nodes):
            return level, guesses
        states = self._states(level, open_nodes)
        if self.rollouts is not None:
            drawn = self.strategy.draws(states)
            if drawn.any():
                self.rollouts(self.nodes, level.take(open_nodes[drawn]))
                kept = np.setdiff1d(np.arange(len(level)), open_nodes[drawn])
                level, guesses = level.take(kept), guesses[kept]
                states = states.take(np.flatnonzero(~drawn))
                open_nodes = np.searchsorted(kept, open_nodes[~drawn])
        if len(states):
            guesses[open_nodes] = self._choose(states)
        if self.conditions.allowed is None:
            # The clue of a repeated guess is known, so the state, and the choice, stay the same.
            stuck = guesses == level.came_from
            if stuck.any():
                self._lose(level.take(np.flatnonzero(stuck)))
                level, guesses = level.take(np.flatnonzero(~stuck)), guesses[~stuck]
        return level, guesses

    def _states(self, level: Level, chosen: npt.NDArray[np.integer]) -> States:
        pool: Pool = self.conditions.pool or self.strategy.pool
        if self.hard_mode is not None and level.allowed is not None:
            pool = self.hard_mode.pools(level.allowed[chosen])
        return States(
            self.backend,
            self.conditions,
            level.candidates.take(chosen),
            pool,
            level.guesses[chosen],
            level.history[chosen],
        )

    def _choose(self, states: States) -> npt.NDArray[np.int32]:
        if (
            self.conditions.filter == "pattern"
            or isinstance(states.pool, Groups)
            or self.strategy.uses_history
        ):
            return self.strategy.choose(states)
        # Different games may come to believe the same: such states are one.
        first, same = np.unique(
            _fingerprints(states.candidates), axis=0, return_index=True, return_inverse=True
        )[1:]
        return self.strategy.choose(states.take(first))[same.ravel()]

    def _next(self, level: Level, guesses: npt.NDArray[np.int32]) -> Level:
        """Play the guesses: end the games that they solve and return the nodes after them."""
        count = len(level)
        nodes = self.nodes.add(
            np.full(count, level.turn, np.int32),
            level.parents,
            level.codes,
            level.candidates.sizes,
            guesses,
        )
        candidates = level.candidates
        certain = candidates.sizes == 1
        certain &= self.words.answer_guess[candidates.firsts] == guesses
        # The player believes in the right word at least, so a lone candidate is the answer.
        alone = np.flatnonzero(certain)
        self.nodes.end(candidates.candidates[candidates.offsets[alone]], nodes[alone], solved=True)
        rest = np.flatnonzero(~certain)
        split = self._split if self.conditions.filter == "pattern" else self._filter
        children, answers, parents, codes = split(level, rest, guesses[rest], nodes[rest])
        came_from = guesses[parents]
        past = parents if self.strategy.uses_history else np.empty(0, np.int64)
        columns = level.turn if self.strategy.uses_history else 0
        new_guesses = np.empty((len(parents), columns), np.int32)
        new_history = np.empty((len(parents), columns), np.uint32)
        if len(past):
            new_guesses[:, :-1], new_guesses[:, -1] = level.guesses[past], came_from
            new_history[:, :-1], new_history[:, -1] = level.history[past], codes
        allowed = None
        if self.hard_mode is not None and level.allowed is not None:
            allowed = self.hard_mode.after(level.allowed[parents], came_from, codes)
        return Level(
            level.turn + 1,
            nodes[parents],
            codes,
            came_from,
            children,
            answers,
            new_guesses,
            new_history,
            allowed,
        )

    def _split(
        self,
        level: Level,
        chosen: npt.NDArray[np.integer],
        guesses: npt.NDArray[np.int32],
        nodes: npt.NDArray[np.integer],
    ) -> tuple[Groups, Groups, npt.NDArray[np.integer], npt.NDArray[np.integer]]:
        """Let some nodes guess under the rule ``pattern``: children are buckets."""
        if not len(chosen):
            return _nothing()
        split = self.backend.split(level.candidates.take(chosen), guesses)
        buckets, codes = split.groups, split.codes
        kept = codes != self.nodes.all_green
        if self.wanted is not None:
            kept &= np.logical_or.reduceat(self.wanted[buckets.candidates], buckets.offsets[:-1])
        solved = np.flatnonzero(codes == self.nodes.all_green)
        answers = buckets.candidates[buckets.offsets[solved]]
        ending = nodes[split.parents[solved]]
        if self.wanted is not None:
            answers, ending = answers[self.wanted[answers]], ending[self.wanted[answers]]
        self.nodes.end(answers, ending, solved=True)
        alive = np.flatnonzero(kept)
        children = buckets.take(alive)
        here = children
        if self.wanted is not None:
            here = children.select(self.wanted[children.candidates])
        return children, here, chosen[split.parents[alive]], codes[alive]

    def _filter(
        self,
        level: Level,
        chosen: npt.NDArray[np.integer],
        guesses: npt.NDArray[np.int32],
        nodes: npt.NDArray[np.integer],
    ) -> tuple[Groups, Groups, npt.NDArray[np.integer], npt.NDArray[np.integer]]:
        """Let some nodes guess under another filter: children believe in several buckets.

        The filters look at nothing but patterns, so whole buckets are kept or dropped.
        """
        if not len(chosen):
            return _nothing()
        here = self.backend.split(level.answers.take(chosen), guesses)
        all_green = self.nodes.all_green
        solved = np.flatnonzero(here.codes == all_green)
        ending = nodes[here.parents[solved]]
        self.nodes.end(here.groups.candidates[here.groups.offsets[solved]], ending, solved=True)
        alive = np.flatnonzero(here.codes != all_green)
        parents, codes = here.parents[alive], here.codes[alive]
        believed = self.backend.split(level.candidates.take(chosen), guesses)

        letters = self.words.guess_letters[guesses]
        facts = facts_of_codes(letters[believed.parents], believed.codes)
        mask, value = kept_by(
            self.conditions.filter, letters[parents], codes, hard=self.conditions.hard
        )
        # Only buckets that agree in what the rule looks at in any case are compared.
        decided = decided_by_guess(self.conditions.filter, letters)
        width = 2 * self.words.length
        bucket_key = believed.parents.astype(np.int64) << width | (
            facts & decided[believed.parents]
        )
        child_key = parents.astype(np.int64) << width | (value & decided[parents])
        order = np.argsort(bucket_key, kind="stable")
        ordered = bucket_key[order]
        first = np.searchsorted(ordered, child_key, "left")
        matches = np.searchsorted(ordered, child_key, "right") - first
        child = np.repeat(np.arange(len(parents)), matches)
        bucket = order[ranges(first, matches)]
        # The guess itself is removed: it is the only word with the all-green pattern.
        fits = (facts[bucket] & mask[child]) == value[child]
        fits &= believed.codes[bucket] != all_green
        child, bucket = child[fits], bucket[fits]

        sizes = believed.groups.sizes[bucket]
        words = believed.groups.candidates[ranges(believed.groups.offsets[bucket], sizes)]
        total = len(self.words.answers)
        merged = np.sort(np.repeat(child, sizes) * total + words)
        children = Groups.from_sizes(
            merged % total, np.bincount(merged // total, minlength=len(parents))
        )
        return children, here.groups.take(alive), chosen[parents], codes


def _nothing() -> tuple[Groups, Groups, npt.NDArray[np.integer], npt.NDArray[np.integer]]:
    none = Groups.of([])
    return none, none, np.empty(0, np.int64), np.empty(0, np.uint32)


def _fingerprints(groups: Groups) -> npt.NDArray[np.uint64]:
    """Return two independent 64-bit sums for each group: equal sets have equal sums.

    Two words of 64 bits make a mistaken merger of different sets practically impossible.
    """
    draws = np.random.Generator(np.random.PCG64(0)).integers(
        0, 2**64, (int(groups.candidates.max(initial=0)) + 1, 2), np.uint64
    )
    return np.add.reduceat(draws[groups.candidates], groups.offsets[:-1], axis=0)
