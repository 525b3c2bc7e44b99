"""Reasons: why a guess is good or poor, in words that a player understands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from gpuwordle.assistant.adviser import Clock, Position
from gpuwordle.assistant.exact import Exact
from gpuwordle.assistant.interval import Interval
from gpuwordle.assistant.moves import unlisted_note
from gpuwordle.clues.clues import Clue, Clues, dash_mask, shown
from gpuwordle.clues.demands import Demands
from gpuwordle.errors import counted
from gpuwordle.rules.conditions import ClueFilter


def against(word: str, demands: Demands) -> str:
    """Explain why a word fails demands; an empty text if it meets them.

    >>> from gpuwordle import Clues
    >>> against("shtik", Clues.parse("crane=01200").demands())
    'it lacks A and R, and letter 3 must be A'
    """
    copies = Counter(word)
    reasons = []
    missing = sorted(k for k in demands.at_least if not copies[k])
    if missing:
        reasons.append(f"it lacks {_joined(map(shown, missing), ' and ')}")
    for place, letter in sorted(demands.known.items()):
        if word[place] != letter:
            reasons.append(f"letter {place + 1} must be {shown(letter)}")
    absent = [letter for letter in copies if demands.at_most.get(letter) == 0]
    if absent:
        which = "which is" if len(absent) == 1 else "which are"
        reasons.append(f"it has {_joined(map(shown, absent), ' and ')}, {which} not in the answer")
    misplaced: dict[str, list[str]] = {}
    for place, letter in enumerate(word):
        told = place in demands.known or letter in absent
        if (place, letter) in demands.banned and not told:
            misplaced.setdefault(letter, []).append(str(place + 1))
    for letter, places in misplaced.items():
        letters = "letter" if len(places) == 1 else "letters"
        reasons.append(f"{letters} {_joined(places, ' and ')} cannot be {shown(letter)}")
    wanted = [(k, "least", n) for k, n in demands.at_least.items() if 0 < copies[k] < n]
    wanted += [(k, "most", n) for k, n in demands.at_most.items() if 0 < n < copies[k]]
    for letter, bound, count in sorted(wanted):
        has = f"it has {copies[letter]} {shown(letter)}"
        reasons.append(f"{has}, but the answer has at {bound} {count}")
    if word in demands.removed:
        reasons.append("it was guessed already")
    return _joined(reasons, ", and ")


def sentences_against(word: str, clues: Clues, filter: ClueFilter) -> list[str]:
    """Say why a word is ruled out, or that it fits: by all clues together, then by each of them."""
    demands = [clues.demands(filter), *clues.demands_by_clue(filter)]
    alone = ["can be the answer", *["fits"] * len(clues.clues)]
    return [against(word, each) or fits for each, fits in zip(demands, alone, strict=True)]


def _joined(parts: Iterable[str], last: str) -> str:
    """Join parts by commas, the last one by ``last``."""
    *first, end = [*parts] or [""]
    return f"{', '.join(first)}{last}{end}" if first else end


def _rounded(value: Fraction) -> str:
    """Write what a guess costs as a player reads it; a small cost is not rounded to nothing."""
    return f"{float(value):.2f}" if value >= 0.01 else f"{max(float(value), 0.0001):.4f}"


def reason_for(position: Position, guess: int, regret: Interval, candidate: bool) -> str:
    """Say why a suggested guess is good or poor, by its regret and its candidacy."""
    if regret.value == 0:
        cost = "no guess is better"
    elif regret.exact:
        cost = f"{_rounded(regret.low)} guesses worse than the best"
    else:
        cost = f"at most {_rounded(regret.high)} guesses worse than the best"
    if candidate:
        return f"{cost}; can be the answer"
    why = _against(position, position.words.guesses[guess])
    return f"{cost}; " + (f"cannot be the answer: {why}" if why else "not a possible answer")


def reason_under(position: Position, guess: int, candidate: bool) -> str:
    """Say whether a suggested guess can be the answer, in the player's view and in fact."""
    why = _against(position, position.words.guesses[guess])
    if candidate:
        kept = f"kept by filter {position.adviser.filter!r}, but cannot be the answer: {why}"
        return kept if why else "can be the answer"
    return f"cannot be the answer: {why}" if why else "not a possible answer"


def reason_of(
    clue: Clue,
    before: Position,
    guess: int | str,
    candidate: bool,
    regret: Interval,
    best: Sequence[int],
) -> str:
    """Explain the cost of a move.

    ``guess`` is a guess index, or the word if it is not listed; ``best`` are guess indices.
    """
    size = len(before)
    parts = [_could_be(clue, before, candidate)]
    if size > 1:
        made = counted(len(before.buckets(guess)), "bucket")
        parts.append(f"it splits {size:,} words into {made}")
    if regret.high < 0:
        parts.append("no guess that is allowed is as good")
    others = len([one for one in best if one != guess])
    if guess in best:
        equal = f"{others:,} others are" if others > 1 else "1 other is"
        parts.append("no guess is better" + (f"; {equal} equally good" if others else ""))
    elif best:
        word = before.words.guesses[best[0]]
        split = f" and makes {len(before.buckets(best[0])):,}" if size > 1 else ""
        can = "can be the answer" if word in before.remaining else "cannot be the answer"
        which = "the best" if len(best) == 1 else "one of the best"
        parts.append(f"{_written(word)}, {which}, {can}{split}")
    elif not regret.exact:
        parts.append("only bounds of its cost are known")
    return "; ".join(parts)


def trap_of(clock: Clock, after: Position, left: int) -> str:
    """Explain how a move of hard mode gave away a certain win; an empty text if it did not.

    ``left`` guesses are left after the move. Before it, every candidate could be found in time.
    """
    exact = Exact(after.adviser, clock)
    if exact.chance(after, left)[1] >= after.weight:
        return ""
    free = after.adviser.in_easy_mode().position(after.clues, one_shot=True)
    if Exact(free.adviser, clock).chance(free, left)[0] < after.weight:
        return ""
    common = [
        letters[0] if len(set(letters)) == 1 else None
        for letters in zip(*after.remaining, strict=True)
    ]
    return (
        f"in hard mode {left} guesses cannot find all {len(after)} words of the "
        f"form {dash_mask(common)}; in easy mode they could"
    )


def _could_be(clue: Clue, before: Position, candidate: bool) -> str:
    word = _written(clue.guess)
    if candidate:
        return f"{word} could be the answer"
    if clue.guess not in before.adviser.listed.guess_index:
        return unlisted_note(clue.guess, before.adviser.listed)
    why = _against(before, clue.guess)
    return f"{word} could not be the answer: {why}" if why else f"{word} is not a possible answer"


def _against(position: Position, word: str) -> str:
    if not position.clues or not position.words.rule.has_colours:
        return ""
    return against(word, position.demands)


def _written(word: str) -> str:
    return "".join(map(shown, word))
