"""One game of a strategy, turn by turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gpuwordle.assistant.display import Plain, as_dict
from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.clues.clues import Clue, Clues
from gpuwordle.errors import UserError
from gpuwordle.games.play import play
from gpuwordle.graphemes import written
from gpuwordle.rules.conditions import Conditions, checked_conditions
from gpuwordle.rules.pattern import Pattern
from gpuwordle.rules.tiles import notebook_board
from gpuwordle.strategies.strategy import Strategy, changed_options
from gpuwordle.strategies.table import strategy_for
from gpuwordle.words.sources import VocabularyLike, loaded, vocabulary_of
from gpuwordle.words.vocabulary import Vocabulary


@dataclass(frozen=True)
class Turn(Plain):
    """A turn of a game.

    ``before`` and ``after`` count the candidates in the player's view, and ``candidate`` tells
    whether the guess could be the answer by the clues before it. ``left`` are the words that fit
    all clues so far, in the vocabulary's order.
    """

    guess: str
    pattern: Pattern
    before: int
    after: int
    candidate: bool
    left: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class Simulation:
    """One game of a strategy, with its turns in the order of play.

    ``options`` are those of the strategy that differ from their defaults; ``opener`` is the first
    guess if it was given.
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
        return f"Simulation({written(self.answer)!r}, {self.strategy!r}: {written(guesses)})"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: the JSON of ``gpuwordle simulate``."""
        names = ("vocabulary", "conditions", "strategy", "options", "opener", "seed", "answer")
        return as_dict(self, (*names, "solved", "moves"))

    def _repr_html_(self) -> str:
        return notebook_board((move.guess, move.pattern) for move in self.moves)


def simulate(
    vocabulary: VocabularyLike,
    strategy: str | Strategy = "entropy",
    conditions: Conditions | None = None,
    *,
    answer: str,
    length: int | None = None,
    opener: str | None = None,
    seed: int = 0,
    backend: str | Backend = "auto",
) -> Simulation:
    """Play one game of a strategy, turn by turn, with one of the answers of the vocabulary hidden.

    The conditions are easy mode without a limit if None, the length is by default that of the
    answer, and the first guess is the strategy's own unless an opener is given. Random draws
    follow from the seed and the answer, so the game is the one that `gpuwordle.play` plays. The
    backend computes it. Raises UserError if the answer is not one of the vocabulary's, the opener
    is not a guess, or the strategy is unknown or cannot play under the conditions.

    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> simulate(pets, answer="dog", opener="cow")
    Simulation('dog', 'entropy': COW=.O. DOG=DOG)
    """
    vocabulary = loaded(vocabulary)
    if length is None and not isinstance(vocabulary, Vocabulary):
        length = len(vocabulary.language.normalise(answer, "answer"))
    rules = checked_conditions(conditions)
    vocabulary = vocabulary_of(vocabulary, length, rules.exclude)
    player, engine = strategy_for(strategy), engine_for(vocabulary, backend)
    # The vocabulary has lost the excluded words, so the conditions need not name them.
    settled = player.settle_for(vocabulary, replace(rules, exclude=()))
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
        word, pattern = vocabulary.guesses[guess], vocabulary.pattern(code)
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
