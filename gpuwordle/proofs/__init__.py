"""Proofs about all openers of a list: none does better than the best.

- `openers`: find the best openers by optimal play, and prove that none is better.
- `checkpoints`: where a proof stands, on disk, so that it can go on after a stop.
"""
