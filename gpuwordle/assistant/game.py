"""A game in progress: its clues and the remaining candidates."""

from __future__ import annotations

from typing import Any

from gpuwordle.assistant.adviser import Adviser, Position
from gpuwordle.assistant.display import html_board
from gpuwordle.assistant.moves import clues_of_moves
from gpuwordle.assistant.review import SECONDS as REVIEW_SECONDS
from gpuwordle.assistant.review import Review, review_for
from gpuwordle.assistant.suggest import SECONDS, Suggestions, suggestions_for
from gpuwordle.backends.backend import Backend
from gpuwordle.clues.clues import Clue
from gpuwordle.errors import UserError, whole_number
from gpuwordle.graphemes import written
from gpuwordle.rules.case import upper
from gpuwordle.rules.conditions import ALLOWED, Conditions, checked_conditions
from gpuwordle.rules.hard_mode import illegal_because
from gpuwordle.rules.pattern import Pattern
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.words.sources import VocabularyLike, vocabulary_of
from gpuwordle.words.vocabulary import Vocabulary


class Game:
    """A game in progress.

    Codes and proven results are kept from turn to turn, so that a turn takes milliseconds.

    Parameters
    ----------
    vocabulary
        The name of a list, the path of a file, a `WordList`, or a `Vocabulary`.
    conditions
        Hard mode, guesses allowed, words that can no longer be hidden, pool and filter; easy mode
        with 6 guesses if None. See `suggest`.
    length
        Letters in a word, if a list is given. By default the only length of the list, or else 5.
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
        vocabulary: VocabularyLike,
        conditions: Conditions | None = None,
        *,
        length: int | None = None,
        backend: str | Backend = "auto",
    ) -> None:
        self.conditions = checked_conditions(conditions, ALLOWED)
        words = vocabulary_of(vocabulary, length, self.conditions.exclude)
        self.conditions.check_rule(words.rule)
        self.adviser = Adviser(
            words, hard=self.conditions.hard, backend=backend, filter=self.conditions.filter
        )
        self.backend = backend
        self.position: Position = self.adviser.position()

    def __reduce__(self) -> tuple[Any, ...]:
        # What was computed is left behind: it is large, and does not belong to the game.
        return _continued, (self.vocabulary, self.conditions, self.backend, self.clues)

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of the game."""
        return self.adviser.words

    @property
    def hard(self) -> bool:
        """Whether hard mode is played."""
        return self.adviser.hard

    @property
    def allowed(self) -> int | None:
        """Guesses in a game; None for no limit."""
        return self.conditions.allowed

    @property
    def clues(self) -> tuple[Clue, ...]:
        """The guesses played, with their patterns."""
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
        """Play a guess, and return the game itself.

        Parameters
        ----------
        word
            The guess, or a clue such as ``CRANE=c.A..``.
        pattern
            Its pattern, unless the word is a clue.

        Raises
        ------
        UserError
            If the game is solved, the clue is not understood or contradicts others, hard mode
            forbids the guess, or no word is left. The game stays as it was.
        """
        if self.solved:
            raise UserError(
                f"the game is solved: {self.clues[-1]}; undo a clue, or start a new game"
            )
        move = word if pattern is None else (word, pattern)
        (clue,) = clues_of_moves(
            [move], language=self.vocabulary.language, rule=self.vocabulary.rule
        )
        self._check_legal((*self.clues, clue))
        self.position = self.adviser.position((*self.clues, clue))
        return self

    def _check_legal(self, clues: tuple[Clue, ...]) -> None:
        """Refuse the last of the clues if hard mode forbids its guess."""
        if not self.hard:  # other rules have no colours
            return
        *before, last = clues
        why = illegal_because(last.guess, [(clue.guess, clue.pattern.colours) for clue in before])
        if why is not None:
            raise UserError(f"guess {upper(last.guess)} is not legal in hard mode: {why}")

    def undo(self) -> Game:
        """Remove the last clue; UserError if there is none."""
        if not self.clues:
            raise UserError("there is no clue to take back")
        self.position = self.adviser.position(self.clues[:-1])
        return self

    def restart(self) -> Game:
        """Remove all clues."""
        self.position = self.adviser.position()
        return self

    def correct(self, number: int, pattern: Pattern | str) -> Game:
        """Replace a clue.

        Parameters
        ----------
        number
            The number of the clue, counted from 1.
        pattern
            The pattern of its guess, or a whole clue in its place.

        Raises
        ------
        UserError
            If there is no such clue, it contradicts others, or hard mode forbids its guess or a
            later one. The game stays as it was.
        """
        number = whole_number("number", number, 0)
        if not 1 <= number <= len(self.clues):
            range_ = f"1 to {len(self.clues)}" if self.clues else "a clue first"
            raise UserError(f"there is no clue {number}: give {range_}")
        language, rule = self.vocabulary.language, self.vocabulary.rule
        # A pattern of another rule may have a "=", but is no longer than the word.
        whole = isinstance(pattern, str) and "=" in pattern[self.vocabulary.length :]
        move: Any = pattern if whole else (self.clues[number - 1].guess, pattern)
        moves = (*self.clues[: number - 1], move, *self.clues[number:])
        clues = clues_of_moves(moves, language=language, rule=rule)
        for turn in range(number, len(clues) + 1):
            self._check_legal(clues[:turn])
        self.position = self.adviser.position(clues)
        return self

    def under(self, vocabulary: Vocabulary, conditions: Conditions) -> Game:
        """Return a game after the same clues with other words or under other conditions.

        Raises UserError if a clue cannot be played there.
        """
        return _continued(vocabulary, conditions, self.backend, self.clues)

    def suggestions(
        self,
        strategy: str | Strategy | None = None,
        *,
        top: int = 5,
        seconds: float | None = SECONDS,
    ) -> Suggestions:
        """Suggest what to guess next; see `suggest`."""
        return suggestions_for(
            self.position,
            self.vocabulary,
            strategy=strategy,
            allowed=self.allowed,
            pool=self.conditions.pool,
            top=top,
            seconds=seconds,
        )

    def review(self, *, seconds: float | None = REVIEW_SECONDS) -> Review:
        """Compare every move so far with optimal play of the game's own rule; see `review`."""
        if not self.clues:
            raise UserError("there is no move to review")
        adviser = self.adviser
        if adviser.filter != "pattern":
            adviser = Adviser(self.vocabulary, hard=self.hard, backend=adviser.engine)
        return review_for(adviser, self.clues, allowed=self.allowed, seconds=seconds)

    def __len__(self) -> int:
        return len(self.clues)

    def __repr__(self) -> str:
        clues = " ".join(map(str, self.clues)) or "no clue yet"
        left = "solved" if self.solved else f"{len(self.remaining):,} words left"
        return f"Game({self.vocabulary.name!r}: {written(clues)}, {left})"

    def to_dict(self, strategy: str | Strategy | None = None) -> dict[str, Any]:
        """Return `suggestions` in plain values.

        A game with a pool or a filter other than ``pattern`` needs a strategy that ranks.
        """
        return self.suggestions(strategy).to_dict()

    def _repr_html_(self) -> str:
        return html_board(self.clues, self.remaining, solved=self.solved)


def _continued(
    words: Vocabulary, conditions: Conditions, backend: str | Backend, clues: tuple[Clue, ...]
) -> Game:
    """Return a game after some clues; UserError if one of them cannot be played."""
    game = Game(words, conditions, backend=backend)
    game.position = game.adviser.position(clues)
    return game
