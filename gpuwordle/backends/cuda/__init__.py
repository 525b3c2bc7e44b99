"""CUDA C through CuPy.

- `backend`: what it offers; cuts work into tiles that fit the device.
- `device`, `source`: the device, and the kernels' text with its variants.
- `plan`, `rows`: which letter rows guesses need, and the rows.
- `scoring`: which kernel a group gets.
- `joint`, `most`: the best pairs of guesses, and the most buckets of many sets.
"""
