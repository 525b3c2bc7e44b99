"""Opponents: their patterns are true of some word, and the adversary keeps the right bucket."""

import copy
import pickle

import naive
import numpy as np
import pytest
from helpers.assistant import legal_guesses, remaining
from helpers.errors import refused
from helpers.playing import NUMPY, vocabularies
from helpers.words import PETS, random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import Adversary, Conditions, Pattern, Vocabulary
from gpuwordle.assistant.opponents import Host
from gpuwordle.optimal.solver import Solver
from gpuwordle.rules.conditions import OBJECTIVES


def longest(words, moves, hard, objective, bucket, guess):
    """What an objective looks at, by the oracle: the whole search of one bucket."""
    if bucket == [guess]:
        return 0, 0
    here = legal_guesses(words, moves, hard=hard)
    worst = naive.least_worst(here, bucket, hard=hard) if objective != "total" else 0
    limit = {"allowed": worst} if objective == "worst-then-total" else {}
    total = naive.least_total(here, bucket, hard=hard, **limit) if objective != "worst" else 0
    return worst, total


@settings(max_examples=50, deadline=None)
@given(vocabularies(12, longest=5), st.booleans(), st.sampled_from([None, *OBJECTIVES]), st.data())
def test_the_adversary_is_consistent_and_keeps_the_longest_bucket(words, hard, objective, data):
    host = Adversary(words, Conditions(hard=hard), objective=objective, backend=NUMPY(words))
    while not host.over and len(host.moves) < 6:
        guess = data.draw(st.sampled_from(legal_guesses(words, host.moves, hard=hard)))
        buckets = naive.buckets(guess, remaining(words, host.moves))
        pattern = host.play(guess)
        assert not host.was_stopped
        left = remaining(words, host.moves)
        assert left == [words.answers[answer] for answer in host.candidates] != []
        assert host.answer in left

        def key(code, guess=guess, buckets=buckets):
            bucket, first = buckets[code], (0, 0)
            if objective is not None:
                after = [*host.moves[:-1], (guess, Pattern(code, words.length))]
                first = longest(words, after, hard, objective, bucket, guess)
            return first, len(bucket), -code

        assert pattern.code == max(buckets, key=key)
    assert host.won == (host.moves[-1][1].solved)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 1000), st.booleans(), st.data())
def test_no_play_beats_the_adversary_of_worst_and_optimal_play_ties(seed, hard, data):
    words = Vocabulary("few", random_words(seed, 4, 4, 30))
    backend = NUMPY(words)
    solver = Solver(words, hard=hard, objective="worst", backend=backend)
    bound = solver.least_worst(np.arange(len(words.answers)))
    for optimal in (True, False):
        host = Adversary(words, Conditions(hard=hard), objective="worst", backend=backend)
        while not host.over:
            played = [(words.find(guess), pattern.code) for guess, pattern in host.moves]
            if optimal:
                guess = words.guesses[solver.choose(host.candidates, played).guess]
            else:  # whoever guesses words that fit comes to an end
                guess = data.draw(st.sampled_from(remaining(words, host.moves)))
            host.play(guess)
        assert len(host.moves) == bound if optimal else len(host.moves) >= bound


def test_out_of_time_the_largest_bucket_is_kept():
    words = Vocabulary("many", random_words(3, 5, 6, 400))
    first = words.guesses[0]
    hurried = Adversary(words, objective="total", seconds=1e-9, backend=NUMPY(words))
    plain = Adversary(words, backend=NUMPY(words))
    assert hurried.play(first) == plain.play(first)
    assert hurried.was_stopped and not plain.was_stopped


@given(vocabularies(), st.integers(0, 2**64), st.data())
def test_a_host_keeps_to_its_word(words, seed, data):
    host = Host(words, Conditions(allowed=3), seed=seed)
    assert host.answer in words.answers
    assert host.answer == Host(words, seed=seed).answer
    while not host.over:
        guess = data.draw(st.sampled_from(words.guesses))
        assert host.play(guess).colours == tuple(naive.colours(guess, host.answer))
    assert host.won == (host.moves[-1][0] == host.answer)
    refused("the game is over", host.play, words.guesses[0])


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("crow", "word 'crow' has 4 letters, but those of 'pets' have 3"),
        ("cut", "'cut' is not in the word list 'pets': did you mean cat"),
        ("c-t", "c-t"),
        ("DOG", "'DOG' is not legal in hard mode: C is green at letter 1 of 'cat' and has to stay"),
    ],
)
def test_what_is_refused_is_not_played(word, message):
    host = Host(PETS, Conditions(hard=True), answer="cow")
    host.play("cat")
    refused(message, host.play, word)
    assert len(host.moves) == 1


def test_games_are_shown_in_one_line_without_the_hidden_word():
    host = Host(PETS, Conditions(allowed=2), answer="cow")
    assert repr(host) == "Host('pets': no guess yet)"
    for word, moves in (("cat", "CAT=C.."), ("dog", "CAT=C.. DOG=.O., lost")):
        host.play(word)
        assert repr(host) == f"Host('pets': {moves})"
    adversary = Adversary(Vocabulary("two", ["cat", "cow"]), backend="numpy")
    for word in ("cat", "cow"):
        adversary.play(word)
    assert repr(adversary) == "Adversary('two': CAT=C.. COW=COW, won)"


def test_bad_games_are_refused():
    refused("unknown objective 'wurst': did you mean worst", Adversary, PETS, objective="wurst")
    heavy = Vocabulary("pets", PETS.answers, weights=range(1, 1 + len(PETS.answers)))
    alike = "an adversary with objective 'total' treats words as"
    refused(alike, Adversary, heavy, objective="total")
    refused("filter 'letters' applies to strategies only", Host, PETS, Conditions(filter="letters"))
    pool = Conditions(pool="candidates")
    refused("pool 'candidates' applies to strategies only", Adversary, PETS, pool)
    refused("'emu' is not in the word list 'pets'", Host, PETS, answer="emu")


def test_a_copy_of_an_adversary_goes_on_alone():
    host = Adversary(PETS, objective="total", backend="numpy")
    host.play("rat")
    for again in (copy.copy(host), copy.deepcopy(host), pickle.loads(pickle.dumps(host))):
        again.play("cow")
        assert len(again.moves) == 2 and len(host.moves) == 1
        assert set(again.candidates) < set(host.candidates)
