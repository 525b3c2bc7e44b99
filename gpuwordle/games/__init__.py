"""Games: played level by level, many at once.

- `games`: games as columns.
- `play`: a strategy over every hidden word.
- `growth`, `nodes`: level by level, each state scored once.
- `rollouts`: games that go by chance, each on its own.
"""
