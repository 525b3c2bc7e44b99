"""The meaning of clues. A clue is a guess with the code of its pattern.

- `clues`: guesses with patterns, as users give them; what they say, and why words are ruled out.
- `typed_clues`: clues in the notations in which people type them.
- `facts`: all that a clue can say about a word, as bits.
- `filters`: what remains a candidate after a clue, as the papers define it.
- `hard_mode`: which guesses are legal after clues, on arrays.
- `demands`: what a filter asks for, letter by letter; the words that meet it; contradictions.
- `reilly`: readings of clues that no game uses.
- `searches`: other ways to find candidates, from the papers.
- `trie`: a tree of words, which also finds the words that can be formed from letters.

These modules only read patterns; `gpuwordle.rules` and the backends compute them.
"""
