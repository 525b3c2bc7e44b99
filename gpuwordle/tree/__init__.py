"""Decision trees: what a deterministic strategy does, whatever is hidden.

- `decision_tree`: the tree, and what is read off it.
- `build`: grow it.
- `check`: replay every answer by the rules.
- `decision_process`: what a tree is worth, exactly.
- `optimality`: how far a tree is proven to be the best.
- `walk`: nodes in the order in which a tree is drawn.
- `output`: text, JSON, Graphviz.
"""
