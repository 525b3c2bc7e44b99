"""The papers' candidate searches: those that share a filter find the same words."""

import naive
from helpers.clues import histories
from helpers.player import without_copies
from hypothesis import given, settings

from gpuwordle import Clues, Pattern, Vocabulary
from gpuwordle.clues import searches


@settings(max_examples=150)
@given(history=histories())
def test_all_searches_by_colours_are_one(history):
    vocabulary, clues = Vocabulary("drawn", history.words), history.clues
    brute, table = history.words, searches.LetterTable(history.words)
    looked_up = set(history.words)
    for guess, pattern in clues.clues:
        brute = searches.brute_force(brute, guess, pattern)
        looked_up = table.possible(looked_up, guess, pattern)
        colours = searches.without_copies(guess, pattern).colours
        assert list(colours) == without_copies(guess, history.hidden)
    assert looked_up == set(brute)
    # Which words these are, and those of the trie, is compared with an oracle for every filter.
    assert tuple(brute) == clues.eligible(vocabulary, "colours"), "in the order of the list"


def test_the_hidden_word_is_kept_where_a_guess_has_a_copy_too_many():
    kept, pattern = ["abide", "abode"], Pattern.of_colours(naive.colours("adder", "abide"))
    words = [*kept, "arode"]  # an R at another place than the grey one
    assert searches.brute_force(words, "adder", pattern) == kept
    assert searches.LetterTable(words).possible(set(words), "adder", pattern) == set(kept)
    assert Clues.parse([f"adder={pattern}"]).eligible(Vocabulary("few", kept)) == tuple(kept)
