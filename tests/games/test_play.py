"""Playing every hidden word: progress, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.playing import NUMPY
from helpers.words import random_words

from gpuwordle.errors import UserError
from gpuwordle.games.play import play
from gpuwordle.rules.conditions import Conditions
from gpuwordle.strategies.strategy import Strategy
from gpuwordle.strategies.table import strategy_named
from gpuwordle.tree.build import grow
from gpuwordle.words.vocabulary import Vocabulary
from gpuwordle.words.word_list import WordList

PETS = Vocabulary("pets", ["cat", "cow", "dog", "pig"])


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ({"strategy": Strategy}, "is not a strategy: give a name such as 'entropy', or an object"),
        ({"conditions": True}, "conditions True are of type bool: give Conditions"),
    ],
)
def test_a_wrong_type_is_named_with_its_remedy(named, message):
    with pytest.raises(TypeError) as caught:
        play(PETS, backend="numpy", **named)
    assert message in str(caught.value)


def test_words_are_a_name_a_file_a_list_or_a_vocabulary(tmp_path):
    path = tmp_path / "pets.txt"
    path.write_text("cat cow dog pig mouse")
    listed = WordList.of("pets", ["cat", "cow", "dog", "pig", "mouse"])
    expected = play(PETS, "minimax", backend="numpy").to_dict()
    for words in (path, str(path), listed):
        assert play(words, "minimax", length=3, backend="numpy").to_dict() == expected
    assert play(PETS, length=3, backend="numpy").total == play(PETS, backend="numpy").total
    without = play(PETS, conditions=Conditions(exclude=("cow", "pig")), backend="numpy")
    assert [game["answer"] for game in without.to_dict()["games"]] == ["cat", "dog"]


def test_progress_ends_at_one():
    vocabulary = Vocabulary("random", random_words(9, 4, 5, 80))
    for name in ("minimax", "random", "letter-frequency"):
        seen = []
        play(vocabulary, name, progress=seen.append, backend=NUMPY(vocabulary))
        assert seen == sorted(seen)
        assert seen[-1] == 1.0


def test_what_cannot_be_played_is_refused():
    vocabulary = Vocabulary("pets", ["cat", "cow", "dog"])
    backend = NUMPY(vocabulary)
    minimax, chance = strategy_named("minimax"), strategy_named("random")
    with pytest.raises(UserError, match="'cot' is not in the word list 'pets': did you mean c"):
        grow(vocabulary, minimax, opener="cot", backend=backend)
    with pytest.raises(UserError, match=r"^0 guesses allowed is too few: give at least 1$"):
        grow(vocabulary, minimax, Conditions(allowed=0), backend=backend)
    with pytest.raises(UserError, match="unknown pool 'al': did you mean all"):
        grow(vocabulary, minimax, Conditions(pool="al"), backend=backend)
    with pytest.raises(UserError, match="unknown filter 'count': did you mean counts"):
        grow(vocabulary, minimax, Conditions(filter="count"), backend=backend)
    with pytest.raises(UserError, match="'random' draws at random and has no decision tree"):
        grow(vocabulary, chance, backend=backend)
    with pytest.raises(UserError, match="'random' cannot guess from pool 'all': choose candidates"):
        play(vocabulary, chance, Conditions(pool="all"), backend=backend)
    with pytest.raises(UserError, match="unknown strategy 'minmax': did you mean minimax"):
        strategy_named("minmax")
    with pytest.raises(UserError, match="'minimax' does not take the options given: depth"):
        strategy_named("minimax", depth=3)

    class EasyOnly(Strategy):
        name = "easy-only"
        supports_hard = False

        def choose(self, states):
            return np.array([states.playable(state)[0] for state in range(len(states))])

    with pytest.raises(UserError, match="strategy 'easy-only' has no hard mode"):
        grow(vocabulary, EasyOnly(), Conditions(hard=True), backend=backend)
