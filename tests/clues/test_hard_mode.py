"""Hard mode, against its rule as a player would check it."""

import naive
import numpy as np
from helpers.clues import word_lists
from helpers.errors import refused
from helpers.words import random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import Pattern, Vocabulary
from gpuwordle.clues.hard_mode import LegalGuesses, allows, legal_after


def legal_words(words, guess, answer):
    """Indices of words."""
    colours = naive.colours(guess, answer)
    return [i for i, word in enumerate(words) if naive.is_legal(guess, colours, word)]


@settings(max_examples=150)
@given(words=word_lists, data=st.data())
def test_guesses_are_legal_that_use_every_clue(words, data):
    hard_mode, index = LegalGuesses(Vocabulary("drawn", words)), st.sampled_from(range(len(words)))
    answer = words[data.draw(index)]
    bits, expected = hard_mode.without_clues(1), set(range(len(words)))
    assert hard_mode.listed(bits).group(0).tolist() == sorted(expected)
    for guess in data.draw(st.lists(index, min_size=1, max_size=3)):
        code = naive.code(words[guess], answer)
        bits = hard_mode.after(bits, np.array([guess]), np.array([code]))
        expected.intersection_update(legal_words(words, words[guess], answer))
        left = hard_mode.listed(bits).group(0)
        assert left.tolist() == sorted(expected)
        assert hard_mode.only(left).tolist() == bits.tolist()
    assert words.index(answer) in expected


@settings(max_examples=150)
@given(words=word_lists, data=st.data())
def test_clues_need_not_be_guesses_of_the_vocabulary(words, data):
    """Nor need their letters: a coloured letter that no word has leaves no guess."""
    vocabulary, length = Vocabulary("drawn", words), len(words[0])
    letters = "".join(sorted(set("".join(words)))) + "żq"
    guesses = data.draw(st.lists(st.text(letters, min_size=length, max_size=length), max_size=3))
    hidden = data.draw(st.text(letters, min_size=length, max_size=length))
    clues = [(guess, Pattern(naive.code(guess, hidden), length)) for guess in guesses]
    expected = set(range(len(words))).intersection(
        *(legal_words(words, guess, hidden) for guess in guesses)
    )
    assert legal_after(vocabulary, clues).tolist() == sorted(expected)


@settings(max_examples=100)
@given(words=word_lists, data=st.data())
def test_each_clue_allows_its_own_words(words, data):
    index = st.sampled_from(range(len(words)))
    pairs = data.draw(st.lists(st.tuples(index, index, index), min_size=1, max_size=20))
    letters = Vocabulary("drawn", words).guess_letters
    guesses, answers, later = (np.array(column) for column in zip(*pairs, strict=True))
    codes = [naive.code(words[g], words[a]) for g, a in zip(guesses, answers, strict=True)]
    found = allows(letters[later], letters[guesses], np.array(codes))
    assert found.tolist() == [
        naive.is_legal(words[g], naive.colours(words[g], words[a]), words[w]) for g, a, w in pairs
    ]


def test_many_states_are_listed_in_order(monkeypatch):
    words, guesses = random_words(4, 5, 6, 200), [3, 50, 120, 7]
    hard_mode = LegalGuesses(Vocabulary("random", words))
    codes = np.array([naive.code(words[guess], words[11]) for guess in guesses])
    bits = hard_mode.after(hard_mode.without_clues(4), np.array(guesses), codes)
    whole = hard_mode.listed(bits)
    monkeypatch.setattr("gpuwordle.clues.hard_mode.UNPACKED_AT_ONCE", 250)
    for listed in (whole, hard_mode.listed(bits)):
        for state, guess in enumerate(guesses):
            assert listed.group(state).tolist() == legal_words(words, words[guess], words[11])
    assert len(hard_mode.listed(bits[:0])) == 0


def test_the_memory_of_a_million_states_is_checked(monkeypatch):
    hard_mode = LegalGuesses(Vocabulary("pets", ["cat", "dog"]))
    many = 1 << 20
    monkeypatch.setattr("gpuwordle.clues.hard_mode.ceiling", lambda: many + 1)
    assert hard_mode.without_clues(many + 1).shape == (many + 1, 1)
    monkeypatch.setattr("gpuwordle.clues.hard_mode.ceiling", lambda: many - 1)
    assert hard_mode.without_clues(many).shape == (many, 1)
    message = "the legal guesses of 1,048,577 states take 1 MiB, and 1"
    refused(message, hard_mode.without_clues, many + 1)


def test_what_does_not_say_which_guesses_are_legal_is_refused():
    hard_mode = LegalGuesses(Vocabulary("pets", ["cat", "dog"]))
    bits = hard_mode.without_clues(3)
    for other in (bits.tolist(), bits.astype(np.int64), bits[0], bits.repeat(2, axis=1), None):
        why = "does not say what is legal: give what without_clues,"
        refused(why, hard_mode.listed, other)
        refused(why, hard_mode.after, other, np.zeros(3, int), np.zeros(3, int))
    refused("code index 27 ", hard_mode.after, bits, np.zeros(3, int), np.array([0, 26, 27]))
    assert hard_mode.without_clues(0).shape == (0, 1)
    for guesses, codes in (([0, 1], [0, 0, 0]), ([0, 1, 0], [0, 0])):
        message = "codes are given for 3 states: give one clue for each"
        refused(message, hard_mode.after, bits, np.array(guesses), np.array(codes))
