"""Why a move was good or poor, in words."""

from __future__ import annotations

from collections.abc import Sequence

from gpuwordle.assistant.adviser import Adviser, Position
from gpuwordle.assistant.clock import Clock
from gpuwordle.assistant.exact import Exact
from gpuwordle.assistant.interval import Interval
from gpuwordle.clues.clues import Clue, Clues, dash_mask, shown


def reason_for(position: Position, guess: int, regret: Interval, candidate: bool) -> str:
    """Say what speaks for and against a guess that is suggested.

    Parameters
    ----------
    position
        What clues have left.
    guess
        Its guess index.
    regret
        What it costs against the best one.
    candidate
        Whether it may be the answer.
    """
    if regret.value == 0:
        cost = "no guess is better"
    elif regret.exact:
        cost = f"costs {float(regret.low):.4f} guesses"
    else:
        cost = f"costs {float(regret.high):.4f} guesses at most"
    word = position.words.guesses[guess]
    if candidate:
        return f"{cost}; can be the answer"
    against = Clues(position.clues).explain(word).reasons if position.clues else ()
    why = f"cannot be the answer ({'; '.join(against)})" if against else "is never hidden"
    return f"{cost}; {why}"


def reason_of(
    clue: Clue,
    before: Position,
    guess: int | str,
    candidate: bool,
    regret: Interval,
    best: Sequence[int],
) -> str:
    """Say why a move cost what it did.

    Parameters
    ----------
    clue
        The move.
    before
        What was left before it.
    guess
        Its guess index, or the word where it is no guess of the list.
    candidate
        Whether it could have been the answer.
    regret
        What it cost.
    best
        Guess indices of best moves.
    """
    size = len(before)
    parts = [_could_be(clue, before, guess, candidate)]
    if size > 1:
        made = len(before.buckets(guess))
        parts.append(f"it splits {size:,} words into {made:,}")
    others = [one for one in best if one != guess]
    if guess in best:
        parts.append(
            "no guess is better" + (f", {len(others):,} as good" if others else " or as good")
        )
    elif best:
        one = best[0]
        word = _written(before.words.guesses[one])
        split = f" and splits into {len(before.buckets(one)):,}" if size > 1 else ""
        says = "can be the answer" if _is_candidate(before, one) else "cannot be the answer"
        parts.append(f"{word}, the best, {says}{split}")
    elif not regret.exact:
        parts.append("what it cost is known between bounds only")
    return "; ".join(parts)


def trap_of(clock: Clock, clue: Clue, after: Position, left: int) -> str:
    """Say how a move of hard mode gave a sure win away; an empty text where it did not.

    Parameters
    ----------
    clock
        When to stop.
    clue
        The move; before it every word could be found in time.
    after
        What it left.
    left
        Guesses that are left after it.
    """
    size = len(after)
    exact = Exact(after.adviser, clock)
    if exact.chance(after, left)[1] >= size:
        return ""
    easy = Adviser(after.words, backend=after.adviser.engine)
    free = Position(easy, after.candidates, after.played, after.clues)
    if Exact(easy, clock).chance(free, left)[0] < size:
        return ""
    shared = [
        letters[0] if len(set(letters)) == 1 else None
        for letters in zip(*after.remaining, strict=True)
    ]
    return (
        f"hard mode holds {size} words {dash_mask(shared)} that {left} guesses cannot all reach; "
        "easy mode could"
    )


def _could_be(clue: Clue, before: Position, guess: int | str, candidate: bool) -> str:
    word = _written(clue.guess)
    if candidate:
        return f"{word} could be the answer"
    against = Clues(before.clues).explain(clue.guess).reasons if before.clues else ()
    if against:
        return f"{word} could not be the answer ({'; '.join(against)})"
    if isinstance(guess, str):
        return f"{word} is no word of the list"
    return f"{word} is never hidden"


def _is_candidate(position: Position, guess: int) -> bool:
    return position.words.guesses[guess] in position.remaining


def _written(word: str) -> str:
    return "".join(map(shown, word))
