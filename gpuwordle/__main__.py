"""Run the command line as ``python -m gpuwordle``."""

from gpuwordle.cli.program import main

if __name__ == "__main__":
    main()
