"""Tables at every width: no number broken over two lines, no line too long, nothing lost unsaid."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import Vocabulary, grow, run_benchmark
from gpuwordle.cli.tables import table_text
from gpuwordle.strategies.table import STRATEGIES

FIVE = ["crane", "stork", "heron", "eagle", "bumpy", "quilt", "finch", "robin", "raven", "goose"]
FOUR = ["tern", "ibis", "duck", "swan", "wren", "dove"]
LONG = ["internationalisation", "counterrevolutionary", "institutionalisation"]

COMMANDS = {
    "first-guess": "first-guess -v birds.txt -b numpy",
    "ranked": "first-guess -v birds.txt -b numpy --top 5",
    "score": "score crane internationalisation tern -v birds.txt -b numpy",
    "report-one": "report one",
    "report-16": "report all",
    "report-lengths": "report lengths",
    "report-both": "report all lengths",
    "cliques-count": "cliques -v birds.txt --length 4-5 --count --graph",
    "explain": "explain CRANE=c.a.. SPILT=...l. -w cloak -w stock --filter letters",
    "solve": "solve CRANE=..... -v birds.txt -b numpy",
    "solve-boards": "solve CRANE=...../..... --boards 2 -v birds.txt -b numpy",
    "review": "review crane robin --answer robin -v birds.txt -b numpy",
    "simulate": "simulate robin -v birds.txt -b numpy",
    "pairs": "pairs -v birds.txt -b numpy --top 4",
    "verify-run": "verify all -v birds.txt",
    "verify-tree": "verify tree.json -v birds.txt --allowed 6",
    "review-archive": "review games.csv -v birds.txt",
    "strategies": "strategies",
    "vocabularies": "vocabularies",
    "backends": "backends",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    (folder / "birds.txt").write_text("\n".join([*FIVE, *FOUR, *LONG]))
    (folder / "games.csv").write_text("answer,guesses\nrobin,crane robin\nheron,heron\n")
    five, four = (Vocabulary("birds", words) for words in (FIVE, FOUR))
    (folder / "tree.json").write_text(grow(five, "entropy", backend="numpy").to_json())
    run_benchmark(five, "entropy", folder=folder / "one", backend="numpy")
    run_benchmark(five, "all", folder=folder / "all", backend="numpy")
    lengths, some = [five, four, Vocabulary("birds", LONG)], ["entropy", "random"]
    run_benchmark(lengths, some, folder=folder / "lengths", backend="numpy")
    return folder


def numbers(text):
    """Find what stands between spaces and holds a digit, apart from words that bear one."""
    return set(re.findall(r"(?<!\S)[-+(]?[0-9][-0-9,.:%)]*(?!\S)", text))


@pytest.mark.sample(8)
@pytest.mark.parametrize("line", COMMANDS.values(), ids=list(COMMANDS))
def test_no_number_is_broken(gpuwordle, folder, monkeypatch, line):
    monkeypatch.chdir(folder)
    whole = None
    for width in ("99999", "120", "80", "60", None):
        if width is None:
            monkeypatch.delenv("COLUMNS")
        else:
            monkeypatch.setenv("COLUMNS", width)
        code, out, _ = gpuwordle(*line.split())
        whole = out if whole is None else whole
        assert code == 0
        assert max(map(len, out.splitlines())) <= int(width or 240)
        assert numbers(out) <= numbers(whole), width
        if "too narrow for" not in out:
            assert numbers(out) == numbers(whole), width


def test_every_strategy_is_named(printed, folder, monkeypatch):
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "60")
    overview = printed("report", "all").partition("Games won within")[0]
    assert len(STRATEGIES) == 16 and set(STRATEGIES) <= set(overview.split())


CELLS = st.integers(-(10**12), 10**12).map(str) | st.floats(0, 1e6).map("{:,.4f}".format)


@settings(max_examples=40)
@given(st.lists(st.lists(CELLS, min_size=9, max_size=9), min_size=1, max_size=6))
def test_any_numbers_at_any_width(cells):
    rows = [{f"column {n}": value for n, value in enumerate(row)} for row in cells]
    wanted = {value for row in cells for value in row}
    for width in (40, 60, 80, 120):
        text = table_text(rows, "Numbers", width, plain=True)
        assert max(map(len, text.splitlines())) <= width
        assert wanted <= set(text.split())


def test_a_cell_is_broken_between_words_before_a_name_is_cut():
    rows = [{"name": "wordle-nyt-2023", "here": "installed with english-words", "size": "1"}]
    text = table_text(rows * 4, "Lists", 40, plain=True)
    assert max(map(len, text.splitlines())) <= 40
    assert {"wordle-nyt-2023", "english-words"} <= set(text.split())


def test_what_is_left_out_is_said():
    row = {"name": "n" * 20, "device": "d" * 20, "about": "a" * 20}
    text = table_text([row] * 9, "Left out", 50, plain=True)
    assert "(too narrow for: device; --format csv has all)" in text
    assert "d" * 20 not in text and "a" * 20 in text


def test_few_rows_are_turned():
    row = {"name": "entropy", **{f"number {n}": f"{n}.{n}" for n in range(12)}}
    lines = table_text([row, {**row, "name": "random"}], "Turned", 60, plain=True).splitlines()
    assert lines[1].split() == ["name", "entropy", "random"]
    assert lines[4].split() == ["number", "1", "1.1", "1.1"]


def test_no_word_is_broken_for_the_sake_of_the_first_columns():
    keys = {"length": 5, "score": "expected-size", "rank": 1, "guess": "robin"}
    rows = [{**keys, "largest bucket": 2, "expected size": 1.125}] * 4
    text = table_text(rows, "Openers", 40, plain=True)
    assert text.count("robin") == text.count("expected-size") == 3 * len(rows)
    assert text.count("length") == 1


def test_words_of_two_columns_count_as_such():
    rows = [{"word": "単語" * 5, "size": "12345"}] * 4
    text = table_text(rows, "Wide", 40, plain=True)
    assert "12345" in text.split()
