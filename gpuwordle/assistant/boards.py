"""Several boards at once: the candidates of each, and the best guess for all of them together.

A clue has one pattern for each board, ``CRANE=c.A../...../..A..``, with ``=`` for a board that an
earlier guess has finished. The boards are independent, so the information of a guess about all of
them is the sum of its entropies; for the last few candidates the expected number of guesses is
exact (`gpuwordle.games.last_words`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from gpuwordle.assistant.adviser import conditions_of_player
from gpuwordle.assistant.display import Plain, as_dict, html_board, plain, word_count
from gpuwordle.assistant.moves import Unlisted, nothing_left, unlisted, unlisted_note
from gpuwordle.backends.backend import Backend
from gpuwordle.backends.table import engine_for
from gpuwordle.clues.clues import Clue, Clues
from gpuwordle.errors import UserError, counted, whole_number
from gpuwordle.games.board_games import choose_guesses, ranked_guesses
from gpuwordle.games.last_words import LastWords, few_enough
from gpuwordle.graphemes import written
from gpuwordle.rules.case import upper
from gpuwordle.rules.conditions import MOST_BOARDS, Conditions
from gpuwordle.rules.pattern import Pattern, check_words
from gpuwordle.rules.tiles import notebook_table, notebook_tiles
from gpuwordle.scoring.groups import Groups, Indices
from gpuwordle.words.language import PLAIN, Language
from gpuwordle.words.sources import VocabularyLike, loaded, vocabulary_of
from gpuwordle.words.vocabulary import Vocabulary
from gpuwordle.words.word_list import check_colours

FINISHED = "="


class BoardsClue(NamedTuple):
    """A guess, normalised, with its pattern on every board; None on a finished one."""

    guess: str
    patterns: tuple[Pattern | None, ...]
    separator: str = PLAIN.board_separator

    def __str__(self) -> str:
        parts = [
            FINISHED if pattern is None else pattern.marks(self.guess) for pattern in self.patterns
        ]
        return f"{upper(self.guess)}={self.separator.join(parts)}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as in the JSON."""
        patterns = [FINISHED if pattern is None else pattern.digits for pattern in self.patterns]
        return {"guess": written(self.guess), "patterns": patterns}


@dataclass(frozen=True)
class BoardsSuggestion(Plain):
    """A guess, and what it is worth on all boards together.

    ``entropy`` is that of its patterns on all boards, ``entropies`` on each board, in bits; 0 on a
    finished one. ``candidate_of``: the boards, counted from 1, whose word it may be. ``expected``:
    the expected number of guesses until all boards are finished, this one included, by optimal
    play after it; None if more than a few candidates are left, or the guess tells nothing.
    """

    guess: str
    entropy: float
    entropies: tuple[float, ...]
    candidate_of: tuple[int, ...]
    expected: Fraction | None


