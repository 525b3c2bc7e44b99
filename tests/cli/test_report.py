"""``gpuwordle report`` as a user meets it: tables, data, pages and errors."""

import json
import re

import pytest
from helpers.command_line import refused

from gpuwordle.results.games_file import files_of, read_table


def test_report_as_table_json_and_csv(printed, said, as_json, as_csv, played, tmp_path):
    out = printed("report", played)
    for title in ("Guesses needed", "Worst words", "Rewards within 6 guesses (alpha = 7)", "Time"):
        assert title in out
    rows = as_json("report", played, "-m", 3, "--alpha", 8)
    assert [(row["length"], row["strategy"]) for row in rows] == [
        (length, strategy) for length in (4, 5) for strategy in ("minimax", "random")
    ]
    table = read_table(played).to_pylist()
    for row in rows:
        games = [
            game
            for game in table
            if (game["length"], game["strategy"]) == (row["length"], row["strategy"])
        ]
        assert row["games"] == len(games)
        assert row["total"] == sum(game["count"] for game in games)
        assert row["wins_within_3"] == sum(game["count"] <= 3 for game in games)
    assert [row["total"] for row in as_csv("report", played)] == [str(row["total"]) for row in rows]
    target = tmp_path / "report.json"
    said("report", played, "-f", "json", "-o", target, "-m", 3, "--alpha", 8)
    assert json.loads(target.read_text()) == rows


def test_report_as_pages_with_figures(printed, said, played, tmp_path):
    pytest.importorskip("matplotlib")
    pages = tmp_path / "pages"
    pages.mkdir()
    figures = tmp_path / "figures"
    said("report", played, "-f", "markdown", "-o", pages / "report.md", "--plots", figures)
    text = (pages / "report.md").read_text()
    images = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", text)
    assert len(images) == 7
    assert all((pages / image).resolve().is_file() for image in images)
    out = printed("report", played, "-f", "html")
    assert out.startswith("<!doctype html>")
    assert out.count("<svg") == 7


def test_a_page_without_matplotlib_has_no_figures(gpuwordle, played, tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    code, out, err = gpuwordle("report", played, "-f", "html")
    assert code == 0
    assert "the page has no figures: plots need matplotlib" in err
    assert "<svg" not in out
    answer = gpuwordle("report", played, "--plots", tmp_path / "figures")
    refused(answer, "pip install 'gpuwordle[plots]'")


def test_reports_that_cannot_be_made(gpuwordle, played, tmp_path):
    refused(gpuwordle("report", tmp_path / "nowhere"), "is not a folder")
    (tmp_path / "birds.txt").write_text("crane\n")
    refused(gpuwordle("report", tmp_path / "birds.txt"), "is a file, not the folder of a run")
    refused(gpuwordle("report", tmp_path), "holds no run (_run.json is missing)")
    refused(gpuwordle("report", played, "-f", "pdf"), "'pdf' is not one of 'table', 'json'")
    refused(gpuwordle("report", played, "-m", 0), "'-m': must be at least 1, not 0")
    refused(gpuwordle("report", played, "--alpha", 3), "alpha 3 is too small")
    target = tmp_path / "no" / "such" / "place.html"
    refused(gpuwordle("report", played, "-f", "html", "-o", target), "does not exist")
    path = files_of(played)[2]
    path.write_bytes(path.read_bytes()[:100])
    refused(gpuwordle("report", played), "is damaged")


def test_an_unfinished_run_is_named(gpuwordle, played):
    files_of(played)[0].unlink()
    code, _, err = gpuwordle("report", played, "-f", "json")
    assert code == 0
    assert "this run still lacks 1 unit: continue with" in err
