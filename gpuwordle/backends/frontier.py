"""The states from which a tree grows on: one level of it, wherever its candidates lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import Key

if TYPE_CHECKING:
    from gpuwordle.backends.backend import Backend


class Branches(NamedTuple):
    """The buckets that one guess for each state makes.

    In order of their state, then of their code; shape (buckets,), but for the frontier.

    Attributes
    ----------
    parents : ndarray of int32
        The state that each bucket comes from.
    codes : ndarray of the code dtype
        Its pattern.
    sizes : ndarray of int64
        Its candidates.
    firsts : ndarray of int32
        The first of these, an answer index: where the pattern is all green, the word that was
        guessed; where there is but one, all that is left.
    frontier : Frontier
        The buckets of two candidates or more, in the same order.
    """

    parents: npt.NDArray[np.int32]
    codes: npt.NDArray[np.unsignedinteger]
    sizes: npt.NDArray[np.int64]
    firsts: npt.NDArray[np.int32]
    frontier: Frontier


class Frontier:
    """States whose games go on: candidates in rising order, two or more of each state.

    `Backend.frontier` gives the first one, the lone state of all answers, and `split` all others.
    This one is on the host. A backend may keep the candidates where it computes: it has to say how
    many each state has, and hands out no more than it is asked for.

    Parameters
    ----------
    backend
        Chooses and splits.
    groups
        The candidates of each state.
    """

    def __init__(self, backend: Backend, groups: Groups) -> None:
        self.backend, self._groups = backend, groups

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """Candidates of each state: int64, shape (states,)."""
        return self._groups.sizes

    def groups(self) -> Groups:
        """Return the candidates of each state, as answer indices."""
        return self._groups

    def best_guesses(
        self, key: Key, pool: Literal["all", "candidates"] = "all"
    ) -> npt.NDArray[np.int32]:
        """Choose a guess for each state as `Backend.best_guesses` does: int32, shape (states,).

        Raises
        ------
        UserError
            If the pool is unknown or the key could overflow.
        """
        return self.backend.best_guesses(self._groups, key, pool)

    def split(self, guesses: npt.NDArray[np.integer]) -> Branches:
        """Split every state by its guess.

        Parameters
        ----------
        guesses
            One guess index for each state.

        Raises
        ------
        UserError
            If an index is out of range, or there is not one guess for each state.
        """
        buckets, parents, codes = self.backend.split(self._groups, guesses)
        sizes = buckets.sizes
        going = Frontier(self.backend, buckets.take(np.flatnonzero(sizes > 1)))
        return Branches(parents, codes, sizes, buckets.firsts, going)
