"""The ``pairs`` command."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from gpuwordle.cli.openers import SHOWN
from gpuwordle.cli.options import (
    AnswersOption,
    BackendOption,
    DistinctOption,
    ExcludeOption,
    FoldAccentsOption,
    FormatOption,
    LengthOption,
    MemoryOption,
    OutputOption,
    PoolOption,
    StrictOption,
    VocabularyOption,
    load_vocabulary,
)
from gpuwordle.cli.output import emit
from gpuwordle.cli.parsers import at_least
from gpuwordle.cli.progress import progress_bar
from gpuwordle.errors import UserError

if TYPE_CHECKING:
    from gpuwordle.backends.backend import Backend
    from gpuwordle.openers.joint_openers import OpenerSet
    from gpuwordle.tree.decision_tree import DecisionTree

Finish = Literal["greedy", "optimal"]

LONGEST = 1800.0
"""Seconds that pairs may take by the estimate without being asked for again."""

MOST_WORDS = 20


def pairs(
    vocabulary: VocabularyOption = None,
    answers: AnswersOption = None,
    exclude: ExcludeOption = None,
    length: LengthOption = 5,
    score: Annotated[
        Literal["minimax", "expected-size", "entropy", "buckets"],
        typer.Option("--score", help="What makes words good together."),
    ] = "entropy",
    given: Annotated[
        str | None,
        typer.Option(
            "--with",
            metavar="WORDS",
            show_default="none",
            help="Words that are among them, such as crane or parse,clint; the rest are found.",
        ),
    ] = None,
    guesses: Annotated[
        int,
        typer.Option(
            "--guesses",
            metavar="N",
            parser=at_least(2, MOST_WORDS),
            help="How many words are played first.",
        ),
    ] = 2,
    top: Annotated[
        int, typer.Option("--top", metavar="K", parser=at_least(1), help="How many to rank.")
    ] = 1,
    pool: PoolOption = "all",
    finish: Annotated[
        Finish | None,
        typer.Option(
            "--finish",
            show_default="none",
            help="Play every hidden word to its end: greedy takes the best guess by the score, "
            "optimal the fewest guesses that there are.",
        ),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Go on however long it takes by the estimate.")
    ] = False,
    distinct_letters: DistinctOption = False,
    strict: StrictOption = False,
    fold_accents: FoldAccentsOption = False,
    backend: BackendOption = "auto",
    memory: MemoryOption = None,
    format: FormatOption = "table",
    output: OutputOption = None,
) -> None:
    """Find the best two words to play first, whatever the clues.

    The patterns of the words together split all answers; the four scores are those of first-guess,
    of the parts that are left. The best pair of all is found with certainty, and so is the best
    word beside others (--with). Three words or more (--guesses) are found greedily, from the best
    pairs, which is said. Equal ones rank by: may itself be the answer, then the list's order.

    With --finish all of these words are played in every game, unless one is the answer, and then
    the rest: so many guesses over all hidden words it takes.

    Examples: gpuwordle pairs -v wordle --top 5;
    gpuwordle pairs -v wordle --with crane --score buckets;
    gpuwordle pairs -v wordle --with parse,clint --finish optimal
    """
    from gpuwordle.backends.table import choose
    from gpuwordle.openers.joint_openers import best_pairs, is_exact
    from gpuwordle.rules.conditions import Conditions
    from gpuwordle.words.letters import normalise

    chosen = _words(given)
    if len(chosen) > guesses:
        raise UserError(
            f"--with names {len(chosen)} words, and {guesses} are played: give --guesses "
            f"{len(chosen)}"
        )
    backend_class = choose(backend)  # says that it is missing before any list is read
    backend_class.warm_up()
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
    engine = backend_class(words)
    chosen = [normalise(word, fold_accents=fold_accents) for word in chosen]
    for word in chosen:
        words.find(word)
    if not chosen and not yes:
        _check_work(engine, pool)
    played: list[DecisionTree | None] = []
    with progress_bar("loading", engine.name) as bar:
        share = 1.0 if finish is None else 0.9
        found = best_pairs(
            words,
            score,
            Conditions(pool),
            given=chosen,
            words=guesses,
            top=top,
            backend=engine,
            progress=bar.part(f"{guesses} of {len(words.guesses):,} guesses", 0.0, share),
        )
        for number, one in enumerate(found):
            part = (1.0 - share) / len(found)
            progress = bar.part(" ".join(one.guesses), share + number * part, part)
            played.append(_played(one, finish, score, engine, progress))
    exact = is_exact(len(chosen), guesses)
    rows = [
        {
            "score": score,
            "rank": rank,
            "vocabulary": words.name,
            "length": words.length,
            "answers": len(words.answers),
            "playable": len(words.guesses),
            "words": list(one.guesses),
            "candidates": list(one.candidates),
            "largest": one.largest,
            "expected_size": one.expected_size,
            "entropy": one.entropy,
            "bits_left": one.bits_left,
            "buckets": one.buckets,
            "best": exact,
            "finish": finish,
            "total": None if tree is None else tree.total,
            "average": None if tree is None else tree.mean,
            "worst": None if tree is None else tree.worst,
        }
        for rank, (one, tree) in enumerate(zip(found, played, strict=True), start=1)
    ]
    how = "" if exact else ", each extended greedily from the best"
    title = f"Openers played together, {words.name}: by {score}{how}"
    emit(rows if format == "json" else list(_flat(rows)), format, output, {title: _shown(rows)})


def _words(given: str | None) -> list[str]:
    """Read the words of ``--with``."""
    if given is None:
        return []
    words = [word.strip() for word in given.split(",")]
    if not all(words):
        raise UserError(f"--with {given!r:.60} lacks a word: give words such as parse,clint")
    return words


def _check_work(engine: Backend, pool: Literal["all", "candidates"]) -> None:
    """Refuse to search pairs for hours unasked."""
    from gpuwordle.cli.dry_run import duration
    from gpuwordle.openers.joint_openers import estimate

    words = engine.vocabulary
    guesses = len(words.guesses if pool == "all" else words.answers)
    seconds = estimate(words, pool=pool, backend=engine)
    if seconds > LONGEST:
        raise UserError(
            f"{guesses * (guesses - 1) // 2:,} pairs of {guesses:,} guesses on "
            f"{len(words.answers):,} answers take up to {duration(seconds)} here with "
            f"{engine.name}: add --yes to go on, or --with WORD, or --pool candidates"
        )


def _played(
    one: OpenerSet, finish: Finish | None, score: str, engine: Backend, progress: Any
) -> DecisionTree | None:
    """Play every hidden word from some openers on, and check the games by the rules."""
    from gpuwordle.openers.joint_openers import finish as play
    from gpuwordle.tree.check import verify

    if finish is None:
        return None
    strategy = score if finish == "greedy" else finish
    tree = play(engine.vocabulary, one.guesses, strategy, backend=engine, progress=progress)
    verify(tree, engine.vocabulary)
    return tree


def _shown(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """One line a set, with its scores and, where it was played, its games."""
    return [
        {
            "rank": row["rank"],
            "guesses": " ".join(row["words"]),
            "may be hidden": " ".join("yes" if may else "no" for may in row["candidates"]),
            **{title: spec.format(row[name]) for title, name, spec in SHOWN.values()},
            "bits left": f"{row['bits_left']:.4f}",
            **(
                {}
                if row["finish"] is None
                else {
                    "total": row["total"],
                    "average": f"{row['average']:.4f}",
                    "at most": row["worst"],
                }
            ),
        }
        for row in rows
    ]


def _flat(rows: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """One cell a value, as CSV needs it: lists become words apart by spaces."""
    for row in rows:
        yield {
            **row,
            "words": " ".join(row["words"]),
            "candidates": " ".join("yes" if may else "no" for may in row["candidates"]),
        }
