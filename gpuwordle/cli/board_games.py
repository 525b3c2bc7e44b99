"""``benchmark --boards``: games of several boards, and how many are won."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpuwordle.cli.options import load_vocabularies
from gpuwordle.cli.output import emit, write_text
from gpuwordle.cli.progress import progress_bar
from gpuwordle.errors import UserError
from gpuwordle.files import check_place, is_standard_output

if TYPE_CHECKING:
    from gpuwordle.benchmark.board_games import BoardsOutcome
    from gpuwordle.words.vocabulary import Vocabulary

TAKEN = {
    *("boards", "output", "vocabulary", "answers", "exclude", "lengths", "strategy", "hard"),
    *("opener", "allowed", "seed", "seeds", "sample", "distinct_letters", "strict"),
    *("fold_accents", "backend", "memory"),
}
"""Options of ``benchmark`` that mean something for several boards."""


def play_sample(asked: Mapping[str, Any], given: set[str]) -> None:
    """Play what was asked for, print what it came to, and write the games where a file is named.

    Parameters
    ----------
    asked
        The options of ``benchmark`` by name.
    given
        Those that the user gave.

    Raises
    ------
    UserError
        If one of them is not for several boards, no sample is asked for, the words cannot be
        loaded, or the file cannot be written.
    """
    from gpuwordle.backends.table import choose
    from gpuwordle.benchmark.board_games import play_drawn
    from gpuwordle.games.boards import check_conditions
    from gpuwordle.rules.conditions import Conditions

    for name in sorted(given - TAKEN):
        option = name.replace("_", "-")
        raise UserError(f"--{option} is not for games of several boards: leave it out")
    for strategy in asked["strategy"] or ["entropy"]:
        check_conditions(strategy, asked["hard"])
    if asked["sample"] is None:
        raise UserError("there are too many games of several boards to play all: give --sample N")
    output: Path | None = asked["output"]
    if output is not None:
        check_place(output)
    engine = choose(asked["backend"])
    vocabularies = load_vocabularies(
        asked["vocabulary"],
        asked["answers"],
        asked["lengths"],
        asked["distinct_letters"],
        output,
        exclude=asked["exclude"],
        strict=asked["strict"],
        fold_accents=asked["fold_accents"],
    )
    played: list[tuple[Vocabulary, int, BoardsOutcome]] = []
    seeds = asked["seed"] or [0]
    parts = len(vocabularies) * len(seeds)
    with progress_bar("starting", engine.name) as bar:
        for words in vocabularies:
            backend = engine(words)
            for seed in seeds:
                done = len(played) / parts
                outcome = play_drawn(
                    words,
                    boards=asked["boards"],
                    games=asked["sample"],
                    seed=seed,
                    conditions=Conditions(allowed=asked["allowed"]),
                    opener=asked["opener"],
                    backend=backend,
                    progress=bar.part(f"{words.length} letters, seed {seed}", done, 1 / parts),
                )
                played.append((words, seed, outcome))
    if output is not None:
        write_text(_games(played), output)
        if is_standard_output(output):
            return
    rows = [_row(*one) for one in played]
    emit(rows, "table", None, {f"Games of {asked['boards']} boards by entropy": rows})


def _row(words: Vocabulary, seed: int, outcome: BoardsOutcome) -> dict[str, Any]:
    from gpuwordle.report.tables import percent

    low, high = outcome.interval
    return {
        "vocabulary": words.name,
        "length": words.length,
        "seed": seed,
        "games": len(outcome.games),
        "allowed": outcome.allowed,
        "won": outcome.won,
        "won (%)": percent(outcome.won, len(outcome.games)),
        "95 % interval": f"{low:.2f} to {high:.2f}",
        "average": f"{outcome.mean:.4f}" if outcome.won else "",
        "at most": int(outcome.games.counts[outcome.games.won].max(initial=0)),
        "seconds": f"{outcome.seconds:.2f}",
    }


def _games(played: list[tuple[Vocabulary, int, BoardsOutcome]]) -> str:
    """Write every game as a line of CSV; words and turns are apart by spaces."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["vocabulary", "length", "seed", "game", "answers", "guesses", "turns", "won"])
    for words, seed, outcome in played:
        games = outcome.games
        for number, hidden in enumerate(games.answers.tolist()):
            writer.writerow(
                [
                    words.name,
                    words.length,
                    seed,
                    number,
                    " ".join(words.answers[answer] for answer in hidden),
                    " ".join(words.guesses[guess] for guess in games.guesses[number]),
                    " ".join(map(str, games.finished[number].tolist())),
                    bool(games.won[number]),
                ]
            )
    return text.getvalue()
