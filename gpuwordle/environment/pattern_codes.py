"""Where an environment takes the codes of guesses from: the pattern matrix, or else the backend.

Environments of one vocabulary share the matrix.
"""

from __future__ import annotations

from functools import cached_property
from weakref import WeakValueDictionary

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.environment.candidates import Rows
from gpuwordle.environment.game_arrays import gather
from gpuwordle.memory import SHARE_OF_TABLES, check

_shared: WeakValueDictionary[tuple[str, str, int | None], PatternCodes] = WeakValueDictionary()


class PatternCodes:
    """The codes of the guesses that are played in many games."""

    def __init__(self, engine: Backend) -> None:
        self.engine = engine

    @classmethod
    def of(cls, engine: Backend, memory: int | None) -> PatternCodes:
        """Return the codes of a backend, shared with an equal one of the same memory."""
        key = engine.vocabulary.digest, engine.name, memory
        found = _shared.get(key)
        if found is None:
            found = _shared[key] = cls(engine)
        return found

    @cached_property
    def matrix(self) -> npt.NDArray[np.unsignedinteger] | None:
        """The pattern matrix (guesses, answers), or None if it does not fit in memory."""
        return self.engine.codes() if self._matrix_bytes <= self._room else None

    @cached_property
    def rows(self) -> Rows:
        """The answers that every clue allows; UserError if they do not fit in memory."""
        words, needed = self.engine.vocabulary, 0
        if words.rule.has_colours:
            found = Rows.of_facts(words, self._room)
        else:
            needed = self._matrix_bytes
            found = 0
            if self.matrix is not None:
                found = Rows.of_buckets(words, self.matrix, self._room - needed)
        if isinstance(found, Rows):
            return found
        sizes = f"{len(words.guesses):,} guesses on {len(words.answers):,} answers"
        what = f"the sets of candidates of {sizes} for the reward 'bits'"
        check(needed + found, self._room, what, "choose the reward 'sparse'")
        raise AssertionError("what fits is returned")

    @property
    def _matrix_bytes(self) -> int:
        words = self.engine.vocabulary
        return len(words.guesses) * len(words.answers) * self._one.itemsize

    @property
    def _room(self) -> int:
        return self.engine.memory // SHARE_OF_TABLES

    @cached_property
    def _one(self) -> npt.NDArray[np.unsignedinteger]:
        return self.engine.codes(np.zeros(1, np.int32), np.zeros(1, np.int32))

    @property
    def dtype(self) -> np.dtype[np.unsignedinteger]:
        """The dtype of a code."""
        return self._one.dtype

    def played(
        self,
        actions: npt.NDArray[np.integer],
        answers: npt.NDArray[np.int32],
        waiting: npt.NDArray[np.bool_],
        codes: npt.NDArray[np.unsignedinteger],
    ) -> None:
        """Write the code of each game's guess, but not of those that wait; all are (games,)."""
        if self.matrix is not None:
            gather(self.matrix, actions, answers, waiting, codes)
        else:
            playing = np.flatnonzero(~waiting)
            if len(playing):
                codes[playing] = self.engine.paired_codes(actions[playing], answers[playing])
