"""``first-guess`` on a GPU with several lengths on their way, which prints what the CPU prints."""

from __future__ import annotations

import pytest
from cuda_on_cpu.emulated import compiler, emulated_device
from cuda_on_cpu.streams import Streams
from helpers.words import random_words

from gpuwordle.backends.cuda import backend

pytestmark = pytest.mark.skipif(compiler() is None, reason="g++ is not installed")


@pytest.fixture
def lists(tmp_path):
    """A file of words of four lengths, and one of those that may be hidden."""
    words = [word for length in (6, 3, 5, 9) for word in random_words(length, length, 4, 25)]
    guesses, answers = tmp_path / "guesses.txt", tmp_path / "answers.txt"
    guesses.write_text("\n".join(words))
    answers.write_text("\n".join(words[::3]))
    return guesses, answers


@pytest.fixture
def streams(monkeypatch):
    """A GPU, emulated, that the command line finds."""
    streams = Streams(0)
    device = emulated_device(streams=streams)
    monkeypatch.setattr(backend, "cupy_device", lambda: device)
    monkeypatch.setattr(backend, "cupy_problem", lambda: None)
    return streams


@pytest.mark.parametrize(
    "options",
    [[], ["--top", 4], ["--score", "entropy"], ["--score", "buckets", "--pool", "candidates"]],
)
def test_the_same_as_on_the_cpu(options, lists, streams, gpuwordle):
    guesses, answers = lists
    command = ("first-guess", "-v", guesses, "-a", answers, "-l", "3-9", "-f", "json", *options)
    found = gpuwordle(*command, "-b", "cupy")
    assert found[0] == 0
    assert found[1] == gpuwordle(*command, "-b", "numpy")[1]
    assert len([stream for stream in streams.all if stream.work]) == 3
