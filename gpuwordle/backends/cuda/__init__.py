"""What the CUDA backend is made of: kernel sources, the device, letter rows and scoring."""
