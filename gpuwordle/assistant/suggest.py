"""Suggestions: the candidates of a game, and what the best guesses are worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from gpuwordle.assistant.adviser import Adviser, Clock, Position, within
from gpuwordle.assistant.display import Plain, as_dict, html_board, word_count
from gpuwordle.assistant.exact import (
    Exact,
    Play,
    play_of,
    regret_of,
    worth_after,
    worth_of,
)
from gpuwordle.assistant.interval import Interval, percent, whole
from gpuwordle.assistant.known_play import Worth
from gpuwordle.assistant.moves import Move, Unlisted, clues_of_moves, unlisted, unlisted_note
from gpuwordle.assistant.ranking import (
    EXPECTED,
    Ranking,
    check_ranking,
    needs_history,
    ranked,
    ranked_by_expected,
)
from gpuwordle.assistant.reasons import reason_for, reason_under
from gpuwordle.backends.backend import Backend
from gpuwordle.clues.clues import Clue, Clues, ClueState
from gpuwordle.errors import counted, whole_number
from gpuwordle.graphemes import written
from gpuwordle.rules.case import upper
from gpuwordle.rules.conditions import ALLOWED, Conditions, Filter, PoolName, checked_conditions
from gpuwordle.rules.hard_mode import illegal_because
from gpuwordle.rules.pattern import Pattern
from gpuwordle.rules.tiles import notebook_table, notebook_tiles
from gpuwordle.scoring.groups import Groups, Indices
from gpuwordle.scoring.statistics import KEYS, Statistics
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.strategies.table import strategy_for
from gpuwordle.words.sources import VocabularyLike, loaded, vocabulary_of
from gpuwordle.words.vocabulary import Vocabulary

SECONDS = 1.0
"""How long to search for optimal play by default."""

NO_PLAY = {"expected": None, "worst": None, "chance": None}
"""The JSON of a play that is not known."""


class PatternSize(NamedTuple):
    """A pattern of a guess, and how many candidates give it."""

    pattern: Pattern
    size: int


@dataclass(frozen=True)
class Suggestion(Plain):
    """A guess, and what it is worth."""

    guess: str
    candidate: bool  # whether it may be the answer, as the filter reads the clues
    legal: bool  # whether hard mode allows it
    largest: int  # candidates in its largest bucket
    expected_size: float  # expected number of candidates left after it
    entropy: float  # of its pattern, in bits
    buckets: int  # how many it makes
    # what optimal play takes with it, this guess included, and the expected guesses minus those
    # with the best guess; both None under a filter other than ``pattern``
    play: Play | None
    regret: Interval | None
    reason: str  # why it is good or poor, in words
    partition: tuple[PatternSize, ...]  # its patterns, the largest bucket first

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as in the JSON."""
        return as_dict(self, play=self.play or NO_PLAY)


