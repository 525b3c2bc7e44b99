"""A finished game, move by move: what each move cost compared with optimal play, and its luck.

With n candidates before a move, V the least total of guesses over them, T the least total after the
guess (both integers, of play without a limit on guesses), m candidates after it and W their least
total:

- expected before the move: V / n;
- regret: T / n - V / n, zero for best guesses and positive for others; only a guess that is not
  listed, or that hard mode forbids, may be better than the best one, and its regret is negative;
- luck: what happened minus what was expected, 1 + W / m - T / n (W / m is 0 if the guess was
  right); below zero the game became shorter than expected.

So regret plus luck of a move is 1 + W / m - V / n. Summed over a whole game, all terms but the
first and the last cancel: expected at the start + all regret + all luck = guesses played + expected
at the end. All are fractions, and nothing is rounded. If words have weights, n, V, T, m and W count
each candidate as often as it weighs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpuwordle.assistant.adviser import Adviser, Clock, Position, conditions_of_player, within
from gpuwordle.assistant.display import Plain, as_dict, word_count
from gpuwordle.assistant.exact import Exact, Play, play_of, regret_of, worth_after, worth_of
from gpuwordle.assistant.interval import Interval, percent
from gpuwordle.assistant.known_play import Worth, tied_openers
from gpuwordle.assistant.moves import Move, clues_of_moves
from gpuwordle.assistant.ranking import tied_best
from gpuwordle.assistant.reasons import reason_of, trap_of
from gpuwordle.backends.backend import Backend
from gpuwordle.clues.clues import Clue, Clues
from gpuwordle.errors import UserError, counted
from gpuwordle.graphemes import written
from gpuwordle.rules.case import upper
from gpuwordle.rules.conditions import ALLOWED, Conditions
from gpuwordle.rules.tiles import Markup, Share, notebook_table, notebook_tiles, parse_share
from gpuwordle.words.letters import abridged, abridged_html, words_left
from gpuwordle.words.sources import VocabularyLike, loaded, vocabulary_of
from gpuwordle.words.vocabulary import Vocabulary

SECONDS = 2.0
"""How long to search for optimal play at each move by default."""

SHOWN_BEST = 3
"""Number of best guesses in a row of a table."""

SHOWN_WORDS = 20
"""Number of remaining words that are shown if a game was not solved."""


@dataclass(frozen=True)
class ReviewedMove(Plain):
    """A move, and what it cost; `gpuwordle.assistant.review` defines regret and luck."""

    clue: Clue  # the guess with its pattern
    before: int  # candidates before it
    after: int  # and after it; 0 after the answer was found
    candidate: bool  # whether the guess could have been the answer
    playable: bool  # whether it is a guess of the vocabulary
    legal: bool  # whether hard mode allows it
    play: Play  # what optimal play took before it
    regret: Interval
    luck: Interval
    best: tuple[str, ...]  # the best moves, candidates first, then in the vocabulary's order
    best_complete: bool  # whether all best moves are among them
    trap: str  # in hard mode, how it gave away a win that easy mode still had; or empty
    reason: str  # why, in words


@dataclass(frozen=True, repr=False)
class Review:
    """A game, move by move."""

    vocabulary: Vocabulary
    hard: bool  # whether regret is that of hard mode
    allowed: int | None  # guesses in a game
    moves: tuple[ReviewedMove, ...]  # in the order of play
    remaining: tuple[str, ...]  # the candidates at the end; empty if the answer was found
    expected_left: Interval  # guesses still expected at the end; 0 if the answer was found

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

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One row for each move, for a table."""
        rows = []
        for move in self.moves:
            row: dict[str, Any] = {
                "move": str(move.clue),
                "words before": move.before,
                "after": move.after,
                "expected": str(move.play.expected),
            }
            if self.allowed is not None:
                row["chance to win"] = percent(move.play.chance)
            best = abridged(move.best, SHOWN_BEST)
            if move.best and not move.best_complete:
                best += ", perhaps more"
            row |= {"regret": str(move.regret), "luck": str(move.luck), "best moves": best}
            rows.append(row)
        return rows

    @property
    def lines(self) -> tuple[str, ...]:
        """Why each move was good or poor, the sums, and what is left, in a line each."""
        lines = []
        for number, move in enumerate(self.moves, start=1):
            lines.append(f"{number}. {move.reason}")
            if move.trap:
                lines.append(f"   {move.trap}")
        end = counted(len(self), "guess", "guesses")
        if not self.solved:
            end += f" and {self.expected_left} to go"
        lines += ["", f"expected {self.expected}, regret {self.regret}, luck {self.luck}: {end}"]
        if not self.solved:
            lines.append(f"not solved; {words_left(self.remaining, SHOWN_WORDS)}")
        if not self.hard_mode:
            first = next(move for move in self.moves if not move.legal)
            lines.append(f"hard mode would have forbidden {upper(first.clue.guess)}")
        return tuple(map(written, lines))

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        guesses = " ".join(str(move.clue) for move in self.moves)
        return f"Review({written(guesses)}: regret {self.regret}, luck {self.luck})"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: the JSON of ``gpuwordle review``."""
        head = ("vocabulary", "hard", "allowed", "solved", "hard_mode", "expected", "regret")
        names = (*head, "luck", "expected_left", "remaining", "moves")
        return as_dict(self, names, remaining=word_count(self.remaining))

    def _repr_html_(self) -> str:
        rows = [
            row
            | {"move": notebook_tiles(move.clue.guess, move.clue.pattern)}
            | {"best moves": Markup(abridged_html(move.best, SHOWN_BEST))}
            | {"why": "; ".join(filter(None, (move.reason, move.trap)))}
            for row, move in zip(self.rows, self.moves, strict=True)
        ]
        return notebook_table(rows)


def review(
    vocabulary: VocabularyLike,
    moves: Iterable[Move] | str,
    conditions: Conditions | None = None,
    *,
    answer: str | None = None,
    share: str | Share | None = None,
    seconds: float | None = SECONDS,
    backend: str | Backend = "auto",
) -> Review:
    """Compare every move of a game with optimal play.

    Parameters
    ----------
    vocabulary
        The name of a list, the path of a file, a `WordList`, or a `Vocabulary`.
    moves
        In the order of play: clues such as ``CRANE=c.A..``, or guesses alone if the answer or a
        shared result is given.
    conditions
        Hard mode, guesses allowed and words that could no longer be hidden; easy mode with 6
        guesses if None. In hard mode moves are compared with optimal play of hard mode.
    answer
        The hidden word, if it is known.
    share
        A shared result, as text of emoji, whose rows are the patterns of the guesses.
    seconds
        How long to search for optimal play at each move; numbers that take longer are given as
        bounds. None for no limit.
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
    >>> found = review(pets, ["rat", "pig", "cow"], answer="cow")
    >>> [(move.before, str(move.regret), str(move.luck)) for move in found.moves]
    [(5, '0.2000', '0.4667'), (3, '0.0000', '0.3333'), (1, '0.0000', '0.0000')]
    >>> found.expected + found.regret + found.luck == Interval.exactly(len(found))
    True
    """
    rules = conditions_of_player(conditions, ALLOWED)
    shared = parse_share(share) if isinstance(share, str) else share
    if shared is not None and not isinstance(shared, Share):
        raise TypeError(f"share {share!r:.40} is not a shared result: give its text")
    vocabulary = loaded(vocabulary)
    patterns = None if shared is None else shared.rows
    clues = clues_of_moves(moves, answer, patterns, vocabulary.language, vocabulary.rule)
    if not clues:
        raise UserError("there is no move: give at least one, such as CRANE=c.A..")
    length = None if isinstance(vocabulary, Vocabulary) else len(clues[0].guess)
    words = vocabulary_of(vocabulary, length, rules.exclude)
    rules.check_rule(words.rule)
    hidden = None if answer is None else words.language.normalise(answer)
    listed = hidden is None or hidden in words.answers
    if not listed and not Clues(clues).eligible(words):
        raise UserError(
            f"answer {hidden!r} is not a possible answer of {words.name!r}, and no word fits the "
            "clues: check its spelling, or use another list"
        )
    adviser = Adviser(words, hard=rules.hard, backend=backend)
    return review_for(adviser, clues, allowed=rules.allowed, seconds=seconds, one_shot=True)


def review_for(
    adviser: Adviser,
    clues: Sequence[Clue],
    *,
    allowed: int | None = ALLOWED,
    seconds: float | None = SECONDS,
    one_shot: bool = False,
) -> Review:
    """Compare every move of a game with optimal play; see `review`.

    ``one_shot`` starts faster: only the candidates after the first move are loaded.
    """
    near = adviser.position(clues[:1], one_shot=one_shot).adviser
    positions = [adviser.position()]
    positions += [near.position(clues[:turn]) for turn in range(1, len(clues) + 1)]
    exacts: dict[int, Exact] = {}

    def exact_of(position: Position, clock: Clock) -> Exact:
        """Return the search of the position's words, with a new clock."""
        exact = exacts.setdefault(id(position.adviser), Exact(position.adviser, clock))
        exact.clock = clock
        return exact

    def worth(position: Position) -> Worth:
        return within(seconds, lambda clock: worth_of(exact_of(position, clock), position))

    worths = [worth(one) for one in positions]
    moves = []
    for turn, clue in enumerate(clues):

        def reviewed(clock: Clock, turn: int = turn, clue: Clue = clue) -> ReviewedMove:
            exact = exact_of(positions[turn], clock)
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
    """Review one move; ``best`` and ``then`` are what optimal play takes before and after it."""
    every, words = before.weight, before.words
    guess: int | str = words.guess_index.get(clue.guess, clue.guess)
    took = worth_after(exact, before, guess, best)
    offered = before.offers(guess)
    if offered:
        best = best.bounded_by(took)
    chance = None if left is None else exact.chance(before, left, best)
    tied, complete = _best(exact, before, best)
    candidate = clue.guess in before.remaining
    regret = regret_of(every, took, best, offered=offered)
    expected = Interval.over(took.low, took.high, every)
    afterwards = play_of(after, then, None).expected
    luck = Interval.exactly(1) + afterwards - expected
    found = clue.pattern.solved
    trap = ""
    if exact.adviser.hard and left is not None and not found and chance == (every, every):
        trap = trap_of(exact.clock, after, left - 1)
    return ReviewedMove(
        clue=clue,
        before=len(before),
        after=0 if found else len(after),
        candidate=candidate,
        playable=clue.guess in before.adviser.listed.guess_index,
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
    """List the best moves as guess indices, and tell whether these are all."""
    if not position.clues:
        known = tied_openers(position.words, hard=exact.adviser.hard)
        if known is not None:
            return known
    if not best.exact:
        return [], False
    tied, complete = tied_best(exact, position, best.low)
    if best.guess < 0 or best.guess in tied:
        return tied, complete
    # The time was over before it was searched, but it is known to be one of them.
    both = np.array([*tied, best.guess], np.int32)
    order = np.lexsort((both, ~position.is_candidate(both)))
    return both[order].tolist(), complete
