"""``gpuwordle solve``: once, and turn by turn."""

import json
import re

import numpy as np
import pytest
from helpers.command_line import PETS
from helpers.terminal import plain, terminal
from helpers.words import list_of, random_words

from gpuwordle import Pattern, Vocabulary, play, suggest


def test_what_is_left_and_what_next(printed, pets):
    out = printed("solve", "RAT=...", "-v", pets)
    assert out.startswith(
        "3 words left: cow dog pig\noptimal play from cow: 1.6667 guesses on average, 2 at most\n"
    )
    assert "\nBest guesses\n" in out and "hard mode" in out
    rows = [line.split() for line in out.splitlines() if line.startswith((" cow", " cat"))]
    assert rows[0][:6] == ["cow", "yes", "yes", "1.6667", "2", "100"]
    assert "no guess is better; can be the answer" in out
    assert "cannot be the answer: it has R, A and T, which are not in the answer" in out


def test_json_is_that_of_python_and_of_the_page(as_json, as_csv, pets):
    words = Vocabulary(pets, PETS)
    data = as_json("solve", "RAT=...", "-v", pets, "--show", 2, "--top", 3)
    expected = suggest(words, ["rat=000"], top=3).to_dict()
    expected["remaining"]["words"] = ["cow", "dog"]
    assert {**data, "vocabulary": ""} == {**expected, "vocabulary": ""}
    rows = as_csv("solve", "RAT=...", "-v", pets)
    assert rows[0]["guess"] == "cow"
    assert (rows[0]["expected_exact"], rows[0]["regret_low"]) == ("5/3", "0.0")


def test_the_title_says_that_bounds_rank_the_guesses(gpuwordle, file):
    many = file("many.txt", *random_words(2, 5, 8, 700))
    title = "\nBest guesses found, by the upper bound of expected guesses\n"
    line = ("solve", "-v", many, "-l", "5", "--seconds", "0.000001", "-o", "-")
    assert title in gpuwordle(*line)[1]


def test_guesses_that_are_misspelt_or_that_hard_mode_forbids_are_named_and_count(
    gpuwordle, as_json, pets
):
    line = ("solve", "DOT=.O.", "RAT=...", "-v", pets)
    misspelt = "guess 'dot' is not in 'pets'; its clue still counts; did you mean dog?\n"
    forbidden = "hard mode would have forbidden RAT: O is green at letter 2 of 'dot'"
    code, out, err = gpuwordle(*line, "--hard")
    assert code == 0 and out.startswith("1 word left: cow\n")
    assert err.startswith(misspelt + forbidden)
    assert gpuwordle(*line)[2] == misspelt
    for hard, told in (((), None), (("--hard",), f"{forbidden} and has to stay there")):
        illegal = json.loads(gpuwordle(*line, *hard, "-f", "json")[1])["illegal"]
        assert illegal == (told and f"{told}; check the colours")


def test_options_are_used(printed, pets, file):
    past = file("past.txt", "cow")
    out = printed("solve", "RAT=...", "-v", pets, "--exclude", past, "--show", "1")
    assert out.startswith("2 words left: dog and 1 more\n")
    out = printed("solve", "DOG=.O.", "-v", pets, "--hard", "--show", "all")
    assert "1 word left: cow" in out and "hard mode" not in out
    assert "hard mode" not in printed("solve", "rat=0", "-v", pets, "--rule", "jotto")
    assert "chance to win 33.3 %" in printed("solve", "RAT=...", "-v", pets, "--allowed", 2)
    assert printed("solve", "cat=222", "-v", pets) == "solved: cat\n"


def test_the_next_guess_under_the_conditions_of_a_paper(printed, as_json, pets):
    how = ("--pool", "candidates", "--filter", "letters", "-s", "minimax", "-v", pets)
    out = printed("solve", "COW=.O.", *how)
    assert "1 word left: dog\nwords left as filter letters reads the clues; " in out
    assert "\nGuesses by minimax\n" in out and "at most" not in out
    data = as_json("solve", "COW=.O.", *how)
    assert (data["pool"], data["filter"], data["chance"]) == ("candidates", "letters", None)


