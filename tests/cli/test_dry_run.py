"""``gpuwordle benchmark --dry-run``: what would be played, and nothing written."""

from __future__ import annotations

import re

from helpers.command_line import refused


def files_under(folder):
    return {path: path.stat().st_mtime_ns for path in sorted(folder.rglob("*"))}


def test_a_dry_run_says_what_would_be_played_and_writes_nothing(gpuwordle, birds, tmp_path):
    asked = ("benchmark", "-v", birds, "-l", "4-5", "-s", "minimax", "-s", "random")
    asked += ("--seed", "0-1")
    before = files_under(tmp_path)
    for where in ([], ["-o", tmp_path / "run"]):
        code, out, err = gpuwordle(*asked, "-b", "numpy", "--dry-run", *where)
        assert (code, err) == (0, "")
        title, heads, _, *rows = out.splitlines()
        assert re.fullmatch(
            r"Would play 45 games of 6 units: about \d+\.\d s, one after another here", title
        )
        assert heads.split() == ["length", "strategy", "pool", "seed", "games", "about"]
        assert [row.split()[:5] for row in rows] == [
            [length, strategy, pool, seed, games]
            for length, games in (("4", "5"), ("5", "10"))
            for strategy, pool, seed in (
                ("minimax", "all", "0"),
                ("random", "candidates", "0"),
                ("random", "candidates", "1"),
            )
        ]
    assert files_under(tmp_path) == before


def test_a_dry_run_knows_what_a_folder_has(gpuwordle, birds, played, tmp_path):
    before = files_under(tmp_path)
    again = ("benchmark", "-o", played, "--dry-run")
    refused(gpuwordle(*again, "-v", birds), "holds another run")
    code, out, _ = gpuwordle(*again, "--resume", "-s", "entropy")
    assert code == 0
    assert out.startswith("Would play 15 games of 2 units, 4 there already: about ")
    code, out, _ = gpuwordle(*again, "--resume")
    assert (code, out) == (0, "Nothing left to play: all of 4 units there already\n")
    assert files_under(tmp_path) == before
