"""The rule of the game and what a game is played under.

- `colours`: grey, yellow, green, as numbers and tiles.
- `codes`: colours as base-3 numbers and back, on arrays.
- `case`: lower case, capitals, and scripts without them.
- `direction`: which way words run.
- `pattern`: the rule for two words, and how a pattern is written and read.
- `hard_mode`: whether a word is legal after clues.
- `palettes`: the colours that tiles are drawn in.
- `tiles`: how the guesses of a game are drawn: text, emoji, HTML, Graphviz.
- `keyboard`: the letters in rows, each in the best colour that it has shown.
- `share`: shared results, read back into patterns.
- `chance`: bits that follow from numbers.
- `conditions`: pool, hard mode, filter, guesses allowed.
"""
