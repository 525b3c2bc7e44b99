"""Replay of a tree against every answer, by the rules of the game alone, for the checker.

>>> pets = PlayedTree("cat")
>>> pets.add(0, 0, "dog"), pets.add(0, 18, "cow")
(1, 2)
>>> play(pets, ["cat", "cow", "dog"], {"cat", "cow", "dog"}).guesses
(1, 2, 2)
>>> play(pets, ["cat", "rat"], {"cat", "cow", "dog"})
Traceback (most recent call last):
    ...
gpuwordle.proofs.replay.WrongTree: rat is not found: the tree has nothing after cat=.AT
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from gpuwordle.rules.feedback import Feedback
from gpuwordle.rules.hard_mode import Clue, legal
from gpuwordle.rules.pattern import Pattern
from gpuwordle.rules.wordle import WORDLE


class WrongTree(ValueError):
    """A tree does not do what it should; the message has the words that show it."""


class PlayedTree:
    """A decision tree: a guess at each node, and the node that follows each pattern.

    Nodes are numbered from the root, 0, whose guess is ``opener``. The tree gives up at a node
    without a guess.
    """

    def __init__(self, opener: str | None) -> None:
        self.guesses: list[str | None] = [opener]
        self.next: list[dict[int, int]] = [{}]

    def add(self, parent: int, code: int, guess: str | None) -> int:
        """Add a node after a pattern code and return its number; WrongTree if there is one."""
        if code in self.next[parent]:
            raise WrongTree(f"two nodes follow the same pattern of {self.guesses[parent]}")
        self.next[parent][code] = len(self.guesses)
        self.guesses.append(guess)
        self.next.append({})
        return len(self.guesses) - 1


@dataclass(frozen=True)
class Played:
    """The games of a tree, each counted with the weight of its answer."""

    guesses: tuple[int, ...]  # guesses for each answer
    unused: int  # nodes of the tree that no answer reaches
    weights: tuple[int, ...]  # of each answer

    @property
    def total(self) -> int:
        """Guesses of all games together."""
        return sum(w * turns for w, turns in zip(self.weights, self.guesses, strict=True))

    @property
    def worst(self) -> int:
        """Guesses of the longest game."""
        return max(self.guesses)

    @property
    def mean(self) -> float:
        """Guesses per game."""
        return self.total / sum(self.weights)

    @property
    def distribution(self) -> list[int]:
        """Count games of 1, 2, 3 ... guesses."""
        count: Counter[int] = Counter()
        for weight, turns in zip(self.weights, self.guesses, strict=True):
            count[turns] += weight
        return [count[turn] for turn in range(1, self.worst + 1)]


def play(
    tree: PlayedTree,
    answers: Sequence[str],
    guesses: Collection[str],
    *,
    hard: bool = False,
    allowed: int | None = None,
    weights: Sequence[int] | None = None,
    rule: Feedback = WORDLE,
    tick: Callable[[], None] | None = None,
) -> Played:
    """Play a tree, with every word in lower case, against every answer.

    ``weights`` are those of the answers, 1 if None, and ``rule`` is that of feedback. Guesses have
    to be among ``guesses``, legal if ``hard``, and at most ``allowed`` in a game. ``tick`` is
    called at every guess, and may raise an error if time is up. Raises WrongTree with the first
    answer, in the order given, whose game goes wrong, and where.
    """
    playable, reached, lengths = set(guesses), {0}, []
    for answer in answers:
        node = 0
        clues: list[Clue] = []
        game: list[str] = []
        while True:
            if tick is not None:
                tick()
            guess = tree.guesses[node]
            where = f"{answer} is not found"
            if guess is None:
                raise WrongTree(f"{where}: the tree gives up after {' '.join(game) or 'nothing'}")
            if guess not in playable:
                raise WrongTree(f"{where}: {guess}, guess {len(game) + 1}, is not in the list")
            if hard and not legal(guess, clues):
                raise WrongTree(
                    f"{guess} is not legal in hard mode after {' '.join(game)}, "
                    f"where {answer} is hidden"
                )
            pattern = Pattern.of(guess, answer, rule)
            game.append(f"{guess}={pattern.marks(guess)}")
            if hard:
                clues.append((guess, pattern.colours))
            if allowed is not None and len(game) > allowed:
                raise WrongTree(f"{answer} takes more than the {allowed} guesses allowed")
            if pattern.solved:
                break
            if pattern.code not in tree.next[node]:
                raise WrongTree(f"{where}: the tree has nothing after {' '.join(game)}")
            node = tree.next[node][pattern.code]
            reached.add(node)
        lengths.append(len(game))
    each = [1] * len(lengths) if weights is None else weights
    return Played(tuple(lengths), len(tree.guesses) - len(reached), tuple(each))
