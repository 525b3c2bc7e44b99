import io
from pathlib import Path
from unittest.mock import Mock

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers.errors import one_line_error, refused
from helpers.words import outcome
from hypothesis import example, given
from hypothesis import strategies as st

from gpuwordle.words.letters import quoted
from gpuwordle.words.readers import Reading, read_words, skipped_line
from gpuwordle.words.word_list import WordList


def write(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    return str(path)


def check_whole(file, name):
    """Read a crane and a stork, without a line that is skipped."""
    assert vars(read_words(file)) == vars(WordList(name, ("crane", "stork")))


def check_skipped(file, words, lines, skipped, first):
    """Read a file of which some lines are skipped."""
    told = {"lines": lines, "skipped": skipped, "first_skipped": f"{first} of {file}"}
    assert vars(read_words(file)) == vars(WordList(Path(file).stem, words, **told))


@pytest.mark.parametrize("stray", ["", "STORK", "caf\u00e9"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x0b", "\x0c", "\x85", "\u2028"])
def test_lines_of_any_ending(tmp_path, end, stray):
    text = end.join(["crane  heron", "", f"egret {stray}", "robin"])
    words = ("crane", "heron", "egret", *stray.lower().split(), "robin")
    assert read_words(write(tmp_path, "birds.txt", text.encode())).words == words
    bad = write(tmp_path, "bad.txt", text.replace("robin", "r0bin").encode())
    refused("'r0bin' at line 4 of", read_words, bad, Reading(strict=True))
    check_skipped(bad, words[:-1], 4, 1, "'r0bin' at line 4")


def test_a_spelling_checkers_list_is_taken_as_it_comes(tmp_path):
    text = "# a comment, it's none\n\n  # another\nA\nAA's\nÅngström\nAaron\nice cream's x\n"
    name = write(tmp_path, "words", f"{text}cafe\u0301\n".encode())
    read = read_words(name)
    assert read.words == ("a", "ångström", "aaron", "café")
    said = skipped_line(read.lines, read.skipped, read.first_skipped)
    assert said == f'skipped 2 of 9 lines, the first: "AA\'s" at line 5 of {name}'


@given(st.lists(st.text("abÉ'# 7", max_size=5), min_size=1, max_size=8))
@example(["a", "7 b " * 400])
def test_every_line_is_words_or_a_comment_or_is_counted(tmp_path_factory, lines):
    path = tmp_path_factory.mktemp("lines") / "words.txt"
    path.write_text("\n".join(lines) + "\n")
    bad, words = [], []
    for number, line in enumerate(lines, start=1):
        if line.strip().startswith("#"):
            continue
        if all(letter in "abÉ " for letter in line):
            words += line.lower().split()
        else:
            bad.append(f"{quoted(line.strip())} at line {number} of {path}")
    found = outcome(read_words, str(path))
    if not words:
        assert ("is empty" if not "".join(lines).strip() else "holds no word") in found
        return
    assert (found.words, found.skipped) == (tuple(dict.fromkeys(words)), len(bad))
    assert found.duplicates == len(words) - len(found)
    assert found.first_skipped == (bad[0] if bad else "")
    assert found.lines == (len(lines) if bad else 0)
    strict = outcome(lambda: vars(read_words(str(path), Reading(strict=True))))
    assert (strict == vars(found)) is not bool(bad)


def test_rows_of_tables_are_skipped_too(tmp_path):
    content = b"id,word\n1,crane\n2,co-op\n3,ice cream\n4,\n"
    name = write(tmp_path, "birds.csv", content)
    check_skipped(name, ("crane",), 4, 3, "'co-op' at line 3")
    refused("'co-op' at line 3 of", read_words, name, Reading(strict=True))
    path = tmp_path / "games.parquet"
    pq.write_table(pa.table({"word": ["cr4ne", "stork"]}), path)
    check_skipped(str(path), ("stork",), 2, 1, "'cr4ne' at row 1")


TABLE = b"id\tname\n1\tCrane\n2\tstork\n"


@pytest.mark.parametrize(
    ("name", "column", "content"),
    [
        ("birds.txt", "", b"\xef\xbb\xbfCrane \r\n\r\n  stork\n"),
        ("birds.csv", "", b"id,word,count\n10,Crane,5\n\n20,stork,6\n"),
        ("old.csv", "", b"word,n\rCrane,1\rstork,2"),
        ("one.csv", "", b"Bird\nCrane\nstork"),
        ("one.csv", "", b"guess\nCrane\nstork"),
        ("one.csv", ":birds", b"birds\nCrane\nstork"),
        ("spanish.csv", "", b"word;weight\ncrane;0,5\nstork;1\n"),
        ("blank.csv", "", b"\nword\nCrane\nstork"),
        ("birds.tsv", ":name", TABLE),
    ],
)
def test_words_of_a_text_or_a_column(tmp_path, name, column, content):
    check_whole(write(tmp_path, name, content) + column, name.partition(".")[0])


def test_parquet(tmp_path):
    path = tmp_path / "games.parquet"
    pq.write_table(pa.table({"answer": ["crane", "stork"], "n": [1, 2]}), path)
    check_whole(f"{path}:answer", "games")
    pq.write_table(pa.table([["crane", "stork"], ["a", "b"]], names=["word", "word"]), path)
    check_whole(str(path), "games")
    pq.write_table(pa.table({"answer": ["crane", "stork"], "n": [1, 2]}), path)
    refused(r"row 1 of .* holds 1 in column 'n': give a column of te", read_words, f"{path}:n")
    path.write_bytes(path.read_bytes()[:60])
    refused("not readable as Parquet", read_words, str(path))


def test_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"crane stork")))
    check_whole("-", "stdin")
    refused("standard input is empty: give at least one word", read_words, "-")


