"""What a guess does to candidates, in integers.

- `groups`: candidate sets that are scored together.
- `indices`: those that come from Python, checked before a compiled loop sees them.
- `statistics`: the four numbers of a partition, and the keys that strategies minimise.
- `logs`: integer logarithms.
- `rows`: which letter rows make up the codes of guesses.
- `contributions`: what a letter adds to a code: the rule on arrays.
"""
