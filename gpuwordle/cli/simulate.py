"""The ``simulate`` command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from gpuwordle.cli.game_options import (
    AllowedOption,
    FilterOption,
    HardOption,
    OpenerOption,
    SettingsOption,
    StrategyOption,
    StrategyPoolOption,
)
from gpuwordle.cli.options import (
    AnswersOption,
    BackendOption,
    DistinctOption,
    ExcludeOption,
    FoldAccentsOption,
    FormatOption,
    MemoryOption,
    OutputOption,
    StrictOption,
    VocabularyOption,
    as_read,
    load_vocabulary,
)
from gpuwordle.cli.parsers import LARGEST_SEED, at_least
from gpuwordle.cli.progress import progress_bar
from gpuwordle.errors import counted
from gpuwordle.rules.conditions import Conditions
from gpuwordle.words.letters import abridged

if TYPE_CHECKING:
    from gpuwordle.assistant.simulate import Simulation, Turn

SHOWN_WORDS = 8
"""Words left that a table shows."""


def simulate(
    answer: Annotated[
        str, typer.Argument(metavar="ANSWER", help="The hidden word.", show_default=False)
    ],
    strategy: StrategyOption = "entropy",
    vocabulary: VocabularyOption = None,
    answers: AnswersOption = None,
    exclude: ExcludeOption = None,
    pool: StrategyPoolOption = None,
    hard: HardOption = False,
    filter: FilterOption = "pattern",
    option: SettingsOption = None,
    opener: OpenerOption = None,
    allowed: AllowedOption = None,
    seed: Annotated[
        int,
        typer.Option(
            "--seed",
            metavar="N",
            parser=at_least(0, LARGEST_SEED),
            help="Seed of what the strategy draws by chance.",
        ),
    ] = 0,
    distinct_letters: DistinctOption = False,
    strict: StrictOption = False,
    fold_accents: FoldAccentsOption = False,
    backend: BackendOption = "auto",
    memory: MemoryOption = None,
    format: FormatOption = "table",
    output: OutputOption = None,
) -> None:
    """Show one game of a strategy, turn by turn: the game that the benchmark plays.

    Examples: gpuwordle simulate caper -v wordle -s minimax --pool all;
    gpuwordle simulate mummy -v wordle --opener crane --hard --format json
    """
    from gpuwordle.assistant.simulate import simulate as played
    from gpuwordle.backends.table import choose
    from gpuwordle.cli.output import emit, json_text, write_text
    from gpuwordle.strategies.table import strategy_named
    from gpuwordle.words.letters import normalise

    engine = choose(backend)
    player = strategy_named(strategy, **{setting.name: setting.value for setting in option or []})
    conditions = Conditions(pool, hard, filter, allowed)
    player.settle(conditions)  # says what it cannot play before the words are read
    hidden = normalise(answer, fold_accents=fold_accents)
    words = load_vocabulary(
        vocabulary,
        answers,
        len(hidden),
        distinct_letters,
        output,
        exclude=exclude,
        strict=strict,
        fold_accents=fold_accents,
    )
    with progress_bar("playing", engine.name):
        game = played(
            words,
            player,
            conditions,
            answer=hidden,
            opener=None if opener is None else as_read(opener, fold_accents),
            seed=seed,
            backend=engine(words),
        )
    if format == "json":
        write_text(json_text(game.to_dict(), output), output)
        return
    rows = [_row(game, turn, move) for turn, move in enumerate(game.moves, start=1)]
    title = f"{strategy} on {hidden}: " + (
        counted(len(game), "guess", "guesses") if game.solved else "not found"
    )
    shown = [_shown(move) for move in game.moves]
    emit(rows, format, output, {title: shown})


def _row(game: Simulation, turn: int, move: Turn) -> dict[str, Any]:
    """One line of CSV: words apart by spaces."""
    return {
        "answer": game.answer,
        "turn": turn,
        **move.to_dict(),
        "left": " ".join(move.left),
    }


def _shown(move: Turn) -> dict[str, Any]:
    return {
        "guess": move.guess,
        "score": move.pattern.marks(move.guess),
        "may be hidden": "yes" if move.candidate else "no",
        "before": move.before,
        "after": move.after,
        "words": "" if move.pattern.solved else abridged(move.left, SHOWN_WORDS),
    }
