"""Moves as users give them: clues, or guesses whose patterns follow from the answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gpuwordle.clues.clues import Clue
from gpuwordle.errors import UserError
from gpuwordle.rules.pattern import Pattern, parse_guess_score, score
from gpuwordle.words.letters import normalise

Move = str | tuple[str, Pattern | str]
"""A clue such as ``CRANE=c.A..``, a guess alone where the answer is known, or both in a pair."""


def clues_of_moves(
    moves: Iterable[Move] | str,
    answer: str | None = None,
    patterns: Sequence[Pattern] | None = None,
) -> tuple[Clue, ...]:
    """Read moves.

    Parameters
    ----------
    moves
        In the order of play; one text may hold several, between blanks.
    answer
        The hidden word, where it is known: guesses may stand alone then.
    patterns
        Those of a shared result: guesses stand alone then, one for each row.

    Raises
    ------
    UserError
        If one is not understood, has another length or another pattern than the answer gives, or
        there are not as many guesses as rows.
    """
    given = moves.split() if isinstance(moves, str) else list(moves)
    hidden = None if answer is None else normalise(answer, "answer")
    if patterns is not None and len(patterns) != len(given):
        raise UserError(
            f"{len(given)} guesses are given for the {len(patterns)} rows of the shared result: "
            "give one guess for each row"
        )
    clues: list[Clue] = []
    for number, move in enumerate(given):
        clue = _clue(move, hidden, None if patterns is None else patterns[number])
        if hidden is not None:
            told = score(clue.guess, hidden)
            if told != clue.pattern:
                raise UserError(
                    f"move {number + 1}, {clue}, is not what {hidden} gives, "
                    f"{Clue(clue.guess, told)}: check its colours, or the answer"
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


def _clue(move: Move, hidden: str | None, pattern: Pattern | None) -> Clue:
    if isinstance(move, tuple):
        guess, given = move
        guess = normalise(guess, "guess")
        return Clue(guess, given if isinstance(given, Pattern) else Pattern.parse(given, guess))
    if "=" in move:
        guess, told = parse_guess_score(move)
        return Clue(normalise(guess, f"clue {move!r}"), told)
    guess = normalise(move, "guess")
    if pattern is not None:
        if pattern.length != len(guess):
            raise UserError(
                f"guess {guess!r} has {len(guess)} letters and its row {pattern.tiles} has "
                f"{pattern.length} tiles: give the guesses in the order of the rows"
            )
        return Clue(guess, pattern)
    if hidden is None:
        raise UserError(
            f"move {move!r} has no pattern: write it behind an equals sign, as in CRANE=c.A.. "
            "(upper green, lower yellow, dot grey) or CRANE=10200; guesses stand alone beside "
            "the answer"
        )
    return Clue(guess, score(guess, hidden))


def clues_to_json(clues: Iterable[Clue]) -> list[dict[str, str]]:
    """Describe clues in plain values."""
    return [{"guess": clue.guess, "pattern": clue.pattern.digits} for clue in clues]
