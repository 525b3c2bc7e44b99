"""The ``tree`` command."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import typer

from gpuwordle.cli.game_options import (
    AllowedOption,
    FilterOption,
    HardOption,
    ObjectiveOption,
    OpenerOption,
    SecondsOption,
    SettingsOption,
    StrategyOption,
    StrategyPoolOption,
)
from gpuwordle.cli.messages import say
from gpuwordle.cli.options import (
    AnswersOption,
    BackendOption,
    DistinctOption,
    ExcludeOption,
    FoldAccentsOption,
    LengthOption,
    MemoryOption,
    OutputOption,
    StrictOption,
    VocabularyOption,
    as_read,
    load_vocabulary,
)
from gpuwordle.cli.output import is_plain, write_text
from gpuwordle.cli.parsers import at_least
from gpuwordle.cli.progress import progress_bar
from gpuwordle.errors import UserError, counted
from gpuwordle.rules.case import isolated
from gpuwordle.rules.conditions import Conditions


def tree(
    context: typer.Context,
    strategy: StrategyOption = "entropy",
    vocabulary: VocabularyOption = None,
    answers: AnswersOption = None,
    exclude: ExcludeOption = None,
    length: LengthOption = 5,
    pool: StrategyPoolOption = None,
    hard: HardOption = False,
    filter: FilterOption = "pattern",
    option: SettingsOption = None,
    opener: OpenerOption = None,
    allowed: AllowedOption = None,
    optimal: Annotated[
        bool, typer.Option("--optimal", help="Play optimally, as --strategy optimal does.")
    ] = False,
    objective: ObjectiveOption = "total",
    seconds: SecondsOption = None,
    memory: MemoryOption = None,
    turns: Annotated[
        int | None,
        typer.Option(
            "--turns",
            metavar="N",
            parser=at_least(1),
            show_default="all",
            help="Turns to show, in text and dot.",
        ),
    ] = None,
    distinct_letters: DistinctOption = False,
    strict: StrictOption = False,
    fold_accents: FoldAccentsOption = False,
    backend: BackendOption = "auto",
    format: Annotated[
        Literal["text", "json", "dot", "html"],
        typer.Option(
            "--format",
            "-f",
            help="How to print; dot is for Graphviz, html one page that opens offline.",
        ),
    ] = "text",
    output: OutputOption = None,
) -> None:
    """Print the decision tree of a strategy: what it guesses after every pattern.

    The sums of the tree (guesses, average, longest game) go to standard error. With --optimal no
    tree takes fewer guesses; where the search was stopped, the gap to what is proven is said.

    Examples: gpuwordle tree -v wordle -s entropy --turns 2;
    gpuwordle tree -v wordle -s buckets --format json -o buckets.json;
    gpuwordle tree -v wordle --format html -o tree.html;
    gpuwordle tree -v wordle --optimal --opener crane --hard --allowed 6
    """
    from gpuwordle.backends.table import choose
    from gpuwordle.strategies.optimal import Optimal
    from gpuwordle.strategies.table import strategy_named
    from gpuwordle.tree.build import grow
    from gpuwordle.tree.check import verify
    from gpuwordle.tree.optimality import Optimality, optimality
    from gpuwordle.web.page import tree_page

    engine = choose(backend)
    settings: dict[str, Any] = {setting.name: setting.value for setting in option or []}
    searching = {"objective": objective, "seconds": seconds}
    named = context.get_parameter_source("strategy")
    if optimal and strategy != Optimal.name and named is not None and named.name != "DEFAULT":
        raise UserError(f"--optimal and --strategy {strategy} are two ways to play: leave one out")
    if optimal or strategy == Optimal.name:
        strategy, settings = Optimal.name, {**searching, **settings}
    elif searching != {"objective": "total", "seconds": None}:
        raise UserError(
            "--objective and --seconds are for optimal play: add --optimal, or leave them out"
        )
    player = strategy_named(strategy, **settings)
    conditions = Conditions(pool, hard, filter, allowed)
    player.settle(conditions)  # says what it cannot play before the words are read
    words = load_vocabulary(
        vocabulary,
        answers,
        length,
        distinct_letters,
        output,
        exclude=exclude,
        strict=strict,
        fold_accents=fold_accents,
    )
    proven: Optimality | None = None
    with progress_bar("growing", engine.name) as bar:
        grown = grow(
            words,
            player,
            conditions,
            opener=None if opener is None else as_read(opener, fold_accents),
            backend=engine(words),
            progress=bar.part(f"tree of {strategy}", 0.0, 1.0),
        )
        if isinstance(player, Optimal):
            verify(grown, grown.vocabulary)
            proven = optimality(grown, player, opener_given=opener is not None)
    if format == "json":
        text = grown.to_json(proven)
    elif format == "html":
        text = tree_page(grown.to_json(proven))
    else:
        text = grown.to_text(turns) if format == "text" else grown.to_dot(turns)
    text = text.rstrip("\n") + "\n"
    write_text(text if is_plain(output) else isolated(text), output)
    games = grown.games()
    won = len(games) - games.lost
    found = "no word found"
    if won:
        found = f"{counted(games.total, 'guess', 'guesses')} for {counted(won, 'word')}"
        found += f", average {games.mean:.4f}, at most {games.worst}"
    lost = f", {counted(games.lost, 'word')} not found" if games.lost else ""
    told = f" ({', '.join(map(str, option))})" if option else ""
    how = ""
    if proven is not None:
        how = f", proven: {proven.told}" if proven.proven else f"; {proven.told}"
    say(f"{strategy}{told} from {grown.opener}: {found}{lost}{how}")
