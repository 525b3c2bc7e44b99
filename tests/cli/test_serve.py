"""The commands that make pages: ``serve`` before it serves, and ``tree --format html``."""

from __future__ import annotations

import json
import re

import pytest
from helpers.words import random_words

from gpuwordle.words.vocabulary import Vocabulary


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("\n".join(random_words(5, 5, 9, 60)))
    return path


def test_a_tree_as_a_page(gpuwordle, words, tmp_path):
    page = tmp_path / "tree.html"
    code, out, err = gpuwordle("tree", "-v", words, "--optimal", "--format", "html", "-o", page)
    assert (code, out) == (0, "")
    assert f"wrote {page}" in err
    text = page.read_text(encoding="utf-8")
    data = json.loads(re.search(r'id="data">(.*)</script>', text)[1])
    plain = json.loads(gpuwordle("tree", "-v", words, "--optimal", "--format", "json")[1])
    assert data == plain
    assert data["optimality"] == {"proven": True, "told": "no tree takes fewer"}
    assert data["digest"] == Vocabulary("words", words.read_text().split()).digest


def test_a_port_in_use_is_one_line(gpuwordle, words):
    server = pytest.importorskip("gpuwordle.web.server", reason="the server needs starlette")
    with server.listen(0) as taken:
        port = taken.getsockname()[1]
        code, out, err = gpuwordle("serve", "-v", words, "--port", port)
    assert (code, out) == (2, "")
    assert re.fullmatch(
        rf"gpuwordle: port {port} cannot be used \(.*\): give another --port, or --port 0 for any "
        r"free one\n",
        err,
    )


@pytest.mark.parametrize("port", ["-1", "65536", "http", "1.5", "٣"])
def test_a_port_that_is_none(gpuwordle, port):
    code, out, err = gpuwordle("serve", "--port", port)
    assert (code, out) == (2, "")
    assert f"must be a port, 0 to 65535, not {port!r}" in err


def test_a_list_that_is_none_is_told_before_anything_is_served(gpuwordle, tmp_path):
    pytest.importorskip("starlette", reason="the server needs starlette")
    code, out, err = gpuwordle("serve", "-v", tmp_path / "none.txt", "--port", 0)
    assert (code, out) == (2, "")
    assert "none.txt" in err and err.count("\n") == 1


def test_a_certificate_that_is_none_is_told_before_anything_is_served(gpuwordle, words, tmp_path):
    pytest.importorskip("starlette", reason="the server needs starlette")
    path = tmp_path / "none.certificate"
    line = ("serve", "-v", words, "--port", 0, "--certificate", path)
    code, out, err = gpuwordle(*line)
    assert (code, out) == (2, "")
    assert "none.certificate cannot be read" in err and err.count("\n") == 1
    path.write_text("nothing is proven")
    code, out, err = gpuwordle(*line)
    assert (code, out) == (2, "")
    assert "none.certificate" in err and err.count("\n") == 1
