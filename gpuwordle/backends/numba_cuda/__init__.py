"""An NVIDIA GPU for those who have numba-cuda and not CuPy.

- `backend`: what it offers.
- `kernels`: the kernels.
"""