@pytest.fixture
def session(typed, pets):
    """session(*lines): play through a pipe; returns what is answered to each line."""

    def of(*lines, options=()):
        typed_lines = "".join(f"{line}\n" for line in lines)
        code, out, err = typed(typed_lines, "solve", "-v", pets, "-l", 3, "--top", 1, *options)
        assert code == 0, err
        return out.split("> ")[1:]

    return of


def test_a_session_goes_on_under_the_conditions_of_a_paper(session):
    how = ("--pool", "candidates", "--filter", "letters", "-s", "minimax")
    answers = session("cow=.O.", "222", options=how)
    assert answers[0].startswith("1 word left: dog\nwords left as filter letters")
    assert answers[1].startswith("solved in 2 guesses: dog")


def test_a_session_explains_what_is_wrong_and_goes_on(session):
    wrong = {
        "rat=0000": "4 marks",
        "rat": "type the colours of 'rat', such as 000",
        "walrus": "is not a command",
        "undo": "no clue to take back",
        "undo it": "takes no arguments",
        "correct": "needs a number and colours: correct 2 01200",
        "correct 9 000": "there is no clue",
        "correct 0 xyz": "there is no clue 0",
        "rat=000 cow=000": "is not a clue",
        "rat=rr.": "'r' at letter 2",
        "zebra=00000": "letters",
        "hard": "hard needs on or off",
        "exclude": "needs words",
        "words many": "words takes a number",
        "rat=111": "no word of",
    }
    answers = session(*wrong, "rat=000", "quit")
    for (line, why), answer in zip(wrong.items(), answers, strict=False):
        assert why in answer, (line, answer)
    assert "3 words left: cow dog pig" in answers[len(wrong)]


def test_a_word_may_be_called_as_a_command_is(typed, file):
    lists = ("-v", file("words.txt", "sword", "crowd", "words", "slate"), "-l", 5, "--top", 1)
    for rule in ("wordle", "jotto"):
        out = typed("words 2\nquit\n", "solve", *lists, "--rule", rule)[1]
        assert "> 4 words left: sword crowd and 2 more\n" in out, rule
    for line in ("words yyyyy", "words=11111", "words 11111", "words jjj"):
        out = typed(f"{line}\nquit\n", "solve", *lists)[1]
        assert ("1 word left: sword" in out) == ("jjj" not in line), line


def test_colours_typed_alone_are_those_of_the_word_before(session):
    _, answer, solved = session("dog", "ggg", "quit")[:3]
    assert answer.startswith("solved in 1 guess: dog")
    assert solved == ""
    assert "guess: dog" in session("dog", "words", "222", "quit")[2]
    assert "guess: dog" not in session("dog", "new", "222", "quit")[2]
    first = session("222", "quit")[0].split("guess: ")[1].split(";")[0]
    assert f"type the colours of {first!r}" in session(first, "quit")[0]


def test_a_word_awaits_its_colours_until_they_are_accepted(session):
    """Mistyped colours do not leave those that follow to the first suggestion."""
    for wrong in ("0000", "xx", "zzz", "cow=0000", "cow=111", "words", "?"):
        answer = session("dog", "cow", wrong, "000", "quit")[3]
        assert answer.startswith("COW=...\n2 words left: pig rat\n"), wrong
    assert session("dgo", "000", "quit")[1].startswith("DGO=...\nguess 'dgo' is not in ")
    answers = session("dog", "cow=000", "pgi", "quit")
    assert answers[1].startswith("2 words left: pig rat")
    assert "type the colours of 'pgi'" in answers[2]
    assert "colours 'pgi' of 'dog' are not understood" in session("dog", "pgi", "quit")[1]


