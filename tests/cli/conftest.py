"""What the tests of all commands share: the command line, run in this process."""

from __future__ import annotations

import pytest

from gpuwordle.cli.app import run


@pytest.fixture
def gpuwordle(capsysbinary):
    """gpuwordle(*arguments): returns (exit code, output, errors)."""

    def call(*arguments):
        code = run([str(argument) for argument in arguments])
        captured = capsysbinary.readouterr()
        return code, captured.out.decode(), captured.err.decode()

    return call
