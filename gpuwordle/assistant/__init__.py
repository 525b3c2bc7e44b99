"""The engine beside a player: what remains, what next and why, and what each move cost.

- `hosts`: who hides the word: one that keeps to a word, and the adversary.
- `simulate`: one game of a strategy, turn by turn.
"""
