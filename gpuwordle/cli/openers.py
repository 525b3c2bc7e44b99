"""Commands about first guesses: ``first-guess``, ``score``, ``pairs`` and ``matrix``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from gpuwordle.cli.options import (
    ComputeOptions,
    EveryLengthOptions,
    GameWordOptions,
    OneLengthOptions,
    RuleOptions,
    argument,
    file_option,
    flag,
    number_option,
    option,
    pool_option,
)
from gpuwordle.cli.output import TableOptions, say_wrote
from gpuwordle.cli.progress import progress_bar
from gpuwordle.columns import Column, table_of
from gpuwordle.errors import UserError, duration
from gpuwordle.openers.score_columns import OPENER, SCORES, TOGETHER
from gpuwordle.rules.conditions import Conditions, PoolName
from gpuwordle.words.letters import abridged

if TYPE_CHECKING:
    from gpuwordle.backends.backend import Backend
    from gpuwordle.openers.first_guesses import Opener
    from gpuwordle.progress import Progress
    from gpuwordle.tree.decision_tree import DecisionTree
    from gpuwordle.words.vocabulary import Vocabulary

Score = Literal["minimax", "expected-size", "entropy", "buckets"]
Finish = Literal["greedy", "optimal"]

RANKED = (*(Column("length"), Column("score"), Column("rank")), *OPENER)
OPTIMAL = (
    *(Column("length"), Column("score"), Column("rank")),
    *OPENER[:2],
    *(Column("total"), Column("average", "mean", ".4f")),
    *(Column("hard"), Column("allowed")),
)
SCORED = (
    *OPENER,
    Column("bucket sizes", lambda row: abridged([str(size) for size in row["bucket_sizes"]], 12)),
)
BUCKETS = (
    *(Column("guess"), Column("pattern")),
    Column("size", lambda bucket: len(bucket["words"])),
    Column("words", lambda bucket: abridged(bucket["words"], 8)),
)
SETS = (Column("rank"), *TOGETHER)
FINISHED = (
    *(*SETS, Column("total"), Column("average", "mean", ".4f"), Column("at most", "worst")),
)

LONGEST = 1800.0
"""Estimated seconds above which ``pairs`` needs ``--yes``."""

MOST_WORDS = 20

TOP = number_option("How many of the best to list.", metavar="K", default=1)


def first_guess(
    lists: EveryLengthOptions,
    *,
    score: Literal[Score, "heaviest", "optimal", "all"] = option(
        "Score to rank by: minimax, expected-size, entropy, buckets, heaviest (minimax by weight), "
        "optimal (the total of optimal play), or all, which is all but optimal.",
        metavar="SCORE",
        default="all",
    ),
    top: int = TOP,
    rules: RuleOptions,
    pool: PoolName = pool_option(default="all"),
    compute: ComputeOptions,
    out: TableOptions,
) -> None:
    """Find the best first guess for every word length.

    A guess has four scores: the size of the largest bucket (minimax), the expected size (candidates
    left on average), the entropy of the pattern in bits, and the number of buckets. With --score
    optimal, guesses are ranked by the total number of guesses that optimal play takes over all
    answers, with proof; --hard and --allowed set its rules. Of equal guesses, possible answers come
    first, then the order of the list decides.

    Examples: gpuwordle first-guess -v wordle --top 5 --score entropy;
    gpuwordle first-guess -v wordle -l 5 --score optimal --hard --top 10;
    gpuwordle first-guess -v my-words.txt --lengths 4-8 -o openers.csv
    """
    if score != "optimal" and (rules.hard or rules.allowed is not None):
        raise UserError("--hard and --allowed only apply to optimal play: add --score optimal")
    if score == "optimal" and pool == "candidates":
        raise UserError("optimal play guesses from all words: drop --pool")
    backend = compute.engine()
    backend.warm_up()
    chosen = lists.load_all(out.output)
    if score == "optimal":
        rows = [row for words in chosen for row in _optimal(words, backend(words), rules, top)]
        table = table_of(rows, OPTIMAL)
    else:
        weighs = any(words.weights is not None for words in chosen)
        every = [name for name in SCORES if weighs or name != "heaviest"]
        scores: list[str] = every if score == "all" else [score]
        rows = list(_best(chosen, scores, top, pool, backend, weighs=weighs))
        wide = top == 1 and len(scores) > 1
        table = list(_wide(rows)) if wide else table_of(rows, RANKED)
    out.emit(rows, {f"Best first guesses, {chosen[0].name}": table})


def _best(
    chosen: list[Vocabulary],
    scores: list[str],
    top: int,
    pool: PoolName,
    backend: type[Backend],
    *,
    weighs: bool,
) -> Iterator[dict[str, Any]]:
    """Rank the first guesses of each length by each score."""
    from gpuwordle.openers.first_guesses import openers_of_lists

    work = [len(words.guesses) * len(words.answers) for words in chosen]
    with progress_bar("loading") as bar:

        def engines() -> Iterator[tuple[Backend, Progress | None]]:
            for index, words in enumerate(chosen):
                done, share = sum(work[:index]) / sum(work), work[index] / sum(work)
                yield backend(words), bar.part(f"{words.length} letters", done, share)

        ranked = openers_of_lists(engines(), scores, top=top, pool=pool)
        for words, openers in zip(chosen, ranked, strict=True):
            for score, best in openers.items():
                for rank, opener in enumerate(best, start=1):
                    row = _opener_row(words, opener, weighs)
                    yield {"score": score, "rank": rank, **row}


def _optimal(
    words: Vocabulary, engine: Backend, rules: RuleOptions, top: int
) -> Iterable[dict[str, Any]]:
    """Rank first guesses by optimal play."""
    from gpuwordle.proofs.known_openers import best_known_openers
    from gpuwordle.proofs.opener_proof import prove

    conditions = rules.conditions()
    best = best_known_openers(words, conditions, top=top)
    if best is None:
        with progress_bar("searching") as bar:
            progress = bar.part(f"{words.length} letters")
            proof = prove(words, None, conditions, top=top, backend=engine, progress=progress)
            best = proof.best
    for rank, opener in enumerate(best, start=1):
        yield {
            "score": "optimal",
            "rank": rank,
            **_about(words),
            "guess": opener.guess,
            "candidate": opener.candidate,
            "total": opener.total,
            "mean": opener.mean,
            "hard": rules.hard,
            "allowed": rules.allowed,
        }


def _about(words: Vocabulary) -> dict[str, Any]:
    """Return the fields of a row that describe its words."""
    return {
        "vocabulary": words.name,
        "length": words.length,
        "answers": len(words.answers),
        "guesses": len(words.guesses),
    }


def _opener_row(words: Vocabulary, opener: Opener, weighs: bool) -> dict[str, Any]:
    row = _about(words) | opener.to_dict()
    heaviest = row.pop("heaviest", opener.largest)
    if weighs:
        row |= {"weight": words.total_weight, "heaviest": heaviest}
    return row


def _wide(rows: list[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    """Return a line per length: the best word by each score, with its value."""
    for length in dict.fromkeys(row["length"] for row in rows):
        best = {row["score"]: row for row in rows if row["length"] == length}
        first = next(iter(best.values()))
        line = {"length": length, "answers": first["answers"], "guesses": first["guesses"]}
        if first["answers"] == first["guesses"]:
            del line["guesses"]
        for name, row in best.items():
            line[SCORES[name].title] = f"{row['guess']} {SCORES[name].shown(row)}"
        yield line


def score(
    *,
    words: list[str] = argument("Guesses to score.", "WORD"),
    lists: GameWordOptions,
    compute: ComputeOptions,
    out: TableOptions,
    show: int = number_option(
        "How many of the largest buckets to list.", low=0, metavar="K", default=5
    ),
) -> None:
    """Show the scores of the given first guesses, and their buckets.

    Prints all four scores of each word, the sizes of its buckets, and the words in its largest
    ones. The words may have different lengths.

    Example: gpuwordle score crane salet -v wordle
    """
    from gpuwordle.openers.first_guesses import partition

    backend = compute.engine()
    loaded = lists.load(out.output)
    engines: dict[int, Backend] = {}
    rows = []
    with progress_bar("scoring"):
        for word in loaded.language.normalised(words):
            if len(word) not in engines:
                chosen = lists.of_length(loaded, len(word))
                engines[len(word)] = backend(chosen)
            engine = engines[len(word)]
            found = partition(engine.vocabulary, word, backend=engine)
            rows.append(
                {
                    **_opener_row(
                        engine.vocabulary, found.opener, engine.vocabulary.weights is not None
                    ),
                    "bucket_sizes": [len(bucket) for _, bucket in found.buckets],
                    "largest_buckets": [
                        {"pattern": pattern.marks(found.opener.guess), "words": list(bucket)}
                        for pattern, bucket in found.buckets[:show]
                    ],
                }
            )
    tables = {f"First guesses, {loaded.name}": table_of(rows, SCORED)}
    buckets = [
        {"guess": row["guess"], **bucket} for row in rows for bucket in row["largest_buckets"]
    ]
    if buckets:
        tables["Their largest buckets"] = table_of(buckets, BUCKETS)
    patterns = {"largest_buckets": lambda some: " ".join(bucket["pattern"] for bucket in some)}
    out.emit(rows, tables, patterns)


def pairs(
    lists: OneLengthOptions,
    compute: ComputeOptions,
    out: TableOptions,
    score: Score = option(
        "Score to rank by: minimax, expected-size, entropy or buckets.",
        metavar="SCORE",
        default="entropy",
    ),
    given: str | None = option(
        "Words the set must contain, such as crane or parse,clint; the others are chosen.",
        "--with",
        metavar="WORDS",
        show_default="none",
    ),
    guesses: int = number_option("Words in a set.", low=2, high=MOST_WORDS, default=2),
    top: int = TOP,
    pool: PoolName = pool_option(default="all"),
    finish: Finish | None = option(
        "Play every game to its end after the set: greedy plays the best guess by the score, "
        "optimal takes the fewest guesses.",
        show_default="none",
    ),
    yes: bool = flag("Search even if the estimate is more than 30 minutes."),
) -> None:
    """Find the best two words to play first, whatever their clues.

    The patterns of both words together divide all answers into buckets, with the same scores as in
    first-guess. The best pair is found exactly, and so is the best word to play with given ones
    (--with). Sets of three words or more (--guesses) are extended greedily from the best pairs. Of
    equal sets, possible answers come first, then the order of the list decides.

    With --finish, every game begins with the whole set, unless one of its words is the answer, and
    is played to its end; the table has the total number of guesses over all answers.

    Examples: gpuwordle pairs -v wordle --top 5;
    gpuwordle pairs -v wordle --with crane --score buckets;
    gpuwordle pairs -v wordle --with parse,clint --finish optimal
    """
    from gpuwordle.openers.joint_openers import best_pairs, is_exact
    from gpuwordle.openers.joint_openers import finish as finished
    from gpuwordle.tree.check import check_tree

    chosen = _words(given)
    if len(chosen) > guesses:
        raise UserError(
            f"--with has {len(chosen)} words and a set has {guesses}: add --guesses {len(chosen)}"
        )
    backend = compute.engine()
    backend.warm_up()
    words = lists.load_words(out.output)
    engine = backend(words)
    chosen = words.language.normalised(chosen)
    if not chosen and not yes:
        _check_work(engine, pool)
    exact = is_exact(len(chosen), guesses)
    rows: list[dict[str, Any]] = []
    with progress_bar("loading") as bar:
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
            tree: DecisionTree | None = None
            if finish is not None:
                part = (1.0 - share) / len(found)
                progress = bar.part(" ".join(one.guesses), share + number * part, part)
                strategy = score if finish == "greedy" else finish
                tree = finished(words, one.guesses, strategy, backend=engine, progress=progress)
                check_tree(tree, words)
            row = {"score": score, "rank": number + 1, **_about(words)}
            row["playable"] = row.pop("guesses")
            scores = one.to_dict()
            row |= {"words": scores.pop("guesses"), **scores, "best": exact, "finish": finish}
            row |= {name: getattr(tree, name, None) for name in ("total", "mean", "worst")}
            rows.append(row)
    how = "" if exact else ", each extended greedily from the best"
    table = table_of(rows, SETS if finish is None else FINISHED)
    out.emit(rows, {f"Openers played together, {words.name}: by {score}{how}": table})


def _words(given: str | None) -> list[str]:
    """Split the words of ``--with``."""
    if given is None:
        return []
    words = [word.strip() for word in given.split(",")]
    if not all(words):
        raise UserError(f"--with {given!r:.60} has an empty word: write it as parse,clint")
    return words


def _check_work(engine: Backend, pool: PoolName) -> None:
    """Refuse a long search of pairs, unless ``--yes`` is given."""
    from gpuwordle.openers.joint_openers import estimate

    words = engine.vocabulary
    guesses = len(words.guesses if pool == "all" else words.answers)
    seconds = estimate(words, pool=pool, backend=engine)
    if seconds > LONGEST:
        raise UserError(
            f"{guesses * (guesses - 1) // 2:,} pairs of {guesses:,} guesses over "
            f"{len(words.answers):,} answers take up to {duration(seconds)} here with "
            f"{engine.name}: add --yes to continue, or --with WORD, or --pool candidates"
        )


def matrix(
    *,
    output: Path = file_option(
        "File to write the matrix to.", "-o", metavar="FILE.npy", default=...
    ),
    lists: OneLengthOptions,
    compute: ComputeOptions,
) -> None:
    """Write the pattern matrix: the code of every guess against every answer.

    FILE.npy is a NumPy array of shape (guesses, answers), written block by block, so it may be
    larger than memory. FILE.words.json next to it names the words of its rows and columns. Under
    Wordle's rule a code is a base-3 number, first letter most significant: 0 grey, 1 yellow, 2
    green.

    Example: gpuwordle matrix -v wordle -o wordle.npy
    """
    from gpuwordle.matrix import pattern_matrix, words_path

    compute.engine()
    words = lists.load_words(output, output.with_suffix(".words.json"))
    with progress_bar("pattern matrix") as bar:
        progress = bar.part(f"{words.length} letters")
        pattern_matrix(words, path=output, backend=compute.backend, progress=progress)
    say_wrote(output, f"{len(words.guesses)} guesses x {len(words.answers)} answers")
    say_wrote(words_path(output))
