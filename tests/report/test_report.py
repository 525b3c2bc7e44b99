"""Reports: every number from the rows, units labelled, seeds together."""

import pytest
from helpers.errors import refused
from helpers.report_runs import play, report_of, summary_of, vocabularies
from helpers.words import random_words

from gpuwordle import Vocabulary, run_benchmark
from gpuwordle.report.markdown import markdown_page
from gpuwordle.report.report import Report
from gpuwordle.report.text_tables import text_tables
from gpuwordle.results.games_file import files_of, read_table
from gpuwordle.results.run_folder import Run
from gpuwordle.results.summary import Summary


def test_every_unit_has_its_summary_and_reading_tells_the_share_of_the_games(folder):
    told, run = [], Run.open(folder)
    report, finished = Report.of(folder, progress=told.append), run.finished()
    assert report.units == tuple(Summary.of(finished[unit.id]) for unit in run.units)
    assert (len(report.summaries), report.unfinished) == (6, 0)
    games = [summary.games for summary in report.units]
    assert told == [sum(games[: n + 1]) / sum(games) for n in range(len(games))]


def test_labels_tell_units_apart():
    names = ("minimax", "entropy")
    loose, exact = (
        [summary_of([1], strategy=name, filter=filter) for name in names]
        for filter in ("letters", "pattern")
    )
    labels = {f"{name} ({filter})" for name in names for filter in ("letters", "pattern")}
    assert set(report_of([*loose, *exact]).by_label()) == labels
    assert set(report_of(exact).by_label()) == {*names}


def test_the_title_names_the_conditions_of_all_games():
    hard, easy = (summary_of([1], strategy=str(hard), hard=hard, allowed=6) for hard in (1, 0))
    assert report_of([hard]).title() == "v, 5 letters, hard mode, within 6"
    assert report_of([hard, easy]).title() == "v, 5 letters, within 6"
    odd = markdown_page(report_of([summary_of([1], vocabulary="a*b")]))
    assert "## Guesses needed: a\\*b, 5 letters\n" in odd


def test_the_best_come_first():
    units = (
        ("slow", 4, [0, 0, 9], 0),
        ("slow", 5, [0, 9], 0),
        ("loser", 4, [9], 1),
        ("loser", 5, [9], 0),
        ("fast", 5, [0, 9], 0),
        ("fast", 4, [0, 8, 1], 0),
        ("short", 4, [9], 0),
    )
    report = report_of(
        summary_of(distribution, lost, strategy=strategy, length=length)
        for strategy, length, distribution, lost in units
    )
    assert list(report.by_label()) == ["fast", "slow", "loser", "short"], "the most lengths first"
    assert list(report.of_length(4)) == ["short", "fast", "slow", "loser"]
    ranked = [(s.unit.length, s.unit.strategy) for s in report.ranked()]
    assert ranked[:4] == [(4, "short"), (4, "fast"), (4, "slow"), (4, "loser")]
    assert {length for length, _ in ranked[4:]} == {5}


def test_unfinished_runs_are_reported_as_far_as_they_go(tmp_path):
    folder = play(tmp_path / "run")
    first, *others = files_of(folder)
    first.unlink()
    report = Report.of(folder)
    assert (len(report.summaries), report.unfinished) == (5, 1)
    assert "units still to be played: 1" in markdown_page(report)
    for path in others:
        path.unlink()
    refused("no unit of it is finished", Report.of, folder)


def test_labels_tell_words_apart(tmp_path):
    """The rule is named, and words by their digest if their names are equal."""
    words = random_words(4, 4, 5, 40)
    lists = [
        Vocabulary("few", words),
        Vocabulary("few", words, rule="jotto"),
        Vocabulary("few", words, weights=range(1, 41)),
        Vocabulary("few", words[:30], words),
    ]
    for number, some in enumerate(lists):
        run_benchmark(some, ["entropy"], folder=tmp_path / str(number), backend="numpy")
    report = Report.of(*(tmp_path / str(number) for number in range(4)))
    wordle = {f"entropy (wordle, words {lists[number].digest[:8]})" for number in (0, 2, 3)}
    assert set(report.by_label()) == set(report.of_length(4)) == {"entropy (jotto)", *wordle}
    one = Report.of(tmp_path / "0", tmp_path / "2")
    assert set(one.of_length(4)) == {f"entropy (words {lists[n].digest[:8]})" for n in (0, 2)}


def test_a_unit_of_two_runs_counts_once(tmp_path):
    how = {"words": vocabularies((4,)), "sample": 5}
    one = play(tmp_path / "a", strategies=["entropy"], **how)
    two = play(tmp_path / "b", strategies=["entropy", "minimax"], **how)
    report = Report.of(one, two)
    found = [(s.unit.strategy, s.games, s.seeds) for s in report.summaries]
    assert found == [("entropy", 5, 1), ("minimax", 5, 1)]
    assert report.unfinished == 0


@pytest.mark.parametrize("draw", [{"subset": "9x20"}, {"sample": 6}])
def test_seeds_with_weights_are_summed_up_as_one(tmp_path, draw):
    words = random_words(4, 4, 5, 40)
    heavy = Vocabulary("few", words, weights=[1 + 99 * (n % 7 == 0) for n in range(40)])
    folder = tmp_path / "run"
    run_benchmark(heavy, ["minimax"], folder=folder, seeds=range(3), backend="numpy", **draw)
    (found,) = Report.of(folder).summaries
    assert found.seeds == 3
    rows = read_table(folder).to_pylist()
    weight = sum(row["weight"] for row in rows)
    assert found.games == weight
    assert found.left == sum(row["remaining"][0] * row["weight"] for row in rows) / weight


def test_seeds_are_summed_up_as_one(tmp_path):
    words = vocabularies((3, 4))
    how = {"strategies": ["random", "entropy"], "seeds": range(4), "allowed": 3}
    report = Report.of(play(tmp_path / "run", words=words, **how))
    found = [(s.unit.strategy, s.seeds) for s in report.summaries]
    assert found == [("random", 4), ("entropy", 1)] * 2
    assert set(report.by_label()) == {"random (4 seeds)", "entropy"}
    parts = [s for s in report.units if (s.unit.length, s.unit.strategy) == (3, "random")]
    assert [part.unit.seed for part in parts] == [0, 1, 2, 3]
    assert report.summaries[0] == Summary.merged(parts)
    spread = text_tables(report)["Spread over seeds"]
    assert spread[0]["least"] == str(min(part.solved for part in parts))
    assert spread[0]["won"] == f"{sum(part.solved for part in parts) / 4:.2f}"
    assert len(report.rows()) == 10
    one = Report.of(play(tmp_path / "one", words=words))
    assert "Spread over seeds" not in text_tables(one)


def test_strategies_that_are_named_are_read_alone(folder):
    told = []
    report = Report.of(folder, strategies=["entropy"], progress=told.append)
    assert {summary.unit.strategy for summary in report.units} == {"entropy"}
    assert (len(told), told[-1], report.unfinished) == (3, 1.0, 0)


def test_what_cannot_be_reported_is_refused(folder, tmp_path):
    refused("there is no run", Report.of)
    refused("is given twice: give it once", Report.of, folder, folder)
    why = "no strategy 'entropi': did you mean entropy"
    refused(why, Report.of, folder, strategies=["minimax", "entropi"])
    # Rewards are checked before a run is read.
    refused("allowed", Report.of, tmp_path / "nowhere", allowed=0)
    refused("alpha 3 is too small", Report.of, tmp_path / "nowhere", alpha=3)
