"""A finished game, move by move: what each cost against perfect play, and what luck did.

With n candidates before a move, V the least total of guesses over them, T the least total after the
guess (both integers, of play without a limit of guesses), m candidates after it and W their least
total:

- expected before the move: V / n;
- regret: T / n - V / n, zero exactly where the guess is one of the best;
- luck: what happened less what was expected, 1 + W / m - T / n (W / m is 0 where the guess was
  right); below zero the game became shorter than expected.

So regret and luck of a move are 1 + W / m - V / n, and over a whole game all but the ends cancel:
expected at the start + all regret + all luck = guesses played + expected from where it ended. All
are fractions, and nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpuwordle.assistant.adviser import Adviser, Position
from gpuwordle.assistant.clock import Clock, within
from gpuwordle.assistant.committed import best_known
from gpuwordle.assistant.exact import Exact, Worth
from gpuwordle.assistant.interval import Interval
from gpuwordle.assistant.moves import Move, clues_of_moves
from gpuwordle.assistant.ranking import is_candidate
from gpuwordle.assistant.reasons import reason_of, trap_of
from gpuwordle.assistant.suggest import (
    ALLOWED,
    Play,
    about,
    play_of,
    regret_of,
    worth_after,
    worth_of,
)
from gpuwordle.assistant.ties import tied_best
from gpuwordle.backends.backend import Backend
from gpuwordle.clues.clues import Clue
from gpuwordle.errors import UserError
from gpuwordle.rules.tiles import Share, parse_share
from gpuwordle.words.sources import VocabularyLike, vocabulary_of
from gpuwordle.words.vocabulary import Vocabulary

SECONDS = 2.0
"""How long perfect play is searched for at each move unless it is said otherwise."""


@dataclass(frozen=True)
class ReviewedMove:
    """A move, and what it cost.

    Attributes
    ----------
    clue : Clue
        The guess with its pattern.
    before, after : int
        Candidates before and after it; 0 after the answer was found.
    candidate : bool
        Whether the guess could have been the answer.
    playable : bool
        Whether it is a guess of the vocabulary.
    legal : bool
        Whether hard mode allows it.
    play : Play
        What perfect play came to before it.
    regret, luck : Interval
        See `gpuwordle.assistant.review`.
    best : tuple of str
        The best moves, candidates first, then in the vocabulary's order.
    best_complete : bool
        Whether all best moves are among them.
    trap : str
        In hard mode: how the move lost a sure win that easy mode still had; or an empty text.
    reason : str
        Why, in words.
    """

    clue: Clue
    before: int
    after: int
    candidate: bool
    playable: bool
    legal: bool
    play: Play
    regret: Interval
    luck: Interval
    best: tuple[str, ...]
    best_complete: bool
    trap: str
    reason: str

    def to_json(self) -> dict[str, Any]:
        """Describe it in plain values."""
        return {
            "guess": self.clue.guess,
            "pattern": self.clue.pattern.digits,
            "before": self.before,
            "after": self.after,
            "candidate": self.candidate,
            "playable": self.playable,
            "legal": self.legal,
            **self.play.to_json(),
            "regret": self.regret.to_json(),
            "luck": self.luck.to_json(),
            "best": list(self.best),
            "best_complete": self.best_complete,
            "trap": self.trap,
            "reason": self.reason,
        }


@dataclass(frozen=True, repr=False)
class Review:
    """A game, move by move.

    Attributes
    ----------
    vocabulary : Vocabulary
        The words.
    hard : bool
        Whether regret is that of hard mode.
    allowed : int or None
        Guesses in a game.
    moves : tuple of ReviewedMove
        In the order of play.
    remaining : tuple of str
        The candidates at the end; none where the answer was found.
    expected_left : Interval
        Guesses that were still expected at the end; 0 where the answer was found.
    """

    vocabulary: Vocabulary
    hard: bool
    allowed: int | None
    moves: tuple[ReviewedMove, ...]
    remaining: tuple[str, ...]
    expected_left: Interval

    @property
    def solved(self) -> bool:
        """Whether the answer was found."""
        return self.moves[-1].clue.pattern.solved

    @property
    def expected(self) -> Interval:
        """Guesses that were expected at the start."""
        return self.moves[0].play.expected

    @property
    def regret(self) -> Interval:
        """The sum of the moves' regret."""
        return sum((move.regret for move in self.moves), Interval.exactly(0))

    @property
    def luck(self) -> Interval:
        """The sum of the moves' luck."""
        return sum((move.luck for move in self.moves), Interval.exactly(0))

    @property
    def hard_mode(self) -> bool:
        """Whether every move is legal in hard mode."""
        return all(move.legal for move in self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        guesses = " ".join(str(move.clue) for move in self.moves)
        return f"Review({guesses}: regret {self.regret}, luck {self.luck})"

    def to_json(self) -> dict[str, Any]:
        """Describe it in plain values: the JSON of ``gpuwordle review``."""
        return {
            **about(self.vocabulary, self.hard, self.allowed),
            "solved": self.solved,
            "hard_mode": self.hard_mode,
            "expected": self.expected.to_json(),
            "regret": self.regret.to_json(),
            "luck": self.luck.to_json(),
            "expected_left": self.expected_left.to_json(),
            "remaining": {"count": len(self.remaining), "words": list(self.remaining)},
            "moves": [move.to_json() for move in self.moves],
        }

    def _repr_html_(self) -> str:
        from gpuwordle.assistant.notebook import table_of_review  # which is about reviews

        return table_of_review(self)


def review_game(
    moves: Iterable[Move] | str,
    vocabulary: VocabularyLike = "wordle",
    *,
    answer: str | None = None,
    share: str | Share | None = None,
    hard: bool = False,
    allowed: int | None = ALLOWED,
    exclude: Sequence[str] | str | None = None,
    seconds: float | None = SECONDS,
    backend: str | Backend = "auto",
) -> Review:
    """Say of every move of a game what it cost.

    Parameters
    ----------
    moves
        In the order of play: clues such as ``CRANE=c.A..``, or guesses alone where the answer or a
        shared result is given.
    vocabulary
        The name of a list or a file, a list, or the words of one length.
    answer
        The hidden word, where it is known.
    share
        A shared result, as text of emoji, whose rows are the patterns of the guesses.
    hard
        Compare with perfect play of hard mode.
    allowed
        Guesses in a game; None for no limit.
    exclude
        Words that could not be hidden any more: themselves, or the name of a file or a list.
    seconds
        How long perfect play is searched for at each move; bounds are given for what takes longer.
        None for no end.
    backend
        Where to compute.

    Returns
    -------
    Review

    Raises
    ------
    UserError
        If a move is not understood or contradicts another or the answer, no word is left, or there
        is no move.

    Examples
    --------
    >>> from gpuwordle import Vocabulary
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> review = review_game(["rat", "pig", "cow"], pets, answer="cow")
    >>> [(move.before, str(move.regret), str(move.luck)) for move in review.moves]
    [(5, '0.2000', '0.4667'), (3, '0.0000', '0.3333'), (1, '0.0000', '0.0000')]
    >>> review.expected + review.regret + review.luck == Interval.exactly(len(review))
    True
    """
    shared = parse_share(share) if isinstance(share, str) else share
    clues = clues_of_moves(moves, answer, None if shared is None else shared.rows)
    if not clues:
        raise UserError("there is no move: give at least one, such as CRANE=c.A..")
    length = None if isinstance(vocabulary, Vocabulary) else len(clues[0].guess)
    words = vocabulary_of(vocabulary, length, () if exclude is None else exclude)
    adviser = Adviser(words, hard=hard, backend=backend)
    return review_for(adviser, clues, allowed=allowed, seconds=seconds, apart=True)


def review_for(
    adviser: Adviser,
    clues: Sequence[Clue],
    *,
    allowed: int | None = ALLOWED,
    seconds: float | None = SECONDS,
    apart: bool = False,
) -> Review:
    """Say of every move of a game what it cost; see `review_game`.

    Parameters
    ----------
    adviser
        What computes.
    clues
        The moves: at least one.
    allowed, seconds
        As for `review_game`.
    apart
        Search among the words alone that the first move has left, which is sooner begun.
    """
    near = adviser.position(clues[:1], apart=apart).adviser
    positions = [adviser.position()]
    positions += [near.position(clues[:turn]) for turn in range(1, len(clues) + 1)]
    exacts: dict[int, Exact] = {}

    def asked(position: Position, clock: Clock) -> Exact:
        """Return what is exact of the position's words, with a new clock."""
        exact = exacts.setdefault(id(position.adviser), Exact(position.adviser, clock))
        exact.clock = clock
        return exact

    def worth(position: Position) -> Worth:
        return within(seconds, lambda clock: worth_of(asked(position, clock), position))

    worths = [worth(one) for one in positions]
    moves = []
    for turn, clue in enumerate(clues):

        def reviewed(clock: Clock, turn: int = turn, clue: Clue = clue) -> ReviewedMove:
            exact = asked(positions[turn], clock)
            left = None if allowed is None else allowed - turn
            before, after = positions[turn : turn + 2]
            return _reviewed(exact, clue, before, after, worths[turn], worths[turn + 1], left)

        moves.append(within(seconds, reviewed))
    last = positions[-1]
    return Review(
        adviser.words,
        adviser.hard,
        allowed,
        tuple(moves),
        () if last.solved else last.remaining,
        play_of(last, worths[-1], None).expected,
    )


def _reviewed(
    exact: Exact,
    clue: Clue,
    before: Position,
    after: Position,
    best: Worth,
    then: Worth,
    left: int | None,
) -> ReviewedMove:
    """Review one move.

    Parameters
    ----------
    exact
        What finds totals of the position before.
    clue
        The move.
    before, after
        What was left.
    best, then
        What perfect play takes of both.
    left
        Guesses that were left before the move.
    """
    size, words = len(before), before.words
    guess: int | str = words.guess_index.get(clue.guess, clue.guess)
    took = worth_after(exact, before, guess, best)
    chance = None if left is None else exact.chance(before, left, best)
    tied, complete = _best(exact, before, best)
    candidate = clue.guess in before.remaining
    regret = regret_of(size, took, best)
    expected = Interval.over(took.low, took.high, size)
    afterwards = play_of(after, then, None).expected
    luck = Interval.exactly(1) + afterwards - expected
    found = clue.pattern.solved
    trap = ""
    if exact.adviser.hard and left is not None and not found and chance == (size, size):
        trap = trap_of(exact.clock, clue, after, left - 1)
    return ReviewedMove(
        clue=clue,
        before=size,
        after=0 if found else len(after),
        candidate=candidate,
        playable=isinstance(guess, int),
        legal=before.allows(clue.guess),
        play=play_of(before, best, chance),
        regret=regret,
        luck=luck,
        best=tuple(words.guesses[one] for one in tied),
        best_complete=complete,
        trap=trap,
        reason=reason_of(clue, before, guess, candidate, regret, tied),
    )


def _best(exact: Exact, position: Position, best: Worth) -> tuple[list[int], bool]:
    """List the best moves, and tell whether these are all."""
    if not position.clues:
        known = best_known(position.words, hard=exact.adviser.hard)
        if known is not None:
            return known
    if not best.exact:
        return [], False
    tied, complete = tied_best(exact, position, best.low)
    if best.guess < 0 or best.guess in tied:
        return tied, complete
    # The time was over before it was looked at, but it is known to be one of them.
    both = np.array([*tied, best.guess], np.int32)
    order = np.lexsort((both, ~is_candidate(position, both)))
    return both[order].tolist(), complete
