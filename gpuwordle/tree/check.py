"""Replay of games and trees by the rules of the game.

Patterns come from the definition on arrays (`gpuwordle.scoring.contributions`), candidates from the
facts that a filter keeps (`gpuwordle.clues.filters`). No code that chooses a guess and no compiled
loop is used. Games with the same patterns so far share a state, and each state is examined once.
Certificates have a separate replay, `gpuwordle.proofs.replay`, which shares no code with this one.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.clues.facts import facts_of_codes
from gpuwordle.clues.filters import kept_by
from gpuwordle.clues.hard_mode import allows
from gpuwordle.games.games import Games
from gpuwordle.games.nodes import NO_GUESS
from gpuwordle.rules.conditions import Conditions
from gpuwordle.scoring.groups import Groups, ranges, runs
from gpuwordle.strategies.strategy import LAST
from gpuwordle.tree.decision_tree import DecisionTree
from gpuwordle.words.vocabulary import Vocabulary

PAIRS_AT_ONCE = 1 << 22
"""Pairs of guess and word that are compared at a time."""


class BrokenRule(ValueError):
    """Raised if a game or a tree breaks the rules, with its name and the reason."""


def check_tree(tree: DecisionTree, vocabulary: Vocabulary) -> None:
    """Check that a tree is well-formed and that each of its games keeps to the rules.

    Every pattern leads to one node; guesses are words of the pool, legal in hard mode; a game ends
    when its guess is the answer, or unsolved after the last guess; each node is reached, and counts
    the candidates that the filter keeps. Raises BrokenRule with the node, or the game and its
    guess.
    """
    turns, parents, codes, candidates, guesses = tree.table
    before, here = parents[1:], np.arange(1, len(tree))
    end = vocabulary.win
    _demand(parents[0] == -1 and turns[0] == 1, "node 0 is not a root")
    _demand_all((before >= 0) & (before < here), "comes before its parent", first=1)
    _demand_all(turns[1:] == turns[before] + 1, "has the wrong turn", first=1)
    _demand_all(guesses[before] != NO_GUESS, "follows a node without a guess", first=1)
    _demand_all(codes[1:] < end, "follows a pattern that ends the game, or none", first=1)
    _demand_all((guesses >= NO_GUESS) & (guesses < len(vocabulary.guesses)), "guesses no word")
    steps = before.astype(np.int64) * (end + 1) + codes[1:]
    _demand(len(np.unique(steps)) == len(steps), "one pattern leads to two nodes")
    known = len(vocabulary.answers)
    _demand(bool(((tree.played >= 0) & (tree.played < known)).all()), "a game lacks a valid answer")
    _demand(
        np.array_equal(tree.solved, guesses[tree.ends] != NO_GUESS),
        "a game is unsolved where it ends with a guess, or solved without one",
    )
    _demand_all(tree.answers_here > 0, "is not reached by any answer")
    _demand(candidates[0] == known, f"node 0 counts {candidates[0]} candidates of {known}")
    opener = vocabulary.guesses[guesses[0]]
    last = int(tree.options.get(LAST, 0))
    try:
        replay(vocabulary, tree.games(), tree.conditions, opener=opener, last=last)
    except BrokenRule as error:
        raise BrokenRule(f"the tree is wrong: {error}") from None


def _demand(truth: bool, reason: str) -> None:
    if not truth:
        raise BrokenRule(f"the tree is wrong: {reason}")


def _demand_all(truths: npt.NDArray[np.bool_], reason: str, first: int = 0) -> None:
    """Raise BrokenRule with the first node for which a condition is false."""
    if not truths.all():
        raise BrokenRule(f"the tree is wrong: node {first + int(np.argmin(truths))} {reason}")


def replay(
    vocabulary: Vocabulary,
    games: Games,
    conditions: Conditions,
    *,
    opener: str | None = None,
    last: int = 0,
) -> None:
    """Check games, at least one, against the rules.

    ``opener`` is the first guess of all games, chosen by the player if None; in the ``last`` turns
    only candidates may be guessed. Raises BrokenRule if a pattern, a number of candidates, a
    length, an outcome or a first guess is wrong, or a guess is outside the pool or not legal in
    hard mode.
    """
    check = _Replay(vocabulary, games, conditions, opener, last)
    check.patterns()
    check.outcomes()
    check.openers()
    if conditions.hard:
        check.hard_mode()
    check.candidates()


class _Replay:
    """Games, and the conditions that they should keep to."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        games: Games,
        conditions: Conditions,
        opener: str | None,
        last: int,
    ) -> None:
        self.words, self.games, self.conditions = vocabulary, games, conditions
        self.opener, self.last = opener, last
        self.definition = NumpyBackend(vocabulary)
        self.green = vocabulary.win
        self.first = games.offsets[:-1]

    def broken(self, game: int, why: str) -> BrokenRule:
        """Return the error that names a game."""
        word = self.words.answers[self.games.answers[game]]
        return BrokenRule(f"game {game} ({word}): {why}")

    def patterns(self) -> None:
        """Score every guess."""
        games = self.games
        for start in range(0, len(games), PAIRS_AT_ONCE // 8):
            stop = min(start + PAIRS_AT_ONCE // 8, len(games))
            turns = slice(games.offsets[start], games.offsets[stop])
            answers = np.repeat(games.answers[start:stop], games.counts[start:stop])
            codes = self.definition.told_codes(games.guesses[turns], answers)
            wrong = np.flatnonzero(codes != games.codes[turns])
            if len(wrong):
                entry = int(games.offsets[start] + wrong[0])
                game = int(np.searchsorted(games.offsets, entry, "right")) - 1
                turn = entry - int(games.offsets[game])
                raise self.broken(
                    game,
                    f"guess {turn + 1} ({self._word(entry)}) got code {games.codes[entry]}, but "
                    f"the rules give {codes[wrong[0]]}",
                )

    def outcomes(self) -> None:
        """Compare lengths with outcomes, and both with the guesses allowed."""
        games, allowed = self.games, self.conditions.allowed
        ends = games.offsets[1:] - 1
        green = games.codes == self.green
        solved = green[ends]
        self._all(solved == games.solved, "solved does not agree with the last guess")
        greens = np.add.reduceat(green.astype(np.int64), self.first)
        self._all(greens == solved, "it continues after the answer was guessed")
        if allowed is not None:
            fits = np.where(solved, games.counts <= allowed, games.counts == allowed)
            self._all(fits, f"its length does not fit a limit of {allowed} guesses")

    def openers(self) -> None:
        """Compare the first guesses with the opener, if one was given."""
        if self.opener is not None:
            opener = self.words.guess_index.get(self.opener, -1)
            begun = self.games.guesses[self.first] == opener
            self._all(begun, f"it does not begin with {self.opener}")

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
                    raise self.broken(
                        game,
                        f"guess {turn + 1} ({self._word(entry)}) is not legal in hard mode after "
                        f"guess {before + 1}",
                    )

    def candidates(self) -> None:
        """Filter the candidates turn by turn; compare their number and the pool with them."""
        games = self.games
        believed = Groups.whole(len(self.words.answers))
        going = np.arange(len(games))
        state = np.zeros(len(games), np.int64)
        turn = 0
        while len(going):
            entries = self.first[going] + turn
            guesses, codes = games.guesses[entries].astype(np.int64), games.codes[entries]
            # A node is a state and the guess there; a child is a node and the pattern of its guess.
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
                raise self.broken(
                    game,
                    f"it states {said} candidates after guess {turn + 1}, but the filter "
                    f"{self.conditions.filter} leaves {expected[wrong[0]]}",
                )
            turn += 1
            on = np.flatnonzero(games.counts[going] > turn)
            kept, state = np.unique(child[on], return_inverse=True)
            going, state, believed = going[on], state.ravel(), believed.take(kept)

    def _from_candidates(self, turn: int) -> bool:
        """Return whether only candidates may be guessed in a turn; the first turn is 0."""
        if turn == 0 and self.opener is not None:
            return False
        ending = self.conditions.allowed is not None and self.conditions.allowed - turn <= self.last
        return self.conditions.pool == "candidates" or ending

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
            raise self.broken(
                game, f"guess {turn + 1} ({self._word(entry)}) is not in pool 'candidates'"
            )

    def _left(
        self,
        believed: Groups,
        states: npt.NDArray[np.int64],
        played: npt.NDArray[np.int64],
        parents: npt.NDArray[np.int64],
        got: npt.NDArray[np.int64],
    ) -> Groups:
        """Return the candidates of each child; ``parents`` rise."""
        found, sizes = [np.empty(0, np.int32)], [np.empty(0, np.int64)]
        for nodes in runs(believed.sizes[states], PAIRS_AT_ONCE):
            groups = believed.take(states[nodes])
            guesses = played[nodes]
            if len(believed) == 1:  # a first turn: every guess against the same words
                codes = self.definition.codes(guesses, believed.candidates).ravel()
                codes = self.definition.told(codes, guesses[groups.owners], groups.candidates)
            else:
                codes = self.definition.told_codes(guesses[groups.owners], groups.candidates)
            mine = slice(*np.searchsorted(parents, [nodes.start, nodes.stop]))
            owners, wanted = parents[mine] - nodes.start, got[mine]
            if self.conditions.filter == "pattern":
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
            mask, value = kept_by(
                self.conditions.filter, letters[owners], wanted, hard=self.conditions.hard
            )
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
            raise self.broken(int(np.flatnonzero(~fits)[0]), why)

    def _word(self, entry: int) -> str:
        return self.words.guesses[self.games.guesses[entry]]
