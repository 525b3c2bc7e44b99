"""Candidate searches of Sreekala et al. ("Wordle Bot", section 3), to compare with ours.

They try all words one by one, or look words up in a table; both apply the filter ``colours``. Ours
is a scan (`gpuwordle.clues.demands`), and Haag's walks a trie (`gpuwordle.clues.trie`).

Both need a colouring in which a grey letter is not in the word at all. The game colours as many
copies as the word has. `without_copies` converts the game's pattern; without that, both would lose
the hidden word if a guess has one copy too many.
"""

from __future__ import annotations

from collections.abc import Iterable

from gpuwordle.rules.colours import GREEN, GREY, YELLOW
from gpuwordle.rules.pattern import Pattern


def without_copies(guess: str, pattern: Pattern) -> Pattern:
    """Colour a guess as Sreekala et al. do: every letter that the word has elsewhere is yellow.

    >>> without_copies("aab", Pattern.parse("200"))
    Pattern('210')
    """
    colours = pattern.colours
    there = {g for g, colour in zip(guess, colours, strict=True) if colour != GREY}
    return Pattern.of_colours(
        [
            YELLOW if colour == GREY and letter in there else colour
            for letter, colour in zip(guess, colours, strict=True)
        ]
    )


def brute_force(words: Iterable[str], guess: str, pattern: Pattern) -> list[str]:
    """Find the words that remain possible, one by one (Sreekala et al., Algorithm 1)."""
    colours = without_copies(guess, pattern).colours
    kept = []
    for word in words:
        for wanted, letter, colour in zip(guess, word, colours, strict=True):
            if colour == GREY and wanted in word:
                break
            if colour == YELLOW and (wanted not in word or letter == wanted):
                break
            if colour == GREEN and letter != wanted:
                break
        else:
            kept.append(word)
    return kept


class LetterTable:
    """The words that have a letter at a place (Sreekala et al., Algorithms 2 and 3).

    >>> words = ["cat", "cow", "dog", "pig"]
    >>> sorted(LetterTable(words).possible(set(words), "dog", Pattern.parse("020")))
    ['cow']
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._cells: dict[tuple[int, str], set[str]] = {}
        for word in words:
            for cell in enumerate(word):
                self._cells.setdefault(cell, set()).add(word)

    def possible(self, words: set[str], guess: str, pattern: Pattern) -> set[str]:
        """Find the words that remain possible among ``words``, which the table must hold."""
        left = set(words)
        colours = without_copies(guess, pattern).colours
        for place, (letter, colour) in enumerate(zip(guess, colours, strict=True)):
            here = self._cells.get((place, letter), set())
            if colour == GREEN:
                left &= here
                continue
            elsewhere = (
                self._cells.get((other, letter), set())
                for other in range(len(guess))
                if other != place
            )
            if colour == YELLOW:
                left &= set().union(*elsewhere)
            else:
                left.difference_update(*elsewhere)
            left -= here
        return left
