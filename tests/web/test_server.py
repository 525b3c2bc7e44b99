"""The server: every query over HTTP, and everything that is not a query."""

import asyncio
import importlib
import json
import logging.config
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode

import pytest
from helpers.serving import Served
from helpers.words import FEW, random_words
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gpuwordle import Pattern, Vocabulary, WordList
from gpuwordle.web.page import STATIC, static_text
from gpuwordle.web.queries import Player, Queries

HOST = "http://127.0.0.1:8765"

QUERIES = ("about", "boards", "compare", "partition", "review", "suggest", "tree")


@pytest.fixture(scope="module")
def web():
    """The server's module, where its libraries are installed."""
    for name in ("starlette", "uvicorn", "httpx"):
        pytest.importorskip(name, reason=f"the server is tested with {name}")
    return importlib.import_module("gpuwordle.web.server")


@pytest.fixture(scope="module")
def queries():
    return Queries(FEW, backend="numba", seconds=20)


class Client:
    """Asks an application in this process; several threads may ask at once."""

    def __init__(self, application):
        import httpx

        self.httpx = httpx
        self.transport = httpx.ASGITransport(application, raise_app_exceptions=False)

    def request(self, method, path, **options):
        async def asked():
            async with self.httpx.AsyncClient(transport=self.transport, base_url=HOST) as client:
                return await client.request(method, path, timeout=60, **options)

        return asyncio.run(asked())

    def get(self, path, **options):
        return self.request("GET", path, **options)


@pytest.fixture(scope="module")
def client(web, queries):
    return Client(web.Application(queries))


def refused(answer, status):
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    return answer.json()["error"]


def test_every_question_is_answered_as_the_engine_answers(web, client, queries):
    guess, answer = FEW.guesses[-1], FEW.answers[4]
    clue = f"{guess}={Pattern.of(guess, answer).digits}"
    asked = {
        "about": ({}, queries.about()),
        "suggest": (
            {"clue": clue, "strategy": "minimax", "hard": 1, "allowed": 6, "top": 3},
            queries.suggest([clue], strategy="minimax", hard=True, allowed=6, top=3),
        ),
        "partition": ({"guess": answer, "clue": clue}, queries.partition(answer, [clue])),
        "tree": (
            {"strategy": "buckets", "opener": guess, "allowed": 4},
            queries.tree(Player("buckets", guess, False, 4)),
        ),
        "compare": (
            {"one.opener": guess, "two.strategy": "minimax", "hard": 1},
            queries.compare(Player("entropy", guess, True), Player("minimax", None, True)),
        ),
        "review": (
            {"move": [guess, answer], "answer": answer, "seconds": 5},
            queries.review([guess, answer], answer=answer),
        ),
        "boards": (
            {"boards": 2, "clue": f"{clue}/{'0' * 5}", "top": 3},
            queries.boards([f"{clue}/{'0' * 5}"], 2, top=3),
        ),
    }
    assert set(asked) == set(web.QUERIES) == set(QUERIES)
    for name, (parameters, expected) in asked.items():
        assert client.get(f"/api/{name}", params=parameters).json() == expected, name


def test_the_page_is_sent_as_it_is(client):
    for name, kind in STATIC.items():
        answer = client.get("/" if name == "index.html" else f"/{name}")
        assert (answer.status_code, answer.text) == (200, static_text(name))
        assert answer.headers["content-type"] == kind


def test_answers_say_what_a_browser_may_do_with_them(client):
    for path, status in (("/", 200), ("/api/about", 200), ("/nowhere", 404), ("/api/x", 404)):
        answer = client.get(path)
        assert answer.status_code == status
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert answer.headers["cache-control"] == "no-store"
        assert "access-control-allow-origin" not in answer.headers


FOREIGN = """
evil.example evil.example:8765 127.0.0.1.evil.example [::1]:8765 :80 me@127.0.0.1:8765
me:pass@localhost localhost:80@evil.example localhost: localhost:http localhost:-1 127.0.0.1:123456
"""


HOSTS = [*FOREIGN.split(), "", "localhost\n"]
METHODS = ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"]


