"""What to guess next: what is left of a game, and what the best guesses are worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gpuwordle.assistant.adviser import Adviser, Indices, Position
from gpuwordle.assistant.clock import Clock, within
from gpuwordle.assistant.committed import least_known, opener_known
from gpuwordle.assistant.exact import Exact, Worth
from gpuwordle.assistant.interval import Interval
from gpuwordle.assistant.moves import Move, clues_of_moves, clues_to_json
from gpuwordle.assistant.ranking import is_candidate, needs_history, ranked
from gpuwordle.assistant.reasons import reason_for
from gpuwordle.backends.backend import Backend
from gpuwordle.clues.clues import Clue
from gpuwordle.errors import UserError
from gpuwordle.rules.conditions import check_allowed
from gpuwordle.rules.pattern import Pattern
from gpuwordle.scoring.groups import Groups
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.strategies.table import strategy_for
from gpuwordle.words.sources import VocabularyLike, vocabulary_of
from gpuwordle.words.vocabulary import Vocabulary

ALLOWED = 6
"""Guesses in a game unless it is said otherwise."""

SECONDS = 1.0
"""How long exact play is searched for unless it is said otherwise."""


@dataclass(frozen=True)
class Play:
    """What perfect play comes to.

    Attributes
    ----------
    expected : Interval
        Further guesses on average over all candidates, the answer's included.
    worst : Interval
        Further guesses of the longest game of best play that begins with the guess that is said
        with it; of several such ways, of the one where it is shortest. Where ``expected`` is not
        exact, the upper bound is that of the best way found.
    chance : Interval or None
        Share of the candidates that can be found within the guesses allowed by who tries to find
        as many as possible; None where there is no limit.
    """

    expected: Interval
    worst: Interval
    chance: Interval | None

    def to_json(self) -> dict[str, Any]:
        """Describe it in plain values."""
        return {
            "expected": self.expected.to_json(),
            "worst": self.worst.to_json(),
            "chance": None if self.chance is None else self.chance.to_json(),
        }


@dataclass(frozen=True)
class Suggestion:
    """A guess, and what it is worth.

    Attributes
    ----------
    guess : str
        The word.
    candidate : bool
        Whether it may be the answer.
    legal : bool
        Whether hard mode allows it.
    largest : int
        Candidates in its largest bucket.
    expected_size : float
        Mean number of candidates left after it.
    entropy : float
        Entropy of its pattern, in bits.
    buckets : int
        Number of different patterns that it can get.
    play : Play
        What perfect play comes to with it, the guess itself counted.
    regret : Interval
        Expected guesses with it less those with the best guess.
    partition : tuple of (Pattern, int)
        Its patterns with the number of candidates that give them, the largest first.
    reason : str
        What speaks for and against it, in words.
    """

    guess: str
    candidate: bool
    legal: bool
    largest: int
    expected_size: float
    entropy: float
    buckets: int
    play: Play
    regret: Interval
    partition: tuple[tuple[Pattern, int], ...]
    reason: str

    def to_json(self) -> dict[str, Any]:
        """Describe it in plain values."""
        return {
            "guess": self.guess,
            "candidate": self.candidate,
            "legal": self.legal,
            "largest": self.largest,
            "expected_size": self.expected_size,
            "entropy": self.entropy,
            "buckets": self.buckets,
            **self.play.to_json(),
            "regret": self.regret.to_json(),
            "reason": self.reason,
            "partition": [
                {"pattern": pattern.digits, "size": size} for pattern, size in self.partition
            ],
        }


@dataclass(frozen=True, repr=False)
class Suggestions:
    """What is left of a game, and the best guesses.

    Attributes
    ----------
    vocabulary : Vocabulary
        The words.
    clues : tuple of Clue
        What was played.
    strategy : str
        Whose ranking it is.
    hard : bool
        Whether hard mode is played.
    allowed : int or None
        Guesses in a game.
    remaining : tuple of str
        The candidates, in the vocabulary's order.
    play : Play
        What perfect play comes to from here; nothing more where the game is solved.
    best : str or None
        A guess that begins perfect play, where it is known.
    guesses : tuple of Suggestion
        The best guesses of the ranking, best first; none where the game is solved.
    """

    vocabulary: Vocabulary
    clues: tuple[Clue, ...]
    strategy: str
    hard: bool
    allowed: int | None
    remaining: tuple[str, ...]
    play: Play
    best: str | None
    guesses: tuple[Suggestion, ...]

    @property
    def solved(self) -> bool:
        """Whether the last clue was all green."""
        return bool(self.clues) and self.clues[-1].pattern.solved

    def __len__(self) -> int:
        return len(self.guesses)

    def __repr__(self) -> str:
        best = ", ".join(suggestion.guess for suggestion in self.guesses)
        return f"Suggestions({len(self.remaining):,} candidates: {best})"

    def to_json(self) -> dict[str, Any]:
        """Describe it in plain values: the JSON of ``gpuwordle solve``."""
        return {
            **about(self.vocabulary, self.hard, self.allowed),
            "strategy": self.strategy,
            "clues": clues_to_json(self.clues),
            "solved": self.solved,
            "remaining": {"count": len(self.remaining), "words": list(self.remaining)},
            **self.play.to_json(),
            "best": self.best,
            "guesses": [suggestion.to_json() for suggestion in self.guesses],
        }

    def _repr_html_(self) -> str:
        from gpuwordle.assistant.notebook import table_of_suggestions  # which is about suggestions

        return table_of_suggestions(self)


def about(vocabulary: Vocabulary, hard: bool, allowed: int | None) -> dict[str, Any]:
    """Describe what is played with in plain values: the head of all JSON of this room."""
    return {
        "vocabulary": vocabulary.name,
        "digest": vocabulary.digest,
        "length": vocabulary.length,
        "answers": len(vocabulary.answers),
        "playable": len(vocabulary.guesses),
        "hard": hard,
        "allowed": allowed,
    }


def suggest(
    clues: Iterable[Move] | str = (),
    vocabulary: VocabularyLike = "wordle",
    *,
    length: int | None = None,
    strategy: str | Strategy = "entropy",
    hard: bool = False,
    allowed: int | None = ALLOWED,
    exclude: Sequence[str] | str | None = None,
    top: int = 5,
    seconds: float | None = SECONDS,
    backend: str | Backend = "auto",
) -> Suggestions:
    """Say what clues leave, and what to guess next.

    Parameters
    ----------
    clues
        What was played, in order: texts such as ``CRANE=c.A..``, ``crane=10200`` or
        ``crane=🟨⬜🟩⬜⬜``, one text of several, or pairs of a word and a pattern.
    vocabulary
        The name of a list or a file, a list, or the words of one length.
    length
        Letters in a word, where no clue tells; 5 when None.
    strategy
        Whose ranking of guesses.
    hard
        Play hard mode: only legal guesses are suggested and played.
    allowed
        Guesses in a game; None for no limit.
    exclude
        Words that can no longer be hidden: themselves, or the name of a file or a list.
    top
        How many guesses to suggest.
    seconds
        How long perfect play is searched for; bounds are given for what takes longer. None for no
        end.
    backend
        Where to compute.

    Returns
    -------
    Suggestions

    Raises
    ------
    UserError
        If a clue is not understood, clues contradict each other, no word is left, or an option
        is out of range.

    Examples
    --------
    >>> from gpuwordle import Vocabulary
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> found = suggest(["rat=000"], pets)
    >>> found.remaining, found.guesses[0].guess, str(found.play.expected)
    (('cow', 'dog', 'pig'), 'cow', '1.6667')
    """
    read = clues_of_moves(clues)
    if read and length is None and not isinstance(vocabulary, Vocabulary):
        length = len(read[0].guess)
    words = vocabulary_of(vocabulary, length, () if exclude is None else exclude)
    adviser = Adviser(words, hard=hard, backend=backend)
    position = adviser.position(read, apart=bool(read) and not needs_history(strategy))
    return suggestions_for(
        position, words, strategy=strategy, allowed=allowed, top=top, seconds=seconds
    )


def suggestions_for(
    position: Position,
    vocabulary: Vocabulary,
    *,
    strategy: str | Strategy = "entropy",
    allowed: int | None = ALLOWED,
    top: int = 5,
    seconds: float | None = SECONDS,
) -> Suggestions:
    """Say what to guess in a position; see `suggest`.

    Parameters
    ----------
    position
        What clues have left.
    vocabulary
        The words of the game.
    strategy, allowed, top, seconds
        As for `suggest`.
    """
    if top < 1:
        raise UserError(f"top {top} is too few: give at least 1")
    check_allowed(allowed)
    player = strategy_for(strategy)
    hard = position.adviser.hard
    chosen = position.candidates[:0]
    if not position.solved:
        chosen = ranked(position, player, top, allowed=allowed)

    def searched(clock: Clock) -> tuple[Play, str | None, tuple[Suggestion, ...]]:
        exact = Exact(position.adviser, clock)
        worth = worth_of(exact, position)
        left = None if allowed is None else allowed - len(position.clues)
        play = play_of(
            position, worth, None if left is None else exact.chance(position, left, worth)
        )
        best = position.words.guesses[worth.guess] if worth.guess >= 0 else None
        if position.solved:
            return play, None, ()
        return play, best, tuple(_suggested(exact, position, chosen, worth, left))

    play, best, guesses = within(seconds, searched)
    return Suggestions(
        vocabulary,
        position.clues,
        player.name,
        hard,
        allowed,
        position.remaining,
        play,
        best,
        guesses,
    )


def worth_of(exact: Exact, position: Position) -> Worth:
    """Find what best play takes; of all words of a named list by what was proven before."""
    known = None if position.clues else least_known(position.words, hard=exact.adviser.hard)
    return exact.of(position) if known is None else known


def worth_after(exact: Exact, position: Position, guess: int | str, best: Worth) -> Worth:
    """Find what best play takes after a guess: no less than after the best one."""
    known = None
    if not position.clues and isinstance(guess, int):
        known = opener_known(position.words, guess, hard=exact.adviser.hard)
    worth = exact.after(position, guess) if known is None else known
    return worth._replace(low=max(worth.low, best.low))


def play_of(position: Position, worth: Worth, chance: tuple[int, int] | None) -> Play:
    """Say of totals what they are for one candidate."""
    size = len(position)
    if position.solved:
        nothing = Interval.exactly(0)
        return Play(nothing, nothing, None if chance is None else Interval.exactly(1))
    return Play(
        Interval.over(worth.low, worth.high, size),
        Interval.over(worth.shortest, worth.longest, 1),
        None if chance is None else Interval.over(*chance, size),
    )


def regret_of(size: int, worth: Worth, best: Worth) -> Interval:
    """Say what a guess costs against the best one: never less than nothing."""
    cost = Interval.over(worth.low, worth.high, size) - Interval.over(best.low, best.high, size)
    return Interval(max(cost.low, Fraction(0)), max(cost.high, Fraction(0)))


def _suggested(
    exact: Exact, position: Position, chosen: Indices, best: Worth, left: int | None
) -> list[Suggestion]:
    words, size = position.words, len(position)
    found = exact.adviser.engine.statistics(Groups.of([position.candidates]), chosen)
    candidate = is_candidate(position, chosen)
    exact.announce(position, chosen.tolist())
    listed = []
    for column, guess in enumerate(chosen.tolist()):
        worth = worth_after(exact, position, guess, best)
        chance = None
        if left is not None:
            sure = worth.longest <= left
            chance = (size, size) if sure else exact.chance_after(position, guess, left)
        partition = [
            (Pattern(code, words.length), len(part)) for code, part in position.buckets(guess)
        ]
        regret = regret_of(size, worth, best)
        listed.append(
            Suggestion(
                guess=words.guesses[guess],
                candidate=bool(candidate[column]),
                legal=exact.adviser.hard or position.is_legal(guess),
                largest=int(found.largest[0, column]),
                expected_size=float(found.expected_size[0, column]),
                entropy=float(found.entropy[0, column]),
                buckets=int(found.buckets[0, column]),
                play=play_of(position, worth, chance),
                regret=regret,
                partition=tuple(sorted(partition, key=lambda part: (-part[1], part[0].code))),
                reason=reason_for(position, guess, regret, bool(candidate[column])),
            )
        )
    return listed
