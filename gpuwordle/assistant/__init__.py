"""The engine beside a player: what remains, what next and why, and what each move cost.

- `moves`: clues and guesses as users give them.
- `adviser`: one vocabulary with what computes on it; positions, what clues have left.
- `interval`: numbers that are known, or between bounds.
- `exact`: what perfect play takes from a position, as far as `clock` gives it time;
  `plain_solver` searches a few candidates without compiled code, `greedy` plays by entropy where
  time is short, `ties` lists the best moves.
- `committed`: what it takes after first guesses of named lists, as the package knows it.
- `known_positions`: best play of positions that first guesses of named lists leave, in a table.
- `ranking`: the best guesses as a strategy ranks them.
- `suggest`: what to guess next.
- `review`: what each move of a game cost; `reasons` says why.
- `archive`: whether recorded games can have happened.
- `game`: a game in progress; `boards`: several at once.
- `hosts`: who hides the word: one that keeps to a word, and the adversary.
- `simulate`: one game of a strategy, turn by turn.
- `notebook`: how they are shown.
- `nothing_left`: what to say when no word fits.
"""
