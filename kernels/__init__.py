"""CUDA C sources of the GPU backend, which `gpuwordle.backends.cuda.source` finds and joins."""
