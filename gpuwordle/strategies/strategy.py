"""The contract of a strategy: it chooses guesses for states.

A strategy is a class with a name and a method `choose`, which takes many states at once and returns
one guess index for each. It can then be played against every answer, on every backend, in easy and
in hard mode:

>>> class Alphabetical(Strategy):
...     name = "alphabetical"
...     uses_history = False
...
...     def choose(self, states):
...         words = states.vocabulary.guesses
...         first = [min(states.playable(s), key=words.__getitem__) for s in range(len(states))]
...         return np.array(first, np.int32)
>>> from gpuwordle import Vocabulary, grow
>>> tree = grow(Vocabulary("pets", ["rat", "cow", "dog", "cat"]), Alphabetical(), backend="numpy")
>>> print(tree.to_text(), end="")
cat 4
  ... dog 1
  .AT rat 1
  C.. cow 1

`gpuwordle.strategies.state.States` describes the states. A strategy that draws at random sets
`Strategy.deterministic` to False and draws in `Strategy.draw`. `Strategy.choose` has to be defined
as well; it is called only in states for which `Strategy.draws` is False.

Its options are the keywords of its constructor, kept in attributes of the same names, and ``last``,
which every strategy has (`Strategy.last_turns`).
"""

from __future__ import annotations

import hashlib
import inspect
import math
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from gpuwordle.errors import UserError, nearest, whole_number
from gpuwordle.rules.conditions import Conditions, PoolName
from gpuwordle.strategies.state import States
from gpuwordle.words.vocabulary import Vocabulary


class Strategy(ABC):
    """A player that chooses guesses; derive from it to write one.

    A lone candidate is guessed without asking the strategy, so the states of `choose` have at least
    two candidates, unless `asked_when_certain` is set. What an object keeps from one call to the
    next belongs to one tree: threads that play at the same time need an object each.

    Attributes
    ----------
    name : str
        The name for ``--strategy``.
    source : str
        Where the strategy is described: authors and section.
    pool : {"all", "candidates"}
        The pool that it guesses from unless the conditions name one.
    pools : tuple of str
        The pools that it can guess from.
    supports_hard : bool
        Whether it can play hard mode.
    deterministic : bool
        Whether its guesses depend only on the clues. Such a strategy has a decision tree.
    uses_history : bool
        Whether its guesses depend on the clues themselves (``states.guesses`` and
        ``states.codes``), not only on the candidates. If not, the clues are not kept, and states
        with the same candidates share one choice.
    asked_when_certain : bool
        Whether it is also asked in states with one candidate, because it may play another word.
        Where guesses are drawn at random, a lone candidate is always guessed.
    reads_colours : bool
        Whether it reads colours of letters from clues, which only Wordle's rule has.
    last_turns : int
        The option ``last``: in this number of turns before the limit, only candidates are played,
        as Van Fleet et al. propose (Conclusions). 0 for none; it needs a limit on guesses.
    given_turns : int
        Turns whose guess may be given instead of chosen: the first one, or those of `FixedOpeners`.
    """

    name: ClassVar[str]
    source: ClassVar[str] = ""
    pool: ClassVar[PoolName] = "candidates"
    pools: ClassVar[tuple[PoolName, ...]] = ("all", "candidates")
    supports_hard: ClassVar[bool] = True
    deterministic: ClassVar[bool] = True
    uses_history: bool = True
    asked_when_certain: bool = False
    reads_colours: bool = False
    last_turns: int = 0
    given_turns: int = 1

    @abstractmethod
    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Choose one guess for each state.

        Parameters
        ----------
        states
            Candidates, pools and clues of one turn.

        Returns
        -------
        ndarray of int32, shape (states,)
            Guess indices, from the pool of each state; any other ends the run with an error.
        """

    def draws(self, states: States) -> npt.NDArray[np.bool_]:
        """Return the states in which each game draws its guess at random.

        Returns
        -------
        ndarray of bool, shape (states,)
            From such a state on, `draw` is called instead of `choose`.
        """
        return np.full(len(states), not self.deterministic)

    def draw(
        self,
        states: States,
        state: npt.NDArray[np.integer],
        streams: npt.NDArray[np.uint64],
    ) -> npt.NDArray[np.int32]:
        """Draw one guess for each game.

        Parameters
        ----------
        states
            The candidates of the games. The pool is the candidates, and there are no clues.
        state : ndarray of int, shape (games,)
            The state of each game.
        streams : ndarray of uint64, shape (games,)
            Random bits of each game, new in every turn.

        Returns
        -------
        ndarray of int32, shape (games,)
            Guess indices of candidates. A candidate is ruled out when it is guessed, so every
            game ends.
        """
        raise NotImplementedError(f"strategy {self.name!r} does not draw at random")

    def unable(self, vocabulary: Vocabulary) -> str | None:
        """Return why the strategy cannot play with a vocabulary and the remedy; None if it can."""
        if self.reads_colours and not vocabulary.rule.has_colours:
            return (
                f"it reads colours of letters, and rule {vocabulary.rule.name!r} of "
                f"{vocabulary.name!r} has none: play another strategy, such as entropy"
            )
        return None

    def settle_for(self, vocabulary: Vocabulary, conditions: Conditions) -> Conditions:
        """Check that the strategy can play a vocabulary under conditions; see `settle`.

        Raises
        ------
        UserError
            As `settle`, if `unable` gives a reason, or if the conditions need colours of letters
            and the rule of the vocabulary has none.
        """
        conditions.check_rule(vocabulary.rule)
        why_not = self.unable(vocabulary)
        if why_not is not None:
            raise UserError(f"strategy {self.name!r} cannot play: {why_not}")
        return self.settle(conditions)

    def settle(self, conditions: Conditions) -> Conditions:
        """Check that the strategy can play under conditions, and fill in its own pool.

        Parameters
        ----------
        conditions
            The conditions of a game.

        Returns
        -------
        Conditions
            The same, with a pool.

        Raises
        ------
        UserError
            If it cannot guess from that pool, has no hard mode, or has the option ``last`` but the
            game has no limit on guesses.
        """
        pool = conditions.pool or self.pool
        if pool not in self.pools:
            raise UserError(
                f"strategy {self.name!r} cannot guess from pool {pool!r}: "
                f"choose {' or '.join(self.pools)}"
            )
        if conditions.hard and not self.supports_hard:
            raise UserError(f"strategy {self.name!r} has no hard mode: play it in easy mode")
        if self.last_turns and conditions.allowed is None:
            raise UserError(
                f"option last={self.last_turns} of strategy {self.name!r} counts turns before the "
                "limit, and the games have none: give --allowed (in Python Conditions(allowed=...))"
            )
        return replace(conditions, pool=pool)


class FixedOpeners(Strategy):
    """Plays given words first, whatever the clues, and then as another strategy does.

    The other strategy plays from all guesses in easy mode. Until all words are played, a game ends
    only if one of them is the answer.
    """

    name = "fixed"
    pool: ClassVar[PoolName] = "all"
    pools: ClassVar[tuple[PoolName, ...]] = ("all",)
    supports_hard = False
    asked_when_certain = True

    def __init__(self, words: Sequence[str], player: Strategy) -> None:
        self.words, self._player = tuple(words), copy(player)
        self._player.given_turns = len(words)
        self.last_turns = player.last_turns

    def unable(self, vocabulary: Vocabulary) -> str | None:
        """Return why the other strategy cannot play; None if it can."""
        if not self._player.deterministic:
            return f"{self._player.name!r} draws at random: give another strategy, such as entropy"
        return self._player.unable(vocabulary)

    def settle(self, conditions: Conditions) -> Conditions:
        """Check that the other strategy can play under the conditions, too."""
        return super().settle(self._player.settle(conditions))

    def choose(self, states: States) -> npt.NDArray[np.int32]:
        """Play the next word, or ask the other strategy."""
        played, words = states.guesses.shape[1], states.vocabulary
        if played < len(self.words):
            return np.full(len(states), words.find(self.words[played]), np.int32)
        guesses = words.answer_guess[states.candidates.firsts].astype(np.int32)
        open_states = np.flatnonzero(states.sizes > 1)
        if len(open_states):
            guesses[open_states] = self._player.choose(states.take(open_states))
        return guesses


SHOWN = 200
"""Characters of an option's text that files keep."""

