"""The game as a Markov decision process, solved exactly for the player of a tree.

Van Fleet et al., "Exploring Algorithms for Optimal Play in Wordle", section "Problem Setup". An
epoch is a guess, and the last epoch is the outcome. A state says whether the hidden word was found,
and which candidates remain. There are two rewards:

- ``guess-indifferent``: 1 at the outcome if the word was guessed, otherwise 0;
- ``guess-biased``: -1 for each guess, the one that finds the word included, and -alpha at the
  outcome if it was not found.

Solving the process means finding the best tree. A given tree is one player, whose value is found by
backward induction: the value of a node is its reward plus the mean value of its children.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Literal, NamedTuple, get_args

import numpy as np

from gpuwordle.errors import UserError, check_known
from gpuwordle.games.nodes import NO_GUESS
from gpuwordle.rules.conditions import check_allowed
from gpuwordle.rules.pattern import Pattern
from gpuwordle.tree.decision_tree import DecisionTree

Reward = Literal["guess-indifferent", "guess-biased"]

SMALLEST_ALPHA = 7.0
"""The least cost of a lost game."""


class State(NamedTuple):
    """A state of the process."""

    solved: bool  # whether the hidden word was guessed
    candidates: frozenset[str]  # the words that may be hidden after the patterns so far

    @classmethod
    def first(cls, answers: Iterable[str]) -> State:
        """Return the state before the first guess."""
        return cls(False, frozenset(answers))


def transitions(state: State, guess: str) -> dict[State, Fraction]:
    """Return the states that may follow a guess, and their probabilities, which add up to 1.

    A solved state is followed by itself.

    >>> after = transitions(State.first(["cat", "cow", "dog"]), "cat")
    >>> sorted((s.solved, *sorted(s.candidates), str(p)) for s, p in after.items())
    [(False, 'cow', '1/3'), (False, 'dog', '1/3'), (True, 'cat', '1/3')]
    """
    if state.solved:
        return {state: Fraction(1)}
    buckets: dict[int, list[str]] = {}
    for word in state.candidates:
        buckets.setdefault(Pattern.of(guess, word).code, []).append(word)
    return {
        State(words == [guess], frozenset(words)): Fraction(len(words), len(state.candidates))
        for words in buckets.values()
    }


def value(
    tree: DecisionTree,
    reward: Reward = "guess-biased",
    alpha: float = SMALLEST_ALPHA,
    *,
    allowed: int = 6,
) -> Fraction:
    """Return the expected reward of a tree's player, exactly.

    Games are as likely as the weights of their answers say, and equally likely without weights.
    Under every filter of the player, the hidden word is an answer whose patterns lead to the node,
    so the probability of a pattern is the share of these answers, by weight, that give it.
    ``alpha`` is the cost of a lost game in addition to its guesses; ``guess-indifferent`` does not
    use it. A player that gives up before the ``allowed`` guesses pays for all of them. Raises
    UserError if the reward is unknown, and as `check_rewards` does.

    >>> from gpuwordle.tree.build import grow
    >>> from gpuwordle.words.vocabulary import Vocabulary
    >>> tree = grow(Vocabulary("pets", ["cat", "cow", "dog", "rat"]), "entropy", backend="numpy")
    >>> value(tree), value(tree, allowed=1), value(tree, "guess-indifferent", allowed=1)
    (Fraction(-7, 4), Fraction(-25, 4), Fraction(1, 4))
    """
    check_known("reward", reward, get_args(Reward))
    check_rewards(allowed, alpha)
    biased = reward == "guess-biased"
    of_guess = Fraction(-1 if biased else 0)
    if_solved, if_lost = Fraction(not biased), -Fraction(alpha) if biased else Fraction(0)
    weights = tree.games().weights
    solved_here = np.zeros(len(tree), np.int64)
    np.add.at(solved_here, tree.ends[tree.solved], weights[tree.solved])
    games = tree.sums_here(weights).tolist()
    turns, parents, _, _, guesses = (column.tolist() for column in tree.table)
    # The value of the children of each node, weighted by the games that reach them.
    after = [Fraction(0)] * len(tree)
    worth = Fraction(0)
    for node in reversed(range(len(tree))):
        left = allowed + 1 - turns[node]
        if left <= 0:
            worth = if_lost
        elif guesses[node] == NO_GUESS:
            worth = left * of_guess + if_lost
        else:
            worth = of_guess + (int(solved_here[node]) * if_solved + after[node]) / games[node]
        if node:
            after[parents[node]] += games[node] * worth
    return worth


def check_rewards(allowed: int, alpha: float) -> None:
    """Raise UserError if fewer than one guess is allowed, or alpha is not finite, or below 7."""
    check_allowed(allowed)
    if not math.isfinite(alpha):
        raise UserError(f"alpha {alpha} is not a cost: give a number, {SMALLEST_ALPHA:g} or more")
    if alpha < SMALLEST_ALPHA:
        raise UserError(
            f"alpha {alpha:g} is too small: a game not won costs at least {SMALLEST_ALPHA:g}, "
            "more than any game won within six guesses"
        )
