"""A player by hand: games followed clue by clue, in plain Python."""

from collections import Counter

import naive


def keeps(rule, guess, answer, word):
    """Whether a filter keeps a word after a guess at a hidden answer."""
    colours = naive.colours(guess, answer)
    if rule == "pattern":
        return naive.colours(guess, word) == colours
    if word == guess:
        return False
    if rule == "colours":
        return without_copies(guess, word) == without_copies(guess, answer)
    if rule == "bounds":
        return within_bounds(guess, colours, word)
    if rule == "counts":
        return within_counts(guess, colours, word)
    coloured = {letter for letter, colour in zip(guess, colours, strict=True) if colour}
    return all((letter in word) == (letter in coloured) for letter in guess) and all(
        colour != 2 or letter == there
        for letter, colour, there in zip(guess, colours, word, strict=True)
    )


def without_copies(guess, word):
    """Colours that do not mind how often a letter occurs."""
    return [2 if g == w else 1 if g in word else 0 for g, w in zip(guess, word, strict=True)]


def within_bounds(guess, colours, word):
    """Haag's arrays K, L, U and matrix M, filled by one hint."""
    known, banned, low, high = {}, set(), Counter(), Counter()
    for place, (letter, colour) in enumerate(zip(guess, colours, strict=True)):
        high.setdefault(letter, len(guess))
        if colour == 2:
            known[place] = letter
        if colour == 1:
            banned.add((place, letter))
        low[letter] += colour > 0
    for letter, colour in zip(guess, colours, strict=True):
        if colour == 0:
            high[letter] = low[letter]
    return (
        all(word[place] == letter for place, letter in known.items())
        and not any(pair in banned for pair in enumerate(word))
        and all(low[g] <= word.count(g) <= high[g] for g in guess)
    )


def within_counts(guess, colours, word):
    """The rule of Van Fleet et al. for a word that was not guessed."""
    for place, (letter, colour) in enumerate(zip(guess, colours, strict=True)):
        copies = word.count(letter)
        if colour == 2 and word[place] != letter:
            return False
        if colour == 1 and (word[place] == letter or copies < guess[: place + 1].count(letter)):
            return False
        if colour == 0 and copies >= guess.count(letter):
            return False
    return True


def playable(vocabulary, believed, clues, *, pool, hard):
    """What may be guessed, in the order of the vocabulary."""
    among = set(believed)
    return [
        word
        for word in vocabulary.guesses
        if (pool == "all" or word in among)
        and (not hard or all(naive.is_legal(guess, colours, word) for guess, colours in clues))
    ]


def follow(
    vocabulary,
    answer,
    choose,
    *,
    pool,
    hard,
    filter,
    opener=None,
    allowed=None,
    last=0,
    asked_when_certain=False,
):
    """Play one game; return (guesses, candidates left after each, solved).

    ``choose(words, believed, clues)`` returns a guess out of the playable words. It is not asked
    for the opener, nor, if it is sure of one, for a lone candidate, which is guessed. In the last
    turns candidates alone are playable.
    """
    believed, clues, guesses, remaining = list(vocabulary.answers), [], [], []
    while allowed is None or len(guesses) < allowed:
        if not guesses and opener is not None:
            guess = opener
        elif len(believed) == 1 and not asked_when_certain:
            guess = believed[0]
        else:
            among = "candidates" if last and allowed - len(guesses) <= last else pool
            words = playable(vocabulary, believed, clues, pool=among, hard=hard)
            guess = choose(words, believed, clues)
            if allowed is None and guess in guesses[-1:]:
                return guesses, remaining, False
        guesses.append(guess)
        if guess == answer:
            return guesses, [*remaining, 1], True
        colours = naive.colours(guess, answer)
        believed = [word for word in believed if keeps(filter, guess, answer, word)]
        if hard:
            believed = [word for word in believed if naive.is_legal(guess, colours, word)]
        remaining.append(len(believed))
        clues.append((guess, colours))
    return guesses, remaining, False


def as_followed(vocabulary, games, index):
    """One of many games, in the form of `follow`."""
    entries = slice(games.offsets[index], games.offsets[index + 1])
    return (
        [vocabulary.guesses[guess] for guess in games.guesses[entries]],
        games.remaining[entries].tolist(),
        bool(games.solved[index]),
    )


def best(words, believed, *keys):
    """The word with the largest keys; ties to a candidate, then to the first."""
    among = set(believed)
    return max(words, key=lambda word: (*(key(word) for key in keys), word in among))
