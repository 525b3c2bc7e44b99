"""``gpuwordle serve`` before it serves."""

import pytest
from helpers.command_line import refused
from helpers.words import random_words


@pytest.fixture
def words(file):
    return file("words.txt", *random_words(5, 5, 9, 60))


def test_a_port_in_use_is_one_line(gpuwordle, words):
    server = pytest.importorskip("gpuwordle.web.server", reason="the server needs starlette")
    with server.listen(0) as taken:
        host, port = taken.getsockname()
        assert host == "127.0.0.1"
        answer = gpuwordle("serve", "-v", words, "--port", port)
    remedy = "): give another --port, or --port 0 for any free one\n"
    refused(answer, f"gpuwordle: port {port} cannot be used (", remedy)


def test_files_that_are_none_are_told_before_anything_is_served(gpuwordle, words, tmp_path):
    pytest.importorskip("starlette", reason="the server needs starlette")
    refused(gpuwordle("serve", "-v", tmp_path / "none.txt", "--port", 0), "none.txt")
    path = tmp_path / "none.certificate"
    line = ("serve", "-v", words, "--port", 0, "--certificate", path)
    refused(gpuwordle(*line), "none.certificate cannot be read")
    path.write_text("nothing is proven")
    refused(gpuwordle(*line), "none.certificate")
