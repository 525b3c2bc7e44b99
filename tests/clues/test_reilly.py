"""The examples that Reilly prints, to the letter, and the three stages of his program."""

import json
from pathlib import Path

import naive
import pytest
from helpers.clues import histories
from helpers.reilly import is_eligible, parse
from helpers.words import list_of
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle.clues.clues import Clues, spots
from gpuwordle.words.vocabulary import Vocabulary

EXAMPLES = json.loads(Path(__file__).with_name("reilly_examples.json").read_text())
# With the mask inferred, his last program keeps what the game keeps in all its examples.
STAGES = ["naive", "first-fix", "two-pass"]
FILTER = {"optimize": "pattern", **{stage.replace("-", "_"): stage for stage in STAGES}}


def each(*parsers):
    examples = [example for example in EXAMPLES if example["parser"] in parsers]
    ids = [f"{example['guesses'][-1]} {example['parser']}" for example in examples]
    return pytest.mark.parametrize("example", examples, ids=ids)


def test_all_examples_are_here():
    assert len(EXAMPLES) == 25
    elsewhere = [e["answer"] for e in EXAMPLES if e["printed_with"] == "nltk-words"]
    assert elsewhere == ["OCEAN", "INDEX"]


@each(*FILTER)
@pytest.mark.parametrize("name", ["wordle-nyt", "nltk-words"])
def test_eligible_words_are_those_printed(example, name):
    clues = Clues.parse(example["guesses"])
    found = clues.eligible(list_of(name), FILTER[example["parser"]], among="guesses")
    printed = [word.upper() for word in found]
    assert sorted(printed) == sorted(example["eligible"][name])
    if name == example["printed_with"] and example["printed_eligible"] is not None:
        assert sorted(printed) == example["printed_eligible"]


def check_state(example, filter):
    """Compare what a filter reads of the clues with what is printed."""
    state = Clues.parse(example["guesses"]).state(filter)._asdict()
    state["wrong_spot"] = spots(state["wrong_spot"])
    state["mask_optimized"] = state.pop("inferred_mask")
    assert state == example["state"]


@each(*FILTER)
def test_state_is_that_printed(example):
    clues = Clues.parse(example["guesses"])
    inferred = clues.infer_mask()
    assert [list(placement) for placement in inferred.placements] == example["placements"]
    assert inferred.mask == example["state"]["mask_optimized"]
    if example["parser"] not in ("two_pass", "optimize"):
        return  # invalid letters and wrong spots of stages that were not the last
    check_state(example, "pattern")
    for key, text in example["printed_state"].items():
        assert example["state"][key] == text
        if key not in ("mask", "mask_optimized"):
            assert text in repr(clues)


@each("naive", "first_fix", "two_pass")
def test_stages_read_what_is_printed(example):
    check_state(example, FILTER[example["parser"]])


@pytest.mark.parametrize(
    ("guesses", "word", "text"),
    [
        (example["guesses"], word, text)
        for example in EXAMPLES
        for word, text in example.get("explanations", {}).items()
    ],
)
@pytest.mark.parametrize("filter", ["pattern", "two-pass"])
def test_explanations_are_those_printed(guesses, word, text, filter):
    assert str(Clues.parse(guesses).explain(word, filter)) == text


def test_cahow_is_an_erratum():
    clues = Clues.parse(["CHAIR=Cha..", "CLASH=C.a.h", "CATCH=CA.ch"])
    words = list_of("wordle-nyt")
    for stage in STAGES:
        assert clues.eligible(words, stage, among="guesses") == ("cache", "cahow")
    assert clues.eligible(words, among="guesses") == ("cache",)
    assert str(clues.explain("cahow")) == "Count: needs 2 C, has 1"
    assert naive.colours("catch", "cahow") != [2, 2, 0, 1, 1]


def test_early_stages_lose_the_hidden_word():
    assert not Clues.parse(["AAB=A.."]).explain("acc", "naive").eligible
    assert not Clues.parse(["AAB=.A."]).explain("cac", "first-fix").eligible
    assert Clues.parse(["AAB=.A."]).explain("cac", "two-pass").eligible


@settings(max_examples=100)
@given(history=histories(), stage=st.sampled_from(STAGES))
def test_stages_keep_what_his_program_keeps(history, stage):
    played = [(guess, naive.colours(guess, history.hidden)) for guess in history.guesses]
    state = parse(played, stage)
    expected = [word for word in history.words if is_eligible(word, *state)]
    clues = history.clues
    assert list(clues.eligible(Vocabulary("drawn", history.words), stage)) == expected
    for word in history.words:
        assert clues.explain(word, stage).eligible == (word in expected)
