"""What the program's exit code says."""

from __future__ import annotations

FAULT = 1
"""The machine's, or ours."""

REFUSED = 1
"""What was to be checked is not what it says."""

MISTAKE = 2
"""What was given cannot be used, and the user can mend it."""

INTERRUPTED = 130
"""Ctrl-C; as shells have it, 128 and the number of the signal."""
