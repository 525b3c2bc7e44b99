"""Every strategy over every hidden word: units of work, in this process or on any executor.

- `tasks`: what is played.
- `run`: play the tasks that are not finished, and report the progress.
- `task_runner`: play one task.
- `estimate`: how long a run would take.
- `drawn_games`: random games of several boards, and the share that is won.
"""
