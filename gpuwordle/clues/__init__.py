"""What clues imply. A clue is a guess with the code of its pattern.

- `facts`: all that a clue can say of a word, as bits.
- `filters`: what remains a candidate after a clue, as the papers have it.
- `hard_mode`: which guesses are legal after clues.

All of it reads patterns and gives none: patterns come from `gpuwordle.rules` and the backends.
"""
