"""Trees whose levels stay on a CUDA device: chosen, split and kept there (``split.cu``).

What comes back is one guess for each state, and for each bucket its state, pattern, size and first
candidate. That is all that a tree says of its nodes; candidates come back only when they are asked
for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Branches, Frontier
from gpuwordle.backends.cuda import source
from gpuwordle.backends.cuda.device import WARP, Device
from gpuwordle.backends.cuda.groups import THREADS, DeviceGroups, taken, threads_for
from gpuwordle.backends.cuda.rows import SMALL_WIDTHS, LetterRows
from gpuwordle.backends.cuda.scoring import Pairs
from gpuwordle.rules.codes import code_dtype
from gpuwordle.rules.conditions import check_pool
from gpuwordle.scoring.groups import Groups, checked_indices
from gpuwordle.scoring.statistics import Key, check_key

if TYPE_CHECKING:
    from gpuwordle.backends.cuda.backend import CupyBackend

SPLIT_BYTES = 64
"""Bytes that a candidate takes while its level is split: twelve words, and what states take."""


class DeviceFrontier(Frontier):
    """A level on the device; it goes on from the host where memory is too short for it.

    Parameters
    ----------
    backend
        Chooses and splits.
    level
        The candidates of each state, on the device.
    """

    def __init__(self, backend: CupyBackend, level: DeviceGroups) -> None:
        self.backend = self._engine = backend
        self._level = level

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """Candidates of each state: int64, shape (states,)."""
        return self._level.sizes

    def groups(self) -> Groups:
        """Copy the candidates of each state from the device."""
        return Groups(self._engine._device.to_host(self._level.candidates), self._level.offsets)

    def best_guesses(
        self, key: Key, pool: Literal["all", "candidates"] = "all"
    ) -> npt.NDArray[np.int32]:
        """Choose a guess for each state; see `Frontier.best_guesses`."""
        check_pool(pool)
        check_key(key, int(self.sizes.max(initial=0)))
        if not len(self._level):
            return np.empty(0, np.int32)
        found = self._engine.tiles.within_memory(
            lambda budget: self._chosen(key, pool, budget // 2)
        )
        return self._on_host().best_guesses(key, pool) if found is None else found

    def _chosen(
        self, key: Key, pool: Literal["all", "candidates"], budget: int
    ) -> npt.NDArray[np.int32] | None:
        """Choose on the device; None where the letter rows do not fit whole.

        A small state is mostly split by one of its own candidates into single ones. No other guess
        is better, and candidates win ties, so all guesses are scored for the other states alone.
        """
        engine, level = self._engine, self._level
        whole = engine.tiles.whole_scorer(budget)
        if whole is None:
            return None
        if pool == "candidates":
            return engine._best_of(whole, level, self._own(level), key, budget)
        best, planes = np.full(len(level), -1, np.int32), whole.rows.planes
        small = np.flatnonzero(level.sizes <= SMALL_WIDTHS[-1])
        finest = finest_keys(key, level.sizes[small])
        if len(small) and finest is not None:
            some = taken(engine._device, planes, level, small)
            best[small] = engine._best_of(whole, some, self._own(some), key, budget, finest=finest)
        rest = np.flatnonzero(best < 0)
        if len(rest):
            some = taken(engine._device, planes, level, rest)
            best[rest] = engine._best_of(whole, some, None, key, budget)
        return best

    def _own(self, level: DeviceGroups) -> DeviceGroups:
        """Return the candidates of each state as guesses."""
        return DeviceGroups(self._engine._words.answer_guess[level.candidates], level.offsets)

    def split(self, guesses: npt.NDArray[np.integer]) -> Branches:
        """Split every state by its guess; see `Frontier.split`."""
        words = self._engine.vocabulary
        played = checked_indices(guesses, len(words.guesses), "guess")
        if len(played) != len(self._level) or not len(played):
            return self._on_host().split(played)
        found = self._engine.tiles.within_memory(lambda budget: self._buckets(played, budget // 2))
        if found is None:
            return self._on_host().split(played)
        buckets, level = found
        parents, codes, sizes, firsts = buckets.T
        return Branches(
            parents.astype(np.int32),
            codes.astype(code_dtype(words.length)),
            sizes.astype(np.int64),
            firsts.astype(np.int32),
            DeviceFrontier(self._engine, level),
        )

    def _buckets(
        self, guesses: npt.NDArray[np.integer], budget: int
    ) -> tuple[npt.NDArray[np.uint32], DeviceGroups] | None:
        """Split on the device; None where a level or the letter rows do not fit whole."""
        whole = self._engine.tiles.whole_scorer(budget)
        if whole is None or SPLIT_BYTES * len(self._level.candidates) > budget:
            return None
        return split(self._engine._device, whole.rows, self._level, guesses)

    def _on_host(self) -> Frontier:
        return Frontier(self._engine, self.groups())


def finest_keys(key: Key, sizes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64] | None:
    """Return the key of a guess that leaves no two candidates of a state together.

    Parameters
    ----------
    key
        What is minimised.
    sizes
        Candidates of each state.

    Returns
    -------
    ndarray of int64, shape (states,), or None
        No key is smaller; None where that is not so, as the key rewards large buckets.
    """
    buckets, largest, squares, logs = key.weights
    if buckets > 0 or min(largest, squares, logs) < 0:
        return None
    return (buckets + squares) * sizes + largest  # a lone candidate has no logarithm


def finest_guesses(
    device: Device, planes: int, keys: Any, pairs: Pairs, finest: npt.NDArray[np.int64]
) -> Any:
    """Find the lowest guess of each group's pool whose key is that of `finest_keys`; -1 for none.

    Returns
    -------
    device array of int32, shape (groups,)
    """
    found = device.xp.empty(len(finest), np.int32)
    device.launch(
        source.split(planes),
        "finest_guesses",
        (len(finest),),
        WARP,
        (
            keys,
            device.to_device(pairs.offsets, np.int64),
            pairs.pool,
            device.to_device(finest, np.int64),
            found,
        ),
    )
    return found


def split(
    device: Device, rows: LetterRows, level: DeviceGroups, guesses: npt.NDArray[np.integer]
) -> tuple[npt.NDArray[np.uint32], DeviceGroups]:
    """Split every state of a level by its guess.

    Parameters
    ----------
    device
        Where the level is.
    rows
        Letter rows of all guesses.
    level
        The states, one at least; the candidates of each rise.
    guesses
        One guess index for each.

    Returns
    -------
    ndarray of uint32, shape (buckets, 4)
        State, code, size and first candidate of each bucket, by state, then by code.
    DeviceGroups
        The buckets of two candidates or more.
    """
    xp, variant, total = device.xp, source.split(rows.planes), len(level.candidates)
    threads, shares = threads_for(int(level.sizes.max()))
    grid = len(level), shares
    offsets = device.to_device(level.offsets, np.int64)
    codes = xp.empty(total, np.uint32)
    device.launch(
        variant,
        "write_codes",
        grid,
        threads,
        (
            rows.rows,
            np.uint32(rows.stride),
            rows.slots,
            device.to_device(guesses, np.int32),
            level.candidates,
            offsets,
            codes,
        ),
    )
    candidates, owners = xp.empty(total, np.int32), xp.empty(total, np.int32)
    sorted_codes, buckets = xp.empty(total, np.uint32), xp.empty(total, np.uint32)
    device.launch(
        variant,
        "order_candidates",
        grid,
        threads,
        (codes, level.candidates, offsets, candidates, sorted_codes, owners, buckets),
    )
    # Zeros, for all of it is copied, however few buckets there are.
    found, going = xp.zeros((total + 1, 4), np.uint32), xp.empty(total, np.int32)
    device.launch(
        variant,
        "collect_buckets",
        (-(-total // THREADS),),
        THREADS,
        (candidates, sorted_codes, owners, buckets, np.int32(total), found, going),
    )
    table = device.to_host(found)
    count, kept = int(table[0, 0]), int(table[0, 1])
    table = table[1 : 1 + count]
    sizes = table[:, 2][table[:, 2] > 1]
    next_offsets = np.append(0, np.cumsum(sizes, dtype=np.int64))
    return table, DeviceGroups(going[:kept], next_offsets)
