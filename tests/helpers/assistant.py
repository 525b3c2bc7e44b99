"""Random games of small lists, and what the oracle says of their positions."""

import naive

from gpuwordle.clues.clues import Clue
from gpuwordle.rules.pattern import Pattern


def random_game(words, rng, *, hard=False, most=5):
    """Guesses with their patterns, the last one right as a rule, and the answer."""
    answer = rng.choice(words.answers)
    clues = []
    for _ in range(rng.randint(1, most)):
        guess = rng.choice([*legal_guesses(words, clues, hard=hard), *remaining(words, clues)])
        clues.append(Clue(guess, Pattern.of(guess, answer)))
        if guess == answer:
            break
    if rng.random() < 0.7 and clues[-1].guess != answer:
        clues.append(Clue(answer, Pattern.of(answer, answer)))
    return clues, answer


def remaining(words, clues):
    """The answers that give all the patterns of guesses: of clues, or of a host's moves."""
    return [
        word
        for word in words.answers
        if all(naive.colours(guess, word) == list(told.colours) for guess, told in clues)
    ]


def is_legal(word, clues):
    return all(naive.is_legal(guess, told.colours, word) for guess, told in clues)


def legal_guesses(words, clues, *, hard):
    return [word for word in words.guesses if not hard or is_legal(word, clues)]


def random_position(words, rng, *, hard, most=2):
    """Clues of a game that goes on, the answers that fit them, and the legal guesses."""
    clues, _ = random_game(words, rng, hard=hard, most=most)
    clues = [clue for clue in clues if not clue.pattern.solved]
    return clues, remaining(words, clues), legal_guesses(words, clues, hard=hard)
