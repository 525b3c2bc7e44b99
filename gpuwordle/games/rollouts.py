"""Rollouts: games of strategies that draw at random, each followed separately.

The random bits of a game depend only on the seed, its answer and the turn. So a game is the same
whether it is played first or last, in one process or in many.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.clues.facts import facts_of_codes, facts_of_words
from gpuwordle.clues.filters import kept_by
from gpuwordle.games.choices import drawn_guesses
from gpuwordle.games.growth import Level
from gpuwordle.games.nodes import Nodes
from gpuwordle.memory import SHARE_OF_TABLES
from gpuwordle.rules.conditions import Conditions
from gpuwordle.scoring.groups import Groups, runs
from gpuwordle.strategies.state import States
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.words.samples import mixed

GAMES_AT_ONCE = 1 << 16

PAIRS_AT_ONCE = 1 << 22
"""(game, candidate) pairs compared at a time, unless less memory is allowed."""

PAIR_BYTES, KEPT_BYTES = 64, 16
"""Bytes of a pair while it is compared, and when it is kept for the next turn."""


class _Turn(NamedTuple):
    """Games of one turn; ``state`` is the group of candidates of each."""

    turn: int
    answers: npt.NDArray[np.integer]
    candidates: Groups
    state: npt.NDArray[np.integer]
    parents: npt.NDArray[np.integer]
    codes: npt.NDArray[np.integer]

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """Number of candidates of each game."""
        return self.candidates.sizes[self.state]


class Rollouts:
    """Continues from the nodes at which a strategy starts to draw at random."""

    def __init__(
        self, backend: Backend, strategy: Strategy, conditions: Conditions, seed: int
    ) -> None:
        self.backend, self.strategy, self.conditions = backend, strategy, conditions
        self.words = backend.vocabulary
        self.seed = seed % 2**64

    def play(self, nodes: Nodes, level: Level) -> None:
        """Play the games of the nodes of a level to their ends, and add their nodes."""
        answers, state = level.answers.candidates, level.answers.owners
        for start in range(0, len(answers), GAMES_AT_ONCE):
            games = slice(start, start + GAMES_AT_ONCE)
            self._play_games(nodes, level, answers[games], state[games])

    def _play_games(
        self,
        nodes: Nodes,
        level: Level,
        answers: npt.NDArray[np.integer],
        state: npt.NDArray[np.integer],
    ) -> None:
        """Play games turn by turn; ``state`` is the group of candidates of each.

        If the candidates of all of them do not fit in memory, some games are played to their ends
        before the others.
        """
        begun = _Turn(
            level.turn, answers, level.candidates, state, level.parents[state], level.codes[state]
        )
        # Guesses are drawn from the candidates and never repeat, so every game ends.
        limit = self.conditions.allowed or len(self.words.answers) + level.turn
        waiting = [iter([begun])]
        while waiting:
            games = next(waiting[-1], None)
            if games is None:
                waiting.pop()
                continue
            if games.turn > limit:
                ends = nodes.add(games.turn, games.parents, games.codes, games.sizes)
                nodes.end(games.answers, ends, solved=False)
                continue
            waiting.append(self._turn(nodes, games))

    def _turn(self, nodes: Nodes, games: _Turn) -> Iterator[_Turn]:
        """Play one guess per game; yield the games that continue, in blocks that fit in memory."""
        turn, answers, candidates, state, parents, codes = games
        guesses = self._guesses(candidates, state, answers, turn)
        here = nodes.add(turn, parents, codes, games.sizes, guesses)
        codes = self.backend.told_codes(guesses, answers)
        solved = codes == nodes.vocabulary.win
        nodes.end(answers[solved], here[solved], solved=True)
        going = np.flatnonzero(~solved)
        state, guesses, codes = state[going], guesses[going], codes[going]
        start = 0
        for stop, left in self._left(candidates, state, guesses, codes):
            some = going[start:stop]
            yield _Turn(
                turn + 1, answers[some], left, np.arange(len(some)), here[some], codes[start:stop]
            )
            start = stop

    def _guesses(
        self,
        candidates: Groups,
        state: npt.NDArray[np.integer],
        answers: npt.NDArray[np.integer],
        turn: int,
    ) -> npt.NDArray[np.int32]:
        """Guess lone candidates, and draw for the other games."""
        guesses = self.words.answer_guess[candidates.firsts[state]]
        choice = np.flatnonzero(candidates.sizes[state] > 1)
        if len(choice):
            known, local = np.unique(state[choice], return_inverse=True)
            states = States(
                self.backend,
                self.conditions,
                candidates.take(known),
                "candidates",
                np.empty((len(known), 0), np.int32),
                np.empty((len(known), 0), np.uint32),
            )
            streams = mixed(self.seed, answers[choice], turn)
            drawn = self.strategy.draw(states, local.ravel(), streams)
            name = self.strategy.name
            guesses[choice] = drawn_guesses(name, states, local.ravel(), turn, drawn)
        return guesses

    def _left(
        self,
        candidates: Groups,
        state: npt.NDArray[np.integer],
        guesses: npt.NDArray[np.int32],
        codes: npt.NDArray[np.integer],
    ) -> Iterator[tuple[int, Groups]]:
        """Filter the candidates of each game by its own clue.

        Yields pairs (stop, candidates): the candidates of the games from the previous stop up to
        but not including this one, as many as fit in memory.
        """
        room = self.backend.memory // SHARE_OF_TABLES
        most = max(1, min(PAIRS_AT_ONCE, room // PAIR_BYTES))
        found: list[npt.NDArray[np.int32]] = []
        sizes: list[npt.NDArray[np.int64]] = []
        held = 0
        for part in runs(candidates.sizes[state], most):
            groups = candidates.take(state[part])
            repeated = np.repeat(guesses[part], groups.sizes)
            if len(candidates) == 1:
                pattern = self.backend.codes(guesses[part], candidates.candidates).ravel()
                pattern = self.backend.told(pattern, repeated, groups.candidates)
            else:
                pattern = self.backend.told_codes(repeated, groups.candidates)
            game = groups.owners
            kept = self._kept(game, groups.candidates, pattern, guesses[part], codes[part])
            found.append(groups.candidates[kept])
            sizes.append(np.bincount(game[kept], minlength=len(groups)))
            held += len(found[-1])
            if held * KEPT_BYTES >= room or part.stop == len(state):
                yield part.stop, Groups.from_sizes(np.concatenate(found), np.concatenate(sizes))
                found, sizes, held = [], [], 0

    def _kept(
        self,
        game: npt.NDArray[np.integer],
        candidates: npt.NDArray[np.integer],
        pattern: npt.NDArray[np.integer],
        guesses: npt.NDArray[np.int32],
        codes: npt.NDArray[np.integer],
    ) -> npt.NDArray[np.bool_]:
        """Return which candidates agree with the clue of their game: bool, shape (pairs,)."""
        if self.conditions.filter == "pattern":
            return pattern == codes[game]
        letters = self.words.guess_letters[guesses]
        hard, filter = self.conditions.hard, self.conditions.filter
        mask, value = kept_by(filter, letters, codes, hard=hard)
        patterns = self.words.win + 1
        if len(guesses) * patterns <= len(candidates):
            # Fewer patterns than candidates: test every pattern once.
            every = np.tile(np.arange(patterns), len(guesses))
            facts = facts_of_codes(np.repeat(letters, patterns, axis=0), every)
            fits = (facts & np.repeat(mask, patterns)) == np.repeat(value, patterns)
            kept = fits[game * patterns + pattern]
        else:
            facts = facts_of_words(letters[game], self.words.answer_letters[candidates])
            kept = (facts & mask[game]) == value[game]
        return kept & (self.words.answer_guess[candidates] != guesses[game])
