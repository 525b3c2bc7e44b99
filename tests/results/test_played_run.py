"""A run as other tools meet it: pandas, Polars, DuckDB, its data card, and `read_run`."""

import json
import re
import sys

import pyarrow.parquet as pq
import pytest
from helpers.errors import refused
from helpers.words import random_words

import gpuwordle
from gpuwordle import Vocabulary, read_run, run_benchmark
from gpuwordle.results.games_file import DESCRIPTIONS, SCHEMA, files_of, read_table


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run of two lengths and strategies, in a folder with what else may lie in one."""
    folder = tmp_path_factory.mktemp("runs") / "a run"
    words = [Vocabulary("wordle", random_words(length, length, 5, 40)) for length in (3, 11)]
    run_benchmark(words, ["minimax", "random"], folder=folder, backend="numpy", seeds=[7])
    (folder / "wordle-3" / ".minimax.parquet.77.part").write_text("half")
    return folder


@pytest.fixture(scope="module")
def expected(run):
    return ordered(read_table(run).to_pylist())


def ordered(rows):
    return sorted(rows, key=lambda row: (row["length"], row["strategy"], row["answer"]))


def test_pandas_reads_the_folder_and_a_file(run, expected):
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_parquet(run)
    assert list(frame.columns) == SCHEMA.names
    names = ["run", "strategy", "length", "options", "answer", "count", "solved", "seed"]
    found = ordered(frame[names].to_dict("records"))
    assert found == [{name: row[name] for name in names} for row in expected]
    assert pandas.read_parquet(files_of(run)[0]).shape == (40, len(SCHEMA.names))


@pytest.mark.parametrize(("package", "rows"), [("polars", "rows"), ("duckdb", "fetchall")])
def test_polars_and_duckdb_read_all_files_by_a_pattern(run, expected, package, rows):
    found = pytest.importorskip(package).read_parquet(str(run / "**" / "*.parquet"))
    assert found.columns == SCHEMA.names
    named = [dict(zip(SCHEMA.names, row, strict=True)) for row in getattr(found, rows)()]
    assert ordered(named) == expected


def test_folders_carry_no_keys_and_everything_else_is_underscored(run):
    for path in run.rglob("*"):
        inside = path.relative_to(run)
        assert "=" not in str(inside)
        if path.is_file() and path.suffix != ".parquet":
            assert path.name.startswith(("_", "."))


def test_every_column_is_described_in_every_file(run):
    assert list(DESCRIPTIONS) == SCHEMA.names
    for path in files_of(run):
        said = pq.read_schema(path).metadata
        assert said[b"gpuwordle.format"] == b"5"
        for name in SCHEMA.names:
            assert said[f"gpuwordle.column.{name}".encode()].decode() == DESCRIPTIONS[name]
        provenance = json.loads(said[b"gpuwordle.provenance"])
        assert provenance["version"] == gpuwordle.__version__
    card = (run / "_README.md").read_text()
    for name, meaning in DESCRIPTIONS.items():
        assert re.search(rf"\| `{name}` \| .* \| {re.escape(meaning)} \|", card)
    assert "has licence MIT" in card
    assert str(run.parent) not in card


def test_the_snippets_of_the_card_run(run, monkeypatch):
    for name in ("pandas", "polars", "duckdb"):
        pytest.importorskip(name)
    snippets = re.findall(r"```python\n(.*?)```", (run / "_README.md").read_text(), re.DOTALL)
    assert [code.split()[1] for code in snippets] == ["pandas", "polars", "duckdb"]
    monkeypatch.chdir(run.parent)
    for code, size in zip(snippets, (160, 160, 4), strict=True):
        names = {}
        exec(code, names)
        assert len(names["games"]) == size


def test_a_run_is_read(run, expected):
    found = read_run(str(run))
    assert (found.games, found.unfinished) == (160, 0)
    assert ordered(found.to_arrow().to_pylist()) == expected
    assert found.to_arrow(["answer"]).column_names == ["answer"]
    refused("unknown column 'word'", found.to_arrow, ["word"])


def test_a_run_is_read_as_frames(run, expected):
    pytest.importorskip("pandas")
    pytest.importorskip("polars")
    found = read_run(run)
    assert found.to_pandas()["count"].sum() == sum(row["count"] for row in expected)
    assert ordered(found.to_polars().to_dicts()) == expected
    assert found.to_polars(["count", "answer"]).columns == ["count", "answer"]


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_a_frame_without_its_package_is_one_line(run, package, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    refused(f"not installed: run pip install {package}", getattr(read_run(run), f"to_{package}"))


def test_a_run_is_shown_on_one_screen(tmp_path, run):
    found = read_run(run)
    text = repr(found)
    assert text.splitlines()[0] == f"PlayedRun({str(run)!r}): 160 games"
    assert "  wordle 3 minimax, pool all: 40 games in " in text
    told = json.loads(json.dumps(found.to_dict()))
    assert (told["games"], told["unfinished"], len(told["units"])) == (160, 0, 4)
    assert found._repr_html_().count("<tr") == 5  # headings and four units
    words = Vocabulary("pets", ["cat", "cow", "dog"])
    run_benchmark(words, "random", folder=tmp_path / "run", backend="numpy", seeds=range(30))
    files_of(tmp_path / "run")[0].unlink()
    text = repr(read_run(tmp_path / "run"))
    assert "87 games, 1 unit unfinished" in text
    assert text.endswith("and 9 more units")
    assert len(text.splitlines()) < 25
