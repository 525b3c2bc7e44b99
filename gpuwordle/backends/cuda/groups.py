"""Groups whose candidates lie on a CUDA device, and how they are laid out for the kernels."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.backends.cuda import source
from gpuwordle.backends.cuda.device import MOST_BLOCKS, WARP, Device
from gpuwordle.scoring.groups import Groups

THREADS = 256


class DeviceGroups(NamedTuple):
    """Candidate sets, one behind another, as `gpuwordle.scoring.groups.Groups` has them.

    Attributes
    ----------
    candidates : device array of int32, shape (total,)
        Answer indices, group after group.
    offsets : ndarray of int64, shape (groups + 1,)
        Where each group begins; on the host.
    counts_up : bool
        Whether this is one group of the answers 0, 1, 2, ... in their order.
    """

    candidates: Any
    offsets: npt.NDArray[np.int64]
    counts_up: bool = False

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """Candidates in each group: int64, shape (groups,)."""
        return np.diff(self.offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def between(self, first: int, last: int) -> DeviceGroups:
        """Return groups first to last - 1 (a view of their candidates)."""
        if last - first == len(self):
            return self
        offsets = self.offsets[first : last + 1]
        return DeviceGroups(self.candidates[offsets[0] : offsets[-1]], offsets - offsets[0])


def on_device(device: Device, groups: Groups | DeviceGroups) -> DeviceGroups:
    """Copy groups to the device, unless they are there."""
    if isinstance(groups, DeviceGroups):
        return groups
    size = len(groups.candidates)
    if len(groups) == 1 and is_whole(groups.candidates, size):
        counted = device.xp.arange(size, dtype=np.int32)  # nothing goes over
        return DeviceGroups(counted, groups.offsets, counts_up=True)
    return DeviceGroups(device.to_device(groups.candidates, np.int32), groups.offsets)


def is_whole(candidates: npt.NDArray[np.integer], answers: int) -> bool:
    """Whether a group is all answers in their order, so that the rows serve as its table."""
    return len(candidates) == answers and bool((candidates == np.arange(answers)).all())


def laid_out(
    device: Device,
    planes: int,
    groups: DeviceGroups,
    members: npt.NDArray[np.integer],
    widths: npt.NDArray[np.int64],
) -> Any:
    """Copy some of the groups to places side by side, as many for each as its width.

    Parameters
    ----------
    planes
        Bytes of a code, which names the compiled kernels.
    groups, members
        The groups, and which of them.
    widths
        Places of each member, not fewer than it has candidates; what is left over gets answer -1.

    Returns
    -------
    device array of int32, shape (sum of widths,)
    """
    ends = np.cumsum(widths)
    places = np.stack(
        [groups.offsets[:-1][members], groups.sizes[members], ends - widths, widths], axis=1
    )
    out = device.xp.empty(int(ends[-1]), np.int32)
    threads, shares = threads_for(int(widths.max()))
    device.launch(
        source.split(planes),
        "lay_out",
        (len(members), shares),
        threads,
        (groups.candidates, device.to_device(places, np.int64), out),
    )
    return out


def taken(
    device: Device, planes: int, groups: DeviceGroups, members: npt.NDArray[np.integer]
) -> DeviceGroups:
    """Copy some of the groups, one at least, behind one another; see `laid_out`."""
    if len(members) == len(groups):
        return groups
    sizes = groups.sizes[members]
    candidates = laid_out(device, planes, groups, members, sizes)
    return DeviceGroups(candidates, np.append(0, np.cumsum(sizes)))


def threads_for(largest: int) -> tuple[int, int]:
    """Choose the threads of a block, and the blocks that share a group of at most so many."""
    threads = min(THREADS, -(-largest // WARP) * WARP)
    return threads, min(-(-largest // threads), MOST_BLOCKS)
