"""What the papers print: the TOML files are whole, and each value in them is compared."""

import json
import re
import tomllib
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest
from helpers.errors import refused

from gpuwordle.papers.comparison import Mark
from gpuwordle.papers.printed import PAPERS, Printed, read_paper

ROOT = Path(__file__).resolve().parents[2]
SECTIONS = {"printed", "given", "lists", "conventions", "errata", "pinned"}
SERIES = [(name, series) for name in PAPERS for series in read_paper(name).printed]
# Each value of the papers that scripts/papers.py compared, when it was run last.
RECORD = json.loads((ROOT / "bench_results" / "papers.json").read_text())["rows"]


def is_compared_elsewhere(series, key):
    """Whether another script compares it: a value of a figure, or the time of many cliques."""
    scripts = ["figures_sreekala", "figures_complexity", "paper_figures"]
    if series == "clique_times" and key in (6, 7, 8):
        scripts = ["bench_cliques"]
    elif not series.startswith("figure_"):
        return False
    paths = [ROOT / "scripts" / f"{name}.py" for name in scripts]
    return any(f'"{series}"' in path.read_text() for path in paths)


def content_of(name):
    return tomllib.loads((files("gpuwordle.papers") / f"{name}.toml").read_text())


def test_every_file_is_a_paper():
    found = {path.name for path in files("gpuwordle.papers").iterdir()}
    assert {name for name in found if name.endswith(".toml")} == {f"{name}.toml" for name in PAPERS}


@pytest.mark.parametrize("name", PAPERS)
def test_a_file_holds_nothing_that_is_not_read(name):
    content, paper = content_of(name), read_paper(name)
    assert set(content) <= SECTIONS | {"authors", "title"}
    assert (paper.authors, paper.title) == (content["authors"], content["title"])
    for section in SECTIONS:
        assert set(getattr(paper, section)) == set(content.get(section, {})), section
    for digests in paper.lists.values():
        assert all(re.fullmatch("[0-9a-f]{12}", digest) for digest in digests.values())


@pytest.mark.parametrize(("name", "series"), SERIES)
def test_series_say_where_and_what_they_are(name, series):
    kept = read_paper(name).printed[series]
    assert kept.paper == read_paper(name).authors
    assert re.match(r'(Table|Figure|Section|Image) \d|Results|"[A-Z].*"$', kept.place)
    fields = [field for _, field, _, _ in Formatter().parse(kept.what) if field is not None]
    single = list(kept.values) == [""]
    assert kept.values
    assert single or fields, "the values of one series are told apart by their description"
    for key, value in kept.values.items():
        assert key != "" or single
        parts = value if isinstance(value, tuple) else (value,)
        assert all(type(part) in (int, str) and part != "" for part in parts), "no rounding by TOML"
    # A column over the word lengths or strategies leaves none out.
    lengths = [key for key in kept.values if isinstance(key, int)]
    assert not lengths or lengths == list(range(min(lengths), max(lengths) + 1))


def test_values_are_of_the_kind_that_is_asked_for():
    value = read_paper("lahiri").printed["averages"].at(9)
    assert (value.paper, value.place) == ("Lahiri et al.", "Table 4")
    assert (value.what, value.text) == ("average tries, 9 letters", "2.8")
    assert (value.number, value.decimals) == (2.8, 1)
    with pytest.raises(TypeError, match="is not a count"):
        _ = value.count
    worst = Printed("Authors", "Table 1", "worst", (7, "jitendra", "overstay"))
    assert (worst.text, worst.number, worst.decimals) == ("7 jitendra overstay", 7, 0)
    assert Printed("Authors", "Table 1", "time", "1700+ h estimated").number == 1700
    assert Printed("Authors", "Table 1", "words", 12).count == 12
    with pytest.raises(ValueError, match="no number in 'iao'"):
        _ = Printed("Authors", "Table 1", "opener", "iao").number
    with pytest.raises(KeyError):
        read_paper("lahiri").printed["averages"].at(10)
    with pytest.raises(KeyError):
        read_paper("lahiri").printed["averages"].only(10)


