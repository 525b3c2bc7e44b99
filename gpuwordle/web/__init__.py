"""The page in a browser: one static bundle, alone in a file or served over the engine."""
