"""Games: played level by level, many at once.

- `games`: games as columns.
- `nodes`: the table of nodes that games run through.
- `level`: the nodes of one turn.
- `children`: what a guess makes of nodes: buckets, or several buckets together.
- `growth`: level after level, each state scored once.
- `by_key`: the same where a key decides: levels stay where the backend keeps them.
- `rollouts`: games that go by chance, each on its own.
- `choices`: what a program chooses for games, checked before they are played.
- `play`: a strategy over every hidden word.
- `boards`: games of several boards, every guess on all of them; `last_words` ends them exactly.
"""
