"""What is fetched is bounded, and is never fetched over a line that anyone can write on."""

from __future__ import annotations

import io
import zipfile

import pytest
import requests

from gpuwordle.errors import UserError
from gpuwordle.words import pinned, sources
from gpuwordle.words.download import MOST_REDIRECTS, download
from gpuwordle.words.pinned import SOURCES

START = "https://example.org/list"


class Answer:
    """What a server sends: a place to go to, or a body, in pieces as large as asked."""

    def __init__(self, body=b"", location=None, status=200):
        self.body, self.status = body, status
        self.is_redirect = location is not None
        self.headers = {} if location is None else {"location": location}
        self.sent = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    def raise_for_status(self):
        if self.status >= 400:
            raise requests.HTTPError(str(self.status))

    def iter_content(self, size):
        while self.sent < len(self.body):
            self.sent += size
            yield self.body[self.sent - size : self.sent]


@pytest.fixture
def serving(monkeypatch):
    """serving({address: answer}): what requests are answered; returns the addresses asked."""

    def serve(answers):
        asked = []

        def get(url, **options):
            assert options["timeout"]
            assert options["stream"]
            assert not options["allow_redirects"]
            asked.append(url)
            return answers[url]

        monkeypatch.setattr(requests, "get", get)
        return asked

    return serve


def test_a_body_is_fetched_whole(serving):
    body = bytes(range(256)) * 1000
    serving({START: Answer(body)})
    assert download(START, len(body)) == body


def test_no_more_is_read_than_a_list_has(serving):
    endless = Answer(b"crane\n" * 10_000_000)
    serving({START: endless})
    with pytest.raises(ValueError, match="more than 1000 bytes"):
        download(START, 1000)
    assert endless.sent < 100_000


def test_redirects_are_followed_but_not_into_the_open(serving):
    asked = serving(
        {
            START: Answer(location="/other"),
            "https://example.org/other": Answer(location="https://example.com/list"),
            "https://example.com/list": Answer(b"crane"),
        }
    )
    assert download(START, 10) == b"crane"
    assert len(asked) == 3
    for bad in ("http://example.org/list", "ftp://example.org/list", "file:///etc/passwd"):
        asked = serving({START: Answer(location=bad)})
        with pytest.raises(ValueError, match="redirected to"):
            download(START, 10)
        assert asked == [START]


def test_redirects_in_a_circle_end(serving):
    asked = serving({START: Answer(location=START)})
    with pytest.raises(ValueError, match="redirected more than"):
        download(START, 10)
    assert len(asked) == MOST_REDIRECTS + 1


def test_a_refusal_is_a_refusal(serving):
    serving({START: Answer(status=404)})
    with pytest.raises(requests.HTTPError):
        download(START, 10)


@pytest.mark.parametrize("name", [name for name, source in SOURCES.items() if source.parts])
def test_every_list_fits_what_it_may_have(name):
    for part in SOURCES[name].parts:
        text = sum(count * (length + 1) for length, count in part.lengths.items())
        assert text + part.words < part.most_bytes < 4 * text + (1 << 17)


def archive(size):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("words/en", b"a" * size)
        file.writestr("words/en-basic", b"crane\n")
    return content.getvalue()


def test_an_archive_that_unpacks_to_too_much(monkeypatch, tmp_path, serving):
    part = SOURCES["nltk-words"].guesses
    assert part.canonical(archive(10)) == ["aaaaaaaaaacrane"]
    bomb = archive(50_000_000)
    assert len(bomb) < part.most_bytes
    with pytest.raises(ValueError, match="words/en unpacks to more than"):
        part.canonical(bomb)
    monkeypatch.delenv("GPUWORDLE_DATA", raising=False)
    monkeypatch.setattr(sources, "_cache", lambda: tmp_path)
    for content in (bomb, archive(10)[:-30], b"PK\x03\x04" + b"\xff" * 99):
        serving({part.url: Answer(content)})
        with pytest.raises(UserError, match="is not the one expected"):
            sources.load("nltk-words")
    assert not [path for path in tmp_path.iterdir() if path.suffix == ".txt"]


def test_the_embedded_list_is_proven(monkeypatch):
    monkeypatch.setattr(sources, "WEB2_DIGEST", "0" * 64)
    with pytest.raises(UserError, match=r"'web2' of the installed english-words is not .* sha256"):
        sources.load("web2")
    assert len(pinned.WEB2_DIGEST) == 64
