"""Commands about first guesses: ``first-guess`` and ``score``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from gpuwordle.cli.game_options import AllowedOption, HardOption
from gpuwordle.cli.options import (
    WHOLE_RANGE,
    AnswersOption,
    BackendOption,
    DistinctOption,
    ExcludeOption,
    FoldAccentsOption,
    FormatOption,
    LengthsOption,
    MemoryOption,
    OutputOption,
    PoolOption,
    StrictOption,
    VocabularyOption,
    load_vocabularies,
    load_words,
)
from gpuwordle.cli.output import emit
from gpuwordle.cli.parsers import at_least, parse_lengths
from gpuwordle.cli.progress import progress_bar
from gpuwordle.errors import UserError
from gpuwordle.words.abridged import abridged

if TYPE_CHECKING:
    from gpuwordle.backends.backend import Backend
    from gpuwordle.openers.first_guesses import Opener
    from gpuwordle.progress import Progress
    from gpuwordle.rules.conditions import Conditions
    from gpuwordle.words.vocabulary import Vocabulary

EVERY_LENGTH = parse_lengths(WHOLE_RANGE)

# What each score looks like in a table: the column's title, the attribute of an opener, its digits.
SHOWN = {
    "minimax": ("largest bucket", "largest", "{}"),
    "expected-size": ("expected size", "expected_size", "{:.2f}"),
    "entropy": ("entropy (bits)", "entropy", "{:.4f}"),
    "buckets": ("buckets", "buckets", "{}"),
}


def first_guess(
    vocabulary: VocabularyOption = None,
    answers: AnswersOption = None,
    exclude: ExcludeOption = None,
    lengths: LengthsOption = EVERY_LENGTH,
    score: Annotated[
        Literal["minimax", "expected-size", "entropy", "buckets", "optimal", "all"],
        typer.Option(
            "--score",
            help="What makes a guess good; optimal is the total of optimal play, all is every "
            "score but that.",
        ),
    ] = "all",
    top: Annotated[
        int,
        typer.Option("--top", metavar="K", parser=at_least(1), help="How many guesses to rank."),
    ] = 1,
    hard: HardOption = False,
    allowed: AllowedOption = None,
    pool: PoolOption = "all",
    distinct_letters: DistinctOption = False,
    strict: StrictOption = False,
    fold_accents: FoldAccentsOption = False,
    backend: BackendOption = "auto",
    memory: MemoryOption = None,
    format: FormatOption = "table",
    output: OutputOption = None,
) -> None:
    """Find the best first guess for every word length.

    Four scores are known: the largest bucket (minimax), the expected bucket size, the entropy of
    the pattern in bits, and the number of buckets. The fifth, optimal, is the fewest guesses over
    all answers that any play takes after it, with --hard in hard mode, with --allowed within so
    many guesses a game, with proof. Equal guesses rank by: may itself be the answer, then the
    list's order.

    Examples: gpuwordle first-guess -v wordle --top 5 --score entropy;
    gpuwordle first-guess -v wordle -l 5 --score optimal --hard --top 10;
    gpuwordle first-guess -v my-words.txt --lengths 4-8 --format csv -o openers.csv
    """
    from gpuwordle.backends.table import choose
    from gpuwordle.openers.first_guesses import openers_of_lists
    from gpuwordle.rules.conditions import Conditions

    if score != "optimal" and (hard or allowed is not None):
        raise UserError("--hard and --allowed are for optimal play: add --score optimal")
    scores: list[str] = list(SHOWN) if score == "all" else [score]
    backend_class = choose(backend)  # says that it is missing before any list is read
    backend_class.warm_up()
    chosen = load_vocabularies(
        vocabulary,
        answers,
        lengths,
        distinct_letters,
        output,
        exclude=exclude,
        strict=strict,
        fold_accents=fold_accents,
    )
    if score == "optimal":
        rules = Conditions(hard=hard, allowed=allowed)
        optimal = [
            row for words in chosen for row in _optimal(words, backend_class(words), rules, top)
        ]
        emit(optimal, format, output, {f"Best first guesses, {chosen[0].name}": optimal})
        return
    work = [len(v.guesses) * len(v.answers) for v in chosen]
    rows: list[dict[str, Any]] = []
    with progress_bar("loading", backend_class.name) as bar:

        def asked() -> Iterator[tuple[Backend, Progress | None]]:
            for index, words in enumerate(chosen):
                done, all_work = sum(work[:index]), sum(work)
                label = f"{words.length} letters"
                yield (
                    backend_class(words),
                    bar.part(label, done / all_work, work[index] / all_work),
                )

        ranked = openers_of_lists(asked(), scores, top=top, pool=pool)
        for words, openers in zip(chosen, ranked, strict=True):
            rows.extend(_rows(words, openers))
    wide = top == 1 and len(scores) > 1
    table = list(_wide(rows) if wide else _ranked(rows))
    emit(rows, format, output, {f"Best first guesses, {chosen[0].name}": table})


def score(
    words: Annotated[list[str], typer.Argument(metavar="WORD", help="Guesses to score.")],
    vocabulary: VocabularyOption = None,
    answers: AnswersOption = None,
    exclude: ExcludeOption = None,
    distinct_letters: DistinctOption = False,
    strict: StrictOption = False,
    fold_accents: FoldAccentsOption = False,
    show: Annotated[
        int,
        typer.Option(
            "--show",
            metavar="K",
            parser=at_least(0),
            help="How many of the largest buckets to list.",
        ),
    ] = 5,
    backend: BackendOption = "auto",
    memory: MemoryOption = None,
    format: FormatOption = "table",
    output: OutputOption = None,
) -> None:
    """Score given first guesses, and show the buckets that they make.

    Prints all four scores of each word, the sizes of its buckets, and the words in its largest
    ones. Words of several lengths may be given.

    Example: gpuwordle score crane salet -v wordle
    """
    from gpuwordle.backends.table import choose
    from gpuwordle.openers.first_guesses import partition
    from gpuwordle.words.letters import normalise

    backend_class = choose(backend)
    loaded = load_words(
        vocabulary,
        answers,
        output,
        exclude=exclude,
        strict=strict,
        fold_accents=fold_accents,
    )
    engines: dict[int, Backend] = {}
    rows = []
    with progress_bar("scoring", backend_class.name):
        for word in (normalise(written, fold_accents=fold_accents) for written in words):
            if len(word) not in engines:
                chosen = loaded.of_length(len(word), distinct_letters=distinct_letters)
                engines[len(word)] = backend_class(chosen)
            engine = engines[len(word)]
            found = partition(engine.vocabulary, word, backend=engine)
            rows.append(
                {
                    **_opener_row(engine.vocabulary, found.opener),
                    "bucket_sizes": [len(bucket) for _, bucket in found.buckets],
                    "largest_buckets": [
                        {"score": pattern.marks(found.opener.guess), "words": list(bucket)}
                        for pattern, bucket in found.buckets[:show]
                    ],
                }
            )
    scores = [
        {
            "guess": row["guess"],
            "may be hidden": row["candidate"],
            **{title: spec.format(row[name]) for title, name, spec in SHOWN.values()},
            "bucket sizes": abridged([str(size) for size in row["bucket_sizes"]], 12),
        }
        for row in rows
    ]
    buckets = [
        {
            "guess": row["guess"],
            "score": bucket["score"],
            "size": len(bucket["words"]),
            "words": abridged(bucket["words"], 8),
        }
        for row in rows
        for bucket in row["largest_buckets"]
    ]
    tables = {f"First guesses, {loaded.name}": scores}
    if buckets:
        tables["Their largest buckets"] = buckets
    emit(rows if format == "json" else list(_flat(rows)), format, output, tables)


def _optimal(
    words: Vocabulary, engine: Backend, rules: Conditions, top: int
) -> Iterable[dict[str, Any]]:
    """Rank openers by optimal play."""
    from gpuwordle.proofs.first_moves import first_moves
    from gpuwordle.proofs.openers import prove_openers

    best = first_moves(words, rules, top=top)
    if best is None:
        with progress_bar("searching", engine.name) as bar:
            progress = bar.part(f"{words.length} letters", 0.0, 1.0)
            proof = prove_openers(words, rules, top=top, backend=engine, progress=progress)
            best = proof.best
    for rank, opener in enumerate(best, start=1):
        yield {
            "length": words.length,
            "score": "optimal",
            "rank": rank,
            "guess": opener.guess,
            "may be hidden": opener.candidate,
            "total": opener.total,
            "average": f"{opener.mean:.4f}",
            "hard": rules.hard,
            "allowed": rules.allowed,
        }


def _opener_row(words: Vocabulary, opener: Opener) -> dict[str, Any]:
    return {
        "vocabulary": words.name,
        "length": words.length,
        "answers": len(words.answers),
        "guesses": len(words.guesses),
        "guess": opener.guess,
        "candidate": opener.candidate,
        "largest": opener.largest,
        "expected_size": opener.expected_size,
        "entropy": opener.entropy,
        "buckets": opener.buckets,
    }


def _rows(words: Vocabulary, ranked: dict[str, list[Opener]]) -> Iterable[dict[str, Any]]:
    for name, openers in ranked.items():
        for rank, opener in enumerate(openers, start=1):
            yield {"score": name, "rank": rank, **_opener_row(words, opener)}


def _wide(rows: list[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """One line a length: the best word under each score, with its value."""
    for length in dict.fromkeys(row["length"] for row in rows):
        best = {row["score"]: row for row in rows if row["length"] == length}
        first = next(iter(best.values()))
        line = {"length": length, "answers": first["answers"], "guesses": first["guesses"]}
        if first["answers"] == first["guesses"]:
            del line["guesses"]
        for name, row in best.items():
            title, attribute, spec = SHOWN[name]
            line[title] = f"{row['guess']} {spec.format(row[attribute])}"
        yield line


def _ranked(rows: list[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """One line a guess, with all four of its scores."""
    for row in rows:
        yield {
            "length": row["length"],
            "score": row["score"],
            "rank": row["rank"],
            "guess": row["guess"],
            "may be hidden": row["candidate"],
            **{title: spec.format(row[name]) for title, name, spec in SHOWN.values()},
        }


def _flat(rows: list[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """One cell a value, as CSV needs it: lists become words apart by spaces."""
    for row in rows:
        yield {
            **row,
            "bucket_sizes": " ".join(map(str, row["bucket_sizes"])),
            "largest_buckets": " ".join(bucket["score"] for bucket in row["largest_buckets"]),
        }
