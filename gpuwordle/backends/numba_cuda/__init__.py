"""An NVIDIA GPU through numba-cuda, for machines that have no CuPy.

- `backend`: the methods of the backend.
- `kernels`: the kernels.
"""
