"""Trees of others: JSON and lines are read as meant, and what is not a tree is one line."""

import json

import pytest
from helpers import proofs
from helpers.errors import refused
from helpers.words import random_words
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuwordle import Vocabulary, grow
from gpuwordle.proofs.replay import WrongTree, play
from gpuwordle.proofs.tree_files import read_tree, tree_of_json, tree_of_lines
from gpuwordle.words.language import SYMBOLS


def lines_of(games, short):
    """Write games as lines; with ``short``, without what a game shares with the one above."""
    before, written = [], []
    for game in games:
        turns = enumerate(game, 1)
        text = [f"{word} {''.join('BYG'[c] for c in shown)}{turn}" for turn, (word, shown) in turns]
        line = " ".join(text)
        if short and before:
            shared = next(turn for turn, move in enumerate(game) if move != before[turn])
            # The word of the first turn that differs is the same: only its score is another.
            known = len(" ".join([*text[:shared], game[shared][0]]))
            line = " " * known + line[known:]
        written.append(line)
        before = game
    return "\n".join(written) + "\n"


def games_of(minima):
    """Every game of the least tree: (word, colours) turn by turn, in order of the patterns."""

    def play_on(words, clues):
        _, guess = minima.least(words, clues)
        for colours, bucket in sorted(minima.buckets(guess, words).items()):
            clue = guess, colours
            yield from ([clue, *rest] for rest in play_on(bucket, (*clues, clue)))
        if guess in words:
            yield [(guess, (2,) * len(guess))]

    return list(play_on(minima.answers, ()))


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), length=st.integers(1, 6), short=st.booleans())
def test_lines_say_what_the_games_are(seed, length, short):
    words = random_words(seed, length, 4, 10)
    minima = proofs.Minima(tuple(words), tuple(words), False)
    games = games_of(minima)
    given_tree = tree_of_lines(lines_of(games, short), "it.tree")
    assert given_tree.length == length
    played = play(given_tree.tree, words, words)
    lengths = {game[-1][0]: len(game) for game in games}
    assert dict(zip(words, played.guesses, strict=True)) == lengths
    assert played.total == minima.least(minima.answers)[0] and not played.unused


def test_the_first_lines_of_a_tree_as_selby_prints_it():
    text = (
        "salet BBBBB1 courd BBBBB2 nymph BBBBY3 whiff GGGGG4\n"
        "                                BGYYB3 pygmy GGGGG4\n"
        "                                BYBBB3 fizzy GGGGG4\n"
        "                                             YGBBG4 jiffy GGGGG5\n"
        "                   BBBBG2 vivid GGGGG3\n"
        "      BBBBG1 groin BBBBY2 uncut GGGGG3\n"
    )
    given_tree = tree_of_lines(text, "salet.tree")
    answers = ["whiff", "pygmy", "fizzy", "jiffy", "vivid", "uncut"]
    guesses, ticks = [*answers, "salet", "courd", "nymph", "groin"], []
    played = play(given_tree.tree, answers, guesses, tick=lambda: ticks.append(None))
    assert played.guesses == (4, 4, 4, 5, 3, 3)
    assert len(ticks) == played.total == 23
    assert played.distribution == [0, 0, 2, 3, 1] and played.mean == 23 / 6


def test_our_own_json(file):
    words = random_words(4, 4, 5, 30)
    grown = grow(Vocabulary("random", words), "entropy", backend="numpy")
    given_tree = read_tree(file("tree.json", grown.to_json()))
    assert given_tree.said["total"] == grown.total and "tree" not in given_tree.said
    played = play(given_tree.tree, words, words)
    assert (played.total, played.worst) == (grown.total, grown.worst)
    assert played.guesses == tuple(grown.games().counts.tolist())


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "it is empty"),
        ("what is this?", r"line 1 of \S+ is not understood at 'is'"),
        ("cat", r"line 1 of \S+ ends with cat, which has no pattern"),
        ("BBB1", "begins at turn 1, which the lines above lack"),
        ("cat BBB1 dog GGG2\nBYB3 cow GGG4", r"line 2 of \S+ begins at turn 3"),
        ("cat BBB1 dog GGG2\ncow GGG4", "begins at turn 4, which the lines above lack"),
        ("cat BBBB1", "not understood at 'BBBB1': it follows no guess"),
        ("cat BBB1 GGG2", "it follows no guess"),
        ("cat BBB1 dog GGG3", "it follows no guess"),
        ("cat BBB0", "it follows no guess"),
        ("cat BBB1 horse GGGGG2", "has a pattern of 5 letters, not 3"),
        ("cat BBB1 dog GGG2\nBB1", "has a pattern of 2 letters, not 3"),
        ("cat BBB1 dog GGG2\ncow BBB1 dog GGG2", r"line 2 of \S+ opens with cow"),
        ("cat BBB1 dog GGG2\ncat BBB1 pig GGG2", "two nodes follow the same pattern of cat"),
        ([], "holds no tree"),
        ({"tree": 3}, "holds no tree"),
        ({"tree": {"guess": "cat"}, "hard": 1}, "hard is 1, not true or false"),
        ({"tree": {"guess": "cat"}, "hard": "true"}, "hard is 'true', not true or false"),
        ({"tree": {"guess": "cat"}, "allowed": "3"}, "allowed is '3', not a number of guesses or"),
        ({"tree": {"guess": "cat"}, "allowed": 0}, "allowed is 0, not a number of guesses or"),
        ({"tree": {"guess": "cat"}, "allowed": True}, "allowed is True, not a number of guess"),
        ({"tree": {"guess": None}}, "no guess at the root"),
        ({"tree": {"guess": 5}}, "whose guess is 5"),
        ({"tree": {"guess": "cat", "next": []}}, "next of cat is not an object"),
        ({"tree": {"guess": "cat", "next": {"000": {"guess": "horse"}}}}, "not as long as 'cat'"),
        ({"tree": {"guess": "cat", "next": {"00": {"guess": "dog"}}}}, "'00' is not a pattern of"),
        ({"tree": {"guess": "cat", "next": {"0x0": {"guess": "dog"}}}}, "pattern '0x0' is not"),
        ({"tree": {"guess": "cat", "next": {"000": "dog"}}}, "whose guess is ''"),
        ('{"tree": ', "is not JSON"),
        ('{"tree": {"guess": "cat", "next": {}, "next": {}}}', "is not JSON .'next' stands twice"),
        ({"rule": "antigravity:X", "tree": {"guess": "cat"}}, "rule 'antigravity:X', a class wh"),
        pytest.param('{"tree":' + "[" * 100_000, "is not JSON", id="deep"),
        (b"\xff\xfe\x00", "it is not text"),
    ],
)
def test_what_is_no_tree_is_one_line(content, why, tmp_path):
    path = tmp_path / "it"
    given = content if isinstance(content, str | bytes) else json.dumps(content)
    path.write_bytes(given.encode() if isinstance(given, str) else given)
    refused(why, read_tree, path)


def test_a_tree_that_gives_up():
    said = {"tree": {"guess": "cat", "next": {"000": {"guess": None}}}}
    tree = tree_of_json(json.dumps(said), "it.json").tree
    with pytest.raises(WrongTree, match="dog is not found: the tree gives up after cat="):
        play(tree, ["cat", "dog"], ["cat", "dog"])


def test_lines_of_symbols_may_begin_like_json(file):
    found = read_tree(file("it", "{ab GGG1", "{ab GGB1 {ac GGG2"), lambda said: SYMBOLS)
    assert found.length == 3 and {"{ab", "{ac"} <= {*found.tree.guesses}
