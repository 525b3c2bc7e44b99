"""The local server: the page's files and its questions, over HTTP on this machine alone.

Any other page in the browser could send requests here, so a request is answered only if it names
this machine as its host (a foreign name that resolves to this machine does not count) and was not
started by another site. Nothing is written to disk. Worker threads answer the questions, each
within a time limit; the size of a request is limited.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
from collections.abc import Awaitable, Callable

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gpuwordle.errors import UserError, nearest, shortened
from gpuwordle.json_values import finite
from gpuwordle.web.daemon_pool import DaemonPool
from gpuwordle.web.page import STATIC, static_text
from gpuwordle.web.queries import Queries
from gpuwordle.web.questions import QUESTIONS, Parameters, Question

ADDRESS = "127.0.0.1"

HOSTS = (ADDRESS, "localhost")

MOST_BYTES = 8192
"""Limit of the address of a request, and of its headers."""

THREADS = 8

WAITING = 64
"""Connections at the same time."""

GRACE = 5.0
"""Seconds that an answer may be late: a search polls the clock now and then."""

HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}


def listen(port: int) -> socket.socket:
    """Listen on a port of this machine; 0 means any free one.

    Raises UserError if the port is in use, or may not be used.
    """
    # asyncio sets TCP_NODELAY only on sockets that name their protocol.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere it would let two programs listen
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((ADDRESS, port))
        listening.listen()
        return listening
    except OSError as error:
        listening.close()
        raise UserError(
            f"port {port} cannot be used ({error.strerror}): give another --port, or --port 0 for "
            "any free one"
        ) from None


def serve(queries: Queries, listening: socket.socket) -> None:
    """Answer questions on a socket from `listen` until Ctrl-C; the socket is closed in the end."""
    server = uvicorn.Server(
        uvicorn.Config(
            application(queries),
            http="h11",
            ws="none",
            lifespan="off",
            log_level="warning",
            access_log=False,
            server_header=False,
            limit_concurrency=WAITING,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=2 * MOST_BYTES,
        )
    )
    # Newer versions of uvicorn raise KeyboardInterrupt after they have shut down.
    with contextlib.suppress(KeyboardInterrupt), listening:
        server.run(sockets=[listening])
    queries.close()


def application(queries: Queries) -> ASGIApp:
    """Return the application that answers requests."""
    pool = DaemonPool(THREADS)

    def shown(name: str) -> Callable[[Request], Awaitable[Response]]:
        async def show(request: Request) -> Response:
            return Response(static_text(name), media_type=STATIC[name])

        return show

    async def answer(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in QUESTIONS:
            return _refused(
                404, f"unknown question {shortened(name)!r}: {nearest(name, QUESTIONS)}"
            )
        given = request.query_params.multi_items()
        future = pool.submit(lambda: _answered(QUESTIONS[name], queries, given))
        try:
            text = await asyncio.wait_for(asyncio.wrap_future(future), queries.seconds + GRACE)
        except UserError as error:
            return _refused(400, str(error))
        except TimeoutError:
            return _refused(503, f"no answer within {queries.seconds:g} s: ask for less")
        return Response(text, media_type="application/json")

    async def failed(request: Request, error: Exception) -> Response:
        if isinstance(error, HTTPException):
            return _refused(error.status_code, f"{error.detail}: see / for the page")
        return _refused(500, "this is a bug of gpuwordle: its terminal shows more")

    routes = [Route(f"/{name}", shown(name)) for name in STATIC if name != "index.html"]
    routes += [Route("/", shown("index.html")), Route("/api/{name}", answer)]
    handlers = {HTTPException: failed, Exception: failed}
    return Guard(Starlette(routes=routes, exception_handlers=handlers))  # type: ignore[arg-type]


def _answered(question: Question, queries: Queries, given: list[tuple[str, str]]) -> str:
    """Answer as JSON, which has neither nan nor infinity."""
    parameters = Parameters(given, fold_accents=queries.fold_accents)
    found = question(queries, parameters)
    parameters.check_all_known()
    return json.dumps(finite(found), ensure_ascii=False, allow_nan=False)


def _refused(status: int, why: str) -> Response:
    text = json.dumps({"error": why}, ensure_ascii=False)
    return Response(text, status, media_type="application/json")


class Guard:
    """Middleware that refuses foreign requests and adds the security headers to every answer."""

    def __init__(self, inner: ASGIApp) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(key.encode(), value.encode()) for key, value in HEADERS.items()]
                message = {**message, "headers": [*message["headers"], *own]}
            await send(message)

        why = _objection(scope)
        await (self.inner if why is None else _refused(*why))(scope, receive, sent)


def _objection(scope: Scope) -> tuple[int, str] | None:
    """Return what is wrong with a request, a status and a reason, or None."""
    headers = {key.lower(): value.decode("latin-1") for key, value in scope["headers"]}
    host = headers.get(b"host", "")
    if host.rpartition(":")[0] not in HOSTS and host not in HOSTS:
        return 421, f"host {shortened(host)!r} is not this machine: open http://{ADDRESS}"
    if scope["path"].startswith("/api/") and headers.get(b"sec-fetch-site", "none") not in (
        "none",
        "same-origin",
    ):
        return 403, "the request comes from another site: only the page itself may ask"
    if scope["method"] not in ("GET", "HEAD"):
        return 405, f"method {shortened(scope['method'])} is not supported: use GET"
    if len(scope["query_string"]) + len(scope["path"]) > MOST_BYTES:
        return 414, f"the address is longer than {MOST_BYTES} bytes: ask for less"
    if headers.get(b"content-length", "0") != "0" or b"transfer-encoding" in headers:
        return 413, "the request has a body: put questions into the address"
    return None
