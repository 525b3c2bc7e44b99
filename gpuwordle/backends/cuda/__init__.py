"""CUDA C through CuPy.

- `backend`: what it offers; `tiles`: how work is cut into what fits the device.
- `device`, `source`: the device, and the kernels' text with its variants.
- `queues`: several orders of work at a time.
- `words`: a vocabulary on the device; `groups`: candidates there, and how they are laid out.
- `plan`, `rows`: which letter rows guesses need, and the rows.
- `scoring`: which kernel a group gets.
- `leaders`, `in_flight`: the best guesses on all answers, of several vocabularies at a time.
- `bounds`: what no guess can beat, and which guesses that leaves.
- `levels`: trees whose levels stay on the device.
- `joint`, `most`: the best pairs of guesses, and the most buckets of many sets.
"""
