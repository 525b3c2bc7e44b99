"""Games as columns: what was guessed, what it told, and what was left, for many hidden words.

Games come in compressed sparse rows, like groups: game ``i`` owns the entries
``offsets[i]:offsets[i + 1]`` of the long columns. That is how trees hand them over, how they are
stored, and how tables are made from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from gpuwordle.scoring.groups import ranges


@dataclass(frozen=True, eq=False, repr=False)
class Games:
    """One game for each of some hidden words.

    Attributes
    ----------
    answers : ndarray of int32, shape (games,)
        The hidden words, as answer indices.
    offsets : ndarray of int64, shape (games + 1,)
        Where each game's entries begin and end in the three columns that follow.
    guesses : ndarray of int32, shape (total,)
        Guess indices in order of play.
    codes : ndarray of uint32, shape (total,)
        Pattern code of each guess.
    remaining : ndarray of int32, shape (total,)
        Candidates that the player still believed in after each guess; 1 when it was the answer.
    solved : ndarray of bool, shape (games,)
        Whether the last guess was the answer. Where it was not, the guesses were used up, or the
        strategy would have repeated itself for ever.
    """

    answers: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]
    guesses: npt.NDArray[np.int32]
    codes: npt.NDArray[np.uint32]
    remaining: npt.NDArray[np.int32]
    solved: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.answers)

    def __repr__(self) -> str:
        return f"Games({self.summed_up})"

    @property
    def summed_up(self) -> str:
        """The games in a line: how many, their average and the longest."""
        parts = [f"{len(self):,} games"]
        if self.lost < len(self):
            parts += [f"average {self.mean:.4f}", f"at most {self.worst}"]
        if self.lost:
            parts.append(f"{self.lost:,} lost")
        return ", ".join(parts)

    @cached_property
    def counts(self) -> npt.NDArray[np.int64]:
        """Guesses played in each game: int64, shape (games,)."""
        return np.diff(self.offsets)

    @property
    def lost(self) -> int:
        """Games that ended unsolved."""
        return int(len(self) - self.solved.sum())

    @property
    def total(self) -> int:
        """Guesses played in all solved games together."""
        return int(self.counts[self.solved].sum())

    @property
    def mean(self) -> float:
        """Guesses per solved game; nan when none was solved."""
        return self.total / int(self.solved.sum()) if self.solved.any() else float("nan")

    @property
    def worst(self) -> int:
        """Most guesses that a solved game took; 0 when none was solved."""
        return int(self.counts[self.solved].max(initial=0))

    @property
    def worst_answers(self) -> npt.NDArray[np.int32]:
        """Answers of the lost games or, when there is none, of the longest: int32."""
        worst = ~self.solved if self.lost else self.counts == self.worst
        return self.answers[worst]

    def distribution(self) -> npt.NDArray[np.int64]:
        """Count the solved games by length; lost ones are counted by `lost`.

        Returns
        -------
        ndarray of int64, shape (worst,)
            How many were solved with 1, 2, 3, ... guesses: entry m - 1 is for m guesses.
        """
        return np.bincount(self.counts[self.solved], minlength=1)[1:]

    def wins(self, allowed: int) -> int:
        """Count the games solved within so many guesses."""
        return int((self.solved & (self.counts <= allowed)).sum())

    def win_percent(self, allowed: int) -> float:
        """Give the games solved within so many guesses in percent of all; nan when none."""
        return 100 * self.wins(allowed) / len(self) if len(self) else float("nan")

    def rows(self, start: int, stop: int) -> Games:
        """Return games start to stop - 1."""
        first, last = self.offsets[start], self.offsets[stop]
        return Games(
            self.answers[start:stop],
            self.offsets[start : stop + 1] - first,
            self.guesses[first:last],
            self.codes[first:last],
            self.remaining[first:last],
            self.solved[start:stop],
        )

    def of_answers(self, answers: npt.NDArray[np.integer]) -> Games:
        """Return the games of some answers, in the order given.

        Parameters
        ----------
        answers
            Answer indices.

        Raises
        ------
        KeyError
            If there is no game for one of them.
        """
        order = np.argsort(self.answers, kind="stable")
        found = np.searchsorted(self.answers, answers, sorter=order)
        chosen = order[np.minimum(found, len(self) - 1)] if len(self) else order
        if len(answers) and (not len(self) or (self.answers[chosen] != answers).any()):
            raise KeyError("there is no game for one of the answers")
        entries = ranges(self.offsets[:-1][chosen], self.counts[chosen])
        return Games(
            self.answers[chosen],
            np.append(0, np.cumsum(self.counts[chosen])),
            self.guesses[entries],
            self.codes[entries],
            self.remaining[entries],
            self.solved[chosen],
        )
