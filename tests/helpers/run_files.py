"""Units of a run and their files, of games that nobody would play."""

import naive
import numpy as np
from helpers.words import random_words

from gpuwordle.games.games import Games
from gpuwordle.results.games_file import write_games
from gpuwordle.results.unit import Unit
from gpuwordle.words.vocabulary import Vocabulary

PROVENANCE = {"version": "1.2.3", "backend": "numpy"}


def vocabulary_of(length=5, count=40, name="random"):
    guesses = random_words(length, length, 4, count)
    return Vocabulary(name, guesses[count // 4 :], guesses)


def unit_of(vocabulary, **conditions):
    return Unit(
        vocabulary=vocabulary.name,
        digest=vocabulary.digest,
        length=vocabulary.length,
        answers=len(vocabulary.answers),
        guesses=len(vocabulary.guesses),
        **{"strategy": "minimax", **conditions},
    )


def games_of(vocabulary, turns=3, won=lambda answer: answer % 3):
    """Games that nobody would play: some words in a row, then the answer, or not."""
    answers = np.arange(len(vocabulary.answers), dtype=np.int32)
    guesses, codes, remaining, offsets, solved = [], [], [], [0], []
    for answer in answers:
        played = [(int(answer) * 7 + turn) % len(vocabulary.guesses) for turn in range(turns)]
        if won(answer):
            played = [*played[: answer % turns], int(vocabulary.answer_guess[answer])]
        words = [vocabulary.guesses[guess] for guess in played]
        guesses += played
        codes += [naive.code(word, vocabulary.answers[answer]) for word in words]
        remaining += [len(played) - turn for turn in range(len(played))]
        offsets.append(len(guesses))
        solved.append(words[-1] == vocabulary.answers[answer])
    return Games(
        answers=answers,
        offsets=np.array(offsets, np.int64),
        guesses=np.array(guesses, np.int32),
        codes=np.array(codes, np.uint32),
        remaining=np.array(remaining, np.int32),
        solved=np.array(solved),
    )


def write(folder, vocabulary, unit=None, games=None, run="aa"):
    unit = unit or unit_of(vocabulary)
    games = games or games_of(vocabulary)
    return write_games(folder, run, unit, vocabulary, games, seconds=2.5, provenance=PROVENANCE)


def flipped(content, place, bits=1):
    """Bytes of which one has some of its bits changed."""
    return content[:place] + bytes([content[place] ^ bits]) + content[place + 1 :]
