"""Positions whose optimal play comes with the package, against searches and the oracle."""

import hashlib
import json
from importlib.resources import files
from random import Random

import naive
import numpy as np
import pytest
from helpers import processes
from helpers.assistant import random_game
from helpers.errors import one_line_error
from helpers.optimal import small_vocabulary
from helpers.words import PETS, list_of, random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import Pattern, Vocabulary
from gpuwordle.assistant import known_play as known_module
from gpuwordle.assistant.adviser import Adviser, within
from gpuwordle.assistant.exact import Exact
from gpuwordle.assistant.known_play import (
    FEWEST,
    NOTHING,
    KnownPosition,
    KnownPositions,
    file_of,
    guesses_digest,
    hash_of,
    packaged_positions,
    read_positions,
)
from gpuwordle.assistant.review import review_for
from gpuwordle.assistant.suggest import suggestions_for
from gpuwordle.clues.clues import Clue
from gpuwordle.optimal.solver import Solver

FILES = sorted(
    path for path in files("gpuwordle.assistant").iterdir() if path.name.endswith(".bin")
)


@pytest.fixture(scope="module")
def script():
    return processes.script("known_positions")


@pytest.fixture(scope="module")
def table_of(script):
    """table_of(words, guesses): the table of what these guesses leave, or all of them."""

    def of(words, guesses=None):
        places = range(len(words.guesses)) if guesses is None else map(words.find, guesses)
        table, missing = script.table_of(words, [*places], fewest=3)
        assert missing == 0
        return table

    return of


@settings(max_examples=10)
@given(st.integers(0, 1 << 30))
def test_a_table_of_a_small_list_is_that_of_the_oracle_and_of_the_solver(table_of, seed):
    words = small_vocabulary(seed, hidden=4 + seed % 4)
    table = table_of(words)
    splits = [naive.buckets(guess, words.answers).values() for guess in words.guesses]
    left = {tuple(bucket) for buckets in splits for bucket in buckets if len(bucket) >= 3}
    assert len(table) == len(left)
    for hidden in left:
        known = table.find(np.array([words.find(word) for word in hidden], np.int32))
        assert known.total == naive.least_total(words.guesses, hidden)
        how = {"opener": words.guesses[known.guess]}
        longest = known.longest
        assert naive.least_total(words.guesses, hidden, allowed=longest, **how) == known.total
        assert naive.least_total(words.guesses, hidden, allowed=longest - 1, **how) > known.total
        answers = np.array([words.answers.index(word) for word in hidden], np.int32)
        assert Solver(words).choose(answers).guess == known.guess


@settings(max_examples=8)
@given(st.integers(0, 1 << 30), st.booleans())
def test_answers_are_the_same_with_a_table_and_without(table_of, seed, hard):
    words, rng = small_vocabulary(seed), Random(seed)
    advisers = [Adviser(words, hard=hard, known=known) for known in (table_of(words), NOTHING)]
    for _ in range(2):
        clues, _ = random_game(words, rng, hard=hard, most=3)
        for allowed, one_shot in ((None, True), (4, False)):
            asked = {"allowed": allowed, "one_shot": one_shot, "seconds": None}
            one, two = (review_for(each, clues, **asked) for each in advisers)
            assert one.to_dict() == two.to_dict()
            positions = (each.position(clues[:1], one_shot=one_shot) for each in advisers)
            one, two = (suggestions_for(each, words, seconds=None) for each in positions)
            assert one.to_dict() == two.to_dict()


def exactly(adviser, position):
    return within(None, lambda clock: Exact(adviser, clock).of(position))


def test_what_is_known_is_not_searched_and_what_is_not_is(table_of, monkeypatch):
    table = table_of(PETS, ["rat"])
    assert len(table) == 1
    adviser = Adviser(PETS, known=table)
    left = adviser.position((Clue("rat", Pattern.parse("...", "rat")),))
    monkeypatch.setattr(Adviser, "ask", None)  # cannot be called
    worth = exactly(adviser, left)
    assert (worth.low, worth.high, worth.shortest, worth.longest) == (5, 5, 2, 2)
    with pytest.raises(TypeError):
        exactly(adviser, adviser.position())


def test_a_best_move_is_told_even_without_time_to_look_for_all(table_of):
    words = small_vocabulary(5, hidden=14)
    table = table_of(words)
    unfinished = 0
    for guess, answer in zip(words.guesses, words.answers, strict=False):
        clues = [Clue(one, Pattern.of(one, answer)) for one in (guess, words.guesses[-1])]
        hurried, whole = (
            review_for(Adviser(words, known=table), clues, seconds=seconds).moves[1]
            for seconds in (0.0, None)
        )
        if guess == answer or whole.before < 3:
            continue
        assert hurried.play.expected == whole.play.expected
        assert hurried.best and whole.best_complete
        assert list(hurried.best) == [word for word in whole.best if word in hurried.best]
        unfinished += not hurried.best_complete
    assert unfinished


def test_a_table_holds_however_a_position_was_reached_and_whichever_else_may_be_hidden(table_of):
    table, left = table_of(PETS, ["rat"]), np.array([1, 2, 3], np.int32)
    fewer = PETS.without(["rat"])
    known = Adviser(PETS, known=table).known(left)
    assert known is not None
    assert known == Adviser(fewer, known=table).known(np.array([3, 1, 2], np.int32))
    assert guesses_digest(fewer) == guesses_digest(PETS) != fewer.digest
    assert Adviser(PETS, known=table, hard=True).known(left) is None, "hard mode has others"


