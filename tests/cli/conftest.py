"""What the tests of all commands share: the command line, run in this process."""

from __future__ import annotations

import pytest
from helpers.command_line import BIRDS

from gpuwordle.cli.app import run


@pytest.fixture
def gpuwordle(capsysbinary):
    """gpuwordle(*arguments): returns (exit code, output, errors)."""

    def call(*arguments):
        code = run([str(argument) for argument in arguments])
        captured = capsysbinary.readouterr()
        return code, captured.out.decode(), captured.err.decode()

    return call


@pytest.fixture
def birds(tmp_path):
    path = tmp_path / "birds.txt"
    path.write_text(BIRDS.replace(" ", "\n"))
    return str(path)


@pytest.fixture
def played(gpuwordle, birds, tmp_path):
    folder = tmp_path / "run"
    code, out, err = gpuwordle(
        *("benchmark", "-v", birds, "-l", "4-5", "-s", "minimax", "-s", "random"),
        *("-b", "numpy", "-o", folder),
    )
    assert (code, out) == (0, "")
    assert f"wrote {folder}: played 30 games of 4 units" in err
    assert f"gpuwordle report {folder}" in err
    return folder
