"""CUDA C through CuPy.

- `backend`: the methods of the backend.
- `device`: the device: memory, compilation and launches; why there is none.
- `source`: the text of the kernels, and its variants.
- `rows`: words, letter rows and groups on the device.
- `rule_rows`: rows of rules other than Wordle's.
- `scoring`: which kernel a group gets, launches, and tiles that fit in memory.
- `leaders`: the best guesses on all answers, of several vocabularies at a time, with bounds first.
- `levels`: trees whose levels stay on the device.
- `joint`, `most_buckets`: the best pairs of guesses, and the most buckets of many groups.
"""