EMPTY = "is empty: give a file with at least one word"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (".txt", b"", EMPTY),
        (".txt", b" \n \n", EMPTY),
        (".txt", b"\xef\xbb\xbf\n", EMPTY),
        (".csv", b"\xef\xbb\xbf", EMPTY),
        (".tsv", b"\xef\xbb\xbf", EMPTY),
        (".txt", b"# birds\n", "holds no word: give at least one$"),
        (".txt", b"\x7fELF\0\0crane", "is binary, not text"),
        (".txt", b"crane\nca\xf1a\n", r"is not UTF-8 \(line 2, byte 0xf1\)"),
        (".txt", b"\xef\xbb\xbfcrane\nca\xf1a\n", r"is not UTF-8 \(line 2, byte 0xf1\)"),
        (".csv", b"id,word\n1,crane\n2\n", "line 3 of .* has 1 columns, not 2: fix the line"),
        (".csv", b"word\n" + b"a" * 200_000, "not CSV at line 2: field larger than field limit"),
        (".csv", b'"crane"\n\n"stork"\n', "begins with 'crane', a heading or a word: name the col"),
        (".csv", b'word,n\ncrane,"a\nstork,b\n', "not CSV at line 3: unexpected end of data"),
        (".tsv", TABLE, "has no column 'word': name one of id, name"),
        (".tsv:id", TABLE, "line 2 of .* holds '1'"),
        (".parquet", b"PAR1" + bytes(40) + b"PAR1", "not readable as Parquet"),
    ],
)
def test_bad_files_are_named(tmp_path, name, content, message):
    ending, *column = name.split(":")
    path = write(tmp_path, f"birds{ending}", content)
    with one_line_error(message) as caught:
        read_words(":".join([path, *column]), Reading(strict=True))
    assert f"birds{ending}" in str(caught.value)


def test_where_every_line_is_skipped_symbols_may_be_meant(tmp_path):
    table, sums = write(tmp_path, "b.tsv", TABLE), write(tmp_path, "sums.txt", b"1+1=2\n")
    refused(r"no word \(skipped 2 of 2 lines, the first: '1' at line 2", read_words, f"{table}:id")
    refused("give at least one, or add --symbols if digits and signs", read_words, sums)


def test_files_that_cannot_be_read(tmp_path, monkeypatch):
    refused(r"birds\.txt does not exist", read_words, str(tmp_path / "birds.txt"))
    refused("is a folder: give a file in it", read_words, str(tmp_path))
    refuse = Mock(side_effect=PermissionError(13, "Permission denied"))
    monkeypatch.setattr("builtins.open", refuse)  # the superuser may read all
    denied = r"cannot be read \(Permission denied\): check its permissions"
    refused(denied, read_words, str(tmp_path / "birds.txt"))


def test_a_file_that_is_too_large(tmp_path, monkeypatch):
    path = tmp_path / "large.txt"
    with open(path, "wb") as file:
        file.write(b"crane\n")
        file.truncate((1 << 20) + 1)
    monkeypatch.setenv("GPUWORDLE_LARGEST_FILE", "1")
    refused(r"has more than 1 MiB.*set GPUWORDLE_LARGEST_FILE to its", read_words, str(path))
    path.write_bytes(b"crane\n" * 100 + b" " * ((1 << 20) - 600))
    assert read_words(str(path)).words == ("crane",)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"crane " * 200_000)))
    refused("standard input has more than 1 MiB", read_words, "-")
    monkeypatch.setenv("GPUWORDLE_LARGEST_FILE", "2")
    assert read_words(str(path)).duplicates == 99
    monkeypatch.setenv("GPUWORDLE_LARGEST_FILE", "999999999")  # more than any memory
    assert read_words(str(path)).duplicates == 99
    for wrong in ("many", "0", str(1 << 30)):
        monkeypatch.setenv("GPUWORDLE_LARGEST_FILE", wrong)
        refused(f"is '{wrong}': set it to a size in MiB", read_words, str(path))
