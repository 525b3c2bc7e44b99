"""Suggestions: what is left, and what guesses are worth."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from types import SimpleNamespace

import naive
import numpy as np
import pytest
from helpers.assistant import is_legal, random_position
from helpers.errors import refused
from helpers.json_page import check_told
from helpers.noted import noted
from helpers.optimal import small_vocabulary, weighed
from helpers.oracle import Oracle
from helpers.playing import Own, conditions, vocabularies
from helpers.words import PETS, random_vocabulary
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gpuwordle import Conditions, Game, Pattern, Vocabulary, grow, play, suggest
from gpuwordle.assistant import adviser, exact
from gpuwordle.assistant.adviser import Adviser
from gpuwordle.assistant.exact import Exact, in_turn, play_of
from gpuwordle.assistant.interval import Interval
from gpuwordle.assistant.known_play import Worth
from gpuwordle.assistant.suggest import suggestions_for
from gpuwordle.clues.clues import Clue
from gpuwordle.proofs.known_openers import known_openers
from gpuwordle.scoring.statistics import KEYS
from gpuwordle.strategies.table import strategy_named


@settings(max_examples=50)
@example(3070235, False, False, False)
@given(st.integers(0, 1 << 30), st.booleans(), st.booleans(), st.booleans())
def test_everything_that_is_said_is_that_of_the_oracle(seed, hard, one_shot, heavy):
    words, rng = small_vocabulary(seed, hidden=2 + seed % 6), Random(seed)
    words, weights = weighed(words, rng) if heavy else (words, dict.fromkeys(words.answers, 1))
    clues, hidden, legal = random_position(words, rng, hard=hard)
    left, weight = rng.randint(1, 4), sum(weights[word] for word in hidden)
    position = Adviser(words, hard=hard).position(clues, one_shot=one_shot)
    top = 1 + seed % 5
    found = suggestions_for(position, words, allowed=len(clues) + left, top=top, seconds=None)
    how = {"hard": hard, "weights": weights}
    assert found.exact and found.remaining == tuple(hidden) and found.strategy == "expected"
    least = naive.least_total(legal, hidden, **how)
    assert found.play.expected == Interval.exactly(Fraction(least, weight))
    most = naive.most_found(legal, hidden, left, **how)
    assert found.play.chance == Interval.exactly(Fraction(most, weight))
    totals = {guess: naive.least_total(legal, hidden, opener=guess, **how) for guess in legal}
    for one in found.guesses:
        total = totals[one.guess]
        assert one.play.expected == Interval.exactly(Fraction(total, weight))
        assert one.regret == Interval.exactly(Fraction(total - least, weight))
        worst = next(
            turns
            for turns in range(1, len(hidden) + 2)
            if naive.least_total(legal, hidden, opener=one.guess, allowed=turns, **how) == total
        )
        if heavy:  # the longest game is known between bounds
            assert one.play.worst.low <= worst <= one.play.worst.high
        else:
            assert one.play.worst == Interval.exactly(worst)
            assert one.entropy == pytest.approx(naive.entropy(one.guess, hidden))
        most = naive.most_found(legal, hidden, left, opener=one.guess, **how)
        assert one.play.chance == Interval.exactly(Fraction(most, weight))
        assert one.candidate == (one.guess in hidden)
        assert one.legal == is_legal(one.guess, clues)
        assert (one.buckets, one.largest) == naive.statistics(one.guess, hidden)[:2]
        buckets = naive.buckets(one.guess, hidden)
        assert {p.code: n for p, n in one.partition} == {c: len(b) for c, b in buckets.items()}

    def rank(guess):
        key = naive.statistics(guess, hidden)[3]
        return totals[guess], guess not in hidden, key, words.guesses.index(guess)

    if len(hidden) == 1 or left == 1:  # no other guess can win
        heaviest = sorted(hidden, key=lambda word: (-weights[word], totals[word]))
        assert [one.guess for one in found.guesses] == heaviest[:top]
    elif heavy:
        assert [totals[one.guess] for one in found.guesses] == sorted(totals.values())[:top]
    else:
        assert [one.guess for one in found.guesses] == sorted(legal, key=rank)[:top]
    # With one guess left, words are listed by weight, and the best may not be among them.
    assert found.best == next((g.guess for g in found.guesses if totals[g.guess] == least), None)
    assert found.best is not None or left == 1
    if found.play.chance.low < 1:
        best = [one for one in found.guesses if one.guess == found.best]
        named = bool(best) and best[0].play.chance == found.play.chance
        assert (f"from {found.best}" in found.summary) == named
    check_told(found, "position")


def check_bounds(found):
    """Bounds of guesses and of the position agree, and the guesses stand in their order."""
    first, *_ = found.guesses
    expected = [one.play.expected for one in found.guesses]
    assert expected == sorted(expected, key=lambda bounds: bounds.high)
    assert found.play.expected.high == expected[0].high
    assert all(found.play.expected.low <= bounds.low for bounds in expected)
    assert all(one.play.chance.low <= found.play.chance.low for one in found.guesses)
    assert found.play.worst.low <= found.play.worst.high
    assert (found.best is None) == (not found.play.expected.exact)
    if found.best is not None:
        assert (first.guess, first.play.expected) == (found.best, found.play.expected)
        assert first.regret == Interval.exactly(0)


@pytest.mark.sample(3)
@pytest.mark.parametrize("clue", ["fuzzy=00000", "stole=00001", "crane=00000"])
@pytest.mark.parametrize("seconds", [0.001, 0.1, 0.4])
def test_what_is_found_in_a_short_time_contradicts_nothing(wordle, seconds, clue):
    check_bounds(suggest(wordle, [clue], top=5, seconds=seconds))


@pytest.mark.parametrize("most_codes", [adviser.MOST_CODES, 1000])
@pytest.mark.parametrize("seconds", [1e-6, 0.05])
def test_a_header_never_says_less_than_its_rows(wordle, seconds, most_codes, monkeypatch):
    monkeypatch.setattr(adviser, "MOST_CODES", most_codes)
    found = suggest(Vocabulary("other", wordle.answers), top=3, seconds=seconds)
    assert not found.exact
    check_bounds(found)


@pytest.mark.parametrize("rule", ["mastermind", "jotto", "greens"])
def test_the_chance_under_a_rule_without_colours(rule):
    """Anagrams have one count in common, but the answer itself ends the game."""
    words = ("baba", "abab", "aabb", "baaa", "abba", "bbaa", "aaab")

    vocabulary = Vocabulary("anagrams", words, rule=rule)
    for allowed in (2, 3, 4):
        found = suggest(vocabulary, (), Conditions(allowed=allowed), seconds=None)
        most = naive.most_found(words, words, allowed, told=naive.TOLD[rule])
        assert found.play.chance == Interval.exactly(Fraction(most, 7))


ANAGRAMS = "bab cbe bde ddd dac ded ked ddb dde aed cbb bed ead aaa eed ebd bca edd"

# In hard mode a guess that tells nothing may cost less than one that tells something, but leaves
# fewer legal guesses.
RHYMES = (
    "ici kcb aic hci kcc acl ccc jcc ajc afc kck acc jbc icc akj dcc bcc alc ecc akc jch lcc hcc "
    "aac acd fcc"
)


@pytest.mark.parametrize(
    ("guesses", "hidden", "rule", "clues", "hard", "top"),
    [
        (ANAGRAMS, "ebd ked bed bab ddd dac", "jotto", [], False, 2),
        (RHYMES, "kcb aic kcc icc dcc bcc akc aac", "wordle", ["jch=020"], True, 10),
    ],
    ids=["anagrams under a rule without colours", "guesses that tell nothing in hard mode"],
)
def test_the_best_of_few_are_the_best_of_all(guesses, hidden, rule, clues, hard, top):
    words = Vocabulary("few", hidden.split(), guesses.split(), rule=rule)
    few, every = (
        suggest(words, clues, Conditions(hard=hard), top=shown, seconds=None) for shown in (top, 50)
    )
    assert few.exact
    assert few.guesses == every.guesses[:top]


def test_a_stopped_search_expects_the_worst_of_a_guess_that_tells_nothing():
    hidden = ["acc", "ccc", "gcc"]
    words = Vocabulary("rhymes", hidden, [*hidden, "hcc"])
    rules = Conditions(hard=True, allowed=4)
    last = suggest(words, ["lcc=022"], rules, top=9, seconds=0.0).guesses[-1]
    assert last.guess == "hcc"
    assert last.play.worst.high == 4
    assert last.play.chance.low <= Fraction(2, 3)


@pytest.mark.parametrize("clues", [["ab=20"], ["ab=20", "bb=00"]])
def test_after_the_last_guess_nothing_has_a_chance(clues):
    words = Vocabulary("few", ["ab", "aa", "ad", "bd"])
    found = suggest(words, clues, Conditions(allowed=1))
    assert found.remaining == ("aa", "ad")
    chances = [found.play.chance, *(one.play.chance for one in found.guesses)]
    assert len(chances) > 1
    assert {*chances} == {Interval.exactly(0)}


def test_a_search_by_weight_that_is_stopped_gives_bounds(wordle, monkeypatch):
    monkeypatch.setattr("gpuwordle.optimal.weighted_solver.FEW_SCANS", 0)
    weights = np.random.default_rng(3).integers(1, 100, 300)
    words = Vocabulary("other", wordle.answers[:300], wordle.guesses[:3000], weights=weights)
    found = suggest(words, top=2, seconds=1e-6)
    assert not found.exact and not found.play.expected.exact
    assert 1 < found.play.expected.low < found.play.expected.high < 5
    for one in found.guesses:
        assert one.play.expected.high >= found.play.expected.high


def test_the_best_guess_is_the_first_of_those_that_are_shown(wordle):
    """The search finds AHOLD, and dozens of guesses are as good."""
    found = suggest(wordle, ["crane=01201"], strategy="minimax", top=40, seconds=None)
    best = next(one for one in found.guesses if one.regret == Interval.exactly(0))
    assert found.best == best.guess
    assert best.play == found.play


def test_the_first_guesses_of_a_named_list_are_the_proven_ones(wordle):
    found = suggest(wordle, top=3)
    assert found.exact
    assert [one.guess for one in found.guesses] == list(known_openers(wordle).openers)[:3]
    assert found.guesses[0].play.expected == Interval.exactly(Fraction(7920, 2315))


def test_the_play_of_a_stopped_search_counts_for_its_guess(wordle, monkeypatch):
    words = Vocabulary("other", wordle.answers[:300])
    stopped = Worth(598, 700, 2, 300, 17)

    def searched(self, candidates, clues):
        size = len(candidates)
        return stopped if size == 300 else Worth(2 * size - 1, in_turn(words, candidates), 2, size)

    monkeypatch.setattr(Exact, "_searched", searched)
    found = suggest(words, top=3, seconds=0.05)
    assert found.guesses[0].guess == words.guesses[17]
    assert found.guesses[0].play.expected.high == found.play.expected.high == Fraction(7, 3)


def test_guesses_that_are_not_in_the_list_are_named_with_what_is_meant():
    words = Vocabulary("list", ["crane", "crate", "slate", "spoil"])
    found = suggest(words, ["carne=00000"])
    assert [(one.guess, one.near[0]) for one in found.unlisted] == [("carne", "crane")]
    assert found.to_dict()["unlisted"][0]["guess"] == "carne"
    assert found.remaining == ("spoil",)
    assert suggest(words, ["crane=00000"]).unlisted == ()


def test_an_illegal_guess_is_named_in_hard_mode_alone(wordle):
    clues, hard = ["crane=01200", "moist=00000", "vinyl=00000"], Conditions(hard=True)
    (note,) = suggest(wordle, clues, hard, seconds=0).notes
    why = "hard mode would have forbidden MOIST: A is green at letter 3 of 'crane' and has to stay"
    assert note.startswith(why)
    assert suggest(wordle, clues, seconds=0).notes == ()
    used_up = suggest(wordle, clues, Conditions(allowed=len(clues)), seconds=0)
    assert used_up.notes == (f"no guess of the {len(clues)} allowed is left",)
    assert suggest(wordle, ["crane=01200", "ovary=00220"], hard, seconds=0).notes == ()


@settings(max_examples=15)
@given(st.integers(0, 1 << 30), st.sampled_from(sorted(KEYS)), st.booleans())
def test_guesses_are_ranked_by_score_then_candidates_then_the_list(seed, strategy, hard):
    words, rng = small_vocabulary(seed), Random(seed)
    clues, hidden, legal = random_position(words, rng, hard=hard)
    if len(hidden) == 1:
        return
    position = Adviser(words, hard=hard).position(clues)
    found = suggestions_for(position, words, strategy=strategy, top=100, seconds=1e-6)
    ranked = Oracle(words).ranked(legal, hidden, KEYS[strategy])
    assert [one.guess for one in found.guesses] == ranked


def test_a_solved_game_has_no_next_guess():
    found = suggest(PETS, ["rat=...", "cow=COW"])
    assert (found.solved, found.guesses) == (True, ())
    assert found.play.expected == Interval.exactly(0)
    check_told(found, "position")


def test_excluded_words_are_not_hidden_but_may_be_guessed():
    found = suggest(PETS, ["rat=000"], Conditions(exclude=["dog"]), top=10)
    assert found.remaining == ("cow", "pig")
    assert "dog" in {one.guess for one in found.guesses}


def test_a_clue_need_not_be_a_guess_of_the_list():
    easy, hard = (suggest(PETS, ["fat=.AT"], Conditions(hard=hard)) for hard in (False, True))
    assert easy.remaining == hard.remaining == ("cat", "rat")
    assert easy.play.expected == hard.play.expected == Interval.exactly(Fraction(3, 2))
    assert {one.guess for one in hard.guesses} == {"cat", "rat"}


@pytest.mark.parametrize(
    ("step", "clues", "most_codes", "seconds"),
    [(1, ["jazzy=00000"], adviser.MOST_CODES, 1e-6), (9, [], 1000, None)],
    ids=["time", "a solver, which more codes would make slow"],
)
def test_bounds_hold_for_want_of(wordle, monkeypatch, step, clues, most_codes, seconds):
    words = Vocabulary("other", wordle.answers[::step])
    exact = suggest(words, clues, strategy="entropy", seconds=None)
    monkeypatch.setattr(adviser, "MOST_CODES", most_codes)
    found = suggest(words, clues, strategy="entropy", seconds=seconds)
    assert not found.play.expected.exact
    check_told(found, "position")
    assert [one.guess for one in found.guesses] == [one.guess for one in exact.guesses]
    for short, whole in zip([found, *found.guesses], [exact, *exact.guesses], strict=True):
        for name in ("expected", "chance"):
            bounds, number = getattr(short.play, name), getattr(whole.play, name)
            assert number.exact
            assert bounds.low <= number.low <= bounds.high
    for short, whole in zip(found.guesses, exact.guesses, strict=True):
        assert short.regret.low <= whole.regret.low <= short.regret.high


def test_lists_that_are_too_large_are_played_by_entropy(wordle, monkeypatch):
    words = Vocabulary("other", wordle.answers)
    monkeypatch.setattr(adviser, "MOST_CODES", 1000)
    tree = grow(words, "entropy")
    for seconds, top in product((0, None), (1, 3)):
        found = suggest(words, top=top, seconds=seconds)
        assert found.play.expected.high <= Fraction(tree.total, len(words.answers))
        assert found.play.worst.high <= tree.worst
        assert found.play.expected.low > 2.5  # as many buckets as one guess can make
        first = found.guesses[0].play
        assert first.expected.high == found.play.expected.high
        if seconds is None:  # the first of some, however many are shown
            assert found.guesses[0] == suggest(words, top=8, seconds=None).guesses[0]


def test_what_clues_leave_of_a_list_that_is_too_large_is_searched(wordle, monkeypatch):
    monkeypatch.setattr(adviser, "MOST_CODES", 1000)
    game = Adviser(Vocabulary("other", wordle.answers[::9]))
    position = game.position([Clue("aback", Pattern.parse("00000"))])
    assert position.adviser is not game


def test_optimal_play_ranks_every_guess_within_the_time_limit():
    found, plain = (suggest(PETS, strategy=name, seconds=0) for name in ("optimal", None))
    assert found.guesses == plain.guesses and len(found.guesses) > 1


def test_no_average_exceeds_the_longest_game():
    play = play_of(SimpleNamespace(weight=100), Worth(385, 430, 2, 6), None)
    assert (play.expected.high, play.worst.low) == (Fraction(43, 10), 4)


DETERMINISTIC = ("minimax", "expected-size", "entropy", "buckets", "same-index", "cross-index")
DETERMINISTIC += ("non-duplicate", "unattempted", "heuristic", "clique", "rank-one")


@settings(max_examples=80, deadline=None)
@given(vocabularies(most=14, longest=4), conditions, st.sampled_from(DETERMINISTIC), st.data())
def test_the_first_guess_is_the_one_that_the_strategy_plays(words, under, name, data):
    how = Conditions(**under)
    if name == "clique":
        how = replace(how, pool="all", hard=False)
    hidden = data.draw(st.integers(0, len(words.answers) - 1))
    games = play(words, name, how, answers=np.array([hidden]), backend="numpy")
    clues = []
    left = len(words.answers)
    for guess, code, after in zip(games.guesses, games.codes, games.remaining, strict=True):
        found = suggest(words, clues, how, strategy=name, backend="numpy", top=2)
        shown = [one.guess for one in found.guesses]
        assert shown[0] == words.guesses[guess]
        assert len({*shown}) == len(shown)
        assert len(found.remaining) == left
        assert (found.pool, found.filter) == (how.pool, how.filter)
        assert (
            (found.play is None) == (how.filter != "pattern") == (found.guesses[0].regret is None)
        )
        check_told(found, "position")
        clues.append(Clue(words.guesses[guess], Pattern(int(code), words.length)))
        left = int(after)


@pytest.mark.parametrize(("last", "first"), [(0, "bch"), (1, "bat")])
def test_the_last_turns_of_a_strategy_are_ranked_among_candidates(last, first):
    words = Vocabulary("rhymes", ["bat", "cat", "hat", "mat"], ["bch", "bat", "cat", "hat", "mat"])
    player = strategy_named("entropy", last=last)
    assert suggest(words, (), Conditions(allowed=1), strategy=player).guesses[0].guess == first


def test_a_strategy_that_reads_guesses_needs_words_of_the_list():
    how = Conditions(filter="letters")
    message = "'unattempted' reads the guesses played"
    refused(message, suggest, PETS, ["fat=.AT"], how, strategy="unattempted")
    assert suggest(PETS, ["fat=.AT"], how, strategy="minimax").remaining == ("cat", "rat")


FEW = Vocabulary("few", ["ab", "ac", "ca", "da"])


def test_a_word_that_only_the_filter_keeps_is_told():
    found = suggest(FEW, ["ab=a."], Conditions(filter="letters"), strategy="minimax")
    assert found.remaining == ("ac", "ca", "da")
    reasons = {one.guess: one.reason for one in found.guesses}
    assert reasons["ac"].startswith("kept by filter 'letters', but cannot be the answer: ")
    assert reasons["ca"] == "can be the answer"
    assert "expected guesses" not in found._repr_html_()


def test_a_game_goes_on_under_a_filter():
    game = Game(FEW, Conditions(pool="candidates", filter="letters")).guess("ab=a.")
    assert game.remaining == ("ac", "ca", "da")
    assert [one.guess for one in game.suggestions("minimax").guesses] == ["ac", "ca", "da"]
    assert game.review().moves[0].after == 2
    assert game.guess("ca=22").solved


def test_a_strategy_that_looks_at_no_pool_is_asked_once():
    first = Own(lambda states: np.zeros(len(states), np.int32), uses_history=False)
    assert [one.guess for one in suggest(PETS, (), strategy=first).guesses] == ["cat"]


@pytest.mark.parametrize(
    "clues, options, why",
    [
        (["cats=0000"], {}, "4 letters"),
        (["rat=000", "zap=010"], {}, "contradict"),
        (["rat=000", "cow=000", "zig=000"], {}, "clue ZIG=... rules out the last word"),
        (["rat"], {}, "has no colours"),
        ([], {"strategy": "random"}, "draws at random"),
        ([], {"strategy": "entropie"}, "did you mean entropy"),
        ([], {"top": 0}, "top=0 is out of range"),
        ([], {"conditions": Conditions(filter="counts")}, "leave filter out"),
        ([], {"conditions": Conditions(pool="candidates")}, "leave pool out"),
        ([], {"length": 4}, "words of 3 letters, not of 4"),
        ([], {"conditions": Conditions(exclude=PETS.answers)}, "no answer left"),
    ],
)
def test_what_cannot_be_suggested_says_why(clues, options, why):
    refused(why, suggest, PETS, clues, **options)


def test_few_games_are_played_when_there_is_no_time(monkeypatch):
    words = random_vocabulary(3, 4, 6, 60)
    games = noted(monkeypatch, exact, "greedy_after", lambda _, position, guesses: len(guesses))
    found = suggest(words, [], top=60, seconds=0, backend="numpy")
    assert sum(games) <= exact.AT_ONCE + 1 and len(found.guesses) == 60
    true = suggest(words, [], top=60, seconds=None, backend="numpy")
    totals = {one.guess: one.play.expected.low for one in true.guesses}
    for one in found.guesses:
        assert one.play.expected.low <= totals[one.guess] <= one.play.expected.high
