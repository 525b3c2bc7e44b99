"""One game of a strategy, turn by turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gpuwordle.assistant.suggest import about
from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.clues.clues import Clue, Clues
from gpuwordle.errors import UserError
from gpuwordle.games.play import play
from gpuwordle.rules.conditions import Conditions
from gpuwordle.rules.pattern import Pattern
from gpuwordle.rules.tiles import notebook_board
from gpuwordle.strategies.strategy import Strategy, changed_options
from gpuwordle.strategies.table import strategy_for
from gpuwordle.words.vocabulary import Vocabulary, check_vocabulary


@dataclass(frozen=True)
class Turn:
    """A turn of a game.

    Attributes
    ----------
    guess : str
        What was guessed.
    pattern : Pattern
        What it got.
    before, after : int
        Candidates that the player believed in before and after it.
    candidate : bool
        Whether the guess could be the answer, by all that was said before.
    left : tuple of str
        The words that fit all that was said so far, in the vocabulary's order.
    """

    guess: str
    pattern: Pattern
    before: int
    after: int
    candidate: bool
    left: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Describe it in plain values."""
        return {
            "guess": self.guess,
            "pattern": self.pattern.digits,
            "before": self.before,
            "after": self.after,
            "candidate": self.candidate,
            "left": list(self.left),
        }


@dataclass(frozen=True, repr=False)
class Simulation:
    """One game of a strategy.

    Attributes
    ----------
    vocabulary : Vocabulary
        The words.
    answer : str
        The hidden word.
    strategy : str
        Who guessed.
    options : dict
        The strategy's own options that are not as usual.
    conditions : Conditions
        What the game was played under.
    opener : str or None
        The first guess, where it was given.
    seed : int
        Of what the strategy draws by chance.
    solved : bool
        Whether the answer was found.
    moves : tuple of Turn
        In the order of play.
    """

    vocabulary: Vocabulary
    answer: str
    strategy: str
    options: dict[str, Any]
    conditions: Conditions
    opener: str | None
    seed: int
    solved: bool
    moves: tuple[Turn, ...]

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        guesses = " ".join(str(Clue(move.guess, move.pattern)) for move in self.moves)
        return f"Simulation({self.answer!r}, {self.strategy!r}: {guesses})"

    def to_json(self) -> dict[str, Any]:
        """Describe it in plain values: the JSON of ``gpuwordle simulate``."""
        conditions = self.conditions
        return {
            **about(self.vocabulary, conditions.hard, conditions.allowed),
            "pool": conditions.pool,
            "filter": conditions.filter,
            "strategy": self.strategy,
            "options": self.options,
            "opener": self.opener,
            "seed": self.seed,
            "answer": self.answer,
            "solved": self.solved,
            "moves": [move.to_json() for move in self.moves],
        }

    def _repr_html_(self) -> str:
        return notebook_board((move.guess, move.pattern) for move in self.moves)


def simulate(
    vocabulary: Vocabulary,
    strategy: str | Strategy = "entropy",
    conditions: Conditions | None = None,
    *,
    answer: str,
    opener: str | None = None,
    seed: int = 0,
    backend: str | Backend = "auto",
) -> Simulation:
    """Play one game of a strategy and say what happened turn by turn.

    Parameters
    ----------
    vocabulary
        The words.
    strategy
        A name that ``gpuwordle strategies`` lists, or a strategy of one's own.
    conditions
        Pool, hard mode, filter and guesses allowed; easy mode without a limit when None.
    answer
        The hidden word, one of the answers.
    opener
        The first guess; the strategy's own when None.
    seed
        Where the strategy draws by chance, its draws follow from this number and the answer: the
        game is the one that `play` plays.
    backend
        Where to compute.

    Returns
    -------
    Simulation

    Raises
    ------
    UserError
        If the answer is not one of the vocabulary's, the opener is not a guess, or the strategy is
        unknown or cannot play so.

    Examples
    --------
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> simulate(pets, answer="dog", opener="cow")
    Simulation('dog', 'entropy': COW=.O. DOG=DOG)
    """
    check_vocabulary(vocabulary)
    player, engine = strategy_for(strategy), engine_for(vocabulary, backend)
    settled = player.settle(conditions or Conditions())
    hidden = int(vocabulary.guess_answer[vocabulary.find(answer)])
    if hidden < 0:
        raise UserError(
            f"word {answer!r} of vocabulary {vocabulary.name!r} may be guessed but not hidden: "
            "give one of its answers"
        )
    first = None if opener is None else vocabulary.guesses[vocabulary.find(opener)]
    played = play(
        vocabulary,
        player,
        settled,
        opener=first,
        answers=np.array([hidden]),
        seed=seed,
        backend=engine,
    )
    moves: list[Turn] = []
    before, fitting = len(vocabulary.answers), vocabulary.answers
    columns = (played.guesses.tolist(), played.codes.tolist(), played.remaining.tolist())
    for guess, code, after in zip(*columns, strict=True):
        word, pattern = vocabulary.guesses[guess], Pattern(code, vocabulary.length)
        clues = [*(Clue(move.guess, move.pattern) for move in moves), Clue(word, pattern)]
        left = Clues(tuple(clues)).eligible(vocabulary)
        moves.append(Turn(word, pattern, before, after, word in fitting, left))
        before, fitting = after, left
    return Simulation(
        vocabulary,
        vocabulary.answers[hidden],
        strategy if isinstance(strategy, str) else player.name,
        dict(changed_options(player)),
        settled,
        first,
        seed,
        bool(played.solved[0]),
        tuple(moves),
    )
