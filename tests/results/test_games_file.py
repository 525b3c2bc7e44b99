"""Games in Parquet: whole files or none, and one clear line otherwise."""

import errno
import hashlib
import json
from dataclasses import replace
from functools import partial

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers.errors import one_line_error, refused
from helpers.run_files import PROVENANCE, flipped, games_of, unit_of, vocabulary_of, write

from gpuwordle.errors import UserError
from gpuwordle.results.games_file import (
    SCHEMA,
    DamagedFile,
    GamesFile,
    files_of,
    own_files,
    read_table,
    record_of,
)

PLAYED = ("vocabulary", "digest", "length", "rule", "strategy")
UNDER = ("pool", "mode", "filter", "opener", "allowed", "seed", "sample", "subset")


def rows_of(vocabulary, unit, run="aa"):
    games = games_of(vocabulary)
    for index, answer in enumerate(games.answers):
        turns = slice(games.offsets[index], games.offsets[index + 1])
        yield {
            "run": run,
            **{name: getattr(unit, name) for name in PLAYED},
            "options": json.dumps(dict(unit.options)),
            **{name: getattr(unit, name) for name in UNDER},
            "answer": vocabulary.answers[answer],
            "weight": 1,
            "guesses": [vocabulary.guesses[guess] for guess in games.guesses[turns]],
            "codes": games.codes[turns].tolist(),
            "remaining": games.remaining[turns].tolist(),
            "count": len(games.guesses[turns]),
            "solved": bool(games.solved[index]),
            "seconds": 2.5 / len(games.answers),
        }


@pytest.mark.parametrize(("length", "count"), [(1, 4), (5, 40), (6, 1), (11, 40), (20, 40)])
def test_rows_come_back(tmp_path, length, count):
    vocabulary = vocabulary_of(length, count)
    first = unit_of(vocabulary, allowed=6, seed=3, hard=True, filter="letters")
    second = unit_of(vocabulary, strategy="entropy", pool="all", options=(("share", 0.5),))
    second = replace(second, opener=vocabulary.guesses[0], sample=4, subset="4x4")
    for unit in (first, second):
        write(tmp_path, vocabulary, unit)
    expected = [row for unit in (second, first) for row in rows_of(vocabulary, unit)]
    table = read_table(tmp_path)
    assert table.column_names == list(expected[0])
    assert table.to_pylist() == expected
    solved = GamesFile.open(tmp_path / first.path)
    assert (solved.unit, solved.seconds, solved.provenance) == (first, 2.5, PROVENANCE)


def test_columns_that_may_be_null():
    nullable = [field.name for field in SCHEMA if field.nullable]
    assert nullable == ["opener", "allowed", "sample", "subset"]


def test_files_are_listed_by_length(tmp_path):
    lengths = [5, 11, 20]
    written = [write(tmp_path, vocabulary_of(length)) for length in reversed(lengths)]
    assert files_of(tmp_path) == written[::-1]


def test_row_groups_change_nothing_but_their_number(tmp_path, monkeypatch):
    vocabulary = vocabulary_of()
    write(tmp_path / "one", vocabulary)
    monkeypatch.setattr("gpuwordle.results.games_file.ROW_GROUP", 7)
    path = write(tmp_path / "many", vocabulary)
    assert pq.ParquetFile(path).num_row_groups == -(-len(vocabulary.answers) // 7)
    assert read_table(tmp_path / "many").to_pylist() == read_table(tmp_path / "one").to_pylist()


def test_interrupted_writing_leaves_nothing(tmp_path, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path, vocabulary_of())
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path):
    (tmp_path / "random-5").write_text("a file")
    refused(r"random-5 cannot be made \(File exists\): fix", write, tmp_path, vocabulary_of())


def with_bytes(change):
    """What makes a file of other bytes."""
    return lambda path: path.write_bytes(change(path.read_bytes()))


def with_table(change):
    """What makes another table of the file's."""
    return lambda path: pq.write_table(change(pq.read_table(path, partitioning=None)), path)


def saying(name, say):
    """What changes a part of the metadata of the file's table."""
    key = f"gpuwordle.{name}".encode()

    def change(table):
        said = table.schema.metadata
        return table.replace_schema_metadata({**said, key: say(said[key])})

    return with_table(change)


def of_another_seed(unit):
    return json.dumps({**json.loads(unit), "seed": 1}).encode()


