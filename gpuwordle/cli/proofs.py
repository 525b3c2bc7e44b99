"""The ``prove`` command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from gpuwordle.cli.game_options import (
    AllowedOption,
    HardOption,
    ObjectiveOption,
    SecondsOption,
)
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
    load_vocabulary,
)
from gpuwordle.cli.output import is_plain, json_text, say_wrote, write_text
from gpuwordle.cli.parsers import at_least, place_of_file
from gpuwordle.cli.progress import progress_bar
from gpuwordle.cli.sharing import (
    DaskOption,
    ProcessesOption,
    WaitOption,
    check_wait,
    shared_out,
)
from gpuwordle.cli.tables import piped_width, table_text, wrapped

if TYPE_CHECKING:
    from gpuwordle.proofs.opener_proof import OpenerProof


def prove(
    vocabulary: VocabularyOption = None,
    answers: AnswersOption = None,
    exclude: ExcludeOption = None,
    length: LengthOption = 5,
    hard: HardOption = False,
    allowed: AllowedOption = None,
    objective: ObjectiveOption = "total",
    below: Annotated[
        int | None,
        typer.Option(
            "--below",
            metavar="N",
            parser=at_least(1),
            show_default="any",
            help="Prove that no opener takes fewer than N guesses over all answers, or find "
            "those that do.",
        ),
    ] = None,
    top: Annotated[
        int,
        typer.Option("--top", metavar="K", parser=at_least(1), help="How many guesses to rank."),
    ] = 1,
    seconds: SecondsOption = None,
    memory: MemoryOption = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            "--checkpoint",
            metavar="FILE",
            parser=place_of_file,
            help="Write where the proof stands to a file now and then, and go on from there.",
        ),
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            "--certificate",
            metavar="FILE",
            parser=place_of_file,
            help="Write the best tree and the bounds that prove it to a file, which "
            "`gpuwordle verify` checks without the solver.",
        ),
    ] = None,
    processes: ProcessesOption = 1,
    dask: DaskOption = None,
    wait: WaitOption = False,
    distinct_letters: DistinctOption = False,
    strict: StrictOption = False,
    fold_accents: FoldAccentsOption = False,
    backend: BackendOption = "auto",
    format: Annotated[
        Literal["text", "json"], typer.Option("--format", "-f", help="How to print.")
    ] = "text",
    output: OutputOption = None,
) -> None:
    """Prove which openers are best by optimal play: no other takes fewer guesses.

    Every opener is followed by the best play there is, over all answers. Without --below the best
    opener is found first. Stopped by --seconds or Ctrl-C, it prints what is proven by then. With
    --processes or --dask openers are settled block by block elsewhere; what is proven is the same.

    Examples: gpuwordle prove -v wordle;
    gpuwordle prove -v wordle --below 7921 --certificate wordle.certificate;
    gpuwordle prove -v wordle --hard --allowed 6 --below 8122;
    gpuwordle prove -v my-words.txt --length 6 --top 10 --format json -o openers.json
    """
    from gpuwordle.backends.table import choose
    from gpuwordle.proofs.certify import certify_proof, certify_too_few, write
    from gpuwordle.proofs.opener_proof import ProofInterrupted, TooFewGuesses, prove
    from gpuwordle.rules.conditions import Conditions

    check_wait(dask, wait)
    engine = choose(backend)
    words = load_vocabulary(
        vocabulary,
        answers,
        length,
        distinct_letters,
        output,
        checkpoint,
        certificate,
        exclude=exclude,
        strict=strict,
        fold_accents=fold_accents,
    )
    interrupted = False
    with (
        shared_out(processes, dask, wait) as executor,
        progress_bar("loading", engine.name) as bar,
    ):
        try:
            proof = prove(
                words,
                None,
                Conditions(hard=hard, allowed=allowed),
                objective=objective,
                top=top,
                below=below,
                seconds=seconds,
                memory=memory if dask is not None else None,  # else it is this machine's already
                checkpoint=checkpoint,
                executor=executor,
                backend=engine(words),
                progress=bar.part("openers settled", 0.0, 1.0),
            )
        except ProofInterrupted as stop:
            proof, interrupted = stop.proof, True
        except TooFewGuesses as refused:
            if certificate is not None:
                write(certify_too_few(refused, bar.part("claims", 0.0, 1.0)), certificate)
                say_wrote(certificate)
            raise
    if format == "json":
        text = json_text(proof.to_dict(), output)
    else:
        text = told(proof, plain=is_plain(output))
    write_text(text, output)
    if interrupted:
        raise KeyboardInterrupt
    if certificate is not None:
        with progress_bar("writing the certificate") as bar:
            made = certify_proof(proof, bar.part("claims", 0.0, 1.0))
        write(made, certificate)
        say_wrote(certificate)


def told(proof: OpenerProof, *, plain: bool) -> str:
    """Say in words what is proven."""
    words = proof.vocabulary
    mode = "hard mode" if proof.conditions.hard else "easy mode"
    allowed = proof.conditions.allowed
    limit = "no limit of guesses" if allowed is None else f"{allowed} guesses allowed"
    what = f"{words.name}: {len(words.answers):,} answers, {len(words):,} openers, {mode}, {limit}"
    lines = [wrapped(what, plain=plain)]
    if len(proof.best) > 1:
        width = piped_width() if plain else None
        table = table_text(rows(proof), "Best openers by optimal play", width, plain=plain)
        lines.append(table.rstrip("\n"))
    return "\n".join([*lines, wrapped(_statement(proof), plain=plain)]) + "\n"


def rows(proof: OpenerProof) -> list[dict[str, Any]]:
    """Rank the best openers, one row each."""
    return [
        {
            "rank": rank,
            "guess": opener.guess,
            "may be hidden": opener.candidate,
            "total": opener.total,
            "average": None if opener.mean is None else f"{opener.mean:.4f}",
            "longest game": opener.worst,
        }
        for rank, opener in enumerate(proof.best, start=1)
    ]


def _statement(proof: OpenerProof) -> str:
    answers = len(proof.vocabulary.answers)
    if proof.objective == "worst":
        if not proof.best:
            few = f"; proven so far: {proof.too_few} guesses are too few" if proof.too_few else ""
            return f"stopped before an opener was proven best{few}"
        best = proof.best[0]
        return f"proven: {best.guess} finds every word within {best.worst} guesses, the fewest"
    if not proof.best:
        bound = f"no opener takes fewer than {proof.bound:,} guesses"
        if proof.complete:
            return f"proven: {bound} (average {proof.bound / answers:.4f})"
        return f"stopped; proven so far: {bound}"
    best = proof.best[0]
    value = f"{best.guess} takes {best.total:,} guesses (average {best.mean:.4f})"
    if proof.complete:
        return f"proven: {value}, at most {best.worst} in a game; no opener takes fewer"
    gap = (best.total or 0) - proof.bound
    return f"stopped; best found: {value}; no opener takes fewer than {proof.bound:,} (gap {gap:,})"
