"""Decision trees: what a deterministic strategy does, whatever is hidden.

The root guesses first; each pattern that the guess can get leads to the node that guesses next; a
game ends where the guess is the answer. All games of a strategy together are its tree, so totals,
distributions and worst words are read off it.

- `decision_tree`: the tree.
- `build`: grow it.
- `check`: replay every answer by the rules.
- `output`: text, JSON, Graphviz.
"""
