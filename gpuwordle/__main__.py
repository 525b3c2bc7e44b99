"""Run the command line as ``python -m gpuwordle``."""

from gpuwordle.cli import main

if __name__ == "__main__":
    main()
