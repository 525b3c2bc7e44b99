"""The engine next to a player: what remains, what to guess next, and what each move cost.

- `moves`: clues and guesses as players give them, and messages about those that do not fit.
- `adviser`: a vocabulary with its backend and solver, and positions: the candidates after clues.
- `interval`: numbers that are known exactly, or as bounds.
- `exact`: what optimal play takes from a position, within a time limit.
- `plain_solver`: exact search of a few candidates without compiled code.
- `greedy`: games played by entropy, as upper bounds.
- `known_play`: results of optimal play that come with the package.
- `ranking`: the best guesses of a position, and all that are equally good.
- `reasons`: why a guess is good or poor, in words.
- `suggest`: what to guess next.
- `review`: what each move of a game cost.
- `game`: a game in progress.
- `boards`: several boards at once.
- `opponents`: a host with a hidden word, and the adversary.
- `archive`: whether recorded games are possible.
- `simulate`: one game of a strategy, turn by turn.
- `display`: results as plain values, and as tables in notebooks.
"""
