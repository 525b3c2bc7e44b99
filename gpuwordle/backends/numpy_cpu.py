"""The NumPy backend: the reference that every other backend must equal, and the fallback.

It looks codes up in the table of contributions, sorts rows of codes, and counts runs of equal ones
or adds their weights.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.backend import Backend
from gpuwordle.progress import Progress
from gpuwordle.scoring.groups import Groups, Indices
from gpuwordle.scoring.logs import log_table
from gpuwordle.scoring.statistics import Statistics

DEFAULT_MEMORY = 64 << 20


class NumpyBackend(Backend):
    """Plain NumPy: tiles of guesses against all candidates of a group."""

    name = "numpy"

    @classmethod
    def unavailable(cls) -> str | None:
        """Return None: NumPy is always available."""
        return None

    def _codes(
        self,
        guesses: Indices | None,
        answers: Indices | None,
        out: npt.NDArray[np.unsignedinteger],
    ) -> None:
        words = self.vocabulary
        rows = np.arange(len(words.guesses)) if guesses is None else guesses
        columns = np.arange(len(words.answers)) if answers is None else answers
        tile = self._tile(len(columns))
        for start in range(0, len(rows), tile):
            some = rows[start : start + tile]
            if self.contributions is not None:
                codes = self.contributions.codes(some, columns)
            else:
                played, hidden = np.repeat(some, len(columns)), np.tile(columns, len(some))
                codes = self._paired_codes(played, hidden).reshape(len(some), len(columns))
            out[start : start + tile] = codes

    def _statistics(
        self, groups: Groups, guesses: Indices | None, progress: Progress | None
    ) -> Statistics:
        chosen = np.arange(len(self.vocabulary.guesses)) if guesses is None else guesses
        totals, weights = self.weights_of(groups), self.vocabulary.weights
        result = Statistics.empty(groups.sizes, len(chosen), totals)
        work = max(int(groups.sizes.sum()) * len(chosen), 1)
        done = 0
        for index in range(len(groups)):
            candidates = groups.group(index)
            table = log_table(len(candidates) if totals is None else int(totals[index]))
            tile = self._tile(len(candidates))
            for start in range(0, len(chosen), tile):
                codes = self.codes(chosen[start : start + tile], candidates)
                if weights is not None:
                    order = np.argsort(codes, axis=1)
                    codes = np.take_along_axis(codes, order, axis=1)
                else:
                    codes = np.sort(codes, axis=1)
                begins = np.ones(codes.shape, bool)
                np.not_equal(codes[:, 1:], codes[:, :-1], out=begins[:, 1:])
                # Each row starts a new run, so that no run continues into the next row.
                firsts = np.flatnonzero(begins)
                sizes = each = np.diff(firsts, append=codes.size)
                if weights is not None:
                    each = np.add.reduceat(weights[candidates][order].ravel(), firsts)
                buckets = begins.sum(axis=1)
                rows = np.cumsum(buckets) - buckets
                columns = slice(start, start + tile)
                result.buckets[index, columns] = buckets
                result.largest[index, columns] = np.maximum.reduceat(sizes, rows)
                result.sum_of_squares[index, columns] = np.add.reduceat(each * sizes, rows)
                result.sum_n_log_n[index, columns] = np.add.reduceat(table[each], rows)
                if weights is not None:
                    result.heaviest[index, columns] = np.maximum.reduceat(each, rows)
                done += codes.size
                if progress is not None:
                    progress(done / work)
        return result

    def _tile(self, answers: int) -> int:
        # A look-up takes an index of eight bytes and a few codes for each pair of the tile.
        budget = self._table_bytes(DEFAULT_MEMORY)
        return max(1, budget // (24 * max(answers, 1)))
