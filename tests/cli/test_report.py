"""``gpuwordle report`` as a user meets it: tables, data, pages and errors."""

import json
import re
import sys

import pytest
from helpers.command_line import refused

from gpuwordle.report.report import Report


def test_report_as_table_json_and_csv(printed, as_json, as_csv, played):
    out = printed("report", played)
    for title in ("Guesses needed", "Worst words", "Rewards within 6 guesses (alpha = 7)", "Time"):
        assert title in out
    rows = as_json("report", played, "-m", 3, "--alpha", 8)
    assert rows == json.loads(json.dumps(Report.of(played, allowed=3, alpha=8).rows()))
    assert [row["total"] for row in as_csv("report", played)] == [str(row["total"]) for row in rows]
    some = as_json("report", played, "-s", "random", "-m", 3, "--alpha", 8)
    assert some == [row for row in rows if row["strategy"] == "random"]


def test_report_as_a_page_with_figures(said, played, tmp_path):
    pytest.importorskip("matplotlib")
    pages = tmp_path / "pages"
    pages.mkdir()
    said("report", played, "-o", pages / "report.md", "--plots", tmp_path / "figures")
    text = (pages / "report.md").read_text()
    images = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", text)
    assert len(images) == 7 and all((pages / image).resolve().is_file() for image in images)


def test_a_page_without_matplotlib_has_no_figures(gpuwordle, played, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, out, err = gpuwordle("report", played, "-f", "html")
    assert code == 0 and out.startswith("<!doctype html>")
    assert "the page has no figures: plots need matplotlib" in err
    assert "<svg" not in out
    answer = gpuwordle("report", played, "--plots", tmp_path / "figures")
    refused(answer, "pip install 'gpuwordle[plots]'")


def test_an_average_without_lost_games_says_so(said, printed, birds, played, tmp_path):
    short = tmp_path / "short"
    said("benchmark", "-v", birds, "-s", "entropy", "-m", 1, "-b", "numpy", "-o", short)
    assert "average of games won" in printed("report", short)
    assert "average of games won" not in printed("report", played)
