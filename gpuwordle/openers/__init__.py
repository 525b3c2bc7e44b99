"""First guesses: how well every word of a vocabulary opens the game.

- `opener`: a first guess and its four scores.
- `best`: the best, pruned or exhaustive.
- `notebook`: how both are shown in a notebook.
- `partitions`: the buckets that a guess makes of all answers.
- `together`: words that are played together whatever the clues: their scores, and their games.
- `pairs`: the best of them.
"""
