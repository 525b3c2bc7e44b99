"""The clique strategy of Lahiri et al. with sets and lists, and words to play it with."""

import random

import naive
from helpers.literal_cliques import find_clique, form_graph, most_unseen


class Paper:
    """Algorithms 3, 4, 10 and 11 as `gpuwordle.strategies.cliques` reads them by default."""

    def __init__(self, guesses, answers, filter):
        self.guesses, self.answers, self.filter = guesses, answers, filter
        self.length = len(guesses[0])
        self.vocab = [word for word in guesses if len(set(word)) == self.length]
        self.largest = len(set("".join(guesses))) // self.length
        self.memory = {}

    def play(self, hidden, opener=None):
        board = [] if opener is None else [(opener, naive.colours(opener, hidden))]
        queue, rounds = [], True
        while not board or board[-1][0] != hidden:
            candidates = self.candidates(board)
            assert hidden in candidates
            if len(candidates) == 1:
                guess = candidates[0]
            elif queue:
                guess = queue.pop(0)
            else:
                found, grey, places = self.track(board)
                if rounds and len(found) != self.length:
                    clique = self.clique(found, grey, places)
                    queue = [word for word in clique or () if word not in dict(board)]
                    rounds = clique is not None
                    continue
                rounds = False
                guess = candidates[0]
                if len(found) == self.length:
                    fitting = [w for w in self.shifted(found, places) if w in candidates]
                    guess = (fitting or [guess])[0]
            board.append((guess, naive.colours(guess, hidden)))
            assert len(board) <= len(self.guesses)
        return [guess for guess, _ in board]

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

    def candidates(self, board):
        if self.filter == "letters":
            clues = self.track(board)
            left = [word for word in self.answers if self.consistent(word, *clues)]
            return [word for word in left if word not in dict(board)]
        return [w for w in self.answers if all(naive.colours(g, w) == c for g, c in board)]

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
