"""Values that JSON can represent: it has neither nan nor infinity."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any


def finite(data: Any) -> Any:
    """Copy plain data, replacing every non-finite number by None; tuples become lists."""
    if isinstance(data, float):
        return data if math.isfinite(data) else None
    if isinstance(data, Mapping):
        return {key: finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [finite(value) for value in data]
    return data