@dataclass(frozen=True, repr=False)
class Suggestions:
    """The candidates of a game, and the best guesses."""

    vocabulary: Vocabulary
    clues: tuple[Clue, ...]  # the guesses played, with their patterns
    strategy: str  # what ranks the guesses: ``expected``, or the name of a strategy
    # whether the order of the guesses is proven; if not, the upper bounds of the expected guesses
    # rank those that were searched
    exact: bool
    hard: bool
    allowed: int | None  # guesses in a game
    pool: PoolName
    filter: Filter
    remaining: tuple[str, ...]  # the candidates, in the vocabulary's order
    # what optimal play takes from here, 0 guesses if the game is solved; None under a filter other
    # than ``pattern``
    play: Play | None
    # a guess that begins optimal play, if it is known: of those among ``guesses``, the first
    best: str | None
    guesses: tuple[Suggestion, ...]  # the best of the ranking, best first; none if it is solved

    @cached_property
    def unlisted(self) -> tuple[Unlisted, ...]:
        """The guesses played that are not in the list, perhaps misspelt; their clues count."""
        return unlisted((clue.guess for clue in self.clues), self.vocabulary)

    @property
    def solved(self) -> bool:
        """Whether the last clue was all green."""
        return bool(self.clues) and self.clues[-1].pattern.solved

    @cached_property
    def illegal(self) -> str | None:
        """The first guess played that hard mode forbids, and why, in a line; its clue counts."""
        played = [(clue.guess, clue.pattern.colours) for clue in self.clues if self.hard]
        for turn, (guess, _) in enumerate(played):
            why = illegal_because(guess, played[:turn])
            if why is not None:
                word = upper(guess)
                return f"hard mode would have forbidden {word}: {why}; check the colours"
        return None

    @property
    def notes(self) -> tuple[str, ...]:
        """What may be wrong with clues, a line each: guesses not listed, illegal or too many."""
        lines = [unlisted_note(one.guess, self.vocabulary) for one in self.unlisted]
        lines += [self.illegal] if self.illegal else []
        if self.allowed is not None and len(self.clues) >= self.allowed and not self.solved:
            lines.append(f"no guess of the {self.allowed} allowed is left")
        return tuple(lines)

    @property
    def title(self) -> str:
        """What ranks the guesses, and whether upper bounds decide it, for a heading."""
        if self.strategy != EXPECTED:
            return f"Guesses by {self.strategy}"
        if self.exact:
            return "Best guesses"
        if all(one.play is None or one.play.expected.exact for one in self.guesses):
            return "Best guesses found"
        return "Best guesses found, by the upper bound of expected guesses"

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One row for each guess, for a table: its scores, and its play if that is known."""
        rows = []
        for one in self.guesses:
            row: dict[str, Any] = {"guess": one.guess, "may be hidden": one.candidate}
            if not self.hard and self.vocabulary.rule.has_colours:
                row["hard mode"] = one.legal
            if one.play is not None:
                row["expected guesses"] = str(one.play.expected)
                row["at most"] = whole(one.play.worst)
                if self.allowed is not None:
                    row["chance to win"] = percent(one.play.chance)
            row["largest bucket"] = one.largest
            row["expected size"] = f"{one.expected_size:.2f}"
            row["entropy (bits)"] = f"{one.entropy:.4f}"
            row["buckets"] = one.buckets
            rows.append(row)
        return rows

    @property
    def summary(self) -> str:
        """What optimal play takes from here, in a line; it is known under the game's filter."""
        play = self.play
        if play is None:
            return (
                f"words left as filter {self.filter} reads the clues; expected guesses and the "
                "chance to win are shown under filter pattern only"
            )
        first = "" if self.best is None else f" from {written(self.best)}"
        if play.chance is not None and play.chance.low < 1:
            own = [one.play for one in self.guesses if one.guess == self.best]
            if not own or own[0] is None or own[0].chance != play.chance:
                first = ""  # another guess has this chance
        text = f"{play.expected} guesses on average, {whole(play.worst)} at most"
        if play.chance is not None and play.chance.low < 1:
            text += f", chance to win {percent(play.chance)}"
        return f"optimal play{first}: {text}"

    def __len__(self) -> int:
        return len(self.guesses)

    def __repr__(self) -> str:
        best = ", ".join(suggestion.guess for suggestion in self.guesses)
        shown = "solved" if self.solved else written(best)
        return f"Suggestions({counted(len(self.remaining), 'candidate')}: {shown})"

    @property
    def state(self) -> ClueState | None:
        """What the clues say, in the terms of Reilly; None without clues."""
        if not self.clues or not self.clues[0].pattern.rule.has_colours:
            return None
        return Clues(self.clues).state(self.filter)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: the JSON of ``gpuwordle solve``."""
        head = ("vocabulary", "hard", "allowed", "pool", "filter", "strategy", "exact", "clues")
        found = ("state", "solved", "unlisted", "illegal", "remaining", "play", "best", "guesses")
        names = (*head, *found)
        return as_dict(self, names, remaining=word_count(self.remaining), play=self.play or NO_PLAY)

    def _repr_html_(self) -> str:
        rows = [row | {"guess": notebook_tiles(row["guess"])} for row in self.rows]
        return html_board(self.clues, self.remaining, solved=self.solved) + notebook_table(rows)


def suggest(
    vocabulary: VocabularyLike,
    clues: Iterable[Move] | str = (),
    conditions: Conditions | None = None,
    *,
    length: int | None = None,
    strategy: str | Strategy | None = None,
    top: int = 5,
    seconds: float | None = SECONDS,
    backend: str | Backend = "auto",
) -> Suggestions:
    """Suggest what to guess next after some clues.

    Parameters
    ----------
    vocabulary
        The name of a list, the path of a file, a `WordList`, or a `Vocabulary`.
    clues
        What was played, in order: texts such as ``CRANE=c.A..``, ``crane=10200`` or
        ``crane=🟨⬜🟩⬜⬜``, one text with several, or pairs of a word and a pattern.
    conditions
        Hard mode, guesses allowed, words that can no longer be hidden, pool and filter; easy mode
        with 6 guesses if None. The pool ``candidates`` and filters other than ``pattern`` need a
        strategy; the first guess is then the one of `gpuwordle.play` under the same conditions.
    length
        Letters in a word. By default those of the clues, the only length of the list, or else 5.
    strategy
        What ranks the guesses. By default those with the least expected number of guesses come
        first, exact if it is found within ``seconds``, else by its upper bound; of equal ones
        candidates, then the larger entropy. A strategy's name, such as ``entropy``, ranks by its
        score.
    top
        How many guesses to suggest.
    seconds
        How long to search for optimal play; numbers that take longer are given as bounds. None for
        no limit.
    backend
        Where to compute.

    Returns
    -------
    Suggestions

    Raises
    ------
    UserError
        If a clue is not understood, clues contradict each other, no word is left, an option is
        out of range, or the strategy draws at random or cannot play under the conditions.

    Examples
    --------
    >>> from gpuwordle import Vocabulary
    >>> pets = Vocabulary("pets", ["cat", "cow", "dog", "pig", "rat"])
    >>> found = suggest(pets, ["rat=000"])
    >>> found.remaining, found.guesses[0].guess, str(found.play.expected)
    (('cow', 'dog', 'pig'), 'cow', '1.6667')
    """
    rules = checked_conditions(conditions, ALLOWED)
    check_ranking(strategy, rules)
    vocabulary = loaded(vocabulary)
    read = clues_of_moves(clues, language=vocabulary.language, rule=vocabulary.rule)
    if read and length is None and not isinstance(vocabulary, Vocabulary):
        length = len(read[0].guess)
    words = vocabulary_of(vocabulary, length, rules.exclude)
    rules.check_rule(words.rule)
    adviser = Adviser(words, hard=rules.hard, backend=backend, filter=rules.filter)
    position = adviser.position(read, one_shot=bool(read) and not needs_history(strategy))
    return suggestions_for(
        position,
        words,
        strategy=strategy,
        allowed=rules.allowed,
        pool=rules.pool,
        top=top,
        seconds=seconds,
    )


def suggestions_for(
    position: Position,
    vocabulary: Vocabulary,
    *,
    strategy: str | Strategy | None = None,
    allowed: int | None = ALLOWED,
    pool: PoolName | None = None,
    top: int = 5,
    seconds: float | None = SECONDS,
) -> Suggestions:
    """Suggest what to guess in a position of a vocabulary; see `suggest`."""
    hard, filter = position.adviser.hard, position.adviser.filter
    if strategy == "optimal":
        strategy = EXPECTED  # the same play, within the time limit and for every guess
    check_ranking(strategy, Conditions(pool, hard, filter, allowed))
    top = whole_number("top", top, 1)
    player = None if strategy in (None, EXPECTED) else strategy_for(strategy)
    chosen: Ranking | None = None
    if player is not None and not position.solved:
        chosen = Ranking(ranked(position, player, top, allowed=allowed, pool=pool), True)

    def searched(clock: Clock) -> tuple[Play, str | None, bool, list[Suggestion]]:
        exact = Exact(position.adviser, clock)
        best = worth_of(exact, position)
        left = None if allowed is None else allowed - len(position.clues)
        chance = None if left is None else exact.chance(position, left, best)
        if position.solved:
            return play_of(position, best, chance), None, True, []
        ranking = chosen or ranked_by_expected(exact, position, top, best, left)
        by_expected = chosen is None and left != 1
        best, chance, guesses = _suggested(
            exact, position, ranking.guesses, best, chance, left, by_expected=by_expected
        )
        optimal = play_of(position, best, chance)
        first = None
        if optimal.expected.exact:
            if best.guess >= 0 and left != 1:
                first = position.words.guesses[best.guess]
            # Of equally good guesses, name the one ranked first.
            equal = [one for one in guesses if one.play and one.play.expected == optimal.expected]
            if equal and equal[0].play is not None:
                first, optimal = equal[0].guess, replace(optimal, worst=equal[0].play.worst)
        return optimal, first, ranking.exact, guesses

    play: Play | None = None
    best, exact, guesses = None, True, list[Suggestion]()
    if filter == "pattern":  # optimal play is that of the game's own filter
        play, best, exact, guesses = within(seconds, searched)
    elif chosen is not None:
        unknown = [None] * len(chosen.guesses)
        guesses = _listed(position, chosen.guesses, unknown, unknown)
    return Suggestions(
        vocabulary,
        position.clues,
        EXPECTED if player is None else player.name,
        exact,
        hard,
        allowed,
        pool or ("all" if player is None else player.pool),
        filter,
        position.remaining,
        play,
        best,
        tuple(guesses),
    )


def _suggested(
    exact: Exact,
    position: Position,
    chosen: Indices,
    best: Worth,
    chance: tuple[int, int] | None,
    left: int | None,
    *,
    by_expected: bool,
) -> tuple[Worth, tuple[int, int] | None, list[Suggestion]]:
    """Search what some guesses are worth, which also tightens ``best`` and ``chance``.

    What is found may change their order: ``by_expected``, they are sorted again by expected
    guesses, then candidates first, then by entropy.
    """
    every = position.weight
    exact.announce(position, chosen.tolist())
    worths = [worth_after(exact, position, guess, best) for guess in chosen.tolist()]
    for worth in worths:
        best = best.bounded_by(worth)
    chances: list[tuple[int, int] | None] = []
    for guess, worth in zip(chosen.tolist(), worths, strict=True):
        found = None
        if left is not None and chance is not None:
            sure = worth.longest <= left
            found = (every, every) if sure else exact.chance_after(position, guess, left)
            chance = max(chance[0], found[0]), chance[1]
        chances.append(found)
    plays = [play_of(position, *one) for one in zip(worths, chances, strict=True)]
    regrets = [regret_of(every, worth, best) for worth in worths]
    listed = _listed(position, chosen, plays, regrets)
    if by_expected:
        entropies = _scores(position, chosen).key(KEYS["entropy"])[0].tolist()

        def rank(place: int) -> tuple[Fraction, bool, int]:
            return plays[place].expected.high, not listed[place].candidate, entropies[place]

        listed = [listed[place] for place in sorted(range(len(listed)), key=rank)]
    return best, chance, listed


def _scores(position: Position, chosen: Indices) -> Statistics:
    return position.adviser.engine.statistics(Groups.of([position.candidates]), chosen)


def _listed(
    position: Position,
    chosen: Indices,
    plays: Sequence[Play | None],
    regrets: Sequence[Interval | None],
) -> list[Suggestion]:
    """Describe guesses by their scores, and by what they are worth if that is known."""
    words, adviser = position.words, position.adviser
    scores = _scores(position, chosen)
    candidate = position.is_candidate(chosen)
    listed = []
    for column, guess in enumerate(chosen.tolist()):
        partition = [
            PatternSize(adviser.pattern(code), len(candidates))
            for code, candidates in position.buckets(guess)
        ]
        believed, regret = bool(candidate[column]), regrets[column]
        listed.append(
            Suggestion(
                guess=words.guesses[guess],
                candidate=believed,
                legal=adviser.hard or position.allows(words.guesses[guess]),
                largest=int(scores.largest[0, column]),
                expected_size=float(scores.expected_size[0, column]),
                entropy=float(scores.entropy[0, column]),
                buckets=int(scores.buckets[0, column]),
                play=plays[column],
                regret=regret,
                reason=(
                    reason_under(position, guess, believed)
                    if regret is None
                    else reason_for(position, guess, regret, believed)
                ),
                partition=tuple(sorted(partition, key=lambda one: (-one.size, one.pattern.code))),
            )
        )
    return listed
