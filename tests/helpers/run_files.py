"""Units of a run and their files, of games that nobody would play."""

import naive
import numpy as np
from helpers.words import random_words

from gpuwordle import Games, Vocabulary
from gpuwordle.results.games_file import write_games
from gpuwordle.results.unit import Unit

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
    played = []
    for answer, found in enumerate(vocabulary.answer_guess.tolist()):
        row = [(answer * 7 + turn) % len(vocabulary.guesses) for turn in range(turns)]
        played.append([*row[: answer % turns], found] if won(answer) else row)
    counts = np.array(list(map(len, played)))
    guesses, hidden = np.concatenate(played), np.repeat(vocabulary.answers, counts)
    words = [vocabulary.guesses[guess] for guess in guesses]
    return Games(
        answers=np.arange(len(played), dtype=np.int32),
        offsets=np.append(0, np.cumsum(counts)),
        guesses=guesses.astype(np.int32),
        codes=np.array(list(map(naive.code, words, hidden)), np.uint32),
        remaining=np.concatenate([np.arange(n, 0, -1, dtype=np.int32) for n in counts]),
        solved=vocabulary.answer_guess == [game[-1] for game in played],
    )


def write(folder, vocabulary, unit=None, games=None, run="aa"):
    unit = unit or unit_of(vocabulary)
    games = games or games_of(vocabulary)
    return write_games(folder, run, unit, vocabulary, games, seconds=2.5, provenance=PROVENANCE)


def flipped(content, place, bits=1):
    """Bytes of which one has some of its bits changed."""
    return content[:place] + bytes([content[place] ^ bits]) + content[place + 1 :]
