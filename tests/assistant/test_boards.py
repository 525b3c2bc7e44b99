"""Several boards: what is left on each, and what is said of the best guesses."""

import re
from fractions import Fraction
from math import prod
from random import Random

import naive
import pytest
from helpers.assistant import remaining
from helpers.errors import refused
from helpers.json_page import check_told
from helpers.optimal import least_of_boards, small_vocabulary, weighed
from helpers.playing import NUMPY, vocabularies
from helpers.words import PETS
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import Pattern, WordList
from gpuwordle.assistant.boards import parse_boards, suggest_boards
from gpuwordle.rules.conditions import MOST_BOARDS
from gpuwordle.words.orthography import language_of


@st.composite
def games(draw):
    """Words, those hidden on some boards, and some guesses."""
    words = draw(vocabularies(14))
    hidden = draw(st.lists(st.sampled_from(words.answers), min_size=1, max_size=4))
    guesses = draw(st.lists(st.sampled_from(words.guesses), max_size=4))
    ends = max(map(guesses.index, hidden)) + 1 if {*hidden} <= {*guesses} else len(guesses)
    return words, hidden, guesses[:ends]


def clues_of(guesses, hidden):
    """Clues of several boards as text, by the oracle."""

    def told(turn, word):
        done = word in guesses[:turn]
        return "=" if done else "".join(map(str, naive.colours(guesses[turn], word)))

    return [
        f"{guess}={'/'.join(told(turn, word) for word in hidden)}"
        for turn, guess in enumerate(guesses)
    ]


@settings(max_examples=150, deadline=None)
@given(games())
def test_what_is_left_and_suggested_is_what_the_oracle_says(game):
    words, hidden, guesses = game
    left = [
        [] if word in guesses else remaining(words, [(g, Pattern.of(g, word)) for g in guesses])
        for word in hidden
    ]
    how, clues = (
        {"boards": len(hidden), "top": 4, "backend": NUMPY(words)},
        clues_of(guesses, hidden),
    )
    read = parse_boards(clues, len(hidden))
    assert parse_boards(" ".join(map(str, read)), len(hidden)) == read
    found = suggest_boards(words, clues, **how)
    assert [list(board) for board in found.remaining] == left
    assert found.solved == ({*hidden} <= {*guesses})
    check_told(found, "boards position")
    if found.solved:
        assert not found.guesses
        return
    assert len(found.guesses) == min(4, len(words.guesses))
    for one in found.guesses:
        expected = [naive.entropy(one.guess, board) if board else 0 for board in left]
        assert one.entropies == pytest.approx(expected, abs=1e-6)
        assert one.entropy == pytest.approx(sum(expected), abs=1e-6)
        assert one.candidate_of == tuple(
            number for number, board in enumerate(left, start=1) if one.guess in board
        )
    lone = [board for board in left if len(board) == 1]
    if lone:
        assert [found.guesses[0].guess] in lone
    if found.exact:
        expected = [one.expected for one in found.guesses if one.expected is not None]
        assert found.guesses[0].expected == min(expected)
    else:
        assert all(one.expected is None for one in found.guesses)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 1 << 30))
def test_last_words_of_several_boards_by_weight(seed):
    """The least sum of weight times guesses over all choices of one candidate a board."""
    rng = Random(seed)
    words, weights = weighed(small_vocabulary(seed, hidden=4 + seed % 4), rng)
    hidden = [rng.choice(words.answers) for _ in range(2)]
    guess = rng.choice(words.guesses)
    told = [Pattern.of(guess, word) for word in hidden]
    left = [[] if one.solved else remaining(words, [(guess, one)]) for one in told]
    found = suggest_boards(words, clues_of([guess], hidden), boards=2, top=3)
    if found.solved or not found.exact:
        return
    least, begun = least_of_boards(words, weights)
    state = tuple(sorted(tuple(board) for board in left if board))
    every = prod(sum(weights[word] for word in board) for board in state)
    assert found.guesses[0].expected == Fraction(least(state), every)
    for one in found.guesses:
        if one.expected is not None:
            assert one.expected == Fraction(begun(one.guess, state), every)


def test_the_json_of_two_certain_boards():
    told = suggest_boards(PETS, "CAT=C../.AT", boards=2, top=2).to_dict()
    assert told["remaining"] == [{"count": 1, "words": ["cow"]}, {"count": 1, "words": ["rat"]}]
    assert told["clues"] == [{"guess": "cat", "patterns": ["200", "022"]}]
    assert (told["boards"], told["exact"], told["solved"]) == (2, True, False)
    assert [one["guess"] for one in told["guesses"]] == ["cow", "rat"]
    assert told["guesses"][0]["expected"] == {"low": 2.0, "high": 2.0, "exact": "2"}


def test_symbols_of_a_clue_may_be_signs_of_its_notation():
    text = "1+1=2=22222|10221"
    (clue,) = parse_boards([text], 2, language_of("symbols"))
    assert str(clue) == text


@pytest.mark.parametrize(
    ("clues", "message"),
    [
        ("CAT", "clue 'CAT' is not GUESS=PATTERN/PATTERN: write it as CRANE=c.A../....."),
        ("CAT=...", "clue 'CAT=...' has 1 pattern for 2 boards: give one for each board"),
        ("CAT=.../.../...", "has 3 patterns for 2 boards"),
        ("CAT=.../=", "says that board 2 is finished, but no earlier clue is all green there"),
        ("CAT=.../CAT DOG=.o./...", "has a pattern for board 2, which CAT has finished: give ="),
        ("CAT=CAT/CAT DOG=.../...", "clue 'DOG=.../...' comes after every board is finished"),
        ("CAT=.../..", "pattern '..' has 2 marks but guess 'cat' has 3 letters"),
        ("CAT=.../.x.", "'x'"),
        (["C0T\n=.../..."], r"at clue 'C0T\n=.../...' holds '0'"),
        ("CAT=.../C.. COW=.../...", "board 2: clues CAT=C.. COW=... contradict each other"),
        ("DOG=.../... CAT=.../... PIG=.../...", "board 1: no word of 'pets' fits: clue"),
        ("CAT=.../... CROW=..../....", "board 1: clue CROW=.... has 4 letters and CAT=..."),
        ("CROW=..../....", "board 1: vocabulary 'pets' has words of 3 letters"),
    ],
)
def test_bad_clues_are_named_with_their_board(clues, message):
    refused(re.escape(message), suggest_boards, PETS, clues, boards=2)


def test_words_of_a_list_are_those_of_the_clues_length():
    found = suggest_boards(WordList("pets", [*PETS, "mouse"]), "COW=.../C..", boards=2)
    assert found.remaining == (("pig", "rat"), ("cat",))
    refused("no-such-list", suggest_boards, "no-such-list", boards=2)


def test_the_number_of_boards_is_limited():
    for boards in (0, MOST_BOARDS + 1):
        message = f"boards={boards} is out of range: give 1 to 1024"
        refused(message, suggest_boards, PETS, boards=boards)
