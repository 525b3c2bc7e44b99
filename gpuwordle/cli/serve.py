"""The ``serve`` command: the page in a browser, over the engine."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from gpuwordle.cli.messages import say
from gpuwordle.cli.options import (
    AnswersOption,
    BackendOption,
    DistinctOption,
    ExcludeOption,
    FoldAccentsOption,
    LengthOption,
    MemoryOption,
    StrictOption,
    VocabularyOption,
    load_vocabulary,
)
from gpuwordle.cli.parsers import file_to_read, parse_port, parse_seconds
from gpuwordle.errors import UserError

NEEDED = ("starlette", "uvicorn")


def serve(
    vocabulary: VocabularyOption = None,
    answers: AnswersOption = None,
    exclude: ExcludeOption = None,
    length: LengthOption = 5,
    distinct_letters: DistinctOption = False,
    strict: StrictOption = False,
    fold_accents: FoldAccentsOption = False,
    port: Annotated[
        int,
        typer.Option(
            "--port", metavar="N", parser=parse_port, help="Port of this machine; 0: a free one."
        ),
    ] = 8765,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", metavar="S", parser=parse_seconds, help="How long an answer may take."
        ),
    ] = 10.0,
    certificate: Annotated[
        list[Path] | None,
        typer.Option(
            "--certificate",
            metavar="FILE",
            parser=file_to_read,
            help="A certificate of gpuwordle prove: it is checked, and the page says what it "
            "proves of trees. Give it again for another mode.",
            show_default=False,
        ),
    ] = None,
    backend: BackendOption = "auto",
    memory: MemoryOption = None,
) -> None:
    """Show boards, best guesses, trees, comparisons and reviews in a browser, until Ctrl-C.

    Nobody else can reach the page, and nothing is written. It needs the extra web of the package:
    starlette and uvicorn.

    Examples: gpuwordle serve -v wordle;
    gpuwordle serve -v wordle --certificate wordle.certificate;
    gpuwordle serve -l 7 --port 0
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise UserError(
            f"serve needs {' and '.join(missing)}, not installed here: run "
            "pip install 'gpuwordle[web]'"
        )
    from gpuwordle.backends.table import choose
    from gpuwordle.cli.progress import progress_bar
    from gpuwordle.web.certificates import check_certificate
    from gpuwordle.web.queries import Queries
    from gpuwordle.web.server import ADDRESS, listen
    from gpuwordle.web.server import serve as answer

    engine = choose(backend)
    listening = listen(port)
    try:
        words = load_vocabulary(
            vocabulary,
            answers,
            length,
            distinct_letters,
            exclude=exclude,
            strict=strict,
            fold_accents=fold_accents,
        )
        certificates = []
        for path in certificate or ():
            with progress_bar("checking") as bar:
                certificates.append(check_certificate(path, words, bar.part(str(path), 0.0, 1.0)))
        queries = Queries(
            words,
            backend=engine(words),
            seconds=seconds,
            certificates=certificates,
            fold_accents=fold_accents,
        )
        queries.warm_up()
        address = f"http://{ADDRESS}:{listening.getsockname()[1]}"
        say(f"{words.name} is at {address}, for this machine alone; Ctrl-C ends it")
        answer(queries, listening)
    finally:
        listening.close()
