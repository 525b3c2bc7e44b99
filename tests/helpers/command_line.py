"""What the tests of commands ask of their answers, and a list of birds."""

from __future__ import annotations

import re

BIRDS = "crane stork heron eagle egret robin finch junco goose quail tern ibis wren crow rook"


def refused(answer, message):
    """Check that a command said one line and ended with code 2."""
    code, out, err = answer
    assert (code, out) == (2, "")
    assert re.search(message, err), err
    assert err.startswith("gpuwordle: ")
    assert err.count("\n") == 1