@pytest.mark.parametrize(
    "given, status, why",
    [
        *(
            ({"headers": {"host": host}}, 421, f"is not this machine: open {HOST}")
            for host in HOSTS
        ),
        *(({"method": method}, 405, f"method {method} is not supported") for method in METHODS),
        ({"content": b"x" * 100_000}, 413, "the request has a body"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_what_comes_from_elsewhere_or_is_no_question_is_refused(client, given, status, why):
    for path in ("/", "/api/about"):
        answer = client.request(**{"method": "GET", "path": path, **given})
        assert why in refused(answer, status)


@pytest.mark.parametrize("host", ["127.0.0.1", "LocalHost:1234"])
def test_this_machine_is_known_by_its_names(client, host):
    assert client.get("/api/about", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("site, status", [("cross-site", 403), ("same-site", 403), ("none", 200)])
def test_other_sites_may_link_to_the_page_and_ask_nothing(client, site, status):
    headers = {"sec-fetch-site": site}
    assert client.get("/", headers=headers).status_code == 200
    assert client.get("/api/about", headers=headers).status_code == status


JUNK = {
    "/api/nothing": (404, "unknown query 'nothing': "),
    "/api/partition": (400, "guess is missing: give guess=..."),
    "/api/partition?guess=zzzzz": (400, "zzzzz"),
    "/api/partition?guess=a&guess=b": (400, "guess is given 2 times: give it once"),
    "/api/partition?guess=%FF%00%1b": (400, ""),
    "/api/partition?gues=abc&guess=GUESS": (400, "unknown parameter 'gues': did you mean guess"),
    "/api/about?x=1": (400, "unknown parameter 'x': there is none here"),
    "/api/suggest?clue=crane": (400, "'crane' has no colours: write crane=00000"),
    "/api/suggest?top=0": (400, "top must be between 1 and 100, not 0"),
    "/api/suggest?top=1e3": (400, "top must be a whole number between 1 and 100, not '1e3'"),
    "/api/suggest?top=%D9%A3": (400, "must be a whole number"),
    "/api/suggest?hard=yes": (400, "hard='yes' is neither 0 nor 1: give one of them"),
    "/api/suggest?seconds=nan": (400, "seconds='nan' is not a time: give seconds above 0"),
    "/api/suggest?seconds=-1": (400, "seconds='-1' is not a time"),
    "/api/tree?allowed=99999999999999999999": (400, "must be a whole number between 1 and 1000"),
    "/api/tree?opener=zz": (400, "zz"),
    "/api/compare?one.strategy=minimx": (400, "did you mean minimax"),
    "/api/review": (400, "there is no move"),
    "/api/review?move=GUESS&share=none": (400, "shared result"),
    "/api/boards?boards=33": (400, "boards must be between 1 and 32, not 33"),
    "/api/boards?clue=GUESS%3D00000": (400, "has 1 pattern for 4 boards"),
    "/../../etc/passwd": (404, "Not Found"),
    "/api/about/": (404, "Not Found"),
    "/page.js/": (404, "Not Found"),
    "/static/page.js": (404, "Not Found"),
    "/api/": (404, "Not Found"),
}


@pytest.mark.parametrize("path", JUNK, ids=lambda path: path[:40])
def test_junk_is_answered_with_a_reason(client, path):
    status, why = JUNK[path]
    answer = client.get(path.replace("GUESS", FEW.guesses[0]))
    assert why in refused(answer, status)


texts = st.text(max_size=12)
NAMES = "clue guess strategy opener hard allowed top seconds move answer share boards one.strategy"
names = st.sampled_from([*NAMES.split(), "two.opener", "x"])
clues = st.builds("{}={}".format, texts, texts)


@settings(max_examples=150)
@example("boards", [("clue", "0=\n")])
@given(st.sampled_from(QUERIES), st.lists(st.tuples(names, texts | clues), max_size=5))
def test_whatever_is_asked_is_answered(client, name, parameters):
    answer = client.get(f"/api/{name}", params=parameters)
    assert answer.status_code in (200, 400), (answer.status_code, answer.text)
    if answer.status_code == 400:
        why = answer.json()["error"]
        assert why and "\n" not in why and "Traceback" not in why


def test_a_mistake_of_ours_is_told_and_the_session_goes_on(web, client, queries, monkeypatch):
    monkeypatch.setitem(web.QUERIES, "about", lambda queries, given: 1 / 0)
    assert "bug in gpuwordle" in refused(client.get("/api/about"), 500)
    monkeypatch.undo()
    assert client.get("/api/about").json() == queries.about()


def test_an_answer_that_is_late_is_given_up(web, monkeypatch):
    monkeypatch.setattr(web, "GRACE", 0.0)
    late = threading.Event()
    monkeypatch.setitem(web.QUERIES, "about", lambda queries, given: late.wait() and {})
    queries = Queries(FEW, backend="numpy", seconds=0.05)
    client = Client(web.Application(queries))
    assert "no response within 0.05 s" in refused(client.get("/api/about"), 503)
    late.set()


def test_slow_answers_do_not_hold_up_others(web, client, queries, monkeypatch):
    begun, go = threading.Semaphore(0), threading.Event()

    def slow(queries, given):
        begun.release()
        assert go.wait(60)
        return {"slow": given.one("guess")}

    monkeypatch.setitem(web.QUERIES, "partition", slow)
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(client.get, f"/api/partition?guess={n}") for n in range(4)]
        for _ in asked:
            assert begun.acquire(timeout=60)
        assert client.get("/api/about").json() == queries.about()
        assert client.get("/page.js").status_code == 200
        assert not any(answer.done() for answer in asked)
        go.set()
    assert [answer.result().json()["slow"] for answer in asked] == ["0", "1", "2", "3"]


def test_a_running_server(served):
    assert f"serving few at {served.address}, for this machine only" in served.line
    status, headers, text = served.get("/")
    assert (status, text) == (200, static_text("index.html"))
    assert "server" not in {name.lower() for name in headers}
    assert served.get("/api/about", headers={"Host": "evil.example"})[0] == 421
    assert served.ask("about")["answers"] == len(FEW.answers)


HEAD = "GET /api/about HTTP/1.1\r\nHost: localhost\r\n"


def test_a_connection_carries_one_request_of_a_limited_size(served):
    long = "x" * 33_000
    for path, lines in ((long, ""), ("", "a: b\r\n" * 20_000), ("", f"a: {long}\r\n")):
        for end in ("\r\n", ""):
            head = f"GET /{path} HTTP/1.1\r\nHost: localhost\r\n{lines}{end}"
            answer = served.send(head.encode())
            assert answer.startswith("HTTP/1.1 431 ") or not answer  # reset before it is read
    body = served.send(f"{HEAD}Content-Length: 100\r\n\r\nonly a part".encode())
    assert body.startswith("HTTP/1.1 413 ")
    two = served.send(f"{HEAD}\r\n{HEAD}\r\n".encode())
    assert two.count("HTTP/1.1 200") == 1
    upgraded = served.send(f"{HEAD}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n".encode())
    assert upgraded.startswith("HTTP/1.1 200") and "pip" not in upgraded
    assert served.send(b"\x1b[2J\r\n\r\n").startswith("HTTP/1.1 400")
    assert served.ask("about")["answers"] == len(FEW.answers)


def test_games_on_32_boards_can_be_finished(served):
    clue = f"{FEW.guesses[-1]}={'/'.join(['00000'] * 32)}"
    query = urlencode([("boards", 32), *[("clue", clue)] * 40])
    assert served.get(f"/api/boards?{query}")[0] in (200, 400)


def test_silent_connections_keep_nobody_out(served):
    silent = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(80)]
    for connection in silent[:40]:
        connection.sendall(b"GET / HT")
    assert served.ask("about")["answers"] == len(FEW.answers)
    for connection in silent:
        connection.close()


OVERLOAD = "more than 0 requests at once"


def test_what_does_not_arrive_is_given_up_and_overload_is_one_line(web, few_files):
    server = Served(*few_files, ARRIVING=0.05, WAITING=0)
    assert server.send(b"GET / HTTP/1.1\r\nHost: loc") == ""
    for _ in range(5):
        status, _, text = server.get("/")
        assert (status, json.loads(text)) == (503, {"error": f"{OVERLOAD}: ask again"})
    assert server.end() == (0, "", f"gpuwordle: {OVERLOAD}\n")


def test_tracebacks_hold_nothing_that_controls_a_terminal(web, capsys):
    logging.config.dictConfig(web._LOGGING)
    try:
        raise ValueError("\x1b[2J\x9b")
    except ValueError:
        logging.getLogger("uvicorn.error").exception("in %s", "\x07")
    shown = capsys.readouterr().err
    assert all(line.isprintable() for line in shown.split("\n"))
    assert shown.count("\n") > 3 and r"ValueError: \x1b[2J\x9b" in shown


def test_ctrl_c_ends_it_while_it_computes(file):
    pytest.importorskip("starlette", reason="the server needs starlette")
    server = Served("-v", file("dense.txt", *random_words(3, 5, 4, 300)), "--seconds", 600)
    answers, search = [], "/api/tree?strategy=optimal"
    asking = threading.Thread(target=lambda: answers.append(server.get(search)), daemon=True)
    asking.start()
    assert server.ask("about")["answers"] == 300
    assert asking.is_alive()
    assert server.end() == (0, "", "")
    asking.join(60)
    assert not asking.is_alive()
    ((status, _, text),) = answers
    why = "the server is stopping: start gpuwordle serve again"
    assert (status, json.loads(text)) == (503, {"error": why})


def test_what_is_asked_loses_the_accents_that_the_words_lost(web):
    words = WordList.of("mots", ["ami", "été", "oui", "thé"]).without_accents().of_length(3)
    for listed, status in ((words, 200), (Vocabulary("mots", words.guesses), 400)):
        asked = Client(web.Application(Queries(listed, backend="numpy")))
        answer = asked.get("/api/partition", params={"guess": "THÉ", "clue": "ÉTÉ=.tÉ"})
        assert answer.status_code == status, answer.text
