"""CUDA C sources of the GPU backend, which `gpuwordle.backends.cuda_source` finds and joins."""