@dataclass(frozen=True, repr=False)
class BoardsSuggestions:
    """The candidates of several boards, and the best guesses.

    ``remaining`` has the candidates of each board, in the vocabulary's order; none for a finished
    one. ``guesses`` are the best guesses, best first; none if all boards are finished. The only
    candidate of a board comes first: it has to be guessed, and guessing it now loses nothing.
    ``exact``: so few candidates are left that the first guess is proven to be the best.
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

    @property
    def title(self) -> str:
        """What the guesses are, and whether the first is proven, for a heading."""
        return "Guesses on all boards" + "; the first is proven to be best" * self.exact

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One row for each guess, for a table: its boards, its worth, and its entropies."""
        rows = []
        for one in self.guesses:
            row: dict[str, Any] = {"guess": one.guess, "may be hidden on": list(one.candidate_of)}
            if self.exact:
                expected = one.expected
                row["expected guesses"] = "" if expected is None else f"{float(expected):.4f}"
            row["entropy (bits)"] = f"{one.entropy:.4f}"
            boards = zip(self.remaining, one.entropies, strict=True)
            for number, (left, bits) in enumerate(boards, start=1):
                row[f"board {number}"] = f"{bits:.4f}" if left else ""
            rows.append(row)
        return rows

    @property
    def unlisted(self) -> tuple[Unlisted, ...]:
        """The guesses of the clues that are not in the list, with similar words."""
        return unlisted((clue.guess for clue in self.clues), self.vocabulary)

    @property
    def notes(self) -> tuple[str, ...]:
        """What may be wrong with clues, in a line for each guess that is not in the list."""
        return tuple(unlisted_note(one.guess, self.vocabulary) for one in self.unlisted)

    def __repr__(self) -> str:
        left = ", ".join(f"{len(words):,}" for words in self.remaining)
        best = ", ".join(suggestion.guess for suggestion in self.guesses)
        return f"BoardsSuggestions({left} candidates: {written(best)})"

    def _repr_html_(self) -> str:
        boards = []
        for number, left in enumerate(self.remaining):
            played = ((clue.guess, clue.patterns[number]) for clue in self.clues)
            clues = [Clue(guess, pattern) for guess, pattern in played if pattern is not None]
            board = html_board(clues, left, solved=not left)
            boards.append(f"<p><b>Board {number + 1}</b></p>{board}")
        rows = [row | {"guess": notebook_tiles(row["guess"])} for row in self.rows]
        return "".join(boards) + (notebook_table(rows) if rows else "")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: the JSON of ``gpuwordle solve --boards``."""
        return {
            **plain(self.vocabulary),
            "hard": False,
            "allowed": None,
            "boards": len(self.remaining),
            **as_dict(
                self,
                ("clues", "solved", "unlisted", "remaining", "exact", "guesses"),
                remaining=list(map(word_count, self.remaining)),
            ),
        }


def parse_boards(
    clues: Iterable[str] | str, boards: int, language: Language = PLAIN
) -> tuple[BoardsClue, ...]:
    """Read clues of several boards, in the order of play; one text may hold several.

    Raises UserError if a clue is not understood, does not have one pattern for each board, or marks
    an unfinished board as finished or a finished one as unfinished.

    >>> print(*parse_boards("CRANE=CRANE/..A.. SLATE==/..A..", 2))
    CRANE=CRANE/..A.. SLATE==/..A..
    """
    read: list[BoardsClue] = []
    finished_by: dict[int, str] = {}
    for text in clues.split() if isinstance(clues, str) else clues:
        check_words(text)
        try:
            word, parts = language.split_boards(text, boards)
        except UserError:
            mark = language.board_separator
            raise UserError(
                f"clue {text!r} is not GUESS=PATTERN{mark}PATTERN: write it as "
                f"CRANE={mark.join(['c.A..', *['.....'] * (boards - 1)])}"
            ) from None
        guess = language.normalise(word, f"clue {text!r}")
        if len(parts) != boards:
            raise UserError(
                f"clue {text!r} has {counted(len(parts), 'pattern')} for {boards} boards: give one "
                f"for each board, separated by {language.board_separator}, and {FINISHED} for a "
                "finished board"
            )
        if len(finished_by) == boards:
            raise UserError(f"clue {text!r} comes after every board is finished: leave it out")
        patterns: list[Pattern | None] = []
        for number, part in enumerate(parts, start=1):
            done = part.strip() == FINISHED
            if done and number not in finished_by:
                raise UserError(
                    f"clue {text!r} says that board {number} is finished, but no earlier clue is "
                    "all green there: give its pattern"
                )
            if not done and number in finished_by:
                raise UserError(
                    f"clue {text!r} has a pattern for board {number}, which {finished_by[number]} "
                    f"has finished: give {FINISHED} instead"
                )
            patterns.append(None if done else Pattern.parse(language.letters(part), guess))
        for number, pattern in enumerate(patterns, start=1):
            if pattern is not None and pattern.solved:
                finished_by[number] = upper(guess)
        read.append(BoardsClue(guess, tuple(patterns), language.board_separator))
    return tuple(read)


def suggest_boards(
    vocabulary: VocabularyLike,
    clues: Iterable[str] | str = (),
    conditions: Conditions | None = None,
    *,
    boards: int,
    length: int | None = None,
    top: int = 5,
    backend: str | Backend = "auto",
) -> BoardsSuggestions:
    """Suggest what to guess next on several boards, after clues in the notation of `parse_boards`.

    The conditions may exclude words; several boards have no hard mode and no limit on guesses. The
    length is by default that of the clues, the only one of the list, or else 5. ``top`` guesses are
    returned, computed by the backend. Raises UserError if there are no boards or more than
    `MOST_BOARDS`, a clue is not understood, clues contradict each other, or no word is left on a
    board, which is named.

    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> suggest_boards(pets, "CAT=C../.AT", boards=2, top=2)
    BoardsSuggestions(1, 1 candidates: cow, rat)
    """
    boards = whole_number("boards", boards, 1, MOST_BOARDS)
    rules = conditions_of_player(conditions)
    if rules.hard or rules.allowed is not None:
        raise UserError("several boards have no hard mode and no limit on guesses: leave them out")
    vocabulary = loaded(vocabulary)
    check_colours(vocabulary, "play on several boards")
    top = whole_number("top", top, 1)
    read = parse_boards(clues, boards, vocabulary.language)
    if length is None and read and not isinstance(vocabulary, Vocabulary):
        length = len(read[0].guess)
    words = vocabulary_of(vocabulary, length, rules.exclude)
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
    """Return the candidates of one board, as answer indices; none if it is finished."""
    own = [
        Clue(guess, pattern)
        for guess, patterns, _ in clues
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
    """Rank guesses: first the best, then the only candidates of boards, then by entropy."""
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
        total = None if last is None else last.total_of(guess)
        expected = None if last is None or total is None else Fraction(total, last.combinations)
        yield BoardsSuggestion(
            words.guesses[guess],
            float(entropy[:, column].sum()),
            tuple(entropies),
            tuple(number + 1 for number in going if answer >= 0 and answer in left[number]),
            expected,
        )
