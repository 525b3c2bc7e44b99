"""The fast CPU backend: compiled loops over letter rows, in threads.

- `backend`: what it offers.
"""
