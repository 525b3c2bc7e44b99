"""Where patterns and statistics are computed; all backends return the same integers.

- `backend`: the contract of a backend, with a definition of every result.
- `table`: the backends by name, and the choice of one.
- `narrowing`: branch and bound over the guesses of one large group.
- `preparation`: the time in which kernels were compiled or loaded.
- `numpy_cpu`: plain NumPy, the reference.
- `numba_cpu`: compiled loops in threads.
- `cuda`: CUDA C through CuPy.
- `numba_cuda`: an NVIDIA GPU through numba-cuda.
"""
