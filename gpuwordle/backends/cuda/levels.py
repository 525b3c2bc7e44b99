"""Trees whose levels stay on a CUDA device: guesses chosen, states split and kept (``split.cu``).

One guess for each state comes back, and for each bucket its state, pattern, size and first
candidate. A tree's nodes need no more; candidates come back only on request.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend, Branches, Frontier
from gpuwordle.backends.cuda import source
from gpuwordle.backends.cuda.device import Device
from gpuwordle.backends.cuda.rows import (
    LAYOUT_THREADS,
    SMALL_WIDTHS,
    DeviceGroups,
    LetterRows,
    taken,
    threads_for,
)
from gpuwordle.backends.cuda.scoring import Tiles
from gpuwordle.rules.conditions import check_pool
from gpuwordle.scoring.groups import Groups, checked_indices
from gpuwordle.scoring.statistics import Key, check_key

SPLIT_BYTES = 64
"""Bytes for each candidate while its level is split: twelve numbers of 32 bits, and a share of the
states."""


class DeviceFrontier(Frontier):
    """A level whose candidates lie on the device; the host takes over if memory is too short.

    ``backend`` computes on the host's side, ``tiles`` are its tiles, ``level`` are the candidates
    of each state.
    """

    def __init__(self, backend: Backend, tiles: Tiles, level: DeviceGroups) -> None:
        self.backend, self._tiles, self._level = backend, tiles, level
        self._device = level.device

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """Candidates of each state: int64 (states,)."""
        return self._level.sizes

    def groups(self) -> Groups:
        """Copy the candidates of each state from the device."""
        return Groups(self._device.to_host(self._level.candidates), self._level.offsets)

    def best_guesses(
        self, key: Key, pool: Literal["all", "candidates"] = "all"
    ) -> npt.NDArray[np.int32]:
        """Choose a guess for each state; see `Frontier.best_guesses`."""
        check_pool(pool)
        check_key(key, int(self.sizes.max(initial=0)))
        if not len(self._level):
            return np.empty(0, np.int32)
        found = self._tiles.memory.run(lambda budget: self._chosen(key, pool, budget // 2))
        return self._on_host().best_guesses(key, pool) if found is None else found

    def _chosen(
        self, key: Key, pool: Literal["all", "candidates"], budget: int
    ) -> npt.NDArray[np.int32] | None:
        """Choose on the device; None if the letter rows do not fit whole.

        A candidate of a small state usually splits it into single words. No other guess is
        better then, and candidates win ties, so all guesses are scored for the other states only.
        """
        tiles, level = self._tiles, self._level
        whole = tiles.whole_scorer(budget)
        if whole is None:
            return None
        if pool == "candidates":
            return tiles.best_of(whole, level, self._own(level), key, budget)
        best, planes = np.full(len(level), -1, np.int32), whole.rows.planes
        small = np.flatnonzero(level.sizes <= SMALL_WIDTHS[-1])
        finest = finest_keys(key, level.sizes[small])
        if len(small) and finest is not None:
            some = taken(self._device, planes, level, small)
            best[small] = tiles.best_of(whole, some, self._own(some), key, budget, finest=finest)
        rest = np.flatnonzero(best < 0)
        if len(rest):
            some = taken(self._device, planes, level, rest)
            best[rest] = tiles.best_of(whole, some, None, key, budget)
        return best

    def _own(self, level: DeviceGroups) -> DeviceGroups:
        """Return the candidates of each state as guesses."""
        own = self._device.take(self._tiles.words.answer_guess, level.candidates)
        return DeviceGroups(self._device, level.offsets, own)

    def split(self, guesses: npt.NDArray[np.integer]) -> Branches:
        """Split every state by its guess; see `Frontier.split`."""
        words = self.backend.vocabulary
        played = checked_indices(guesses, len(words.guesses), "guess")
        if len(played) != len(self._level) or not len(played):
            return self._on_host().split(played)
        found = self._tiles.memory.run(lambda budget: self._buckets(played, budget // 2))
        if found is None:
            return self._on_host().split(played)
        buckets, level = found
        parents, codes, sizes, firsts = buckets.T
        return Branches(
            parents.astype(np.int32),
            codes.astype(words.code_dtype),
            sizes.astype(np.int64),
            firsts.astype(np.int32),
            DeviceFrontier(self.backend, self._tiles, level),
        )

    def _buckets(
        self, guesses: npt.NDArray[np.integer], budget: int
    ) -> tuple[npt.NDArray[np.uint32], DeviceGroups] | None:
        """Split on the device; None if the level or the letter rows do not fit whole."""
        whole = self._tiles.whole_scorer(budget)
        if whole is None or SPLIT_BYTES * self._level.total > budget:
            return None
        return split(self._device, whole.rows, self._level, guesses)

    def _on_host(self) -> Frontier:
        return Frontier(self.backend, self.groups())


def finest_keys(key: Key, sizes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64] | None:
    """Return the key of a guess that separates all candidates of a state: int64 (states,).

    ``sizes`` are the candidates of each state. No key is smaller; None if the key rewards large
    buckets, so that one may be.
    """
    buckets, largest, squares, logs = key.weights
    if buckets > 0 or min(largest, squares, logs) < 0:
        return None
    return (buckets + squares) * sizes + largest  # a lone candidate has no logarithm


def split(
    device: Device, rows: LetterRows, level: DeviceGroups, guesses: npt.NDArray[np.integer]
) -> tuple[npt.NDArray[np.uint32], DeviceGroups]:
    """Split every state of a level, at least one, by its guess; candidates are ascending.

    Returns uint32 (buckets, 4): state, code, size and first candidate of each bucket, by state,
    then by code; and the buckets of two candidates or more.
    """
    variant, total = source.split(rows.planes), level.total
    threads, shares = threads_for(int(level.sizes.max()))
    grid = len(level), shares
    offsets = device.to_device(level.offsets, np.int64)
    codes = device.empty(total, np.uint32)
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
    candidates, owners = device.empty(total, np.int32), device.empty(total, np.int32)
    sorted_codes, buckets = device.empty(total, np.uint32), device.empty(total, np.uint32)
    device.launch(
        variant,
        "order_candidates",
        grid,
        threads,
        (codes, level.candidates, offsets, candidates, sorted_codes, owners, buckets),
    )
    # Zeros, because all of it is copied, however few buckets there are.
    found, going = device.zeros((total + 1, 4), np.uint32), device.empty(total, np.int32)
    device.launch(
        variant,
        "collect_buckets",
        (-(-total // LAYOUT_THREADS),),
        LAYOUT_THREADS,
        (candidates, sorted_codes, owners, buckets, np.int32(total), found, going),
    )
    table = device.to_host(found)
    count, kept = int(table[0, 0]), int(table[0, 1])
    table = table[1 : 1 + count]
    sizes = table[:, 2][table[:, 2] > 1]
    next_offsets = np.append(0, np.cumsum(sizes, dtype=np.int64))
    return table, DeviceGroups(device, next_offsets, going[:kept])
