"""Statistics of guesses on candidates, in integers.

- `groups`: candidate sets that are scored together, and checks of indices.
- `statistics`: the four numbers of a partition, and the keys that strategies minimise.
- `logs`: integer logarithms.
- `contributions`: the rule on arrays: what a letter adds to a code.
"""