LAST = "last"
"""The option of every strategy; no constructor may have one of that name."""


def options_of(kind: type[Strategy]) -> dict[str, Any]:
    """Return a strategy's options with their defaults, None for an option without one."""
    return {**own_options(kind), LAST: kind.last_turns}


def own_options(kind: type[Strategy]) -> dict[str, Any]:
    """Return the constructor's options with their defaults, None for an option without one."""
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    try:
        parameters = dict(inspect.signature(kind).parameters)
    except ValueError:  # classes defined in C have no signature
        parameters = {}
    return {
        name: None if parameter.default is inspect.Parameter.empty else parameter.default
        for name, parameter in parameters.items()
        if parameter.kind in named
    }


def changed_options(strategy: Strategy) -> dict[str, Any]:
    """Return the options of a strategy that differ from their defaults, sorted by name."""
    defaults = options_of(type(strategy))
    values = {name: getattr(strategy, name, default) for name, default in defaults.items()}
    values[LAST] = strategy.last_turns
    kept = {name: kept_option(value) for name, value in sorted(values.items())}
    return {name: value for name, value in kept.items() if value != kept_option(defaults[name])}


def kept_option(value: Any) -> bool | int | float | str:
    """Return an option as files keep it: what JSON lacks as text, the same in every process."""
    if isinstance(value, np.generic):
        value = value.item()
    if type(value) in (bool, int, str) or (type(value) is float and math.isfinite(value)):
        return value
    text = re.sub(" at 0x[0-9a-fA-F]+", "", repr(value))  # an address is another one next time
    digest = hashlib.sha256(text.encode()).hexdigest()
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}... (sha256 {digest})"


def whole(name: str, value: Any, least: int, most: int = 1_000_000_000) -> int:
    """Return an option that is an integer from ``least`` to ``most``; else raise UserError."""
    return whole_number(f"option {name}", value, least, most)


def share(name: str, value: Any) -> Fraction:
    """Return an option that is a share, such as ``0.01`` or ``1/100``; else raise UserError."""
    try:
        if isinstance(value, bool):
            raise ValueError
        found = Fraction(str(value)).limit_denominator(1_000_000_000)
    except (ValueError, ZeroDivisionError):
        raise UserError(f"option {name}={value!s:.40} is not a share: give 0.01 or 1/100") from None
    if not 0 < found <= 1:
        raise UserError(f"option {name}={value} is not a share: give a number above 0, up to 1")
    return found


def one_of(name: str, value: Any, choices: Sequence[str]) -> str:
    """Return an option that is one of a few words; else raise UserError."""
    if not isinstance(value, str) or value not in choices:
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        raise UserError(f"option {name}={shown} is unknown: {nearest(shown, choices)}")
    return value
