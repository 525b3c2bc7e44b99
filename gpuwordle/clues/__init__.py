"""The meaning of clues. A clue is a guess with the code of its pattern.

- `clues`: guesses with their patterns, as a user has them; what they say, and why a word is out.
- `facts`: all that a clue can say about a word, as bits.
- `filters`: what remains a candidate after a clue, as the papers have it.
- `hard_mode`: which guesses are legal after clues, on arrays.
- `demands`: what a filter asks for, letter by letter; the words that meet it; contradictions.
- `reilly`: readings of clues by which no game is played.
- `searches`, `trie`: other ways to find candidates, as the papers have them.

These modules only read patterns; `gpuwordle.rules` and the backends compute them.
"""
