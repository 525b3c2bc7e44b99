"""Values that JSON can represent, which has neither nan nor infinity, and their text.

Results make plain values themselves (``to_dict``; those of the assistant with `display.as_dict`).
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any

from gpuwordle.graphemes import written

_UNPRINTABLE = re.compile(r"[^\n -~]")
"""Characters of JSON that may have to be escaped; line ends are outside its strings."""


def as_json(data: object, *, ascii: bool = False) -> str:
    """Write data as JSON, without nan and infinity, and with ``ascii`` in ASCII alone.

    Characters that cannot be shown safely are always escaped; they occur in strings only.
    """
    text = json.dumps(finite(data), indent=1, ensure_ascii=ascii, allow_nan=False) + "\n"
    return _UNPRINTABLE.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    return found[0] if found[0].isprintable() else json.dumps(found[0])[1:-1]


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
