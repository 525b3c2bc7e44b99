"""What commands print as JSON is what docs/json.md and its schemas say."""

from __future__ import annotations

import json

import pytest
from helpers.json_page import check

BIRDS = ("crane", "heron", "stork", "eagle", "raven", "robin")

PRINTED = {
    "first-guess -v birds.txt -l 5 --top 2 -b numpy": "list of ranked opener",
    "score crane heron -v birds.txt -b numpy": "list of scored guess",
    "report run": "list of played unit",
    "challenge crane -v birds.txt": "list of listed word",
    "cliques -v birds.txt -l 5 --count": "list of clique count",
    "strategies": "list of listed strategy",
    "vocabularies": "list of listed vocabulary",
    "backends": "list of listed backend",
}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with words and a run of them."""
    from gpuwordle.benchmark.run import run_benchmark

    at = tmp_path_factory.mktemp("json")
    (at / "birds.txt").write_text("\n".join(BIRDS) + "\n")
    strategies = ["minimax", "random"]
    run_benchmark(str(at / "birds.txt"), strategies, folder=at / "run", backend="numpy")
    return at


@pytest.mark.parametrize("command", PRINTED)
def test_json_is_as_documented(gpuwordle, monkeypatch, place, command):
    monkeypatch.chdir(place)
    code, out, err = gpuwordle(*command.split(), "--format", "json")
    assert code == 0, err
    found = json.loads(out)
    assert found
    check(found, PRINTED[command])
