"""Clues: read in all notations, refused with the reason, and what they leave."""

import re
from itertools import combinations, product

import naive
import pytest
from helpers.clues import histories
from helpers.errors import one_line_error, refused
from helpers.player import keeps
from helpers.rules import TOLD
from helpers.words import list_of, random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import Clues, Pattern, Vocabulary
from gpuwordle.clues.clues import Clue
from gpuwordle.graphemes import written
from gpuwordle.rules.conditions import FILTERS
from gpuwordle.rules.named import rule_for


def fits(word, clues):
    return all(naive.colours(guess, word) == list(pattern.colours) for guess, pattern in clues)


@pytest.mark.parametrize("clues", [5, ("CRANE=c.A..",)])
def test_other_things_are_not_clues(clues):
    with one_line_error(r"are not clues: read text with Clues\.parse", TypeError):
        Clues(clues)


def test_clues_are_of_one_rule():
    clues = Clue("cat", Pattern(0, 3)), Clue("dog", Pattern(0, 3, rule_for("jotto")))
    refused("is of another rule: give clues of 'wordle'", Clues, clues)


def test_clues_are_kept_in_order_whatever_they_are_listed_in():
    given = Clue("cat", Pattern(0, 3)), Clue("dog", Pattern(1, 3))
    for listed in (given, list(given), iter(given)):
        made = Clues(listed)
        assert made.clues == given and hash(made) == hash(Clues(given))


def test_clues_are_shown_with_their_state_under_a_rule_with_colours():
    assert "'CAR=C.r': mask='C--', valid='CR', invalid='A'" in repr(Clues.parse(["car=C.r"]))
    assert repr(Clues.parse(["car=1"], rule="jotto")) == "Clues('CAR=1', rule='jotto')"


@pytest.mark.parametrize(
    ("clue", "word", "why"),
    [
        ("AABC=aa..", "ddda", "Count: needs 2 A, has 1"),
        ("AABC=aa..", "ddaa", "Eligible"),
        ("AABC=aa..", "dddd", "Valid: missing A"),
        ("ABA=Ab.", "aab", "Count: needs at most 1 A, has 2"),
        ("ABA=Ab.", "axb", "Eligible"),
    ],
)
def test_copies_that_a_word_lacks_or_has_too_many_are_counted(clue, word, why):
    assert str(Clues.parse([clue]).explain(word)) == why


def test_letters_are_placed_one_after_another():
    inferred = Clues.parse(["ABC=ab.", "BDA=b.a"]).infer_mask()
    assert inferred.mask == "-AB"
    assert sorted(inferred.placements) == [(2, "A"), (3, "B")]


@settings(max_examples=60)
@given(history=histories(), filter=st.sampled_from(FILTERS))
def test_eligible_words_and_the_clues_against_others_are_the_oracles(history, filter):
    clues, hidden = history.clues, history.hidden

    def kept(word):
        """Whether the filter keeps a word after each guess."""
        return [
            keeps(filter, guess, hidden, word)
            # What these filters say of the clues is true of the hidden word, guessed or not.
            or (guess == hidden == word and filter in ("colours", "bounds"))
            for guess in history.guesses
        ]

    expected = [word for word in history.words if all(kept(word))]
    assert list(clues.eligible(Vocabulary("drawn", history.words), filter)) == expected
    for word in history.words:
        told = clues.explain(word, filter)
        assert told.eligible == (word in expected)
        assert [text for text, _ in told.by_clue] == list(map(str, clues.clues))
        assert [not reasons for _, reasons in told.by_clue] == kept(word)


