"""What commands print as JSON is what docs/json.md and its schemas say."""

import json

import pytest
from helpers.json_page import check

PRINTED = {
    "first-guess -v words.txt -l 4 --top 2 -b numpy": "list of ranked opener",
    "score dadd dcac -v words.txt -b numpy": "list of scored guess",
    "report run": "list of played unit",
    "challenge dadd -v words.txt": "list of listed word",
    "cliques -v words.txt -l 4 --count": "list of clique count",
    "strategies": "list of listed strategy",
    "vocabularies": "list of listed vocabulary",
    "backends": "list of listed backend",
}


@pytest.mark.parametrize("command", PRINTED)
def test_json_is_as_documented(gpuwordle, monkeypatch, samples, command):
    monkeypatch.chdir(samples)
    code, out, err = gpuwordle(*command.split(), "--format", "json")
    assert code == 0, err
    found = json.loads(out)
    assert found
    check(found, PRINTED[command])
