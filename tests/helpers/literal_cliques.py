"""Algorithms 3 to 11 of Lahiri et al., statement by statement, on words with distinct letters.

The only corrections: the branches at the end of Algorithm 3 are those of section
6.2.2, its loop ends when no clique shows an unseen letter, a word is guessed once, and the game
refuses an arrangement that is not a word (section 4), unless it is told not to.
"""

from itertools import combinations

ALPHABET = "abcdefghijklmnopqrstuvwxyz"


class Found(Exception):
    pass


# Algorithms 5 and 6
def form_graph_helper(vocab, unseen_chars, discarded_words, allowed_unseen_common):
    graph = [set() for _ in vocab]
    for i, j in combinations(range(len(vocab)), 2):
        if vocab[i] in discarded_words:
            continue
        common = set(vocab[i]) & set(vocab[j]) & unseen_chars
        if len(common) == allowed_unseen_common:
            graph[i].add(j)
            graph[j].add(i)
    return graph


def form_graph(vocab, unseen_chars, discarded_words):
    graph = form_graph_helper(vocab, unseen_chars, discarded_words, 0)
    edge_exists = any(graph)
    return graph if edge_exists else form_graph_helper(vocab, unseen_chars, discarded_words, 1)


# Algorithms 7 and 8
def find_k_clique(graph, k):
    def backtrack(current, neighbours):
        if len(current) == k:
            yield current
            return
        for vertex in sorted(neighbours):
            if vertex > current[-1]:
                yield from backtrack([*current, vertex], neighbours & graph[vertex])

    for vertex, neighbours in enumerate(graph):
        yield from backtrack([vertex], neighbours)


def find_clique(graph, max_clique_size):
    i, cliques = 0, []
    while not cliques and max_clique_size - i >= 3:
        cliques = list(find_k_clique(graph, max_clique_size - i))
        i += 1
    return cliques


# Algorithm 9
def most_unseen(cliques, vocab, unseen_chars):
    """The first clique that shows the most unseen letters; none if all show nothing."""
    best_clique, best_unseen_chars = None, set()
    for clique in cliques:
        covered = set().union(*(vocab[n] for n in clique)) & unseen_chars
        if len(covered) > len(best_unseen_chars):
            best_clique, best_unseen_chars = clique, covered
    return best_clique


class LiteralPlayer:
    def __init__(self, vocab, hidden_word, refuses=True):
        self.vocab, self.hidden_word, self.refuses = vocab, hidden_word, refuses
        self.words_guessed = []
        self.letters_found, self.letters_positions, self.grey_letters = set(), {}, set()
        self.unseen_chars = set(ALPHABET)
        self.discarded_words = set()

    # Algorithm 4
    def update_words_guessed(self, words):
        for word in words:
            if word not in self.words_guessed:
                self.words_guessed.append(word)
                if word == self.hidden_word:
                    raise Found

    def update_letters_found(self, words):
        for word in words:
            for i in range(len(word)):
                if word[i] == self.hidden_word[i]:
                    self.letters_found.add(word[i])
                    self.letters_positions[word[i]] = i
                elif word[i] in self.hidden_word:
                    self.letters_found.add(word[i])
                else:
                    self.grey_letters.add(word[i])

    def update_unseen_chars(self):
        self.unseen_chars -= self.letters_found | self.grey_letters

    def update_discarded_words(self):
        for word in self.vocab:
            if set(word) & self.grey_letters:
                self.discarded_words.add(word)
            for letter in self.letters_found:
                if letter not in word:
                    self.discarded_words.add(word)
                position = self.letters_positions.get(letter)
                if position is not None and word[position] != letter:
                    self.discarded_words.add(word)

    # Algorithm 9
    def process_cliques(self, cliques):
        best_clique = most_unseen(cliques, self.vocab, self.unseen_chars)
        if best_clique is None:
            return False
        words = [self.vocab[n] for n in best_clique]
        self.update_words_guessed(words)
        self.update_letters_found(words)
        self.update_unseen_chars()
        self.update_discarded_words()
        return True

    # Algorithm 10
    def check_all_anagrams(self):
        length = len(self.hidden_word)
        while len(self.letters_positions) < length:
            yellow_letters = sorted(self.letters_found - set(self.letters_positions))
            yellow_positions = [
                i for i in range(length) if i not in self.letters_positions.values()
            ]
            shift, info_found = 0, False
            while not info_found:
                if shift == len(yellow_letters):
                    return  # every arrangement was refused or guessed: the loop has no end
                current = dict(self.letters_positions)
                for i, letter in enumerate(yellow_letters):
                    current[letter] = yellow_positions[(i + shift) % len(yellow_positions)]
                shift += 1
                guessed = "".join(sorted(current, key=current.__getitem__))
                if self.refuses and guessed not in self.vocab:
                    continue
                self.update_words_guessed([guessed])
                for i, letter in enumerate(self.hidden_word):
                    if current[letter] == i and letter in yellow_letters:
                        info_found = True
                        self.letters_positions[letter] = i
        positions = self.letters_positions
        self.update_words_guessed(["".join(sorted(positions, key=positions.__getitem__))])

    # Algorithm 11
    def guess_remaining_words(self):
        for word in self.vocab:
            if word in self.discarded_words or word in self.words_guessed:
                continue
            self.update_words_guessed([word])
            self.update_letters_found([word])
            if len(self.letters_found) == len(self.hidden_word):
                return

    # Algorithm 3
    def play_wordle(self):
        """The guesses, and whether the last is the hidden word."""
        length = len(self.hidden_word)
        try:
            while len(self.letters_found) != length:
                graph = form_graph(self.vocab, self.unseen_chars, self.discarded_words)
                if not any(graph):
                    break
                cliques = find_clique(graph, len(ALPHABET) // length)
                if not self.process_cliques(cliques):
                    break
            if len(self.letters_found) != length:
                self.guess_remaining_words()
            self.check_all_anagrams()
        except Found:
            return self.words_guessed, True
        return self.words_guessed, False


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
