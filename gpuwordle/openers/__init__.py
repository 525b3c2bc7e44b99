"""First guesses: how well each word of a vocabulary opens the game.

- `first_guesses`: the scores of words, the best of them, and the buckets that a word makes.
- `score_columns`: the columns of their scores in tables.
- `joint_openers`: words that are played together whatever the clues: the best, their scores, and
  the games after them.
"""
