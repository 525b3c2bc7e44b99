"""Demands of hard mode inside the search, against the rule as a player would check it."""

import naive
import numpy as np
import pytest
from helpers import proofs
from helpers.optimal import longer, solver_of, vocabularies
from helpers.words import random_vocabulary
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import Conditions, grow
from gpuwordle.optimal.legality import hash_of_demands
from gpuwordle.tree.check import check_tree
from gpuwordle.words.vocabulary import Vocabulary


@settings(max_examples=100)
@given(vocabulary=vocabularies | longer, data=st.data())
def test_demands_are_those_of_all_clues(vocabulary, data):
    solver = solver_of(vocabulary, hard=True)
    hidden = data.draw(st.sampled_from(range(len(vocabulary.answers))))
    played = data.draw(st.lists(st.sampled_from(vocabulary.guesses), max_size=3))
    answer, length = vocabulary.answers[hidden], vocabulary.length
    clues = [(vocabulary.find(guess), naive.code(guess, answer)) for guess in played]
    demands = solver.demands_of(np.array([hidden]), clues)
    patterns = [(guess, naive.colours(guess, answer)) for guess in played]
    greens, copies = proofs.asks(patterns)
    expected, numbers = np.zeros(len(demands), int), vocabulary.letter_index
    for place, letter in greens:
        expected[place] = 1 + numbers[letter]
    for letter, count in copies:
        expected[length + numbers[letter]] = count
    assert demands.tolist() == expected.tolist()
    rows, rowed = solver.tables.legal_rows, np.ones(len(vocabulary.guesses), bool)
    alphabet = len(demands) - length
    for slot, demand in enumerate(demands.tolist()):
        if demand:
            kind, letter = (slot, demand - 1) if slot < length else (length + demand - 1, 0)
            row = kind * alphabet + (letter if slot < length else slot - length)
            bits = np.unpackbits(rows[row].view(np.uint8), bitorder="little")
            rowed &= bits[: len(rowed)].astype(bool)
    words = [vocabulary.guesses[guess] for guess in solver.numbering.guesses]
    legal = [all(naive.is_legal(*clue, word) for clue in patterns) for word in words]
    assert rowed.tolist() == legal


@pytest.mark.parametrize("seed", [0, 1])
def test_legal_guesses_beyond_the_first_word_of_bits_are_tried(seed):
    vocabulary = random_vocabulary(seed, 4, 4, 110, hidden=7)
    hard = Conditions(hard=True)
    tree = grow(vocabulary, "optimal", hard)
    assert tree.total == naive.least_total(vocabulary.guesses, vocabulary.answers, hard=True)
    check_tree(tree, vocabulary)


def test_a_key_is_never_the_bare_one_and_each_demand_changes_it_by_the_hash_words_of_its_row():
    vocabulary = Vocabulary("pets", ["cat", "cow", "dog", "eel", "ala"])
    solver = solver_of(vocabulary, hard=True)
    nothing, words = solver.demands_of(np.arange(5), []), solver.tables.legal_hash_words
    length, alphabet = vocabulary.length, len(vocabulary.alphabet)
    bare = hash_of_demands(nothing, length, words)
    assert not nothing.any() and bare == tuple(words[-1]) and all(bare)
    together = nothing.copy()
    for kind in range(2 * length):  # a letter at each place, then one copy of it, two, three
        for letter in range(alphabet):
            slot, demand = (kind, letter + 1) if kind < length else (length + letter, kind - 2)
            for demands in (nothing.copy(), together):
                before, was = hash_of_demands(demands, length, words), demands[slot]
                demands[slot] = demand
                if not was:
                    after = hash_of_demands(demands, length, words)
                    changed = [int(a) ^ int(b) for a, b in zip(before, after, strict=True)]
                    assert changed == words[kind * alphabet + letter].tolist()


@pytest.mark.parametrize("seed", [1, 9])
def test_totals_of_words_that_rhyme_are_the_least_over_legal_guesses(seed):
    words = proofs.rhyming(seed, 16, 6)
    solver = solver_of(words, hard=True)
    expected = naive.least_total(words.guesses, words.answers, hard=True)
    assert solver.choose(np.arange(16)).total == expected
