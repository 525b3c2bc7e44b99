"""Runs beside the papers: which run is a paper's experiment, and what its values are marked."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from helpers.report_runs import summary_of

from gpuwordle.benchmark.run import play_tasks
from gpuwordle.benchmark.tasks import tasks_of
from gpuwordle.papers.printed import read_paper
from gpuwordle.report.comparisons import compare_runs, comparison_table, comparisons
from gpuwordle.report.report import Report
from gpuwordle.rules.conditions import Conditions

VAN_FLEET = read_paper("van_fleet")
HAAG = read_paper("haag")
LOST, *PCA = VAN_FLEET.pinned["distributions"]["pca"]


def digest_of(paper, words, length):
    return read_paper(paper).lists[words][length].ljust(64, "0")


def test_the_papers_greedy_tables(nltk, tmp_path):
    words = [nltk(length) for length in (7, 8, 9)]
    for filter, exact in (("letters", True), ("pattern", False)):
        tasks = tasks_of(words, ["minimax"], Conditions(pool="candidates", filter=filter))
        play_tasks(tasks, tmp_path / filter)
        found = comparisons(Report.of(tmp_path / filter))
        marks = Counter((row.place, row.mark) for row in found)
        for place in ("Table 1", "Table 2"):
            assert marks[place, "exact"] == 3
        for place in ("Table 4", "Table 5"):
            assert marks[place, "exact" if exact else "erratum"] == 3
        assert not any(row.mark == "differs" for row in found)
        assert {row["paper"] for row in comparison_table(found)} == {"Lahiri et al."}


def test_no_paper_is_claimed_for_other_games(folder):
    assert comparisons(Report.of(folder)) == []
    right = {"digest": digest_of("lahiri", "greedy", 9), "length": 9}
    assert compare_runs([summary_of([1, 2], **right)]) != []
    for change in (
        {"digest": "1" * 64},
        {"length": 8},
        {"strategy": "entropy"},
        {"pool": "all"},
        {"hard": True},
        {"opener": "columnist"},
        {"allowed": 6},
        {"options": (("share", 1),)},
    ):
        assert compare_runs([summary_of([1, 2], **{**right, **change})]) == []


def methods_of(strategy, distribution, failed, **unit):
    described = {"digest": digest_of("van_fleet", "methods", 5), "filter": "counts", "allowed": 6}
    return summary_of(distribution, failed, strategy=strategy, **{**described, **unit})


def marks_of_table_1(*given, **unit):
    return [r.mark for r in compare_runs([methods_of(*given, **unit)]) if r.place == "Table 1"]


def test_methods_of_van_fleet_are_marked():
    assert marks_of_table_1("pca", PCA, LOST) == ["exact", "exact", "exact"]
    summary = methods_of("pca", PCA, LOST)
    for opener, mark in (
        (VAN_FLEET.printed["openers"].values["pca"], "exact"),
        ("soare", "differs"),
    ):
        opened = replace(summary, openers=((opener, summary.games),))
        assert [row.mark for row in compare_runs([opened])] == [mark, *["exact"] * 3]
    # As many games won, with 30 guesses fewer: another mean.
    fewer = [0, PCA[1] + 30, PCA[2] - 30, *PCA[3:]]
    assert marks_of_table_1("pca", fewer, LOST) == ["exact", "differs", "differs"]
    lost, *rank_one = VAN_FLEET.pinned["distributions"]["rank-one"]
    assert marks_of_table_1("rank-one", rank_one, lost) == ["erratum"] * 3
    assert marks_of_table_1("pca", PCA, LOST, filter="pattern") == []
    assert marks_of_table_1("pca", PCA, LOST, allowed=5) == []


def test_the_reward_is_printed_as_a_formula():
    reward = compare_runs([methods_of("pca", PCA, LOST)])[-1]
    assert reward.what == "guess-biased reward, pca"
    average = VAN_FLEET.printed["averages"].values["pca"]
    games, won = LOST + sum(PCA), VAN_FLEET.printed["won"].values["pca"]
    mean = sum(count * number for count, number in enumerate(PCA, 1)) / sum(PCA)
    assert reward.printed == f"-({average} + {games - won}/{games} alpha)"
    assert reward.found == f"-({mean:.4f} + {LOST}/{games} alpha)"


def test_chance_has_a_band_and_the_band_has_an_edge():
    # Near the printed mean and number of games won; then too many won; then too quickly.
    near = [1, 95, 560, 880, 520, 190]
    assert marks_of_table_1("random", near, 69) == ["band"] * 3
    assert marks_of_table_1("random", [1, 95, 560, 880, 520, 252], 7)[0] == "differs"
    assert marks_of_table_1("random", [1, 495, 560, 580, 420, 190], 69)[1] == "differs"


def test_more_seeds_make_the_band_theirs():
    printed = VAN_FLEET.printed["won"].values["random"]

    def runs(*beside):
        return [
            methods_of("random", [1, 95, 560, 880, 520, n - 2056], 2315 - n, seed=seed)
            for seed, n in enumerate(printed + number for number in beside)
        ]

    assert compare_runs(runs(-10, -3, 0, 3, 10))[0].mark == "band"
    # Far away for runs that are so much alike, but not for one run alone.
    alike = runs(-13, -12, -13, -14, -13)
    assert compare_runs(alike)[0].mark == "differs"
    assert compare_runs(alike[:1])[0].mark == "band"


@pytest.mark.parametrize("length", HAAG.printed["openers"].values)
def test_first_guesses_of_haag(length):
    def marks(opener, strategy="letter-frequency"):
        digest = digest_of("haag", "frequency", length)
        summary = summary_of([5], strategy=strategy, length=length, digest=digest)
        found = compare_runs([replace(summary, openers=((opener, 5),))])
        return [(row.place, row.mark) for row in found]

    # 2 of 5 candidates left are more than 5 percent; the paper says so of long words only.
    left = [("Figure 4c", "differs")] if length >= 6 else []
    printed = HAAG.printed["openers"].values[length]
    assert marks(printed) == [("Table 1", "exact"), *left]
    assert marks("eau") == [("Table 1", "differs"), *left]
    assert marks("eau", "random") == left
    corrected = HAAG.given["corrected_openers"].get(length)
    if corrected:
        assert marks(corrected) == [("Table 1", "erratum"), *left]


def test_heuristics_of_sreekala():
    def marks(distribution):
        digest = digest_of("sreekala", "heuristics", 5)
        found = compare_runs([summary_of(distribution, strategy="heuristic", digest=digest)])
        return [(row.place, row.printed, row.found, row.mark) for row in found]

    assert marks([0, 0, 0, 1, 2]) == [("Figure 10", "around 5", "4.6667", "exact")]
    assert marks([0, 0, 0, 2, 1]) == [("Figure 10", "around 5", "4.3333", "differs")]
