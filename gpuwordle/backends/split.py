"""Groups split by one guess each: what every backend returns alike."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.scoring.groups import Groups


class Split(NamedTuple):
    """The buckets that one guess per group makes.

    Attributes
    ----------
    groups : Groups
        The buckets, in order of their group, then of their code; candidates keep their order.
    parents : ndarray of int32, shape (buckets,)
        The group that each bucket comes from.
    codes : ndarray of the code dtype, shape (buckets,)
        The pattern of each bucket.
    """

    groups: Groups
    parents: npt.NDArray[np.int32]
    codes: npt.NDArray[np.unsignedinteger]

    @classmethod
    def by_codes(cls, groups: Groups, codes: npt.NDArray[np.unsignedinteger]) -> Split:
        """Split groups by the code of each of their candidates.

        Parameters
        ----------
        groups
            Candidate sets.
        codes
            One code per candidate, of its group's guess against it.
        """
        parents = np.repeat(np.arange(len(groups)), groups.sizes)
        order = np.lexsort((codes, parents))
        codes, parents = codes[order], parents[order]
        starts = np.ones(len(codes), bool)
        starts[1:] = (codes[1:] != codes[:-1]) | (parents[1:] != parents[:-1])
        first = np.flatnonzero(starts)
        return cls(
            Groups(groups.candidates[order], np.append(first, len(codes)).astype(np.int64)),
            parents[first].astype(np.int32),
            codes[first],
        )