DAMAGED, FOREIGN = "is damaged", "not written by gpuwordle benchmark"
OLD = "has format 6, this version reads 5: read it with the version .*, or play it again"

HARMS = {
    "truncated": (with_bytes(lambda content: content[:-50]), DAMAGED),
    "emptied": (with_bytes(lambda content: b""), DAMAGED),
    # In the first data page: after the magic number and a page header of some dozen bytes.
    "flipped": (with_bytes(lambda content: flipped(content, 60, 255)), DAMAGED),
    "foreign": (with_table(lambda table: pa.table({"a": [1]})), FOREIGN),
    "of another format": (saying("format", lambda said: b"6"), OLD),
    "of another unit": (saying("unit", of_another_seed), "its description of the unit was changed"),
    "of no provenance": (saying("provenance", lambda said: b"[]"), FOREIGN),
    "lacking": (with_table(lambda table: table.drop_columns("codes")), r"\(it lacks codes\)"),
    "adding": (with_table(lambda t: t.append_column("mine", t["count"])), r"\(it adds mine\)"),
    "without a row": (with_table(lambda table: table.slice(1)), DAMAGED),
}


@pytest.mark.parametrize(("harm", "message"), HARMS.values(), ids=list(HARMS))
def test_a_bad_file_is_named_in_one_line(tmp_path, harm, message):
    path = write(tmp_path, vocabulary_of())
    harm(path)
    with one_line_error(message) as caught:
        read_table(tmp_path)
    assert str(path) in str(caught.value)


def test_a_file_without_permission_is_not_called_damaged(tmp_path, monkeypatch):
    path = write(tmp_path, vocabulary_of())

    def closed(given, **how):
        raise PermissionError(errno.EACCES, "Permission denied", str(given))

    monkeypatch.setattr("pyarrow.parquet.ParquetFile", closed)  # the superuser may read all
    with pytest.raises(UserError, match="cannot be read: fix its permissions") as caught:
        GamesFile.open(path)
    assert str(path) in str(caught.value)
    assert not isinstance(caught.value, DamagedFile)


def test_content_is_that_of_its_record(tmp_path):
    file = GamesFile.open(write(tmp_path, vocabulary_of()))
    checked = partial(GamesFile.open, file.path, checked=True)
    assert checked() == file
    record, digest = record_of(file.path), hashlib.sha256(file.path.read_bytes()).hexdigest()
    assert record.read_text() == f"{digest}  {file.path.name}\n"
    record.write_text("0" * 64)
    refused(rf"its sha256 is not the one in {record.name}", checked)
    record.unlink()
    assert checked() == file
    whole = file.path.read_bytes()
    file.path.write_bytes(flipped(whole, 60))
    assert GamesFile.open(file.path) == file
    refused("is damaged", checked)
    file.path.write_bytes(whole)
    record.write_text("0" * 64)
    file.path.unlink()
    refused("No such file", checked)


def test_a_flipped_byte_never_changes_a_row(tmp_path):
    path = write(tmp_path, vocabulary_of(5, 300))
    whole, rows = path.read_bytes(), read_table(tmp_path).to_pylist()
    refused = 0
    for place in range(4, len(whole), 131):
        path.write_bytes(flipped(whole, place, 0x10))
        try:
            found = read_table(tmp_path).to_pylist()
        except UserError:
            refused += 1
        else:
            assert found == rows, place
    assert refused > 20


def test_columns_that_are_named_are_read_in_their_order(tmp_path):
    refused("holds no games", read_table, tmp_path)
    write(tmp_path, vocabulary_of())
    for columns in (["solved", "answer"], []):
        assert read_table(tmp_path, columns).column_names == columns
    twice = ["answer", "answer"]
    refused("a column is asked for twice among answer, answer", read_table, tmp_path, twice)
    refused("unknown column 'counts': did you mean count", read_table, tmp_path, ["counts"])


def test_a_folder_that_is_no_run_is_not_walked(tmp_path):
    """It may be a home, or a whole disk."""
    deep = tmp_path / "length" / "deep" / "games.parquet"
    deep.parent.mkdir(parents=True)
    near = deep.parents[1] / "near.parquet"
    for path in (deep, near):
        path.write_bytes(b"PAR1")
    assert list(own_files(tmp_path)) == [near]
    about = tmp_path / "_run.json"
    about.write_text("{}")
    assert set(own_files(tmp_path)) == {about, near, deep}
