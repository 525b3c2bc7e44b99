"""A server over a small vocabulary, for all tests of the room."""

import pytest
from helpers.serving import Served
from helpers.words import FEW


@pytest.fixture(scope="session")
def few_files(tmp_path_factory):
    """The options that give a command these words."""
    at = tmp_path_factory.mktemp("few")
    (at / "few.txt").write_text("\n".join(FEW.guesses) + "\n")
    (at / "answers.txt").write_text("\n".join(FEW.answers) + "\n")
    return "-v", at / "few.txt", "-a", at / "answers.txt"


@pytest.fixture(scope="session")
def served(few_files):
    pytest.importorskip("starlette", reason="the server needs starlette")
    pytest.importorskip("uvicorn", reason="the server needs uvicorn")
    server = Served(*few_files)
    yield server
    code, _, errors = server.end()
    assert (code, errors) == (0, "")
