"""The engine beside a player: what remains, what next and why, and what each move cost."""
