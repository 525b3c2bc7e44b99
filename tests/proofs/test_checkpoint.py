"""Checkpoints: what is damaged is refused in a line, and what is forged is found out."""

import json
from pathlib import Path

import pytest
from helpers.errors import one_line_error
from helpers.optimal import small_vocabulary
from helpers.playing import NUMPY

from gpuwordle import Conditions, Vocabulary, prove
from gpuwordle.proofs.checkpoint import _digest

WORDS = small_vocabulary(3)


def proof_of(path, **options):
    return prove(WORDS, backend=NUMPY(WORDS), checkpoint=path, **options)


@pytest.fixture
def written(tmp_path):
    """The file of a proof that came to its end, and what it says."""
    path = tmp_path / "proof.json"
    proof_of(path)
    return path, json.loads(path.read_text())


def refused(path, said, message, *, forged=False):
    if forged:
        said = said | {"sha256": _digest(said)}
    path.write_text(said if isinstance(said, str) else json.dumps(said))
    with one_line_error(message):
        proof_of(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 1}, "has format 1, and this program reads 3: remove it and start again"),
        ({"digest": "0"}, "belongs to another proof: its digest is '0'"),
        ({"hard": True}, "belongs to another proof: its hard is True, not False"),
        ({"hard": 0}, "belongs to another proof: its hard is 0, not False"),
        ({"top": 1.0}, "belongs to another proof: its top is 1.0, not 1"),
        ({"bounds": [1]}, "is damaged: its sha256 is not that of its content; remove it"),
        ({"sha256": None}, "is damaged: its sha256 is not that of its content"),
        *(
            (text, "is not a checkpoint of a proof: remove it")
            for text in ("not json", "[]", "3", "null", "{}", "[" * 100_000, "")
        ),
    ],
)
def test_files_of_anything_else_are_refused(written, change, message):
    path, said = written
    refused(path, change if isinstance(change, str) else said | change, message)


def test_a_file_that_cannot_be_read_is_not_to_be_removed(written, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_text", refuse)
    with one_line_error(r"cannot be read \(Permission denied\): choose another file"):
        proof_of(written[0])


@pytest.mark.parametrize("more", [-1, 1])
def test_a_total_is_noticed_and_searched_again(written, more):
    """Even if somebody wrote the sha256 of what he changed; what may be saved is named."""
    path, said = written
    (word, total, worst), *rest = said["solved"]
    changed = said | {"solved": [[word, total + more, worst], *rest]}
    refused(path, changed, rf"is damaged: its sha256 .* start again \(it lists as solved: {word}")
    refused(path, changed, f"is damaged: {word} does not take {total + more} guesses", forged=True)


def test_the_longest_game_is_searched_again(written):
    path, said = written
    best = proof_of(path).best
    changed = said | {"solved": [[*found, worst + 1] for *found, worst in said["solved"]]}
    path.write_text(json.dumps(changed | {"sha256": _digest(changed)}))
    assert proof_of(path).best == best


VALUES = [None, 0, -1, 1.5, True, "x", [], {}, [[]], [None], "\x1b[2J", 10**30]


@pytest.mark.parametrize("name", ["solved", "bounds", "stages"])
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_columns_of_other_types_are_one_line(written, name, value):
    path, said = written
    refused(path, said | {name: value}, "is damaged: its columns do not belong", forged=True)
    if (name, type(value), value) != ("bounds", int, 0):
        refused(path, said | {name: [value, *said[name][1:]]}, "is damaged: its col", forged=True)


def test_what_the_time_does_not_suffice_for_is_open_again(written):
    path, _ = written
    stopped = proof_of(path, seconds=0.0)
    assert not stopped.complete and not stopped.best
    assert proof_of(path).complete


@pytest.mark.parametrize(
    ("extra", "rules", "options"),
    [
        (["bcf", "chm"], Conditions(hard=True, allowed=4), {"top": 9}),
        (["aaa"], Conditions(allowed=3), {"below": 40}),
    ],
)
def test_a_proof_that_few_openers_are_enough_goes_on(tmp_path, extra, rules, options):
    """The bounds of openers that are not enough are infinite, and no more than that."""
    words = ["bat", "cat", "fat", "hat", "mat"]
    vocabulary = Vocabulary("rhymes", words, [*words, *extra])
    options = options | {"conditions": rules, "checkpoint": tmp_path / "proof.json"}
    found = [prove(vocabulary, **options).bounds.tolist() for _ in range(2)]
    assert found[0] == found[1]