@pytest.mark.parametrize("rule", TOLD)
@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), length=st.integers(1, 7), played=st.integers(1, 3))
def test_eligible_words_under_other_rules(rule, seed, length, played):
    """Guesses may hold letters that no listed word has."""
    words = random_words(seed, length, 4, 30)

    def told(guess, word):
        return guess == word, TOLD[rule](guess, word)  # a player is told of a win

    guesses = [*words[:played], "z" * (length // 2) + words[-1][length // 2 :]]
    clues = Clues(Clue(guess, Pattern.of(guess, words[0], rule_for(rule))) for guess in guesses)
    expected = naive.joint_buckets(guesses, words, told)[tuple(told(g, words[0]) for g in guesses)]
    assert list(clues.eligible(Vocabulary("drawn", words, rule=rule))) == expected


def test_clues_without_colours_are_not_read_as_colours():
    clues, words = Clues.parse(["crane=3"], rule="jotto"), Vocabulary("few", ["crate", "bingo"])
    for ask in (clues.demands, lambda: clues.explain("crate"), lambda: clues.at_least):
        refused("rule 'jotto' has no colours of letters", ask)
    refused("rule 'jotto' has no colours", clues.eligible, words, "letters")
    refused("unknown among 'guess'", Clues.parse(["crane=00000"]).eligible, words, among="guess")


def test_words_and_clues_under_other_rules_have_at_most_256_letters():
    words = [chr(0x4E00 + number) for number in range(255)]
    listed = Vocabulary("drawn", words, rule="jotto")
    one, other = (Clues.parse([f"{guess}=0"], rule="jotto") for guess in "xy")
    assert len(one.eligible(listed)) == 255
    both = Clues((*one.clues, *other.clues))
    refused("hold 'xy', which no listed word has, so there are 257 letters", both.eligible, listed)


@settings(max_examples=60)
@given(history=histories(longest=6, alphabets=("abc",)))
def test_what_clues_say_is_true_of_every_word_that_fits(history):
    clues, length = history.clues, len(history.hidden)
    possible = [
        "".join(word) for word in product("abcz", repeat=length) if fits("".join(word), clues.clues)
    ]
    mask, placements = clues.infer_mask()
    told = [place - 1 for place, _ in placements]
    assert len(set(told)) == len(told)
    for place in range(length):
        known, inferred = clues.mask[place], mask[place]
        assert inferred == known or (known == "-" and place in told)
        letters = {word[place].upper() for word in possible}
        assert inferred == "-" or letters == {inferred}
        assert letters.isdisjoint(clues.wrong_spot[place])
    for letter in "ABC":
        counts = {word.upper().count(letter) for word in possible}
        assert clues.at_least.get(letter, 0) <= min(counts)
        assert max(counts) <= clues.at_most.get(letter, length)
        assert (letter in clues.invalid) == (clues.at_most.get(letter) == 0)
        assert (letter in clues.valid) == (letter in clues.at_least)
        assert (letter in clues.unused) == all(letter.lower() not in g for g in history.guesses)


def test_notations_are_one():
    letters = Clues.parse(["JUDGE=....e", "CHEST=c.E.."])
    digits = Clues.parse(["judge=00001", "Chest=10200"])
    tiles = Clues.parse(["judge=⬜⬛⬜⬛🟨", "CHEST=🟨⬛🟩⬜⬛"])
    assert letters == digits == tiles == Clues.parse("JUDGE=....e CHEST=c.E..")
    assert letters == Clues((Clue("judge", Pattern(1, 5)), Clue("chest", Pattern(99, 5))))
    assert str(letters) == "JUDGE=....e CHEST=c.E.."
    assert Clues.parse(str(letters).split()) == letters


def test_copies_are_counted():
    clues = Clues.parse(["TEPEE=teP..", "EXPEL=E.P.."])
    assert clues.at_least == {"E": 1, "P": 1, "T": 1}
    assert clues.at_most == {"E": 1, "L": 0, "X": 0}
    assert Clues.parse(["ERASE=e...E"]).at_least == {"E": 2}
    assert Clues.parse(["ERASE=....E"]).demands("counts").at_least == {"e": 1}
    assert Clues.parse(["ERASE=e...E"]).at_most == {"A": 0, "R": 0, "S": 0}


@pytest.mark.parametrize(
    ("clues", "message"),
    [
        (["JUDGE"], "clue 'JUDGE' is not GUESS=PATTERN: write it as CRANE=c.A.."),
        (["JUDGE="], "the pattern is empty: give digits 01200, tiles or c.A.."),
        (["JUDGE=...e"], "pattern '...e' has 4 marks but guess 'judge' has 5 letters: give one"),
        (["JUDGE=....e", "ABC=..."], "clue ABC=... has 3 letters and JUDGE=....e has 5: give"),
        (["CR4NE=....."], "word 'CR4NE' at clue 'CR4NE=.....' holds '4', which is not a letter"),
        ([], "there is no clue: give at least one, such as CRANE=c.A.."),
        (["AAB=.a."], "clue AAB=.a. is never given: the A at letter 2 is yellow and that at lett"),
        (["ABC=AbC"], "clue ABC=AbC fits no word at all"),
        (["ABC=...", "DEF=d..", "GHA=..A"], "clues ABC=... GHA=..A contradict each other"),
        (["AB=A.", "AB=.B"], "clues AB=A. AB=.B contradict each other"),
        (["AAB=A..", "CDA=..A"], "clues AAB=A.. CDA=..A contradict each other"),
        # Each two of them leave a word.
        (["ABC=a..", "DAE=.a.", "FGA=..a"], "clues ABC=a.. DAE=.a. FGA=..a contradict"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(clues, message):
    refused(message, Clues.parse, clues)


@settings(max_examples=150)
@given(data=st.data(), length=st.integers(1, 3))
def test_contradictions_are_the_fewest_clues_that_leave_no_word(data, length):
    word = st.text("abc", min_size=length, max_size=length)
    clues = [
        Clue(guess, Pattern(data.draw(st.integers(0, 3**length - 1)), length))
        for guess in data.draw(st.lists(word, min_size=1, max_size=4))
    ]
    # Letters that no clue names are one more letter: none of them is counted.
    every = ["".join(letters) for letters in product("abcz", repeat=length)]
    sizes = range(1, len(clues) + 1)
    chosen = (some for size in sizes for some in combinations(clues, size))
    smallest = next((some for some in chosen if not any(fits(w, some) for w in every)), None)
    if smallest is None:
        assert Clues(clues).clues == tuple(clues)
    elif len(smallest) == 1:
        refused("is never given|fits no word at all", Clues, clues)
    else:
        named = re.escape(" ".join(map(str, smallest)))
        refused(f"^clues {named} contradict", Clues, clues)


def test_words_are_those_of_the_list(file):
    clues = Clues.parse(["JUDGE=....e", "CHEST=c.E.."])
    for listed in (list_of("wordle-nyt"), "wordle-nyt"):
        assert clues.eligible(listed) == ("fleck", "ocean", "wreck")
    path = file("few.txt", "ocean", "cat", "clean")
    assert clues.eligible(path) == clues.eligible(str(path)) == ("ocean",)
    with one_line_error(r"\['ocean'\] is not a vocabulary: give the name", TypeError):
        clues.eligible(["ocean"])
    words = Vocabulary("few", ["ocean"], ["clean", "ocean", "wreck"])
    assert clues.eligible(words) == ("ocean",)
    assert clues.eligible(words, among="guesses") == ("ocean", "wreck")
    pets = Vocabulary("pets", ["cat", "dog"])
    refused("vocabulary 'pets' has words of 3 letters and clue JUDGE", clues.eligible, pets)
    refused(r"word 'cat' has 3 letters and clue JUDGE=....e has 5", clues.explain, "cat")
    unknown = "unknown filter 'three-pass': did you mean two-pass"
    refused(unknown, clues.explain, "ocean", "three-pass")


def test_letters_of_several_characters_stand_apart_and_those_of_other_scripts_together():
    dutch = Clues.parse(["MIJN=.IJn"], language="nl")
    assert (written(dutch.mask), written(dutch.valid)) == ("- IJ -", "N IJ")
    clues = Clues.parse(["ΑΒΓ=α.."])
    assert clues.eligible(Vocabulary("greek", ["δαε", "αδε", "δαβ"])) == ("δαε",)
    assert (clues.valid, clues.invalid, clues.mask) == ("Α", "ΒΓ", "---")
    assert Clues.parse(["ñu=10"]).eligible(Vocabulary("plain", ["an", "na"])) == ()
    assert Clues.parse(["ñu=00"]).eligible(Vocabulary("plain", ["an", "nu"])) == ("an",)
