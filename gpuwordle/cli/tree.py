"""Commands that show the play of one strategy: ``tree``, all of it, and ``simulate``, one game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import typer

from gpuwordle.cli.messages import say
from gpuwordle.cli.options import (
    OBJECTIVE,
    SECONDS,
    ComputeOptions,
    GameWordOptions,
    OneLengthOptions,
    OneStrategyOptions,
    argument,
    flag,
    format_option,
    given_options,
    number_option,
    seed_option,
)
from gpuwordle.cli.output import FileOptions, TableOptions
from gpuwordle.cli.progress import progress_bar
from gpuwordle.columns import Column, table_of
from gpuwordle.errors import UserError, counted
from gpuwordle.rules.case import isolated
from gpuwordle.rules.conditions import Objective
from gpuwordle.words.letters import abridged

if TYPE_CHECKING:
    from gpuwordle.tree.decision_tree import Optimality

SHOWN_WORDS = 8
"""Number of remaining words in a table of turns."""


class _TreeOutput(FileOptions):
    format: Literal["text", "json", "dot", "html"] = format_option(
        "text", "Output format; dot is for Graphviz, html is one page that works offline."
    )


def tree(
    context: typer.Context,
    lists: OneLengthOptions,
    play: OneStrategyOptions,
    compute: ComputeOptions,
    out: _TreeOutput,
    optimal: bool = flag("Play optimally; short for --strategy optimal."),
    objective: Objective = OBJECTIVE,
    seconds: float | None = SECONDS,
    turns: int | None = number_option("Turns to show, in text and dot.", show_default="all"),
) -> None:
    """Print the decision tree of a strategy: its guess after every pattern.

    A line has a pattern, the guess that follows it, and how many answers reach it; "-" if
    --allowed leaves no guess. A summary (total guesses, average, longest game) goes to standard
    error. With --optimal, no tree takes fewer guesses; if the search was stopped, the summary has
    the gap to the proven bound.

    Examples: gpuwordle tree -v wordle -s entropy --turns 2;
    gpuwordle tree -v wordle -s buckets --format json -o buckets.json;
    gpuwordle tree -v wordle --format html -o tree.html;
    gpuwordle tree -v wordle --optimal --opener crane --hard --allowed 6
    """
    from gpuwordle.strategies.optimal import Optimal, SolverStrategy
    from gpuwordle.tree.build import grow, optimality
    from gpuwordle.tree.check import check_tree
    from gpuwordle.web.page import tree_page

    engine = compute.engine()
    strategy, settings = play.strategy, play.settings
    searching = {"objective": objective, "seconds": seconds}
    given = given_options(context)
    if optimal and strategy != Optimal.name and "strategy" in given:
        raise UserError(f"--optimal and --strategy {strategy} contradict each other: drop one")
    for twice in searching.keys() & settings.keys() & given:
        raise UserError(f"--{twice} and --option {twice}=... are the same option: drop one")
    if optimal or strategy == Optimal.name:
        strategy, settings = Optimal.name, {**searching, **settings}
    elif searching != {"objective": "total", "seconds": None}:
        raise UserError("--objective and --seconds only apply to optimal play: add --optimal")
    player = play.player(strategy, **settings)
    words = lists.load_words(out.output)
    proven: Optimality | None = None
    with progress_bar("growing") as bar:
        grown = grow(
            words,
            player,
            play.conditions(),
            opener=play.opener,
            backend=engine(words),
            progress=bar.part(f"tree of {strategy}"),
        )
        if isinstance(player, SolverStrategy):
            check_tree(grown, grown.vocabulary)
        if isinstance(player, Optimal):
            proven = optimality(grown, player, opener_given=play.opener is not None)
    if out.format == "json":
        text = grown.to_json(proven)
    elif out.format == "html":
        text = tree_page(grown.to_json(proven), grown.vocabulary)
    else:
        text = grown.to_text(turns) if out.format == "text" else grown.to_dot(turns)
    text = text.rstrip("\n") + "\n"
    out.write(text if out.plain else isolated(text))
    options = f" ({', '.join(map(str, play.option))})" if play.option else ""
    say(f"{strategy}{options} from {grown.opener}: {grown.summary(proven)}")


TURNS = (
    Column("guess", lambda move: move.guess),
    Column("pattern", lambda move: move.pattern.marks(move.guess)),
    Column("may be hidden", lambda move: move.candidate),
    Column("before", lambda move: move.before),
    Column("after", lambda move: move.after),
    Column("words", lambda move: "" if move.pattern.solved else abridged(move.left, SHOWN_WORDS)),
)


def simulate(
    *,
    answer: str = argument("The word to find.", "ANSWER"),
    lists: GameWordOptions,
    play: OneStrategyOptions,
    compute: ComputeOptions,
    out: TableOptions,
    seed: int = seed_option(default=0),
) -> None:
    """Show one game of a strategy turn by turn; it is the game that benchmark plays.

    Examples: gpuwordle simulate caper -v wordle -s minimax --pool all;
    gpuwordle simulate mummy -v wordle --opener crane --hard --format json
    """
    from gpuwordle.assistant.simulate import simulate as played

    engine = compute.engine()
    player = play.player(play.strategy, **play.settings)
    loaded = lists.load(out.output)
    hidden = loaded.language.normalise(answer)
    words = lists.of_length(loaded, len(hidden))
    with progress_bar("playing"):
        game = played(
            words,
            player,
            play.conditions(),
            answer=hidden,
            opener=play.opener,
            seed=seed,
            backend=engine(words),
        )
    rows: list[dict[str, Any]] = [
        {"answer": game.answer, "turn": turn, **move.to_dict(), "left": list(move.left)}
        for turn, move in enumerate(game.moves, start=1)
    ]
    end = counted(len(game), "guess", "guesses") if game.solved else "not found"
    tables = {f"{play.strategy} on {hidden}: {end}": table_of(game.moves, TURNS)}
    out.emit(rows, tables, data=game.to_dict())
