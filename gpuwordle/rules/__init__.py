"""The rule of the game and what a game is played under.

- `codes`: colours as base-3 numbers and back, on arrays.
- `case`: lower case, capitals, scripts without them, and which way a word runs.
- `pattern`: the rule for two words, and how a pattern is written and read.
- `tiles`: how the guesses of a game are drawn in HTML.
- `conditions`: pool, hard mode, filter, guesses allowed.
"""