def test_the_orders_of_a_session_fit_the_terminal(session, monkeypatch):
    for width in (40, 80):
        monkeypatch.setenv("COLUMNS", str(width))
        orders = session("help", "quit")[0]
        assert max(map(len, orders.splitlines())) <= width
        assert "hard on, hard off" in orders and "crane=01200" in orders


def test_the_orders_of_a_session_are_those_of_the_rule(typed):
    out = typed("12\nhelp\nquit\n", "solve", "-v", "mastermind:2x3")[1]
    assert "type the pattern of '12', such as 00" in out
    assert "the pattern a guess got: 11 00 or 11=00" in out
    assert not re.search("hard|colours", out, re.IGNORECASE)


def test_a_session_takes_back_mends_and_excludes(session):
    answers = session(
        *("rat 000", "cow=020", "correct 2 000", "undo", "exclude cow dog", "words", "hard on"),
        *("222", "review", "new", "fat=011", "help"),
    )
    begun, pig = "3 words left: cow dog pig\n", "1 word left: pig\n"
    for answer, told in zip(
        answers,
        [
            *(begun, "1 word left: dog\n", pig, begun, pig, pig, pig),
            *("solved in 2 guesses: pig", "", "3 words left: cat pig rat\n", "no word of", ""),
        ],
        strict=False,
    ):
        assert answer.startswith(told)
    told = session("exclude cow emu", "exclude none.txt")
    assert "1 word excluded; not a possible answer: emu" in told[0]
    assert "none.txt does not exist" in told[1]
    for place, told in ((4, "2 words excluded"), (8, "regret"), (11, "correct N COLOURS")):
        assert told in answers[place]


def test_a_session_says_when_all_guesses_are_used_up(session):
    answers = session("rat=000", "cow=000", options=("--allowed", "1"))
    assert "no guesses are left; undo takes the last one back" in answers[0]


@pytest.mark.parametrize("step", [1500, pytest.param(24, marks=pytest.mark.slow)])
def test_a_session_in_a_terminal_plays_the_games_of_the_benchmark(wordle, step):
    games = play(wordle, "entropy", answers=np.arange(7, len(wordle.answers), step))
    child = terminal(
        *("solve", "-s", "entropy", "-v", "wordle", "--top", "1", "--show", "0"),
        *("--seconds", "0.01"),
        COLUMNS="200",
    )
    child.setwinsize(50, 200)
    shown = re.compile(r"^ ([a-z]+) +(?:yes|no) ", re.MULTILINE)
    for number in np.argsort(games.answers):
        answer = wordle.answers[games.answers[number]]
        played = []
        while not played or played[-1] != answer:
            child.expect("\n> ")
            guess = shown.findall(plain(child.before))[-1]
            played.append(guess)
            child.sendline(f"{guess}={Pattern.of(guess, answer)}")
        entries = slice(games.offsets[number], games.offsets[number + 1])
        assert played == [wordle.guesses[guess] for guess in games.guesses[entries]]
        child.expect_exact(f"solved in {len(played)} guess")
        child.expect("\n> ")
        child.sendline("new")
    child.expect("\n> ")
    child.sendeof()
    child.wait()
    assert child.exitstatus == 0


def test_a_bigger_list_is_looked_into_for_english_words_alone(gpuwordle, pets, file):
    list_of("words-alpha")
    code, _, err = gpuwordle("solve", "RAT=...", "COW=.o.", "-v", pets)
    told = r"clue COW=\.o\. rules out the last 3 words; check its colours; [0-9]+ of 'words-"
    assert code == 2 and re.search(told, err)
    for line in [
        ("RATÓN=00000", "-v", file("es.txt", "ratón", "patio")),
        ("RATON=00000", "-v", file("nl.txt", "raton", "patio"), "--language", "nl"),
        ("1+1=2=00000", "-v", file("sums.txt", "1+1=2", "2+2=4"), "--symbols"),
        ("QZXJV=22220", "-v", file("words.txt", "qzxjv", "patio")),
    ]:
        code, _, err = gpuwordle("solve", *line)
        assert code == 2 and err.endswith("; check its colours\n"), err
