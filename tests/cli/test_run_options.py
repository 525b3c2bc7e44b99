"""Runs that are continued and widened: what is known, what may change, what Ctrl-C leaves."""

import pytest
from helpers.benchmark_tasks import rows_of
from helpers.command_line import refused

from gpuwordle import Vocabulary, __version__, run_benchmark
from gpuwordle.benchmark import run as run_module
from gpuwordle.results.games_file import files_of
from gpuwordle.results.run_folder import Run


def test_a_run_is_continued_on_request_only_or_by_force(gpuwordle, said, birds, played):
    same = ["benchmark", "-v", birds, "-l", "4-5", "-s", "minimax", "-s", "random", "-b", "numpy"]
    files_of(played)[0].unlink()
    code, _, err = gpuwordle("report", played)
    assert code == 0 and "this run still lacks 1 unit: continue with" in err
    refused(gpuwordle(*same, "-o", played), "holds this run already", "3 of 4", "--resume")
    err = said(*same, "-o", played, "--resume")
    assert "of 1 unit in" in err and "3 units already finished" in err
    assert "nothing left to play" in said(*same, "-o", played, "--resume")
    other = gpuwordle(*same, "--pool", "candidates", "-o", played, "--resume")
    lengths = "lengths 4-5, strategies minimax, random"
    refused(other, "holds another run", lengths, "not candidates")
    assert len(files_of(played)) == 4
    path, again = played / "_run.json", ("benchmark", "-o", played, "--resume")
    path.write_text(path.read_text().replace(f'"{__version__}"', '"0.0.9"'))
    files_of(played)[0].unlink()
    refused(gpuwordle(*again), "gpuwordle 0.0.9 began", "add --force (in Python force=True)")
    assert gpuwordle(*again, "--force")[0] == 0


@pytest.fixture
def resumed(said, birds, tmp_path, monkeypatch):
    """resumed(*options): a run that was begun with options and went on without; and its rows."""

    def of(*options):
        folder = tmp_path / "run"
        monkeypatch.chdir(tmp_path)
        said("benchmark", "-v", "birds.txt", *options, "-b", "numpy", "-o", folder)
        expected = rows_of(folder)
        files_of(folder)[-1].unlink()
        monkeypatch.chdir("/")  # the list is found again from any folder
        assert "of 1 unit in" in said("benchmark", "-o", folder, "--resume")
        assert rows_of(folder) == expected
        return folder, expected

    return of


def test_conditions_reach_the_games_and_resume_alone_knows_them(resumed):
    _, rows = resumed(
        *("-l", "4-6", "-s", "entropy", "-s", "random", "--seed", "2-3", "--pool", "candidates"),
        *("--hard", "--filter", "letters", "-m", 2, "--distinct-letters"),
    )
    asked = ("pool", "mode", "filter", "allowed")
    for row in rows:
        assert [row[name] for name in asked] == ["candidates", "hard", "letters", 2]
        assert row["count"] <= 2 and len(set(row["answer"])) == row["length"]
    seeds = {("random", 2), ("random", 3), ("entropy", 0)}
    assert {(row["strategy"], row["seed"]) for row in rows} == seeds


def test_options_of_strategies_and_the_answers_are_known_too(gpuwordle, resumed, file):
    picky = "helpers.playing:Picky"
    answers = file("answers.csv", "day,word", "1,crane", "2,heron")
    how = ("-s", picky, "--option", "nth=1", "--opener", "QUAIL")
    folder, rows = resumed("-a", f"{answers}:word", *how)
    assert [(row["options"], row["opener"], row["guesses"][0], row["answer"]) for row in rows] == [
        ('{"nth": 1}', "quail", "quail", word) for word in ("crane", "heron")
    ]
    again = ["benchmark", "-o", folder, "--resume"]
    assert gpuwordle(*again, "-s", "entropy", "-s", picky)[0] == 0
    options = {(picky, '{"nth": 1}'), ("entropy", "{}")}
    assert {(row["strategy"], row["options"]) for row in rows_of(folder)} == options
    other = gpuwordle(*again, "-s", picky, "--option", "nth=0")
    refused(other, "its options of helpers.playing:Picky is")
    refused(gpuwordle(*again, "--option", "nth=1"), "needs the strategy that takes it")


