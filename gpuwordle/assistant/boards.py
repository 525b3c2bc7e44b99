"""Several boards at once: what their clues leave, and the best guess for all of them together.

A clue has one pattern a board, ``CRANE=c.A../...../..A..``, and ``=`` in place of the pattern of a
board that an earlier guess has finished. The boards are independent, so what a guess tells of all
of them is the sum of its entropies; for the last few candidates the expected number of guesses is
exact (`gpuwordle.games.last_words`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.assistant.interval import Interval
from gpuwordle.assistant.nothing_left import nothing_left
from gpuwordle.assistant.suggest import about
from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.clues.clues import Clue, Clues
from gpuwordle.errors import UserError
from gpuwordle.games.boards import choose_guesses, ranked_guesses
from gpuwordle.games.last_words import LastWords, few_enough
from gpuwordle.rules.pattern import Pattern
from gpuwordle.scoring.groups import Groups
from gpuwordle.words.letters import normalise
from gpuwordle.words.sources import VocabularyLike, vocabulary_of
from gpuwordle.words.vocabulary import Vocabulary

SEPARATOR, FINISHED = "/", "="

Indices = npt.NDArray[np.integer]


class BoardsClue(NamedTuple):
    """A guess, normalised, with what it got on every board: None on one that was finished."""

    guess: str
    patterns: tuple[Pattern | None, ...]

    def __str__(self) -> str:
        parts = [
            FINISHED if pattern is None else str(Clue(self.guess, pattern)).partition("=")[2]
            for pattern in self.patterns
        ]
        return f"{self.guess.upper()}={SEPARATOR.join(parts)}"


@dataclass(frozen=True)
class BoardsSuggestion:
    """A guess, and what it is worth on all boards together.

    Attributes
    ----------
    guess : str
        The word.
    entropy : float
        What it tells of all boards, in bits.
    entropies : tuple of float
        What it tells of each; 0 of one that is finished.
    candidate_of : tuple of int
        The boards, counted from 1, whose word it may be.
    expected : Fraction or None
        Guesses until all boards are finished, this one included, on average over all that may be
        hidden, by the best play after it; None where more than a few candidates are left, or the
        guess tells nothing.
    """

    guess: str
    entropy: float
    entropies: tuple[float, ...]
    candidate_of: tuple[int, ...]
    expected: Fraction | None

    def to_json(self) -> dict[str, Any]:
        """Describe it in plain values."""
        return {
            "guess": self.guess,
            "entropy": self.entropy,
            "entropies": list(self.entropies),
            "candidate_of": list(self.candidate_of),
            "expected": (
                None if self.expected is None else Interval.exactly(self.expected).to_json()
            ),
        }


@dataclass(frozen=True, repr=False)
class BoardsSuggestions:
    """What clues of several boards leave, and the best guesses.

    Attributes
    ----------
    vocabulary : Vocabulary
        The words.
    clues : tuple of BoardsClue
        What was played.
    remaining : tuple of (tuple of str)
        The candidates of each board, in the vocabulary's order; none of one that is finished.
    guesses : tuple of BoardsSuggestion
        The best guesses, best first; none where all boards are finished. First comes a board's
        only candidate: it has to be guessed, and nothing is lost by doing so at once.
    exact : bool
        Whether so few candidates are left that the first is proven to be the best.
    """

    vocabulary: Vocabulary
    clues: tuple[BoardsClue, ...]
    remaining: tuple[tuple[str, ...], ...]
    guesses: tuple[BoardsSuggestion, ...]
    exact: bool

    @property
    def solved(self) -> bool:
        """Whether all boards are finished."""
        return not any(self.remaining)

    def __repr__(self) -> str:
        left = ", ".join(f"{len(words):,}" for words in self.remaining)
        best = ", ".join(suggestion.guess for suggestion in self.guesses)
        return f"BoardsSuggestions({left} candidates: {best})"

    def to_json(self) -> dict[str, Any]:
        """Describe it in plain values: the JSON of ``gpuwordle solve --boards``."""
        return {
            **about(self.vocabulary, hard=False, allowed=None),
            "boards": len(self.remaining),
            "clues": [
                {
                    "guess": clue.guess,
                    "patterns": [FINISHED if p is None else p.digits for p in clue.patterns],
                }
                for clue in self.clues
            ],
            "solved": self.solved,
            "remaining": [{"count": len(left), "words": list(left)} for left in self.remaining],
            "exact": self.exact,
            "guesses": [suggestion.to_json() for suggestion in self.guesses],
        }


def parse_boards(clues: Iterable[str] | str, boards: int) -> tuple[BoardsClue, ...]:
    """Read clues of several boards.

    Parameters
    ----------
    clues
        Such as ``CRANE=c.A../...../=``, in the order of play; one text may hold several.
    boards
        How many boards there are.

    Raises
    ------
    UserError
        If a clue is not understood, has not one pattern a board, or says of a board that it is
        finished where it is not, or the other way round.

    Examples
    --------
    >>> print(*parse_boards("CRANE=CRANE/..A.. SLATE==/..A..", 2))
    CRANE=CRANE/..A.. SLATE==/..A..
    """
    read: list[BoardsClue] = []
    finished_by: dict[int, str] = {}
    for text in clues.split() if isinstance(clues, str) else clues:
        guess, equals, told = text.partition("=")
        if not equals or not guess.strip():
            raise UserError(
                f"clue {text!r} is not GUESS=SCORE{SEPARATOR}SCORE: write it as "
                f"CRANE={SEPARATOR.join(['c.A..', *['.....'] * (boards - 1)])}"
            )
        guess = normalise(guess.strip(), f"clue {text!r}")
        parts = told.strip().split(SEPARATOR)
        if len(parts) != boards:
            raise UserError(
                f"clue {text!r} has {len(parts)} patterns for {boards} boards: give one a board, "
                f"apart by {SEPARATOR}, and {FINISHED} for a board that is finished"
            )
        patterns: list[Pattern | None] = []
        for number, part in enumerate(parts, start=1):
            done = part.strip() == FINISHED
            if done and number not in finished_by:
                raise UserError(
                    f"clue {text!r} says that board {number} is finished, but no clue before is "
                    "all green there: give its pattern"
                )
            if not done and number in finished_by:
                raise UserError(
                    f"clue {text!r} has a pattern for board {number}, which {finished_by[number]} "
                    f"has finished: give {FINISHED} in its place"
                )
            patterns.append(None if done else Pattern.parse(part, guess))
        for number, pattern in enumerate(patterns, start=1):
            if pattern is not None and pattern.solved:
                finished_by[number] = guess.upper()
        read.append(BoardsClue(guess, tuple(patterns)))
    return tuple(read)


def suggest_boards(
    clues: Iterable[str] | str = (),
    vocabulary: VocabularyLike = "wordle",
    *,
    boards: int,
    length: int | None = None,
    top: int = 5,
    backend: str | Backend = "auto",
) -> BoardsSuggestions:
    """Say what clues of several boards leave, and what to guess next.

    Parameters
    ----------
    clues
        As `parse_boards` reads them.
    vocabulary
        The name of a list or a file, a list, or the words of one length.
    boards
        How many boards there are.
    length
        Letters in a word; those of the clues or of the vocabulary, or 5, when None.
    top
        How many guesses to suggest.
    backend
        Where to compute.

    Returns
    -------
    BoardsSuggestions

    Raises
    ------
    UserError
        As `parse_boards`, or if there are no such words, there is no board, clues contradict each
        other, or no word is left on a board, which is named.

    Examples
    --------
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> suggest_boards("CAT=C../.AT", pets, boards=2, top=2)
    BoardsSuggestions(1, 1 candidates: cow, rat)
    """
    if boards < 1:
        raise UserError(f"{boards} boards is too few: give at least 1")
    read = parse_boards(clues, boards)
    if length is None and read and not isinstance(vocabulary, Vocabulary):
        length = len(read[0].guess)
    words = vocabulary_of(vocabulary, length)
    engine = engine_for(words, backend)
    left = [_left(words, read, board) for board in range(boards)]
    going = [number for number, candidates in enumerate(left) if len(candidates)]
    suggested: tuple[BoardsSuggestion, ...] = ()
    exact = False
    if going:
        here = [left[number] for number in going]
        exact = few_enough([len(candidates) for candidates in here])
        last = LastWords(engine, here) if exact else None
        best = _best(engine, here, top)
        suggested = tuple(_suggestions(engine, best, left, going, last))
    remaining = tuple(tuple(words.answers[a] for a in candidates) for candidates in left)
    return BoardsSuggestions(words, read, remaining, suggested, exact)


def _left(words: Vocabulary, clues: Sequence[BoardsClue], board: int) -> Indices:
    """Return the candidates of one board, as answer indices; none where it is finished."""
    own = [
        Clue(guess, pattern)
        for guess, patterns in clues
        if (pattern := patterns[board]) is not None
    ]
    if own and own[-1].pattern.solved:
        return np.empty(0, np.intp)
    if not own:
        return np.arange(len(words.answers))
    try:
        read = Clues(tuple(own))
        fitting = read.eligible(words)
    except UserError as error:
        raise UserError(f"board {board + 1}: {error}") from None
    if not fitting:
        raise UserError(f"board {board + 1}: {nothing_left(read, words)}")
    return words.guess_answer[[words.guess_index[word] for word in fitting]]


def _best(engine: Backend, boards: Sequence[Indices], top: int) -> list[int]:
    """Rank guesses: the player's choice, the only candidates of boards, the largest entropies."""
    first = int(choose_guesses(engine, [boards])[0])
    certain = [int(engine.vocabulary.answer_guess[board[0]]) for board in boards if len(board) == 1]
    ranked = ranked_guesses(engine, boards)[: top + len(certain) + 1].tolist()
    return list(dict.fromkeys([first, *certain, *ranked]))[:top]


def _suggestions(
    engine: Backend,
    guesses: Sequence[int],
    left: Sequence[Indices],
    going: Sequence[int],
    last: LastWords | None,
) -> Iterable[BoardsSuggestion]:
    words = engine.vocabulary
    entropy = np.empty((len(going), len(guesses)))
    groups = Groups.of([left[n] for n in going])
    for boards, some, found in engine.statistics_in_blocks(groups, np.array(guesses)):
        entropy[boards, some] = found.entropy
    for column, guess in enumerate(guesses):
        entropies = [0.0] * len(left)
        for row, number in enumerate(going):
            entropies[number] = float(entropy[row, column])
        answer = int(words.guess_answer[guess])
        expected = None
        if last is not None and last.tells(guess):
            expected = Fraction(last.total_of(guess), last.combinations)
        yield BoardsSuggestion(
            words.guesses[guess],
            float(entropy[:, column].sum()),
            tuple(entropies),
            tuple(number + 1 for number in going if answer >= 0 and answer in left[number]),
            expected,
        )
