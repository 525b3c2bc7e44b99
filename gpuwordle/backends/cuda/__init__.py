"""CUDA C through CuPy.

- `backend`: what it offers; cuts work into tiles that fit the device.
- `device`, `source`: the device, and the kernels' text with its variants.
- `queues`: several orders of work at a time.
- `words`: a vocabulary on the device.
- `plan`, `rows`: which letter rows guesses need, and the rows.
- `scoring`: which kernel a group gets.
- `leaders`, `in_flight`: the best guesses on all answers, of several vocabularies at a time.
- `joint`, `most`: the best pairs of guesses, and the most buckets of many sets.
"""
