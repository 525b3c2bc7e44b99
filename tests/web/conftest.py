"""A server over a small vocabulary, for all tests of the room."""

import pytest
from helpers.serving import Served
from helpers.words import random_words

from gpuwordle.words.vocabulary import Vocabulary


@pytest.fixture(scope="session")
def few():
    """120 words of five letters; 60 of them may be hidden."""
    words = random_words(7, 5, 10, 120)
    return Vocabulary("few", words[:60], words)


@pytest.fixture(scope="session")
def few_files(few, tmp_path_factory):
    """The options that give a command these words."""
    at = tmp_path_factory.mktemp("few")
    (at / "few.txt").write_text("\n".join(few.guesses) + "\n")
    (at / "answers.txt").write_text("\n".join(few.answers) + "\n")
    return "-v", at / "few.txt", "-a", at / "answers.txt"


@pytest.fixture(scope="session")
def served(few_files):
    pytest.importorskip("starlette", reason="the server needs starlette")
    pytest.importorskip("uvicorn", reason="the server needs uvicorn")
    server = Served(*few_files)
    yield server
    code, _, errors = server.end()
    assert (code, errors) == (0, "")
