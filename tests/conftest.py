"""What tests share: backends, vocabularies, runs."""

from __future__ import annotations

import pytest
from helpers.engines import available
from helpers.words import data_file, words_of

from gpuwordle.words.vocabulary import Vocabulary


@pytest.fixture(scope="session", params=list(available()))
def backend_type(request):
    """Each backend that can run here."""
    return request.param


@pytest.fixture(scope="session")
def wordle() -> Vocabulary:
    """The original game: 2315 answers, 12972 guesses."""
    return Vocabulary(
        "wordle",
        data_file("wordle_orig_hidden_2315.txt").read_text().split(),
        data_file("wordle_orig_all_12972.txt").read_text().split(),
    )


@pytest.fixture(scope="session")
def wordle_any(wordle) -> Vocabulary:
    """The original game with every one of the 12972 guesses hidden."""
    return Vocabulary("wordle-any", wordle.guesses)


@pytest.fixture(scope="session")
def words_alpha():
    """words_alpha(length, distinct=False): the 370,105-word list of Haag."""
    return lambda length, distinct=False: Vocabulary(
        "words-alpha", words_of("dwyl_words_alpha_370105.txt", length, distinct)
    )


@pytest.fixture(scope="session")
def nltk():
    """nltk(length, distinct=True): the list of Lahiri et al."""
    return lambda length, distinct=True: Vocabulary(
        "nltk-words", words_of("nltk_words_lower_alpha_234375.txt", length, distinct)
    )


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A run of two strategies on three lengths."""
    from helpers.report_runs import play

    return play(tmp_path_factory.mktemp("report") / "run")


@pytest.fixture(scope="session")
def lost(tmp_path_factory):
    """The same with two guesses allowed, so that most games are lost."""
    from helpers.report_runs import play

    return play(tmp_path_factory.mktemp("lost") / "run", allowed=2)
