"""Games played by a strategy, many together.

- `games`: games as columns of arrays.
- `nodes`: the table of nodes that games pass through.
- `growth`: trees grown level by level; each state is scored once, however many games share it.
- `rollouts`: games of strategies that draw at random, each followed separately.
- `choices`: checks of what users and strategies choose: openers, answers, guesses.
- `play`: a strategy against every answer.
- `board_games`: games of several boards, with every guess on all of them; `last_words`: exact
  play of their last words.
"""