def test_words_drawn_are_known_and_told_in_reports(gpuwordle, printed, resumed):
    folder, rows = resumed("-s", "entropy", "--subset", "5x6", "--sample", "2", "--seed", "0-2")
    assert len(rows) == 6
    refused(gpuwordle("benchmark", "-o", folder, "--resume", "--sample", "3"), "sample is 2, not 3")
    assert "entropy (subset 5x6, sample 2, 3 seeds)" in printed("report", folder)
    page = printed("report", folder, "--format", "markdown")
    assert "Words: subsets of 5x6 (answers x guesses), drawn by 3 seeds." in page
    assert "Hidden words: samples of 2 of each length, drawn by 3 seeds." in page


def test_openers_and_limits_given_again_are_all_played(gpuwordle, resumed):
    how = ("--opener", "CRANE", "--opener", "heron", "-m", 2, "-m", 3, "--filter", "letters")
    folder, rows = resumed("-s", "minimax", *how)
    assert {(row["opener"], row["allowed"], row["filter"]) for row in rows} == {
        (word, m, "letters") for word in ("crane", "heron") for m in (2, 3)
    }
    assert gpuwordle("verify", folder)[0] == 0


def test_strategies_and_lengths_are_added(gpuwordle, said, birds, tmp_path):
    folder = tmp_path / "run"
    said("benchmark", "-v", birds, "-s", "random", "-b", "numpy", "-o", folder, "-l", 4)
    again = ("benchmark", "-o", folder, "--resume")
    assert "1 unit already finished" in said(*again, "-l", "5")
    assert "played 15 games of 2 units" in said(*again, "-s", "entropy", "-l", "4-5")
    refused(gpuwordle(*again, "-l", "5,6"), "has no word of 6 letters")
    refused(gpuwordle(*again, "--option", "last=2"), "last=2 needs the strategy that takes it")
    units = [(unit.strategy, unit.length) for unit in Run.open(folder).units]
    assert units == [("random", 4), ("random", 5), ("entropy", 4), ("entropy", 5)]
    assert {(row["strategy"], row["length"]) for row in rows_of(folder)} == {*units}
    assert "| `birds` | 5 |" in (folder / "_README.md").read_text()


def test_runs_that_resume_alone_cannot_continue(gpuwordle, typed, tmp_path):
    made = ("benchmark", "-o", tmp_path / "python", "--resume")
    words = Vocabulary("birds", ["crane", "stork"])
    run_benchmark(words, "entropy", folder=tmp_path / "python", backend="numpy")
    refused(gpuwordle(*made), "started from Python: ", "run_benchmark(..., resume=True)")
    folder = tmp_path / "stream"
    begin = ("benchmark", "-v", "-", "-s", "entropy", "-b", "numpy", "-o", folder)
    assert typed("crane stork", *begin)[0] == 0
    again = ["benchmark", "-o", folder, "--resume"]
    refused(gpuwordle(*again), "came from standard input: give them again with --vocabulary")
    refused(typed("crane heron", *again, "-v", "-"), "its list of 5 letters (sha256) is")
    assert typed("crane stork", *again, "-v", "-")[0] == 0


def test_ctrl_c_leaves_no_side_file_and_says_how_to_go_on(said, birds, tmp_path, monkeypatch):
    folder = tmp_path / "a run"
    play = run_module.play_tasks

    def interrupted(*arguments, **how):
        play(*arguments, **how)
        files_of(folder)[0].rename(folder / "birds-5" / ".minimax.parquet.42.part")
        raise KeyboardInterrupt

    monkeypatch.setattr(run_module, "play_tasks", interrupted)
    arguments = ["benchmark", "-v", birds, "-s", "minimax", "-s", "entropy", "-b", "numpy"]
    with pytest.raises(KeyboardInterrupt):
        said(*arguments, "-o", folder)
    assert list(folder.rglob("*.part")) == []
    monkeypatch.undo()
    err = said("benchmark", "-o", folder, "--resume")
    assert f"1 of 2 units finished; to continue: gpuwordle benchmark -o '{folder}'" in err
