"""Doddle's side of comparisons: runs inside an environment that holds Doddle, and nothing of ours.

    python doddle_side.py time GUESSES ANSWERS     seconds to build its matrix and score all guesses
    python doddle_side.py codes GUESSES ANSWERS    pattern codes of word pairs, as base-3 numbers

Both files hold words, one per line; for ``codes``, equal lines are pairs. Prints JSON.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from doddle.guess import EntropyGuess, MinimaxGuess
from doddle.histogram import HistogramBuilder
from doddle.scoring import Scorer
from doddle.words import Word, WordSeries


def seconds(guesses: list[str], answers: list[str]) -> dict[str, float]:
    """Its own matrix and its own two scores, timed after a small run that compiles them."""

    def run(guesses: list[str], answers: list[str]) -> dict[str, float]:
        words = WordSeries(guesses)
        hidden = words[words.find_index(WordSeries(answers).words)]
        start = time.process_time()
        builder = HistogramBuilder(Scorer(5), words, hidden, lazy_eval=False)
        matrix = time.process_time() - start
        start = time.process_time()
        for guess in (MinimaxGuess, EntropyGuess):
            list(builder.stream(words, hidden, guess.from_histogram))
        return {"matrix": matrix, "two_scores": time.process_time() - start}

    run(answers[:50], answers[:50])
    return run(guesses, answers)


def codes(guesses: list[str], answers: list[str]) -> list[int]:
    scorers = {length: Scorer(length) for length in set(map(len, guesses))}
    # Its codes are signed 32-bit integers; the largest of 20 letters overflow: wrap them back.
    return [
        2**32 - 1 & int(scorers[len(guess)].score_word(Word(answer), Word(guess)))
        for guess, answer in zip(guesses, answers, strict=True)
    ]


if __name__ == "__main__":
    lists = [Path(name).read_text().split() for name in sys.argv[2:4]]
    print(json.dumps({"time": seconds, "codes": codes}[sys.argv[1]](*lists)))
