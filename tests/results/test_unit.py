"""Units: shown with their conditions, read back, and refused where they are none."""

from dataclasses import asdict, replace

import pytest

from gpuwordle.results.unit import Unit, short_digest

UNIT = Unit("pets", "0" * 64, 3, 1, 3, "minimax")

FULL = replace(
    UNIT,
    options=(("share", 0.5),),
    pool="all",
    filter="letters",
    hard=True,
    opener="cat",
    allowed=6,
    seed=3,
    sample=1,
    subset="4x4",
    language="nl",
    weights="0123456789abcdef",
    rule="jotto",
)


def test_a_unit_shows_its_conditions_and_says_what_is_played():
    assert str(UNIT) == "pets 3 minimax, pool candidates"
    assert str(FULL) == (
        "pets 3 minimax, pool all (rule jotto, hard mode, filter letters, opener cat, within 6, "
        "language nl, share=0.5, sample 1, subset 4x4, weights 0123456789, seed 3)"
    )
    assert (UNIT.mode, FULL.mode) == ("easy", "hard")
    assert (replace(UNIT, answers=7).games, FULL.games) == (7, 1)


@pytest.mark.parametrize("unit", [UNIT, FULL, replace(UNIT, length=1), replace(UNIT, length=20)])
def test_a_unit_reads_back(unit):
    assert Unit.of(unit.described()) == unit


@pytest.mark.parametrize(
    "change",
    [
        {"pool": "some"},
        {"filter": "some"},
        {"strategy": None},
        {"length": "5"},
        {"length": 0},
        {"length": 21},
        {"answers": 0},
        {"guesses": 0},
        {"seed": 1.5},
        {"options": [["share", None]]},
        {"options": [[5, 0.5]]},
    ],
)
def test_what_is_no_unit_is_refused(change):
    with pytest.raises((TypeError, ValueError)):
        Unit.of(UNIT.described() | change)


def test_a_unit_has_a_short_id_and_a_place():
    assert len(UNIT.id) == len(short_digest({})) == 10
    assert short_digest({"a": 1, "b": 2}) == short_digest({"b": 2, "a": 1})
    assert str(UNIT.path) == f"pets-3/minimax-{UNIT.id}.parquet"
    long = replace(UNIT, vocabulary="n" * 300, strategy="s" * 300)
    assert str(long.path) == f"{'n' * 60}-3/{'s' * 60}-{long.id}.parquet"


def test_what_differs_goes_to_another_file():
    changes = {**asdict(FULL), "digest": "1" * 64, "strategy": "entropy"}
    paths = {replace(UNIT, **{name: value}).path for name, value in changes.items()}
    same = [name for name, value in changes.items() if getattr(UNIT, name) == value]
    assert same == ["vocabulary", "length", "answers", "guesses"]
    assert len(paths) == 1 + len(changes) - len(same)


def test_a_name_from_a_file_cannot_leave_the_folder():
    path = replace(UNIT, vocabulary="../..//x y:é").path
    assert path.parts[:-1] == ("x-y-é-3",)
    assert path.name.startswith("minimax-")
    path = replace(UNIT, vocabulary="..", strategy="my/own.a:b=c").path
    assert path.parts[:-1] == ("words-3",)
    assert path.name.startswith("my-own.a-b-c-")
