"""CUDA C through CuPy.

- `backend`: what it offers; cuts work into tiles that fit the device.
- `device`, `source`: the device, and the kernels' text with its variants.
- `groups`: candidates on the device, and how they are laid out.
- `rows`, `scoring`: letter rows, and which kernel a group gets.
- `levels`: trees whose levels stay on the device.
- `joint`, `most`: the best pairs of guesses, and the most buckets of many sets.
"""
