"""Values that JSON can represent: it has neither nan nor infinity."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from gpuwordle.graphemes import written


def finite(data: Any) -> Any:
    """Copy plain data for JSON.

    Every number that is not finite becomes None, tuples become lists, and letters of several
    characters are written.
    """
    if isinstance(data, str):
        return written(data)
    if isinstance(data, float):
        return data if math.isfinite(data) else None
    if isinstance(data, Mapping):
        return {key: finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [finite(value) for value in data]
    return data