def test_an_unknown_paper_is_one_line():
    refused("unknown paper 'lahri': did you mean lahiri", read_paper, "lahri")


def holds(row, text):
    """Whether a row prints a value, perhaps among others."""
    shown = row["printed"].replace(",", "")
    text = text.replace(",", "")
    return re.search(rf"(?<![\w.]){re.escape(text)}(?![\w.])", shown) is not None


@pytest.mark.parametrize(("name", "series"), SERIES)
def test_every_value_is_compared(name, series):
    kept = read_paper(name).printed[series]
    for key in kept.values:
        if is_compared_elsewhere(series, key):
            continue
        value = kept.only("X", "X") if key == "" else kept.at(key, "X")
        asked = re.compile(re.escape(value.what).replace("X", ".+"))
        rows = [
            row
            for row in RECORD
            if (row["paper"], row["place"]) == (kept.paper, kept.place)
            and asked.fullmatch(row["value"])
        ]
        assert any(holds(row, value.text) for row in rows), f"{value} is not in {rows}"


def test_no_comparison_has_a_value_of_its_own():
    """Every row's printed value is one of the paper's, or a formula of them."""
    for row in RECORD:
        (paper,) = (p for p in map(read_paper, PAPERS) if p.authors == row["paper"])
        texts = [
            series.only("X", "X").text if key == "" else series.at(key, "X").text
            for series in paper.printed.values()
            for key in series.values
            if series.place == row["place"]
        ]
        assert any(holds(row, text) for text in texts), row


def test_no_known_value_differs():
    assert {row["mark"] for row in RECORD} == {*Mark.__args__} - {"differs"}


def test_every_row_says_how_it_was_made_and_every_erratum_why():
    for paper in map(read_paper, PAPERS):
        rows = [row for row in RECORD if row["paper"] == paper.authors]
        assert {row["convention"] for row in rows} == set(paper.conventions.values())
        assert set(paper.errata.values()) <= {row["note"] for row in rows}
        assert all(row["note"] for row in rows if row["mark"] == "erratum")


def test_exact_is_said_of_values_and_holds_of_claims():
    claim = re.compile(r"(above|less than|under|at most|at least|around|almost) |\d to \d")
    for row in RECORD:
        if row["mark"] in ("exact", "holds"):
            assert (row["mark"] == "holds") == (claim.search(row["printed"]) is not None), row


def test_one_row_stands_for_the_claims_of_all_lengths():
    places = [row["place"] for row in RECORD if row["paper"] == "Haag"]
    assert places.count("Figure 4c") == 1
    assert places.count("Figure 4b") == places.count("Figure 3b") == 3


def test_the_examples_of_reilly_are_those_of_the_clues_tests():
    """If an example is corrected in one place, the other fails."""
    examples = json.loads((ROOT / "tests" / "clues" / "reilly_examples.json").read_text())
    paper = read_paper("reilly")
    told = {name: dict(series.values) for name, series in paper.printed.items()}
    for example in examples:
        key = example["answer"] or example["guesses"][0].partition("=")[0]
        assert paper.given["clues"][key] == tuple(example["guesses"])
        assert paper.given["lists"].get(key, "wordle-nyt") == example["printed_with"]
        stage = example["parser"]
        if stage != "optimize":
            words = tuple(example["printed_eligible"]) or "--None--"
            assert told[f"eligible_{stage}"].pop(key) == words
        printed = dict(example["printed_state"])
        mask = printed.pop("mask_optimized", None)
        assert told["inferred"].pop(key, None) == mask
        parts = ("mask", "valid", "invalid", "wrong_spot", "unused")
        state = tuple(printed[part] for part in parts if part in printed)
        series = f"state_{stage}" if stage != "optimize" else "state"
        series = "state_explained" if "explanations" in example else series
        assert told[series].pop(key, ()) == state
        for word, why in example.get("explanations", {}).items():
            assert told["explanations"].pop(word) == why
            assert word in paper.given["explained"][key]
    assert {name for name, left in told.items() if left} == {"placements"}
