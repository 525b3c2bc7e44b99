"""The ``serve`` command: the page in a browser, served by the engine."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from gpuwordle.cli.messages import say
from gpuwordle.cli.options import ComputeOptions, OneLengthOptions, option, time_limit
from gpuwordle.cli.parsers import file_to_read, parse_port
from gpuwordle.errors import UserError


def serve(
    lists: OneLengthOptions,
    compute: ComputeOptions,
    port: int = option(
        "Port to listen on; 0 for any free one.", metavar="N", parser=parse_port, default=8765
    ),
    seconds: float = time_limit("Time limit of a response.", default=10.0),
    certificate: list[Path] | None = option(
        "Certificate written by gpuwordle prove; it is checked, and the page marks trees that it "
        "proves optimal. Repeat for another mode.",
        metavar="FILE",
        parser=file_to_read,
    ),
) -> None:
    """Serve a page with boards, best guesses, trees, comparisons and reviews, until Ctrl-C.

    The page can be reached only from this machine, and the server writes no file. It needs the
    extra web (starlette and uvicorn).

    Examples: gpuwordle serve -v wordle;
    gpuwordle serve -v wordle --certificate wordle.certificate;
    gpuwordle serve -l 7 --port 0
    """
    missing = [name for name in ("starlette", "uvicorn") if find_spec(name) is None]
    if missing:
        raise UserError(f"serve needs {' and '.join(missing)}: run pip install 'gpuwordle[web]'")
    from gpuwordle.cli.progress import progress_bar
    from gpuwordle.web.certificates import check_certificate
    from gpuwordle.web.queries import Queries
    from gpuwordle.web.server import ADDRESS, listen
    from gpuwordle.web.server import serve as answer

    engine = compute.engine()
    listening = listen(port)
    try:
        words = lists.load_words()
        certificates = []
        for path in certificate or ():
            with progress_bar("checking") as bar:
                certificates.append(check_certificate(path, words, bar.part(str(path))))
        queries = Queries(
            words,
            backend=engine(words),
            seconds=seconds,
            certificates=certificates,
        )
        queries.warm_up()
        address = f"http://{ADDRESS}:{listening.getsockname()[1]}"
        say(f"serving {words.name} at {address}, for this machine only; press Ctrl-C to stop")
        answer(queries, listening)
    finally:
        listening.close()
