"""The ``arena`` command: players in any language play the same games, and are judged."""

from __future__ import annotations

from pathlib import Path

from gpuwordle.cli.judge import emit_players, say_how_exact
from gpuwordle.cli.options import (
    ComputeOptions,
    LimitedRuleOptions,
    OneLengthOptions,
    file_option,
    number_option,
    option,
    seed_option,
    strategy_option,
    time_limit,
)
from gpuwordle.cli.output import TableOptions, say_wrote
from gpuwordle.cli.progress import progress_bar
from gpuwordle.columns import Column
from gpuwordle.errors import UserError, counted

FAULTS = tuple(map(Column, ("bad", "late", "ended")))


def arena(
    lists: OneLengthOptions,
    rules: LimitedRuleOptions,
    compute: ComputeOptions,
    out: TableOptions,
    player: list[str] | None = option(
        "Program that plays, with its arguments. It reads lines of JSON and writes a guess per "
        "line. Repeat for more.",
        metavar="COMMAND",
    ),
    strategy: list[str] | None = strategy_option(
        "Strategy that plays the same games: a name from `gpuwordle strategies`, or module:Class "
        "for your own. Repeat for more."
    ),
    games: int = number_option("Games of each player.", default=500),
    seed: int = seed_option("Seed for the answers and random choices.", default=0),
    guess_seconds: float = time_limit(
        "Time limit of a guess; a program that is late loses the turn and is restarted.",
        default=10.0,
    ),
    seconds: float = time_limit(
        "Time limit of the whole search for optimal play, as for judge.", default=300.0
    ),
    record: Path | None = file_option(
        "Write the games to this file, which judge reads; after Ctrl-C, those that are finished.",
        metavar="FILE.jsonl",
    ),
) -> None:
    """Let programs play, and compare every move with optimal play.

    A player is a program in any language. Its first line of input is a JSON object with the words
    (guesses, answers, length, allowed, hard) and needs no reply. Every further line is a turn:
    {"game": 0, "turn": 2, "guesses": ["crane"], "patterns": ["01020"]}, where 2 is green, 1 yellow
    and 0 grey. The program replies with one line, a word. A turn passes without a guess if the line
    is not a word of the list (column bad) or is too late (late), if the program ends (ended), or
    if hard mode forbids the word; the guess is then null. All players get the same answers, drawn
    by the seed. The other columns are those of judge.

    Examples: gpuwordle arena --player "python player.py" -v wordle --games 500 --seed 1;
    gpuwordle arena --player ./player -s entropy -v wordle --record games.jsonl
    """
    from gpuwordle.environment.arena import Player
    from gpuwordle.environment.arena import arena as played
    from gpuwordle.environment.judged import COLUMNS
    from gpuwordle.environment.players import Program

    players: list[Player] = [Program(command, guess_seconds) for command in player or []]
    players += strategy or []
    if not players:
        raise UserError('there is no player: give --player "COMMAND" or --strategy NAME')
    if record is not None and record.suffix.lower() != ".jsonl":
        raise UserError(f"--record {record} is not a file of JSON lines: give FILE.jsonl")
    words = lists.load_words(out.output, record)
    compute.engine()
    with progress_bar("playing") as bar:
        found = played(
            words,
            players,
            rules.conditions(),
            games=games,
            seconds=seconds,
            backend=compute.backend,
            seed=seed,
            memory=compute.memory,
            record=record,
            progress=bar.part(counted(games, "game")),
        )
    emit_players(found.players, (*COLUMNS, *(FAULTS if player else ())), words, out)
    if record is not None:
        say_wrote(record)
    say_how_exact(found.judged)
