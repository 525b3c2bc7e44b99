"""The local server: the page's files and its queries, over HTTP on this machine alone.

Any other page in the browser could send requests here. So a request is answered only if it names
this machine as its host (a foreign name that resolves to this machine does not count) and was not
started by another site. Nothing is written to disk. Worker threads answer the requests, each within
a time limit. A connection carries one request; its size and the time until it has arrived are
limited. Connections without a request are closed if new ones need their place.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import re
import socket
import threading
import warnings
from collections.abc import Awaitable, Callable
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from gpuwordle.errors import UserError, nearest, printable_lines, shortened
from gpuwordle.json_values import finite
from gpuwordle.web.daemon_pool import DaemonPool
from gpuwordle.web.page import STATIC, static_text
from gpuwordle.web.parameters import QUERIES, Parameters, Query
from gpuwordle.web.queries import Queries

ADDRESS = "127.0.0.1"

HOST = re.compile(r"(127\.0\.0\.1|localhost)(:[0-9]{1,5})?", re.IGNORECASE)
"""The hosts that requests may name."""

MOST_BYTES = 32768
"""Limit of the head of a request: its address, with 40 clues on 32 boards, and its headers."""

THREADS = 8
"""Responses that are computed at the same time."""

WAITING = 64
"""Requests that are accepted at the same time, computed or waiting; more are refused."""

SILENT = 32
"""Connections that may be open at the same time before they have sent a request."""

ARRIVING = 10.0
"""Seconds within which the head of a request has to arrive."""

TAKING = 60.0
"""Seconds within which the client has to receive a response."""

GRACE = 5.0
"""Seconds that a response may be late, because a search polls the clock only from time to time."""

HEADERS = {
    "connection": "close",
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
    """Answer requests on a socket from `listen` until Ctrl-C, and close the socket."""
    application = Application(queries)
    server = _Server(
        uvicorn.Config(
            application,
            http=_connections(queries.seconds + GRACE + TAKING),
            ws="none",
            lifespan="off",
            log_config=_LOGGING,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
    )
    server.ending = application.end
    # Newer versions of uvicorn raise KeyboardInterrupt after they have shut down.
    with contextlib.suppress(KeyboardInterrupt), listening:
        server.run(sockets=[listening])
    application.end()


class _Server(uvicorn.Server):
    """A server that calls `ending` as soon as it is told to end."""

    ending: Callable[[], None]

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Handle a signal."""
        self.ending()
        super().handle_exit(sig, frame)


def _connections(longest: float) -> type[H11Protocol]:
    """Return the class of one server's connections, each closed after `longest` seconds."""
    silent: dict[H11Protocol, None] = {}

    class Connection(H11Protocol):
        """A connection for one request."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._received = 0
            self._timers = [
                self.loop.call_later(ARRIVING, self._is_late),
                self.loop.call_later(longest, transport.abort),
            ]
            silent[self] = None
            if len(silent) > SILENT:
                next(iter(silent)).transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            silent.pop(self, None)
            for timer in self._timers:
                timer.cancel()

        def data_received(self, data: bytes) -> None:
            self._received += len(data)
            if self._received > MOST_BYTES:
                if self.cycle is None:  # nothing was answered yet
                    self.transport.write(_TOO_LONG)
                self.transport.close()
                return
            super().data_received(data)
            if self.cycle is not None:
                silent.pop(self, None)

        def _is_late(self) -> None:
            if self.cycle is None:
                self.transport.abort()

    return Connection


_TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: application/json\r\n"
    b"connection: close\r\n\r\n"
    + json.dumps({"error": f"the request is longer than {MOST_BYTES} bytes: ask for less"}).encode()
)


class _Lines(logging.Formatter):
    """Formats messages for a terminal: requests may hold anything."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of a message, and of its traceback."""
        return printable_lines(super().format(record))


_LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": _Lines}},
    "handlers": {"terminal": {"class": "logging.StreamHandler", "formatter": "lines"}},
    "loggers": {"uvicorn": {"handlers": ["terminal"], "level": "ERROR", "propagate": False}},
}
"""What is logged on the terminal: faults of the program, but not of requests."""


