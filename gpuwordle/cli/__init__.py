"""The command line. Only here anything is printed, asked or drawn on a terminal."""

from __future__ import annotations


def main() -> None:
    """Run the command line and exit with its code."""
    from gpuwordle.cli.app import run

    raise SystemExit(run())
