"""A game in progress: its clues, and what they leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gpuwordle.assistant.adviser import Adviser, Position
from gpuwordle.assistant.moves import clues_of_moves
from gpuwordle.assistant.notebook import board
from gpuwordle.assistant.review import SECONDS as REVIEW_SECONDS
from gpuwordle.assistant.review import Review, review_for
from gpuwordle.assistant.suggest import ALLOWED, SECONDS, Suggestions, suggestions_for
from gpuwordle.backends.backend import Backend
from gpuwordle.clues.clues import Clue
from gpuwordle.errors import UserError
from gpuwordle.rules.pattern import Pattern
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.words.sources import VocabularyLike, vocabulary_of
from gpuwordle.words.vocabulary import Vocabulary


class Game:
    """A game in progress.

    What computes is kept from turn to turn, so that a turn takes milliseconds.

    Parameters
    ----------
    vocabulary
        The name of a list or a file, a list, or the words of one length.
    length
        Letters in a word; 5, or those of the vocabulary, when None.
    hard
        Play hard mode.
    allowed
        Guesses in a game; None for no limit.
    exclude
        Words that can no longer be hidden: themselves, or the name of a file or a list.
    backend
        Where to compute.

    Raises
    ------
    UserError
        If there are no such words, or no such backend.

    Examples
    --------
    >>> from gpuwordle import Vocabulary
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> game = Game(pets).guess("rat", "000")
    >>> game.remaining, game.suggestions().guesses[0].guess
    (('cow', 'dog', 'pig'), 'cow')
    >>> game.correct(1, "022").remaining, game.undo().remaining == pets.answers
    (('cat',), True)
    """

    def __init__(
        self,
        vocabulary: VocabularyLike = "wordle",
        *,
        length: int | None = None,
        hard: bool = False,
        allowed: int | None = ALLOWED,
        exclude: Sequence[str] | str | None = None,
        backend: str | Backend = "auto",
    ) -> None:
        words = vocabulary_of(vocabulary, length, () if exclude is None else exclude)
        self.adviser = Adviser(words, hard=hard, backend=backend)
        self.allowed = allowed
        self.position: Position = self.adviser.position()

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of the game."""
        return self.adviser.words

    @property
    def hard(self) -> bool:
        """Whether hard mode is played."""
        return self.adviser.hard

    @property
    def clues(self) -> tuple[Clue, ...]:
        """What was played."""
        return self.position.clues

    @property
    def remaining(self) -> tuple[str, ...]:
        """The candidates, in the vocabulary's order."""
        return self.position.remaining

    @property
    def solved(self) -> bool:
        """Whether the answer was found."""
        return self.position.solved

    @property
    def lost(self) -> bool:
        """Whether the guesses allowed were used up and the answer was not found."""
        return not self.solved and self.allowed is not None and len(self.clues) >= self.allowed

    def guess(self, word: str, pattern: Pattern | str | None = None) -> Game:
        """Play a guess.

        Parameters
        ----------
        word
            The guess, or a clue such as ``CRANE=c.A..``.
        pattern
            What it got, where the word is no clue.

        Returns
        -------
        Game
            The game itself.

        Raises
        ------
        UserError
            If the game is over, the clue is not understood or contradicts others, hard mode forbids
            the guess, or no word is left. The game stays as it was.
        """
        if self.solved:
            raise UserError(f"the game is solved: {self.clues[-1]}; undo a clue, or begin another")
        (clue,) = clues_of_moves([word if pattern is None else (word, pattern)])
        if self.hard and not self.position.allows(clue.guess):
            raise UserError(
                f"guess {clue.guess.upper()} is not legal in hard mode after "
                f"{' '.join(map(str, self.clues))}: use what they have shown"
            )
        self.position = self.adviser.position((*self.clues, clue))
        return self

    def undo(self) -> Game:
        """Take the last clue back.

        Raises
        ------
        UserError
            If there is none.
        """
        if not self.clues:
            raise UserError("there is no clue to take back")
        self.position = self.adviser.position(self.clues[:-1])
        return self

    def restart(self) -> Game:
        """Take all clues back."""
        self.position = self.adviser.position()
        return self

    def correct(self, number: int, pattern: Pattern | str) -> Game:
        """Replace a clue.

        Parameters
        ----------
        number
            Which, counted from 1.
        pattern
            What its guess got, or a whole clue in its place.

        Raises
        ------
        UserError
            If there is no such clue, or it contradicts others. The game stays as it was.
        """
        if not 1 <= number <= len(self.clues):
            raise UserError(f"there is no clue {number}: give 1 to {len(self.clues)}")
        whole = isinstance(pattern, str) and "=" in pattern
        move = pattern if whole else (self.clues[number - 1].guess, pattern)
        (clue,) = clues_of_moves([move])  # type: ignore[list-item]
        clues = (*self.clues[: number - 1], clue, *self.clues[number:])
        self.position = self.adviser.position(clues_of_moves(clues))
        return self

    def suggestions(
        self,
        strategy: str | Strategy = "entropy",
        *,
        top: int = 5,
        seconds: float | None = SECONDS,
    ) -> Suggestions:
        """Say what is left and what to guess next; see `suggest`."""
        return suggestions_for(
            self.position,
            self.vocabulary,
            strategy=strategy,
            allowed=self.allowed,
            top=top,
            seconds=seconds,
        )

    def review(self, *, seconds: float | None = REVIEW_SECONDS) -> Review:
        """Say of every move so far what it cost; see `review_game`."""
        if not self.clues:
            raise UserError("there is no move to review")
        return review_for(self.adviser, self.clues, allowed=self.allowed, seconds=seconds)

    def __len__(self) -> int:
        return len(self.clues)

    def __repr__(self) -> str:
        clues = " ".join(map(str, self.clues)) or "no clue yet"
        left = "solved" if self.solved else f"{len(self.remaining):,} words left"
        return f"Game({self.vocabulary.name!r}: {clues}, {left})"

    def to_json(self) -> dict[str, Any]:
        """Describe it in plain values: what `suggestions` describes, without further ranking."""
        return self.suggestions().to_json()

    def _repr_html_(self) -> str:
        return board(self.clues, self.remaining, solved=self.solved)
