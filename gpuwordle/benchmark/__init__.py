"""Every hidden word, with every strategy: units of work, on this process or any executor.

- `tasks`: what is played.
- `run`: play it, those tasks that are not finished yet.
- `player`: one task.
- `progress`: how far a run is.
- `estimate`: how long a run would take.
- `board_games`: games of several boards, and how many are won.
"""
