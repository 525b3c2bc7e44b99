"""The ``prove`` command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from gpuwordle.cli.messages import say
from gpuwordle.cli.options import (
    OBJECTIVE,
    SECONDS,
    ComputeOptions,
    OneLengthOptions,
    RuleOptions,
    SharingOptions,
    file_option,
    number_option,
    option,
)
from gpuwordle.cli.output import TextOptions, say_wrote, table_for
from gpuwordle.cli.progress import progress_bar
from gpuwordle.cli.tables import wrapped
from gpuwordle.errors import UserError
from gpuwordle.files import is_standard_output
from gpuwordle.rules.conditions import Objective

if TYPE_CHECKING:
    from gpuwordle.proofs.opener_proof import OpenerProof, ProofProgress


def prove(
    lists: OneLengthOptions,
    rules: RuleOptions,
    compute: ComputeOptions,
    sharing: SharingOptions,
    out: TextOptions,
    objective: Objective = OBJECTIVE,
    below: int | None = number_option(
        "Prove that no opener takes fewer than N guesses over all answers, or find those that do.",
        show_default="any",
    ),
    top: int = number_option("How many openers to rank.", metavar="K", default=1),
    seconds: float | None = SECONDS,
    checkpoint: Path | None = file_option(
        "Save the state of the proof to FILE from time to time, and continue from it."
    ),
    certificate: Path | None = file_option(
        "Write to FILE the best tree and the bounds that prove it; `gpuwordle verify` checks them "
        "without the solver."
    ),
    progress: Literal["bar", "json"] = option(
        "What standard error shows during the search: a bar on a terminal, or a line of JSON about "
        "every second.",
        default="bar",
    ),
) -> None:
    """Prove which opener is best under optimal play.

    Every opener is followed by optimal play over all answers. Without --below, the best opener is
    searched for first. If the search is stopped by --seconds or Ctrl-C, what is proven so far is
    printed. With --processes or --dask, blocks of openers are searched in parallel; the result is
    the same.

    Examples: gpuwordle prove -v wordle;
    gpuwordle prove -v wordle --below 7921 --certificate wordle.certificate;
    gpuwordle prove -v wordle --hard --allowed 6 --below 8122;
    gpuwordle prove -v my-words.txt --length 6 --top 10 -o openers.json
    """
    from gpuwordle.proofs.certification import (
        certify_proof,
        certify_too_few,
        check_certifiable,
        write,
    )
    from gpuwordle.proofs.opener_proof import ProofInterrupted, TooFewGuesses, prove

    sharing.check()
    for name, file in (("--checkpoint", checkpoint), ("--certificate", certificate)):
        if file is not None and is_standard_output(file):
            raise UserError(f"{name} cannot be standard output: give the name of a file")
    engine = compute.engine()
    words = lists.load_words(out.output, checkpoint, certificate)
    if certificate is not None:
        check_certifiable(words)
    if words.weights is not None:
        sharing.refuse(f"openers of {words.name!r}, whose words have weights,", "--weights")
    interrupted = False
    with sharing.executor() as executor, progress_bar("loading") as bar:
        try:
            proof = prove(
                words,
                None,
                rules.conditions(),
                objective=objective,
                top=top,
                below=below,
                seconds=seconds,
                memory=sharing.memory(compute),
                checkpoint=checkpoint,
                executor=executor,
                backend=engine(words),
                progress=bar.part("openers settled") if progress == "bar" else None,
                report=_say_json if progress == "json" else lambda now: bar.tell(str(now)),
            )
        except ProofInterrupted as stop:
            proof, interrupted = stop.proof, True
        except TooFewGuesses as refused:
            if certificate is not None:
                write(certify_too_few(refused, bar.part("claims")), certificate)
                say_wrote(certificate)
            raise
    if out.format == "json":
        out.write_json(proof.to_dict())
    else:
        out.write(_text(proof, out))
    if interrupted:
        raise KeyboardInterrupt
    if certificate is not None:
        with progress_bar("writing the certificate") as bar:
            made = certify_proof(proof, bar.part("claims"))
        write(made, certificate)
        say_wrote(certificate)


def _say_json(now: ProofProgress) -> None:
    """Write what is proven so far as a line of JSON to standard error."""
    say(json.dumps(now._asdict()), even_if_quiet=True)


def _text(proof: OpenerProof, out: TextOptions) -> str:
    """Describe what is proven."""
    asked, proven = (wrapped(line, plain=out.plain) for line in proof.lines)
    lines = [asked, proven]
    if len(proof.best) > 1:
        table = table_for(proof.rows, "Best openers by optimal play", plain=out.plain)
        lines.insert(1, table.rstrip("\n"))
    return "\n".join(lines) + "\n"