def test_a_stopped_run_writes_nothing_wrong_and_goes_on(script, table_of, tmp_path):
    words = small_vocabulary(3, hidden=8)
    guesses, path = range(len(words.guesses)), tmp_path / "positions.bin"
    whole = table_of(words)
    none, missing = script.table_of(words, guesses, fewest=3, seconds=0.0, path=path)
    assert (len(none), missing, path.exists()) == (0, len(whole), False)
    # What the file has is kept as it is: a value that no search finds shows it.
    key = max(whole.positions)
    strange = whole.positions[key]._replace(total=999)
    before = KnownPositions(whole.digest, ["other"], {key: strange})
    path.write_bytes(before.to_bytes())
    reports = []
    script.table_of(words, guesses, fewest=3, path=path, progress=reports.append)
    found = read_positions(path.read_bytes(), str(path))
    assert found.lists == ("other", words.name)
    assert found.positions == {**whole.positions, key: strange}
    assert reports == sorted(reports) and reports[0] == 0 and len(reports) == len(whole)
    ((_, told, truth),) = script.wrong(words, found, guesses, len(found), 3)
    assert (told, truth) == (strange, whole.positions[key])


def test_a_key_is_what_is_documented():
    places = np.array([3, 1, 2], np.int32)
    hashed = hashlib.sha256(b"\1\0\0\0\2\0\0\0\3\0\0\0").digest()
    assert hash_of(places) == int.from_bytes(hashed[:6], "little")


def test_a_file_holds_what_was_written():
    rows = {2**56 - 1: KnownPosition(2**32 - 1, 65535, 255), 5: KnownPosition(5, 0, 2)}
    table = KnownPositions("ab", ["one", "two"], rows)
    read = read_positions(table.to_bytes(), "it")
    assert (read.digest, read.lists, read.positions) == ("ab", ("one", "two"), rows)
    for wide in (KnownPosition(2**32, 0, 2), KnownPosition(5, 65536, 2), KnownPosition(5, 0, 256)):
        with pytest.raises(ValueError, match="does not fit"):
            KnownPositions("ab", [], {1: wide}).to_bytes()


def saying(**other):
    """Other entries in the first line of a file."""

    def change(data):
        line, _, rows = data.partition(b"\n")
        return json.dumps(json.loads(line) | other).encode() + b"\n" + rows

    return change


HARMS = {
    "version": saying(version=4),
    "format": saying(format="other"),
    "flipped": lambda data: data[:-1] + bytes([data[-1] ^ 1]),
    "cut": lambda data: data[:-1],
    "longer": lambda data: data + b"\0",
    "list": lambda data: b"[]\n",
    "none": lambda data: b"",
}


@pytest.mark.parametrize("how", HARMS)
def test_a_damaged_file_is_refused_in_a_line(tmp_path, monkeypatch, how):
    answers = random_words(0, 5, 10, FEWEST)
    words = Vocabulary("many", answers)
    everyone = np.arange(len(answers), dtype=np.int32)
    known = KnownPosition(700, 0, 5)
    table = KnownPositions(guesses_digest(words), ["many"], {hash_of(everyone): known})
    monkeypatch.setattr(known_module, "files", lambda _: tmp_path)
    known_module._packaged.cache_clear()
    path = tmp_path / file_of(table.digest)
    path.write_bytes(table.to_bytes())
    assert Adviser(words).known(everyone) == known
    known_module._packaged.cache_clear()
    path.write_bytes(HARMS[how](table.to_bytes()))
    assert Adviser(words).known(everyone[1:]) is None  # too few to be looked up
    with one_line_error("reinstall gpuwordle") as caught:
        Adviser(words).known(everyone)
    known_module._packaged.cache_clear()
    assert str(path) in str(caught.value)
    assert ("version 4" in str(caught.value)) == (how == "version")


@pytest.fixture(scope="module", params=FILES, ids=lambda path: path.name)
def packaged(request):
    """A table that comes with the package, and the words of one of its lists."""
    table = read_positions(request.param.read_bytes(), request.param.name)
    return table, list_of(table.lists[0]).of_length(5)


def test_what_is_packaged_is_of_its_lists_and_can_be(packaged):
    table, words = packaged
    for name in table.lists:
        assert packaged_positions(list_of(name).of_length(5)).positions == table.positions
    assert len(table) > 1000
    for known in table.positions.values():
        assert 2 * FEWEST - 1 <= known.total < known.longest * len(words.answers)
        assert known.longest >= 3
        assert known.guess < len(words.guesses)
    assert all(path.stat().st_size < 80_000 for path in FILES)


@pytest.mark.parametrize(
    ("openers", "most", "least"),
    [(12, 260, 1), pytest.param(60, 1 << 16, 51, marks=pytest.mark.slow)],
)
def test_a_search_finds_what_is_packaged(packaged, script, openers, most, least):
    """Positions that some first guesses leave are searched again."""
    table, words = packaged
    chosen = Random(0).sample(words.answer_guess.tolist(), openers)
    adviser = Adviser(words, known=NOTHING)
    left = script.positions_after(adviser, chosen, FEWEST)
    few = [key for key in left if key in table.positions and len(left[key]) <= most]
    for key in few:
        found = script.searched(left[key])
        assert found == table.positions[key], left[key].clues
        assert Adviser(words).known(left[key].candidates) == found
    assert len(few) >= least


@pytest.mark.slow
def test_that_of_wordle_has_what_every_answer_leaves_and_nothing_else(script, wordle):
    left = script.positions_after(Adviser(wordle), wordle.answer_guess.tolist(), FEWEST)
    assert left.keys() == packaged_positions(wordle).positions.keys()
