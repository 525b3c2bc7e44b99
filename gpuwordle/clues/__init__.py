"""What clues imply. A clue is a guess with the code of its pattern.

- `clues`: guesses with their patterns, as a user has them; what they say of the hidden word.
- `facts`: all that a clue can say of a word, as bits.
- `filters`: what remains a candidate after a clue, as the papers have it.
- `demands`: what a filter asks for, letter by letter; `reilly`: readings that no game is played by.
- `contradictions`: clues that no word can have given.
- `explanations`: why a word cannot be hidden.
- `scan`, `trie`, `searches`: how the words that fit are found.
- `hard_mode`: which guesses are legal after clues.

All of it reads patterns and gives none: patterns come from `gpuwordle.rules` and the backends.
"""
