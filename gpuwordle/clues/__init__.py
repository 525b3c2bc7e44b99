"""What clues imply.

- `facts`: all that a clue says of a word, as bits.
- `filters`: what remains a candidate after a clue.
- `hard_mode`: which guesses hard mode allows.
"""