class Application:
    """Answers requests; refuses foreign and excess ones, and adds headers to every response."""

    def __init__(self, queries: Queries) -> None:
        self._queries, self._pool = queries, DaemonPool(THREADS)
        self._pending: set[asyncio.Future[Any]] = set()
        # Reentrant: Ctrl-C may call `end` in the thread that holds it.
        self._lock, self._answering = threading.RLock(), 0
        routes = [Route(f"/{name}", _shown(name)) for name in STATIC if name != "index.html"]
        routes += [Route("/", _shown("index.html")), Route("/api/{name}", self._answer)]
        handlers: Any = {HTTPException: _failed, Exception: _failed}
        self._inner = Starlette(routes=routes, exception_handlers=handlers)
        self._inner.router.redirect_slashes = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(key.encode(), value.encode()) for key, value in HEADERS.items()]
                message = {**message, "headers": [*message["headers"], *own]}
            await send(message)

        why = _objection(scope)
        if why is None and self._answering >= WAITING:
            why = 503, f"more than {WAITING} requests at once: ask again"
            # Shown once, however many there are.
            warnings.warn(f"more than {WAITING} requests at once", RuntimeWarning, stacklevel=1)
        if why is not None:
            await _refused(*why)(scope, receive, sent)
            return
        self._answering += 1
        try:
            await self._inner(scope, receive, sent)
        finally:
            self._answering -= 1

    def end(self) -> None:
        """Cancel all responses, and stop their computations; may be called from any thread."""
        self._queries.close()
        with self._lock:
            pending = list(self._pending)
        for future in pending:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                future.get_loop().call_soon_threadsafe(future.cancel)

    async def _answer(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in QUERIES:
            return _refused(404, f"unknown query {shortened(name)!r}: {nearest(name, QUERIES)}")
        given, queries = request.query_params.multi_items(), self._queries
        work = self._pool.submit(lambda: _answered(QUERIES[name], queries, given))
        future = asyncio.wrap_future(work)
        with self._lock:
            self._pending.add(future)
        try:
            done, _ = await asyncio.wait([future], timeout=queries.seconds + GRACE)
            if not done:
                future.cancel()
                return _refused(503, f"no response within {queries.seconds:g} s: ask for less")
            if future.cancelled():
                return _refused(503, "the server is stopping: start gpuwordle serve again")
            return Response(future.result(), media_type="application/json")
        except UserError as error:
            return _refused(400, str(error))
        finally:
            with self._lock:
                self._pending.remove(future)


def _shown(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def show(request: Request) -> Response:
        return Response(static_text(name), media_type=STATIC[name])

    return show


async def _failed(request: Request, error: Exception) -> Response:
    if isinstance(error, HTTPException):
        return _refused(error.status_code, f"{error.detail}: see / for the page")
    return _refused(500, "this is a bug in gpuwordle: its terminal shows more")


def _answered(query: Query, queries: Queries, given: list[tuple[str, str]]) -> str:
    """Answer as JSON, which has neither nan nor infinity."""
    parameters = Parameters(given)
    found = query(queries, parameters)
    parameters.check_all_known()
    return json.dumps(finite(found), ensure_ascii=False, allow_nan=False)


def _refused(status: int, why: str) -> Response:
    text = json.dumps(finite({"error": why}), ensure_ascii=False)
    return Response(text, status, media_type="application/json")


def _objection(scope: Scope) -> tuple[int, str] | None:
    """Return what is wrong with a request, a status and a reason, or None."""
    headers = {key.lower(): value.decode("latin-1") for key, value in scope["headers"]}
    host = headers.get(b"host", "")
    if not HOST.fullmatch(host):
        page = f"http://{ADDRESS}:{scope['server'][1]}"
        return 421, f"host {shortened(host)!r} is not this machine: open {page}"
    if scope["path"].startswith("/api/") and headers.get(b"sec-fetch-site", "none") not in (
        "none",
        "same-origin",
    ):
        return 403, "the request comes from another site: only the page itself may ask"
    if scope["method"] not in ("GET", "HEAD"):
        return 405, f"method {shortened(scope['method'])} is not supported: use GET"
    if headers.get(b"content-length", "0") != "0" or b"transfer-encoding" in headers:
        return 413, "the request has a body: put queries into the address"
    return None
