"""The clique strategy of Lahiri et al. with sets and lists, and words to play it with."""

import random

from helpers.literal_cliques import find_clique, form_graph, most_unseen


class Paper:
    """Algorithms 3, 4, 10 and 11 as `gpuwordle.strategies.cliques` reads them by default."""

    def __init__(self, guesses):
        self.length = len(guesses[0])
        self.vocab = [word for word in guesses if len(set(word)) == self.length]
        self.largest = len(set("".join(guesses))) // self.length
        self.memory = {}

    def game(self):
        """What chooses the guesses of one game."""
        queue, rounds = [], True

        def choose(words, believed, clues):
            nonlocal queue, rounds
            found, grey, places = self.track(clues)
            if not queue and rounds and len(found) != self.length:
                clique = self.clique(found, grey, places)
                queue = [word for word in clique or () if word not in dict(clues)]
                rounds = clique is not None
            if queue:
                return queue.pop(0)
            rounds = False
            shifted = self.shifted(found, places) if len(found) == self.length else ()
            return next((word for word in shifted if word in believed), believed[0])

        return choose

    def track(self, board):
        found, seen, places = set(), set(), {}
        for guess, colours in board:
            for place, (letter, colour) in enumerate(zip(guess, colours, strict=True)):
                seen.add(letter)
                if colour:
                    found.add(letter)
                if colour == 2:
                    places[place] = letter
        return found, seen - found, places

    def consistent(self, word, found, grey, places):
        return (
            not grey & set(word)
            and found <= set(word)
            and all(word[place] == letter for place, letter in places.items())
        )

    def clique(self, found, grey, places):
        unseen = frozenset("".join(self.vocab)) - found - grey
        discarded = frozenset(
            word for word in self.vocab if not self.consistent(word, found, grey, places)
        )
        key = unseen, discarded
        if key not in self.memory:
            self.memory[key] = self.best(unseen, discarded)
        return self.memory[key]

    def best(self, unseen, discarded):
        graph = form_graph(self.vocab, unseen, discarded)
        clique = most_unseen(find_clique(graph, self.largest), self.vocab, unseen)
        return clique and [self.vocab[n] for n in clique]

    def shifted(self, found, places):
        free = [place for place in range(self.length) if place not in places]
        loose = sorted(found - set(places.values()))
        for shift in range(len(free)):
            letters = dict(places)
            for i, letter in enumerate(loose):
                letters[free[(i + shift) % len(free)]] = letter
            yield "".join(letters[place] for place in range(self.length))


def some_words(seed, length, alphabet, count, repeats):
    rng = random.Random(seed)
    words = ["".join(rng.sample(alphabet, length)) for _ in range(count)]
    words += ["".join(rng.sample(word, length)) for word in words[::3]]
    if repeats:
        words += ["".join(rng.choices(alphabet, k=length)) for _ in range(count // 2)]
    rng.shuffle(words)
    return list(dict.fromkeys(words))
