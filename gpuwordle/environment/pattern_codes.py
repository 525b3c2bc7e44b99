"""Where an environment takes the codes of guesses from: the pattern matrix, or else the backend.

Environments of one vocabulary share the matrix.
"""

from __future__ import annotations

from functools import cached_property
from weakref import WeakValueDictionary

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.environment.candidates import Rows, check_room
from gpuwordle.environment.game_arrays import gather
from gpuwordle.memory import SHARE_OF_TABLES

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
        """The answers that each possible clue allows; UserError if they do not fit in memory."""
        words = self.engine.vocabulary
        if words.rule.has_colours:
            return Rows.of_facts(words, self._room)
        check_room(words, self._matrix_bytes, self._room)
        assert self.matrix is not None  # there is room for it
        return Rows.of_buckets(words, self.matrix, self._room)

    @property
    def _matrix_bytes(self) -> int:
        words = self.engine.vocabulary
        return len(words.guesses) * len(words.answers) * words.code_dtype.itemsize

    @property
    def _room(self) -> int:
        return self.engine.memory // SHARE_OF_TABLES

    def played(
        self,
        actions: npt.NDArray[np.integer],
        answers: npt.NDArray[np.int32],
        waiting: npt.NDArray[np.bool_],
        codes: npt.NDArray[np.unsignedinteger],
    ) -> None:
        """Write what each game's guess is told, but not of those that wait; all are (games,)."""
        if self.matrix is not None:
            gather(self.matrix, actions, answers, waiting, codes)
        else:
            playing = np.flatnonzero(~waiting)
            if len(playing):
                codes[playing] = self.engine.paired_codes(actions[playing], answers[playing])
        self.engine.told(codes, actions, answers)
