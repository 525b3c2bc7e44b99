"""Rules of feedback for tests, and what the oracle says of each."""

import naive
import numpy as np

from gpuwordle.rules.built_in import RULES
from gpuwordle.rules.feedback import Feedback


class Distances(Feedback):
    """A rule that is not a sum over letters: how far apart letters are, and which word is first.

    Words at the same distance on both sides are told apart, so there are more codes than a byte.
    """

    name = "helpers.rules:Distances"
    is_sum = False

    def codes(self, length):
        return 2 * 26 * length + 2

    def code(self, guess, answer):
        if guess == answer:
            return self.win(len(guess))
        return 2 * distance(guess, answer) + (guess < answer)

    def write(self, code, length):
        return str(code)

    def read(self, text, length):
        return int(text)

    def codes_of_words(self, guesses, answers):
        apart = np.abs(guesses[:, None].astype(int) - answers.astype(int)).sum(axis=2)
        powers = 1 << 5 * np.arange(guesses.shape[1])[::-1].astype(object)
        first, second = ((words % 32 * powers).sum(axis=1) for words in (guesses, answers))
        codes = 2 * apart + (first[:, None] < second).astype(int)
        return np.where(first[:, None] == second, self.win(guesses.shape[1]), codes)


def distance(guess, answer):
    return sum(abs(ord(g) - ord(a)) for g, a in zip(guess, answer, strict=True))


TOLD = {
    **{name: naive.TOLD[name] for name in RULES if name != "wordle"},
    Distances.name: lambda guess, answer: Distances().code(guess, answer),
}
"""What the oracle tells a player, by rule."""
