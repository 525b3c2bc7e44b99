"""The rules of the game, for one word at a time, and the conditions of a game.

- `colours`: grey, yellow and green: their numbers, their names, and the palettes of tiles.
- `feedback`: the contract of a rule of feedback: what a guess gets from an answer.
- `wordle`, `mastermind`, `jotto`, `greens`: the rules; `built_in` is their table, and `named` also
  finds those of packages.
- `planes`: the bytes of a code, and which letters each holds.
- `codes`: patterns as base-3 numbers and back, on arrays.
- `case`: lower and upper case, scripts without case, and the direction of words.
- `pattern`: the pattern of a guess against an answer, and how patterns are written and read.
- `hard_mode`: whether a word is legal after some clues.
- `tiles`: games drawn as text, emoji, HTML and Graphviz; shared results; the keyboard.
- `conditions`: pool, hard mode, filter, guesses allowed and excluded words.
"""
