"""Moves as players give them: how they are read, and messages about words that do not fit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gpuwordle.clues.clues import Clue, Clues
from gpuwordle.errors import UserError, counted, either, spelled_like
from gpuwordle.rules.conditions import ClueFilter
from gpuwordle.rules.feedback import Feedback
from gpuwordle.rules.pattern import Pattern
from gpuwordle.rules.wordle import WORDLE
from gpuwordle.words import sources
from gpuwordle.words.language import PLAIN, Language
from gpuwordle.words.pinned import PINNED_LISTS
from gpuwordle.words.vocabulary import Vocabulary

Move = str | tuple[str, Pattern | str]
"""A clue such as ``CRANE=c.A..``, a guess alone if the answer is known, or a pair of both."""

LARGE_LIST = "words-alpha"
"""The list to look in if another list has no word that fits."""


def clues_of_moves(
    moves: Iterable[Move] | str,
    answer: str | None = None,
    patterns: Sequence[Pattern] | None = None,
    language: Language = PLAIN,
    rule: Feedback = WORDLE,
) -> tuple[Clue, ...]:
    """Read moves in the order of play; one text may hold several, separated by blanks.

    If the answer is known, or the patterns of a shared result are given, one for each guess, a move
    may be a guess alone. Words are read in the language, and clues by the rule. Raises UserError if
    a move is not understood or has another length or pattern than the answer gives, or there are
    not as many guesses as patterns.
    """
    if not isinstance(moves, Iterable):
        raise TypeError(
            f"moves {moves!r:.40} are of type {type(moves).__name__}: give clues such as "
            '["crane=01200"]'
        )
    given = moves.split() if isinstance(moves, str) else list(moves)
    hidden = None if answer is None else language.normalise(answer, "answer")
    if patterns is not None and len(patterns) != len(given):
        raise UserError(
            f"{counted(len(given), 'guess', 'guesses')} for {counted(len(patterns), 'row')} of the "
            "shared result: write one guess for each row"
        )
    clues: list[Clue] = []
    for number, move in enumerate(given):
        pattern = None if patterns is None else patterns[number]
        clue = _clue(move, hidden, pattern, language, rule)
        if hidden is not None:
            true = Pattern.of(clue.guess, hidden, rule)
            if true != clue.pattern:
                raise UserError(
                    f"move {number + 1}, {clue}, is not what {hidden} gives, "
                    f"{Clue(clue.guess, true)}: check its colours, or the answer"
                )
        if clues and len(clue.guess) != len(clues[0].guess):
            raise UserError(
                f"move {number + 1}, {clue}, has {len(clue.guess)} letters and {clues[0]} has "
                f"{len(clues[0].guess)}: give guesses of one length"
            )
        if clues and clues[-1].pattern.solved:
            raise UserError(
                f"move {number + 1}, {clue}, comes after the answer was found: leave it out"
            )
        clues.append(clue)
    return tuple(clues)


def _clue(
    move: Move, hidden: str | None, pattern: Pattern | None, language: Language, rule: Feedback
) -> Clue:
    if isinstance(move, tuple | list):
        if len(move) != 2:
            raise UserError(f"move {move!r:.40} is not a pair: give a word and its pattern")
        guess, given = move
        guess = language.normalise(guess, "guess")
        if isinstance(given, Pattern):
            return Clue(guess, given)
        return Clue(guess, Pattern.parse(language.letters(given), guess, rule))
    length = len(hidden) if hidden is not None else None if pattern is None else pattern.length
    if language.is_clue(move, length):
        return Clue.parse(move, language, rule)
    guess = language.normalise(move, "guess")
    if pattern is not None:
        if pattern.length != len(guess):
            raise UserError(
                f"guess {guess!r} has {len(guess)} letters and its row {pattern.tiles} has "
                f"{pattern.length} tiles: give the guesses in the order of the rows"
            )
        return Clue(guess, pattern)
    if hidden is None and not rule.has_colours:
        raise UserError(
            f"{move!r} has no pattern: write "
            f"{guess}={rule.write(rule.win(len(guess)), len(guess))} for the answer; "
            "guesses may stand alone if the answer is given"
        )
    if hidden is None:
        raise UserError(
            f"{move!r} has no colours: write {guess}={'0' * len(guess)} (0 grey, 1 yellow, 2 "
            "green) or CRANE=.rA.. (dot grey, lower yellow, upper green); guesses may stand alone "
            "if the answer is given"
        )
    return Clue(guess, Pattern.of(guess, hidden, rule))


class Unlisted(NamedTuple):
    """A guess that is not in the list, and the listed words that are spelled most like it."""

    guess: str
    near: tuple[str, ...]


def unlisted(guesses: Iterable[str], vocabulary: Vocabulary) -> tuple[Unlisted, ...]:
    """Find the guesses that are not in a vocabulary, with similar words."""
    return tuple(
        Unlisted(guess, spelled_like(guess, vocabulary.guess_index))
        for guess in guesses
        if guess not in vocabulary.guess_index
    )


def unlisted_note(word: str, vocabulary: Vocabulary) -> str:
    """Say that a guess is not in the list but its clue counts; suggest similar words."""
    foreign = sorted(set(word).difference(vocabulary.alphabet))
    letters = f", which has no word with {', '.join(map(repr, foreign))}" if foreign else ""
    near = spelled_like(word, vocabulary.guess_index)
    meant = f"; did you mean {either(near)}?" if near else ""
    where = f"{vocabulary.name!r}{letters}"
    return f"guess {word!r} is not in {where}; its clue still counts{meant}"


def nothing_left(clues: Clues, vocabulary: Vocabulary) -> str:
    """Say in a line why no answer of a vocabulary fits clues, and what to do."""
    left = len(vocabulary.answers)
    for count in range(1, len(clues.clues) + 1):
        before, left = left, len(Clues(clues.clues[:count]).eligible(vocabulary))
        if not left:
            break
    clue = clues.clues[count - 1]
    words = "the last word" if before == 1 else f"the last {before:,} words"
    told = "colours" if vocabulary.rule.has_colours else "pattern"
    line = f"no word of {vocabulary.name!r} fits: clue {clue} rules out {words}; check its {told}"
    played = len(clues.eligible(vocabulary, among="guesses"))
    if played:
        line += f"; {counted(played, 'word')} that {_verb(played)} may be guessed but not hidden"
    return line + elsewhere(vocabulary, clues, "pattern")


def elsewhere(vocabulary: Vocabulary, clues: Clues, filter: ClueFilter) -> str:
    """Tell how many words of a large English list fit, unless it must be downloaded first."""
    if not vocabulary.rule.has_colours or vocabulary.language != PLAIN:
        return ""
    if not "".join(vocabulary.alphabet).isascii():
        return ""
    try:
        if vocabulary.name == LARGE_LIST or sources.where(PINNED_LISTS[LARGE_LIST]) is None:
            return ""
        count = len(clues.eligible(sources.load(LARGE_LIST), filter))
    except UserError:  # it has no word of that length
        count = 0
    return f"; {count:,} of {LARGE_LIST!r} {_verb(count)}" if count else ""


def _verb(count: int) -> str:
    return "fits" if count == 1 else "fit"
