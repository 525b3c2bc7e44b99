"""Decision trees: every game of a deterministic strategy.

- `decision_tree`: the tree, its numbers and its forms.
- `build`: growth of a tree, and the proof of an optimal one.
- `check`: replay of games and trees by the rules.
- `decision_process`: the value of a tree as a Markov decision process, exactly.
- `formats`: a tree as text, nested dicts and Graphviz, and as a list in notebooks.
"""
