"""What a guess does to candidates, in integers.

- `groups`: candidate sets that are scored together.
- `statistics`: the four numbers of a partition, and the keys that strategies minimise.
- `logs`: integer logarithms.
- `rows`: codes as sums of precomputed bytes.
"""
