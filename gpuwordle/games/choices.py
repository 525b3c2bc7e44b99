"""Checks of what users and strategies choose for games: openers, answers, seeds, guesses.

The guesses of a strategy are checked once per level, for all its states together.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError
from gpuwordle.memory import SHARE_OF_TABLES
from gpuwordle.scoring.groups import Groups, checked_index, checked_indices, runs
from gpuwordle.strategies.state import States
from gpuwordle.words.vocabulary import Vocabulary

ENTRY_BYTES = 48
"""Bytes of a playable guess while it is compared with the guess played."""

SHOWN_CANDIDATES = 3
"""Candidates of a state that an error lists."""


def opener_index(vocabulary: Vocabulary, opener: str | int | None) -> int | None:
    """Return the guess index of an opener, given as a word or an index."""
    if opener is None:
        return None
    if isinstance(opener, str):
        return vocabulary.find(opener)
    return checked_index(opener, len(vocabulary.guesses), "opener")


def answers_to_play(
    vocabulary: Vocabulary, answers: npt.ArrayLike | None
) -> npt.NDArray[np.integer]:
    """Return the answer indices of the games to play: those given, or all."""
    if answers is None:
        return np.arange(len(vocabulary.answers))
    chosen = checked_indices(answers, len(vocabulary.answers), "answer")
    if not len(chosen):
        raise UserError("no answer is given: give at least one, or None for all")
    return chosen


def checked_seed(seed: object) -> int:
    """Return a seed as an int; raise UserError if it is not an integer."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise UserError(f"seed {seed!r:.40} is not an integer: give one such as 0")
    return int(seed)


def chosen_guesses(
    name: str, states: States, turn: int, given: npt.ArrayLike
) -> npt.NDArray[np.int32]:
    """Check what a strategy chose; return one guess index for each state: int32, shape (states,).

    Raises UserError if these are not integers, one for each state, each the index of a guess; the
    error names the strategy, the first wrong state and the value.
    """
    return _one_for_each(name, "states", states, np.arange(len(states)), turn, given)


def check_pools(
    name: str,
    states: States,
    turn: int,
    guesses: npt.NDArray[np.int32],
    state: npt.NDArray[np.integer] | None = None,
) -> None:
    """Raise UserError unless each guess is in the pool of its state.

    ``guesses`` has shape (states,), or (games,) if ``state`` names the state of each game.
    """
    pool = states.pool
    if pool == "all":
        return
    listed = pool if isinstance(pool, Groups) else states.candidates
    places = np.arange(len(states)) if state is None else state
    # Many games may share a state.
    most = max(1, states.backend.memory // SHARE_OF_TABLES // ENTRY_BYTES)
    for some in runs(listed.sizes[places], most):
        part, played = listed.take(places[some]), guesses[some]
        entries = part.candidates
        if not isinstance(pool, Groups):
            entries = states.vocabulary.answer_guess[entries]
        there = np.zeros(len(played), bool)
        there[part.owners[entries == np.repeat(played, part.sizes)]] = True
        if not there.all():
            wrong = int(np.flatnonzero(~there)[0])
            kind = "a legal guess" if isinstance(pool, Groups) else "a candidate"
            guess = int(played[wrong])
            raise UserError(
                f"strategy {name!r} chose {guess} ({states.vocabulary.guesses[guess]}) for "
                f"{_described(states, int(places[some][wrong]), turn)}, which is not {kind} "
                "there: choose from states.playable(state)"
            )


def drawn_guesses(
    name: str,
    states: States,
    state: npt.NDArray[np.integer],
    turn: int,
    given: npt.ArrayLike,
) -> npt.NDArray[np.int32]:
    """Check what a strategy drew: a candidate of its state for each game; int32, shape (games,)."""
    drawn = _one_for_each(name, "games", states, state, turn, given)
    check_pools(name, states, turn, drawn, state)
    return drawn


def states_to_draw(
    name: str, states: States, turn: int, given: npt.ArrayLike
) -> npt.NDArray[np.bool_]:
    """Check the states in which a strategy draws: bool, shape (states,)."""
    drawn = np.asarray(given)
    if drawn.dtype != np.bool_ or drawn.shape != (len(states),):
        raise UserError(
            f"strategy {name!r} returned {drawn.dtype.name} of shape {drawn.shape} from draws in "
            f"turn {turn}: return bool of shape ({len(states)},)"
        )
    return drawn


def _one_for_each(
    name: str,
    what: str,
    states: States,
    state: npt.NDArray[np.integer],
    turn: int,
    given: npt.ArrayLike,
) -> npt.NDArray[np.int32]:
    """Check what a strategy returned: one guess index for each state named, int32."""
    count = len(state)
    try:
        guesses = np.asarray(given)
    except (TypeError, ValueError, OverflowError):  # nested lists of unequal lengths
        guesses = np.asarray(None)
    if guesses.shape != (count,) or guesses.dtype.kind not in "iu":
        shown = "" if guesses.size != 1 else f" ({guesses.item()!r:.40})"
        raise UserError(
            f"strategy {name!r} returned {guesses.dtype.name} of shape {guesses.shape}{shown} for "
            f"{count} {what} of turn {turn}: return one guess index for each, integers of shape "
            f"({count},)"
        )
    most = len(states.vocabulary.guesses)
    wrong = np.flatnonzero((guesses < 0) | (guesses >= most))
    if len(wrong):
        first = int(wrong[0])
        raise UserError(
            f"strategy {name!r} chose {int(guesses[first])} for "
            f"{_described(states, int(state[first]), turn)}: give the index of a guess, 0 to "
            f"{most - 1}"
        )
    return guesses.astype(np.int32)


def _described(states: States, state: int, turn: int) -> str:
    """Describe a state for an error."""
    candidates = states.candidates.group(state)
    words = [states.vocabulary.answers[answer] for answer in candidates[:SHOWN_CANDIDATES]]
    more = ", ..." if len(candidates) > SHOWN_CANDIDATES else ""
    return f"state {state} of turn {turn} ({len(candidates)} candidates: {', '.join(words)}{more})"
