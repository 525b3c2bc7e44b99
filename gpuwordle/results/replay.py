"""Games played again by the rules: what a file's rows must say, given their guesses.

Patterns come from the definition in arrays (`gpuwordle.scoring.contributions`), what remains from
the facts that filters ask for (`gpuwordle.clues.filters`); nothing that chooses a guess, and no
compiled loop, is asked. Games that got the same patterns are in one state, and a state is looked at
once, turn after turn.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.clues.facts import facts_of_codes
from gpuwordle.clues.filters import kept_by
from gpuwordle.clues.hard_mode import allows
from gpuwordle.games.games import Games
from gpuwordle.results.unit import Unit
from gpuwordle.rules.codes import all_green
from gpuwordle.scoring.groups import Groups, ranges, runs
from gpuwordle.words.vocabulary import Vocabulary

PAIRS_AT_ONCE = 1 << 22
"""Pairs of guess and word that are compared at a time."""

LAST_TURNS = "last"
"""The option by which a strategy plays candidates alone in its last turns."""


class Wrong(Exception):
    """A game is not what the rules make of its guesses: which game, and why."""


def replay(unit: Unit, vocabulary: Vocabulary, games: Games) -> None:
    """Play games again by the rules.

    Parameters
    ----------
    unit
        What is said to have been played.
    vocabulary
        Its words.
    games
        The games, one at least.

    Raises
    ------
    Wrong
        If a pattern, a number of words that remain, a length, an outcome or a first guess is not
        as it has to be, or a guess is outside its pool or not legal in hard mode.
    """
    check = _Replay(unit, vocabulary, games)
    check.patterns()
    check.outcomes()
    check.opener()
    if unit.hard:
        check.hard_mode()
    check.candidates()


class _Replay:
    """The games of a unit, and what is known of them at once."""

    def __init__(self, unit: Unit, vocabulary: Vocabulary, games: Games) -> None:
        self.unit, self.words, self.games = unit, vocabulary, games
        self.definition = NumpyBackend(vocabulary)
        self.green = all_green(vocabulary.length)
        self.first = games.offsets[:-1]

    def refuse(self, game: int, why: str) -> Wrong:
        word = self.words.answers[self.games.answers[game]]
        return Wrong(f"game {game} ({word}): {why}")

    def patterns(self) -> None:
        """Score every guess again."""
        games = self.games
        for start in range(0, len(games), PAIRS_AT_ONCE // 8):
            stop = min(start + PAIRS_AT_ONCE // 8, len(games))
            turns = slice(games.offsets[start], games.offsets[stop])
            answers = np.repeat(games.answers[start:stop], games.counts[start:stop])
            codes = self.definition.paired_codes(games.guesses[turns], answers)
            wrong = np.flatnonzero(codes != games.codes[turns])
            if len(wrong):
                entry = int(games.offsets[start] + wrong[0])
                game = int(np.searchsorted(games.offsets, entry, "right")) - 1
                turn = entry - int(games.offsets[game])
                raise self.refuse(
                    game,
                    f"guess {turn + 1} ({self._word(entry)}) got code {games.codes[entry]}, and "
                    f"the rules give {codes[wrong[0]]}",
                )

    def outcomes(self) -> None:
        """Compare lengths with outcomes, and both with the guesses allowed."""
        games, allowed = self.games, self.unit.allowed
        ends = games.offsets[1:] - 1
        green = games.codes == self.green
        solved = green[ends]
        self._all(solved == games.solved, "solved is not whether the last guess was the answer")
        greens = np.add.reduceat(green.astype(np.int64), self.first)
        self._all(greens == solved, "it goes on after the answer was guessed")
        if allowed is not None:
            fits = np.where(solved, games.counts <= allowed, games.counts == allowed)
            self._all(fits, f"it does not have the length of a game of {allowed} guesses allowed")

    def opener(self) -> None:
        """Compare the first guesses with the opener, where one was given."""
        if self.unit.opener is not None:
            opener = self.words.guess_index.get(self.unit.opener, -1)
            begun = self.games.guesses[self.first] == opener
            self._all(begun, f"it does not begin with {self.unit.opener}")

    def hard_mode(self) -> None:
        """Compare every guess with all clues before it."""
        games, letters = self.games, self.words.guess_letters
        for turn in range(1, int(games.counts.max())):
            going = np.flatnonzero(games.counts > turn)
            now = letters[games.guesses[self.first[going] + turn]]
            for before in range(turn):
                entries = self.first[going] + before
                guess, codes = letters[games.guesses[entries]], games.codes[entries]
                legal = allows(now, guess, codes)
                if not legal.all():
                    game = int(going[np.flatnonzero(~legal)[0]])
                    entry = int(self.first[game]) + turn
                    raise self.refuse(
                        game,
                        f"guess {turn + 1} ({self._word(entry)}) is not legal in hard mode after "
                        f"guess {before + 1}",
                    )

    def candidates(self) -> None:
        """Follow what remains, turn by turn, and compare numbers and pools with it."""
        games = self.games
        believed = Groups.whole(len(self.words.answers))
        going = np.arange(len(games))
        state = np.zeros(len(games), np.int64)
        turn = 0
        while len(going):
            entries = self.first[going] + turn
            guesses, codes = games.guesses[entries].astype(np.int64), games.codes[entries]
            # A node is a state and the guess there; a child is a node and what the guess got.
            nodes, node = np.unique(state * len(self.words.guesses) + guesses, return_inverse=True)
            node = node.ravel()
            states, played = np.divmod(nodes, len(self.words.guesses))
            if self._from_candidates(turn):
                self._check_pool(believed, states, played, going, node, turn)
            children, child = np.unique(node * (self.green + 1) + codes, return_inverse=True)
            child = child.ravel()
            parents, got = np.divmod(children, self.green + 1)
            believed = self._left(believed, states, played, parents, got)
            expected = np.where(codes == self.green, 1, believed.sizes[child])
            wrong = np.flatnonzero(expected != games.remaining[entries])
            if len(wrong):
                game = int(going[wrong[0]])
                said = games.remaining[entries[wrong[0]]]
                raise self.refuse(
                    game,
                    f"{said} candidates are said to remain after guess {turn + 1}, and the filter "
                    f"{self.unit.filter} leaves {expected[wrong[0]]}",
                )
            turn += 1
            on = np.flatnonzero(games.counts[going] > turn)
            kept, state = np.unique(child[on], return_inverse=True)
            going, state, believed = going[on], state.ravel(), believed.take(kept)

    def _from_candidates(self, turn: int) -> bool:
        """Tell whether candidates alone can be guessed in a turn, the first being 0."""
        if turn == 0 and self.unit.opener is not None:
            return False
        last = dict(self.unit.options).get(LAST_TURNS, 0)
        ending = self.unit.allowed is not None and self.unit.allowed - turn <= int(last)
        return self.unit.pool == "candidates" or ending

    def _check_pool(
        self,
        believed: Groups,
        states: npt.NDArray[np.int64],
        played: npt.NDArray[np.int64],
        going: npt.NDArray[np.intp],
        node: npt.NDArray[np.intp],
        turn: int,
    ) -> None:
        there = np.zeros(len(states), bool)
        for part in runs(believed.sizes[states], PAIRS_AT_ONCE):
            groups = believed.take(states[part])
            same = self.words.answer_guess[groups.candidates] == played[part][groups.owners]
            there[part.start + groups.owners[same]] = True
        if not there.all():
            game = int(going[np.flatnonzero(~there[node])[0]])
            entry = int(self.first[game]) + turn
            raise self.refuse(
                game, f"guess {turn + 1} ({self._word(entry)}) is no candidate, and the pool is"
            )

    def _left(
        self,
        believed: Groups,
        states: npt.NDArray[np.int64],
        played: npt.NDArray[np.int64],
        parents: npt.NDArray[np.int64],
        got: npt.NDArray[np.int64],
    ) -> Groups:
        """Return what each child believes; ``parents`` rise."""
        found, sizes = [np.empty(0, np.int32)], [np.empty(0, np.int64)]
        for nodes in runs(believed.sizes[states], PAIRS_AT_ONCE):
            groups = believed.take(states[nodes])
            guesses = played[nodes]
            if len(believed) == 1:  # a first turn: every guess against the same words
                codes = self.definition.codes(guesses, believed.candidates).ravel()
            else:
                codes = self.definition.paired_codes(guesses[groups.owners], groups.candidates)
            mine = slice(*np.searchsorted(parents, [nodes.start, nodes.stop]))
            owners, wanted = parents[mine] - nodes.start, got[mine]
            if self.unit.filter == "pattern":
                # Both sides are sorted by node and code, so one search finds each word's child.
                order = np.lexsort((codes, groups.owners))
                keys = groups.owners * (self.green + 1) + codes
                asked = owners * (self.green + 1) + wanted
                left = np.searchsorted(keys[order], asked, "left")
                counts = np.searchsorted(keys[order], asked, "right") - left
                found.append(groups.candidates[order[ranges(left, counts)]])
                sizes.append(counts)
                continue
            letters = self.words.guess_letters[guesses]
            facts = facts_of_codes(letters[groups.owners], codes)
            mask, value = kept_by(self.unit.filter, letters[owners], wanted, hard=self.unit.hard)
            for some in runs(groups.sizes[owners], PAIRS_AT_ONCE):
                entries = ranges(groups.offsets[owners[some]], groups.sizes[owners[some]])
                child = np.repeat(np.arange(some.start, some.stop), groups.sizes[owners[some]])
                kept = (facts[entries] & mask[child]) == value[child]
                # The guess itself is removed; no other word has its pattern.
                kept &= codes[entries] != self.green
                found.append(groups.candidates[entries[kept]])
                sizes.append(
                    np.bincount(child[kept] - some.start, minlength=some.stop - some.start)
                )
        return Groups.from_sizes(np.concatenate(found), np.concatenate(sizes))

    def _all(self, fits: npt.NDArray[np.bool_], why: str) -> None:
        if not fits.all():
            raise self.refuse(int(np.flatnonzero(~fits)[0]), why)

    def _word(self, entry: int) -> str:
        return self.words.guesses[self.games.guesses[entry]]
