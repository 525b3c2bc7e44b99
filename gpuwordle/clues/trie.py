"""A trie of words in a few arrays (Haag, "Word Games", section 2).

Nodes are numbered level by level, and in the order of their words within a level. So the children
of a node are a range of numbers, and the whole tree takes three integers a node.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import methodcaller
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gpuwordle.clues.clues import Clues
from gpuwordle.clues.demands import Demands, allowed_letters
from gpuwordle.errors import UserError
from gpuwordle.rules.conditions import ClueFilter
from gpuwordle.scoring.groups import ranges
from gpuwordle.words.language import PLAIN
from gpuwordle.words.vocabulary import MAXIMUM_ALPHABET, Vocabulary
from gpuwordle.words.word_list import WordList

NO_WORD = -1

Nodes = npt.NDArray[np.int64]


class TrieMatch(NamedTuple):
    """What a search of a trie finds."""

    words: tuple[str, ...]
    visited: int  # nodes that the search visited, the root included


class Trie:
    """Words of any length, a word list, or a vocabulary's guesses, as paths from a root.

    An edge is a letter. Words are normalised, sorted and without duplicates; the index of a letter
    in ``alphabet``, sorted, is its number in the arrays. Raises UserError if there is no word, a
    word has a character that is not a letter, or there are more than 255 different letters.

    >>> trie = Trie(["bad", "bar", "cab", "card", "cart"])
    >>> trie.nodes, "card" in trie, "car" in trie
    (11, True, False)
    >>> trie.challenge("abracadabra").words
    ('bad', 'bar', 'cab', 'card')
    """

    def __init__(self, words: Iterable[str] | WordList | Vocabulary) -> None:
        given: Iterable[str]
        if isinstance(words, WordList | Vocabulary):
            self.language, given = words.language, words  # each is there once
        else:
            self.language, given = PLAIN, set(PLAIN.normalised(words))
        key: Callable[[str], str] | None = None
        if self.language != PLAIN:  # its letters have an order of their own
            letters = self.language.in_order(set().union(*given))
            place = {ord(letter): chr(at) for at, letter in enumerate(letters)}
            key = methodcaller("translate", place)
        self.words = tuple(sorted(given, key=key))
        if not self.words:
            raise UserError("a trie needs words: give at least one")
        self._build()

    def _build(self) -> None:
        points = np.frombuffer("".join(self.words).encode("utf-32-le"), np.uint32)
        present = np.flatnonzero(np.bincount(points))
        if len(present) > MAXIMUM_ALPHABET:
            raise UserError(
                f"{len(present)} different letters are more than {MAXIMUM_ALPHABET}: split the list"
            )
        self.alphabet = tuple(self.language.in_order(map(chr, present)))
        number = np.zeros(int(present[-1]) + 1, np.uint8)
        number[list(map(ord, self.alphabet))] = np.arange(len(present))
        text = number[points]
        lengths = np.fromiter(map(len, self.words), np.int64, len(self.words))
        starts = np.cumsum(lengths) - lengths
        # For each word, whether its prefix is that of the word before, and the prefix's node.
        same = np.ones(len(lengths), bool)
        same[0] = False
        node = np.zeros(len(lengths), np.int64)
        rows = np.arange(len(lengths))
        letters, parents, ends = [np.zeros(1, np.uint8)], [], [np.full(1, NO_WORD, np.int32)]
        total = 1
        for depth in range(int(lengths.max())):
            rows = rows[lengths[rows] > depth]
            letter = text[starts[rows] + depth]
            before = rows - 1
            longer = lengths[before] > depth
            shared = same[rows] & longer
            shared[shared] = text[starts[before[shared]] + depth] == letter[shared]
            same[rows] = shared
            new = ~shared
            letters.append(letter[new])
            parents.append(node[rows[new]])
            node[rows] = total + np.cumsum(new) - 1
            level = np.full(int(new.sum()), NO_WORD, np.int32)
            done = rows[lengths[rows] == depth + 1]
            level[node[done] - total] = done
            ends.append(level)
            total += len(level)
        self._letter = np.concatenate(letters)
        self._word = np.concatenate(ends)
        # Parents are sorted like their children, so one search finds where each one's begin.
        everyone = np.arange(total + 1)
        self._first = (np.searchsorted(np.concatenate(parents), everyone) + 1).astype(np.int32)

    @property
    def nodes(self) -> int:
        """How many nodes there are, the root included."""
        return len(self._letter)

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays, without the words."""
        return self._letter.nbytes + self._word.nbytes + self._first.nbytes

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        node = 0
        for letter in self.language.read(word):
            children = range(int(self._first[node]), int(self._first[node + 1]))
            for child in children:
                if self.alphabet[self._letter[child]] == letter:
                    node = child
                    break
            else:
                return False
        return bool(self._word[node] != NO_WORD)

    def challenge(
        self, letters: str, shortest: int = 1, *, longest_first: bool = False
    ) -> TrieMatch:
        """Find the words that can be formed of letters (Haag, Algorithm 1, "Word Challenge").

        Each letter can be used as often as it occurs. As in the paper, the words are sorted by
        length, then alphabetically; with ``longest_first``, the longest words come first. Raises
        UserError if there is no letter, or a character that is not a letter.
        """
        counts = np.zeros(len(self.alphabet), np.int64)
        number = self._number
        for letter in self.language.normalise(letters, "LETTERS"):
            if letter in number:
                counts[number[letter]] += 1
        usable = np.flatnonzero(counts)
        column = np.zeros(len(self.alphabet), np.int64)
        column[usable] = np.arange(len(usable))
        there = counts > 0
        # Level by level instead of depth first: the same nodes are visited, thousands at a time.
        nodes = np.zeros(1, np.int64)
        left = np.minimum(counts[usable], 32767)[None].astype(np.int16)
        visited, found = 1, [np.empty(0, np.int32)]
        while len(nodes):
            children, parent = self._children(nodes)
            edge = self._letter[children]
            keep = np.flatnonzero(there[edge])
            children, parent, place = children[keep], parent[keep], column[edge[keep]]
            keep = np.flatnonzero(left[parent, place] > 0)
            nodes, left, place = children[keep], left[parent[keep]], place[keep]
            left[np.arange(len(nodes)), place] -= 1
            visited += len(nodes)
            ends = self._word[nodes]
            found.append(ends[ends != NO_WORD])
        levels = reversed(found) if longest_first else found
        words = [self.words[i] for level in levels for i in level.tolist()]
        return TrieMatch(tuple(word for word in words if len(word) >= shortest), visited)

    def candidates(self, clues: Clues, filter: ClueFilter = "bounds") -> TrieMatch:
        """Find the words that clues allow (Haag, Algorithm 2, "Wordle Candidate Search"), sorted.

        ``filter`` reads the clues: ``bounds``, as in Haag, ``pattern`` (exact), or another.
        """
        demands = clues.demands(filter)
        length, number = demands.length, self._number
        if any(letter not in number for letter in demands.at_least):
            return TrieMatch((), 1)
        allowed = allowed_letters(demands, number)
        least, most = self._bounds(demands, number)
        asked = np.flatnonzero(least)
        used = np.zeros((1, len(self.alphabet)), np.int8)
        nodes = np.zeros(1, np.int64)
        visited = 1
        for depth in range(length):
            children, parent = self._children(nodes)
            letter = self._letter[children]
            keep = np.flatnonzero(allowed[depth][letter])
            children, parent, letter = children[keep], parent[keep], letter[keep]
            used = used[parent]
            if depth not in demands.known:
                keep = np.flatnonzero(used[np.arange(len(children)), letter] < most[letter])
                children, letter, used = children[keep], letter[keep], used[keep]
            used[np.arange(len(children)), letter] += 1
            visited += len(children)
            missing = np.maximum(least[asked] - used[:, asked], 0).sum(axis=1)
            too_many = (used > most).any(axis=1)
            keep = np.flatnonzero((missing <= length - depth - 1) & ~too_many)
            nodes, used = children[keep], used[keep]
        ends = self._word[nodes]
        words = (self.words[i] for i in ends[ends != NO_WORD].tolist())
        return TrieMatch(tuple(word for word in words if word not in demands.removed), visited)

    @property
    def _number(self) -> dict[str, int]:
        return {letter: index for index, letter in enumerate(self.alphabet)}

    def _children(self, nodes: Nodes) -> tuple[Nodes, Nodes]:
        """List the children of nodes, and the place of each one's parent."""
        first = self._first[nodes].astype(np.int64)
        sizes = self._first[nodes + 1] - first
        return ranges(first, sizes), np.repeat(np.arange(len(nodes)), sizes)

    def _bounds(
        self, demands: Demands, number: Mapping[str, int]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return Haag's L and U: a letter has no more places than the other letters leave free."""
        least = np.zeros(len(self.alphabet), np.int64)
        most = np.full(len(self.alphabet), demands.length, np.int64)
        for letter, count in demands.at_least.items():
            least[number[letter]] = count
        for letter, count in demands.at_most.items():
            if letter in number:
                most[number[letter]] = count
        return least, np.minimum(most, demands.length - (least.sum() - least))

    def __repr__(self) -> str:
        return f"Trie({len(self.words)} words, {self.nodes} nodes, {self.nbytes >> 20} MiB)"
