"""Torture: attacks on the package from outside, each checked against what is right.

    python scripts/torture.py                          # 300 s, two processes
    python scripts/torture.py --hours 8 --seed 7
    python scripts/torture.py --only kills ctrl-c

Each attack has a share of the time and a separate function. They have their own rule of the game
and their own brute force. The table goes to ``bench_results/torture.md``; the exit code is 1 if
anything is wrong, with the seed that makes the case again.
"""

from __future__ import annotations

import argparse
import inspect
import itertools
import json
import os
import random
import signal
import socket
import string
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from unittest import mock

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

import bench_record  # noqa: E402
import numpy as np  # noqa: E402

import gpuwordle  # noqa: E402
from gpuwordle import Conditions, Pattern, UserError, Vocabulary  # noqa: E402

FEWEST_KILLS = 40
"""Least number of unfinished runs to kill, however much time the attack is given."""

ALPHABET = "abcdefghijklmnopqrstuvwxyzäößøλжяあ字"

JUNK: tuple[Any, ...] = (
    *(None, True, -1, 3, 2**70, 0.5, float("nan"), 1j, "", "a\x1b[2J\x9b31m\n", b"\xff"),
    *([], [1, "a"], [[0], [1, 2]], {}, {"a": 1}, object(), str, np.array([1.5]), np.int64(2)),
)

QUESTIONS = ("about", "boards", "compare", "partition", "review", "suggest", "tree", "nothing")


MADE = {
    *("Certificate", "DecisionTree", "Feedback", "Games", "PatternMatrix", "Strategy"),
    *("UserError", "Verdict", "__version__"),
}
"""Names that are not called: results and base classes."""


class Wrong(Exception):
    """Something is not as it should be."""


# The rule, and brute force


def code(guess: str, answer: str) -> int:
    """Return the code of a guess: greens first, then yellows from the left."""
    left = Counter(a for g, a in zip(guess, answer, strict=True) if g != a)
    found = 0
    for g, a in zip(guess, answer, strict=True):
        colour = 2 if g == a else 1 if left[g] > 0 else 0
        left[g] -= colour == 1
        found = 3 * found + colour
    return found


def is_legal(guess: str, clues: tuple[tuple[str, int], ...]) -> bool:
    """Return whether a guess keeps greens in place and uses coloured letters again."""
    for word, got in clues:
        colours = [got // 3**place % 3 for place in reversed(range(len(word)))]
        told = list(zip(word, colours, strict=True))
        if any(c == 2 and g != w for g, (w, c) in zip(guess, told, strict=True)):
            return False
        if Counter(w for w, c in told if c) - Counter(guess):
            return False
    return True


def buckets(guess: str, answers: tuple[str, ...]) -> dict[int, tuple[str, ...]]:
    """Return the answers by the code of a guess."""
    found: dict[int, list[str]] = {}
    for answer in answers:
        found.setdefault(code(guess, answer), []).append(answer)
    return {got: tuple(some) for got, some in found.items()}


def least(
    guesses: tuple[str, ...],
    answers: tuple[str, ...],
    hard: bool,
    clues: tuple[tuple[str, int], ...] = (),
    weights: dict[str, int] | None = None,
) -> int:
    """Return the fewest guesses over all answers, each counted with its weight, by every tree."""
    each = sorted([1] * len(answers) if weights is None else map(weights.get, answers))[::-1]
    best = sum(turn * weight for turn, weight in enumerate(each, start=1))
    if len(answers) < 3:
        return best
    for guess in guesses:
        parts = buckets(guess, answers)
        if (len(parts) == 1 and guess not in answers) or (hard and not is_legal(guess, clues)):
            continue
        total = sum(each)
        for got, part in sorted(parts.items(), key=lambda item: len(item[1])):
            if total >= best:
                break
            if part != (guess,):
                total += least(guesses, part, hard, (*clues, (guess, got)), weights)
        best = min(best, total)
    return best


def words_of(draw: random.Random, most: int, length: int | None = None) -> Vocabulary:
    """Draw words over few or many letters, often with repeats."""
    length = length or (draw.randint(1, 20) if draw.random() < 0.2 else draw.randint(2, 7))
    letters = draw.sample(ALPHABET, draw.randint(2, len(ALPHABET)))
    count = min(draw.randint(2, most), len(letters) ** length)
    guesses = list(dict.fromkeys("".join(draw.choices(letters, k=length)) for _ in range(count)))
    return Vocabulary("torture", draw.sample(guesses, draw.randint(1, len(guesses))), guesses)


def demand(truth: bool, what: str) -> None:
    """Raise Wrong unless something is true."""
    if not truth:
        raise Wrong(what)


# The command line in a process of its own


@contextmanager
def begun(*arguments: object, place: str | Path = ".") -> Iterator[subprocess.Popen[str]]:
    """Start the command line; it is killed if it is still there at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "gpuwordle", *map(str, arguments)],
        cwd=place,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def run(*arguments: object) -> tuple[int, str, str]:
    """Run the command line in this process; check that it answers as it must."""
    import contextlib
    import io

    from gpuwordle.cli.app import run as command

    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        ended = command([str(argument) for argument in arguments])
    printed, said = (stream.buffer.getvalue().decode() for stream in (out, err))  # type: ignore[attr-defined]
    case = f"gpuwordle {' '.join(map(repr, map(str, arguments)))}: {said[-300:]!r}"
    demand(ended in (0, 1, 2) and "this is a bug" not in said, case)
    demand(ended != 2 or (not printed and said.splitlines()[-1].startswith("gpuwordle: ")), case)
    shown = (printed if "csv" not in arguments else "") + said
    demand(all(line.isprintable() for line in shown.split("\n")), f"unprintable: {case}")
    return ended, printed, said


# The attacks: each yields what it tried, once a round


def rule(draw: random.Random) -> Counter[str]:
    """Codes, statistics and best guesses of both CPU backends against our own rule."""
    from gpuwordle.backends.numba_cpu.backend import NumbaBackend
    from gpuwordle.backends.numpy_cpu import NumpyBackend
    from gpuwordle.scoring.groups import Groups
    from gpuwordle.scoring.statistics import KEYS

    words = words_of(draw, 120)
    numba, numpy = NumbaBackend(words), NumpyBackend(words)
    expected = [[code(guess, answer) for answer in words.answers] for guess in words]
    demand(numba.codes().tolist() == expected == numpy.codes().tolist(), "codes")
    everyone = range(len(words.answers))
    groups = Groups.of([draw.sample(everyone, draw.randint(1, len(everyone))) for _ in range(5)])
    found = numba.statistics(groups).block
    demand(np.array_equal(found, numpy.statistics(groups).block), "statistics")
    for (name, key), pool in itertools.product(KEYS.items(), ("all", "candidates")):
        best = [one.best_guesses(groups, key, pool) for one in (numba, numpy)]
        demand(np.array_equal(*best), f"best guesses by {name} of {pool}")
    return Counter(codes=len(words.guesses) * len(words.answers), statistics=found[0].size)


def games(draw: random.Random) -> Counter[str]:
    """Random strategies under random rules; our own rule and the replay check every game."""
    from gpuwordle.rules.conditions import FILTERS
    from gpuwordle.strategies.table import STRATEGIES

    words = words_of(draw, 120)
    how = Conditions(
        draw.choice(["all", "candidates", None]),
        draw.random() < 0.4,
        draw.choice(FILTERS),
        draw.choice([None, 1, 3, 6]),
    )
    name = draw.choice([name for name in STRATEGIES if name != "optimal"])
    try:
        played = gpuwordle.play(words, name, how, seed=draw.randint(0, 99), backend="numba")
    except UserError:
        return Counter({"refused in a line": 1})
    for game, answer in enumerate(played.answers.tolist()):
        turns = slice(played.offsets[game], played.offsets[game + 1])
        clues: tuple[tuple[str, int], ...] = ()
        for guess, got in zip(played.guesses[turns].tolist(), played.codes[turns], strict=True):
            word = words.guesses[guess]
            demand(not how.hard or is_legal(word, clues), f"{word} of {name} is not legal")
            demand(code(word, words.answers[answer]) == got, f"{word} of {name} got {got}")
            clues = (*clues, (word, int(got)))
        demand(bool(played.solved[game]) == (clues[-1][0] == words.answers[answer]), "outcome")
    return Counter(games=len(played))


def optimal(draw: random.Random) -> Counter[str]:
    """Optimal totals of short lists against all trees, and what the certificate of it proves."""
    from dataclasses import replace

    from gpuwordle.optimal.weighted_solver import solver_of
    from gpuwordle.proofs.certification import certify_proof

    words, hard, weights = words_of(draw, 9, draw.randint(2, 4)), draw.random() < 0.5, None
    if draw.random() < 0.5:
        weights = {answer: draw.randint(1, 9) for answer in words.answers}
        words = Vocabulary("torture", weights, words.guesses, weights=weights.values())
    expected = least(words.guesses, words.answers, hard, weights=weights)
    everyone = np.arange(len(words.answers))
    found = solver_of(words, hard=hard, backend="numpy").solve(everyone)
    demand(found.exact and found.total == expected, f"total {found.total}, not {expected}")
    if len(words.answers) < 3:
        return Counter(totals=1)
    made = certify_proof(gpuwordle.prove(words, conditions=Conditions(hard=hard), threads=1))
    demand(bool(gpuwordle.verify(made)), "a true certificate is refused")
    (said,) = made.statements
    for more in (1, 2):
        false = replace(said, bound=expected + more)
        other = replace(made, tree=None, optimal=False, statements=(false,))
        demand(not gpuwordle.verify(other), f"a false certificate is accepted: {expected + more}")
    return Counter(totals=1, certificates=3)


def boards(draw: random.Random) -> Counter[str]:
    """Several boards, and the adversary of `hide`, against all that clues leave by our own rule."""
    from gpuwordle.assistant.boards import suggest_boards

    words, count = words_of(draw, 40), draw.randint(2, 4)
    hidden = [draw.choice(words.answers) for _ in range(count)]
    played = draw.sample(words.guesses, min(2, len(words.guesses)))
    played = [guess for guess in played if guess not in hidden]
    clues = [
        f"{g}={'/'.join(Pattern(code(g, h), words.length).digits for h in hidden)}" for g in played
    ]
    found = suggest_boards(words, clues, boards=count, backend="numpy")
    for board, answer in enumerate(hidden):
        fits = [w for w in words.answers if all(code(g, w) == code(g, answer) for g in played)]
        demand(sorted(found.remaining[board]) == sorted(fits), f"board {board} of {clues}")
    host = gpuwordle.Adversary(words)
    left: tuple[str, ...] = words.answers
    for _ in range(4):
        guess = draw.choice(words.guesses)
        parts = buckets(guess, left)
        got = host.play(guess).code
        largest = max(map(len, parts.values()))
        demand(len(parts.get(got, ())) == largest, f"the adversary keeps no largest: {guess}")
        left = parts[got]
        if host.over:
            break
    return Counter({"positions of several boards": 1, "games of the adversary": 1})


def hostile(draw: random.Random) -> Counter[str]:
    """Files of every kind, with bytes, fields or members changed: data, or one line."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        words = words_of(draw, 24, 4)
        (place / "words.txt").write_text("\n".join(words.guesses), encoding="utf-8")
        lists = ("-v", place / "words.txt")
        run("tree", *lists, "-l", 4, "-s", "minimax", "-b", "numpy", "-o", place / "tree.json")
        run("benchmark", *lists, "-l", 4, "-s", "minimax", "-b", "numpy", "-o", place / "run")
        proof = ("--certificate", place / "it.certificate", "--checkpoint", place / "it.json")
        run("prove", *lists, "-l", 4, *proof)
        game = {"answer": words.guesses[0], "guesses": [words.guesses[-1]]}
        (place / "games.jsonl").write_text(json.dumps(game))
        (place / "games.csv").write_text(f"answer,guesses\n{words.guesses[0]},{words.guesses[-1]}")
        files = sorted(path for path in place.rglob("*") if path.is_file() and path.name != "_lock")
        for _ in range(12):
            path = draw.choice(files)
            whole = path.read_bytes()
            path.write_bytes(damaged(whole, draw))
            run("verify", place / "run", *draw.choice([(), lists]))
            run("report", place / "run", "-f", draw.choice(["text", "json", "markdown"]))
            run("benchmark", "-o", place / "run", "--resume", "--dry-run")
            for one in ("tree.json", "it.certificate"):
                run("verify", place / one, *lists)
            run("review", place / draw.choice(["games.csv", "games.jsonl"]), *lists)
            run("prove", *lists, "-l", 4, "--checkpoint", place / "it.json")
            run("first-guess", *lists, "-l", 4, "-b", "numpy", "-f", draw.choice(["table", "csv"]))
            path.write_bytes(whole)
    return Counter({"damaged files": 12, "commands": 12 * 8})


def damaged(content: bytes, draw: random.Random) -> bytes:
    """Change, cut, insert or swap bytes; or a value of JSON, or a member of an archive."""
    kind = draw.choice(["bytes", "cut", "insert", "swap", "json", "member", "empty"])
    if kind == "json":
        with suppress(ValueError):
            return json.dumps(other_value(json.loads(content), draw)).encode()
    if kind == "member" and content[:2] == b"PK":
        return other_member(content, draw)
    at = draw.randint(0, len(content))
    if kind == "cut":
        return content[:at]
    if kind == "insert":
        return content[:at] + draw.choice([b"\x1b[2J", b"9" * 40, b"null", b"\xff"]) + content[at:]
    if kind == "swap":
        return content[at:] + content[:at]
    if kind == "empty":
        return b""
    changed = bytearray(content)
    for _ in range(draw.randint(1, 4)):
        if changed:
            changed[draw.randrange(len(changed))] = draw.randrange(256)
    return bytes(changed)


def other_value(said: Any, draw: random.Random) -> Any:
    """Put something else in place of one value of JSON, at any depth."""
    if isinstance(said, dict | list) and said and draw.random() < 0.8:
        key = draw.choice(list(said)) if isinstance(said, dict) else draw.randrange(len(said))
        copy = said.copy()
        copy[key] = other_value(copy[key], draw)
        return copy
    return draw.choice([None, True, -1, 1.5, 2**70, "\x1b[2J\x9b", [], {}, [[]], said, [said]])


def other_member(content: bytes, draw: random.Random) -> bytes:
    """Change one member of an archive, whose checksum is made anew."""
    import io

    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name, found = draw.choice(list(members)), io.BytesIO()
    members[name] = damaged(members[name], draw) if draw.random() < 0.9 else b""
    with zipfile.ZipFile(found, "w") as archive:
        for one, bytes_ in members.items():
            archive.writestr(one, bytes_)
    return found.getvalue()


def matrix(draw: random.Random) -> Counter[str]:
    """Matrix files cut, swapped or of other words: never other codes than those of the rule."""
    with tempfile.TemporaryDirectory() as name:
        one, two = words_of(draw, 30, 4), words_of(draw, 30, 4)
        paths = [Path(name) / "one.npy", Path(name) / "two.npy"]
        for words, path in zip((one, two), paths, strict=True):
            gpuwordle.pattern_matrix(words, path=path, backend="numpy")
        places = [path.read_bytes() for path in paths]
        paths[0].write_bytes(draw.choice([places[1], damaged(places[0], draw)]))
        again = gpuwordle.pattern_matrix(one, path=paths[0], backend="numpy")
        expected = [[code(guess, answer) for answer in one.answers] for guess in one]
        demand(again.codes.tolist() == expected, "codes of a matrix file")
        demand(run("matrix", "-v", paths[0], "-o", Path(name) / "three.npy")[0] == 2, "a matrix")
    return Counter({"matrix files": 2})


def kills(draw: random.Random) -> Counter[str]:
    """SIGKILL during benchmarks, after some files have appeared, until `--resume` finishes."""
    from gpuwordle.results.played_run import read_run

    tried: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        words = [word for _ in range(6) for word in words_of(draw, 150).guesses]
        (place / "words.txt").write_text("\n".join(dict.fromkeys(words)), encoding="utf-8")
        asked = ("-v", "words.txt", "-l", "1-20", "-s", "minimax", "-s", "entropy", "-s", "random")
        with begun("benchmark", "-o", "whole", *asked, "-b", "numpy", place=place) as process:
            demand(process.wait() == 0, "the run that nobody kills fails")
        units = files_of(place / "whole")
        killed, ended = place / "killed", False
        while not ended:
            there = max(files_of(killed), 0)
            more = ("--resume",) if (killed / "_run.json").exists() else (*asked, "-b", "numpy")
            with begun("benchmark", "-o", "killed", *more, place=place) as process:
                # After some more files, and then somewhere in the next.
                until, moment = there + draw.randint(0, 2), draw.uniform(0, 0.1)
                while process.poll() is None and files_of(killed) < until:
                    time.sleep(0.005)
                time.sleep(moment)
                unfinished = process.poll() is None
                process.kill()
                process.communicate()
            tried["kills of unfinished runs"] += unfinished and files_of(killed) < units
            ended = not unfinished
            demand(unfinished or process.returncode == 0, "a killed run cannot be continued")
        rows = [
            read_run(place / folder).to_arrow().drop_columns("seconds").to_pylist()
            for folder in ("whole", "killed")
        ]
        demand(rows[0] == rows[1], "a killed run differs from one that nobody killed")
        demand(bool(run("verify", killed, "-v", place / "words.txt")[0] == 0), "a killed run")
        demand(files_of(killed) == units, "a killed run has other files")
    tried["runs"] += 1
    return tried


def files_of(run: Path) -> int:
    """Count the finished files of a run; -1 before it has begun."""
    return len(list(run.rglob("*.parquet"))) if (run / "_run.json").exists() else -1


def ctrl_c(draw: random.Random) -> Counter[str]:
    """Ctrl-C at any moment from the first import on: exit code 130, and at most one line."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        letters = "abcd"
        dense = {"".join(draw.choices(letters, k=6)) for _ in range(600)}
        (place / "words.txt").write_text("\n".join(sorted(dense)))
        apart = {"".join(draw.sample(string.ascii_lowercase, 3)) for _ in range(600)}
        (place / "apart.txt").write_text("\n".join(sorted(apart)))
        lists = ("-v", "words.txt", "-l", 6)
        commands = (
            ("benchmark", *lists, "-s", "all", "-b", "numpy", "-o", "run"),
            ("tree", *lists, "--optimal", "-o", "tree.json"),
            ("matrix", *lists, "-b", "numpy", "-o", "m.npy"),
            ("cliques", "-v", "apart.txt", "-l", 3, "-k", 4, "-o", "cliques.txt"),
        )
        with begun(*draw.choice(commands), place=place) as process:
            time.sleep(draw.choice([draw.uniform(0.1, 0.4), draw.uniform(0.4, 3)]))
            # A moment before the package is imported is Python's own.
            imported = process.poll() is None and is_ours(process.pid)
            process.send_signal(signal.SIGINT)
            out, said = process.communicate()
        case = f"{process.returncode}, {said[-300:]!r}"
        demand(not imported or process.returncode in (0, 130), case)
        demand(not imported or "Traceback" not in said, case)
        demand(not list(place.rglob(".*.part")), "a part of a file is left")
        demand(not out or process.returncode == 0, f"output: {out[:80]!r}")
    return Counter({"Ctrl-C": 1, "of them before the package": int(not imported)})


def is_ours(process: int) -> bool:
    """Return whether a process has loaded NumPy, and so the package, by its open libraries."""
    try:
        return "numpy" in Path(f"/proc/{process}/maps").read_text()
    except OSError:  # another system
        return False


def requests(draw: random.Random) -> Counter[str]:
    """Anything over a socket to `serve`: an answer in time, and nothing on its terminal."""
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "words.txt").write_text("\n".join(words_of(draw, 40, 4).guesses))
        lists = ("-v", "words.txt", "-l", 4)
        with begun(
            "serve", *lists, "-b", "numpy", "--port", 0, "--seconds", 2, place=name
        ) as server:
            line = ""
            while "http://" not in line:
                line = server.stderr.readline()  # type: ignore[union-attr]
                demand(bool(line), "the server ends")
            port = int(line.split(" at http://")[1].split(",")[0].rpartition(":")[2])
            silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(60)]
            for _ in range(120):
                answered = ask(port, request(draw))
                demand(answered[:9] in (b"", b"HTTP/1.1 "), f"answer {answered[:60]!r}")
                demand(b" 500 " not in answered[:20], "a request is a bug")
            whole = b"GET /api/about HTTP/1.1\r\nHost: LOCALHOST\r\n\r\n"
            demand(b" 200 " in ask(port, whole)[:20], "silent connections keep us out")
            for connection in silent:
                connection.close()
            server.send_signal(signal.SIGINT)
            _, said = server.communicate()
            demand((server.returncode, said) == (0, ""), f"end: {server.returncode} {said!r}")
    return Counter({"requests": 121, "silent connections": 60})


def request(draw: random.Random) -> bytes:
    """Make a request: whole, cut, too long, or nothing of the kind."""
    name = draw.choice(QUESTIONS)
    given = draw.choice(["guess", "clue", "move", "seconds", "top", "x"])
    value = draw.choice(["abcd", "%1b%5b2J", "-1", "9" * 40, "%ff", "", "a" * 9000])
    host = draw.choice(["localhost", "LocalHost:80", "evil.example", "me@localhost", "localhost:x"])
    upgrade = "Upgrade: websocket\r\nConnection: upgrade\r\n"
    extra = draw.choice(["", "Content-Length: 9\r\n", upgrade])
    extra += "a: b\r\n" * draw.choice([0, 0, 0, 20_000])
    method = draw.choice(["GET", "GET", "HEAD", "POST", "\x1b[2J"])
    head = f"{method} /api/{name}?{given}={value} HTTP/1.1\r\nHost: {host}\r\n{extra}\r\n".encode()
    return draw.choice([head, head, head, draw.randbytes(90) + b"\r\n\r\n", head + head])


def ask(port: int, content: bytes) -> bytes:
    """Send bytes to the server, and return all that it answers."""
    found = b""
    with suppress(ConnectionError), socket.create_connection(("127.0.0.1", port)) as connection:
        connection.settimeout(30)
        connection.sendall(content)
        while part := connection.recv(1 << 16):
            found += part
    return found


def calls(draw: random.Random) -> Counter[str]:
    """Every exported callable with anything for its parameters: TypeError or UserError at most."""
    words = Vocabulary("pets", ["cat", "cow", "dog", "rat", "pig"])
    usual = {"vocabulary": words, "backend": "numpy", "guess": "cat", "answer": "cow", "threads": 1}
    usual |= {"strategy": "minimax", "guesses": ["cat"], "moves": ["cat=.a."], "clues": ["cat=.a."]}
    tried = 0
    for name in sorted(set(gpuwordle.__all__) - MADE):
        call = getattr(gpuwordle, name)
        asked = inspect.signature(call).parameters.values()
        given: dict[str, Any] = {}
        for parameter in asked:
            must = parameter.default is inspect.Parameter.empty
            if parameter.kind is parameter.VAR_POSITIONAL:
                continue
            if must or parameter.name in ("backend", "threads"):
                given[parameter.name] = usual.get(parameter.name, draw.choice(JUNK))
        chosen = draw.choice([parameter.name for parameter in asked] or ["x"])
        if chosen in ("folder", "path", "checkpoint", "executor", "progress", "names"):
            continue
        if chosen not in given or draw.random() < 0.9:
            given[chosen] = draw.choice(JUNK)
        with tempfile.TemporaryDirectory() as folder:
            given |= {"folder": Path(folder) / "run"} if "folder" in given else {}
            try:
                call(**given)
            except (TypeError, UserError) as error:
                demand("\n" not in str(error), f"{name}({given}) says several lines: {error}")
            except Exception as error:
                raise Wrong(f"{name}({given}): {type(error).__name__}: {error}") from None
        tried += 1
    return Counter({"calls": tried})


def clock(draw: random.Random) -> Counter[str]:
    """Clocks that jump back and forth: the same games, runs that verify, and all answers left."""
    words = words_of(draw, 60, 4)
    expected = gpuwordle.play(words, "entropy", backend="numpy")
    usual = time.time

    def jumping() -> float:
        return usual() + draw.choice([-1e9, -3600, 0, 3600, 1e9])

    with tempfile.TemporaryDirectory() as name, mock.patch("time.time", jumping):
        folder = Path(name) / "run"
        gpuwordle.run_benchmark(words, "entropy", folder=folder, backend="numpy")
        gpuwordle.run_benchmark(words, ["entropy"], folder=folder, backend="numpy", resume=True)
        demand(bool(gpuwordle.verify(folder, words)), "a run under a clock that jumps")
        found = gpuwordle.suggest(words, [], seconds=0.2, backend="numpy")
        demand(len(found.remaining) == len(words.answers), "suggestions under such a clock")
    demand(gpuwordle.play(words, "entropy", backend="numpy").total == expected.total, "games")
    return Counter({"runs under a clock that jumps": 1})


def dask(draw: random.Random) -> Counter[str]:
    """Workers of Dask killed while they play: the same rows as without them."""
    try:
        import distributed
    except ImportError:
        return Counter()
    from gpuwordle import executors
    from gpuwordle.results.played_run import read_run

    words = [words_of(draw, 90, length) for length in (3, 4, 5, 6)]
    with (
        tempfile.TemporaryDirectory() as name,
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as cluster,
    ):
        victims = [worker.pid for worker in cluster.workers.values()]
        asked = {"strategies": ["minimax", "random"], "backend": "numpy"}
        with executors.dask(cluster.scheduler_address) as executor:
            victim = victims[draw.randrange(2)]
            subprocess.Popen(["sh", "-c", f"sleep {draw.uniform(0, 0.4)}; kill -9 {victim}"])
            found = gpuwordle.run_benchmark(
                words, **asked, folder=Path(name) / "far", executor=executor
            )
        gpuwordle.run_benchmark(words, **asked, folder=Path(name) / "near")
        rows = [
            read_run(Path(name) / folder).to_arrow().drop_columns("seconds").to_pylist()
            for folder in ("far", "near")
        ]
        demand(found.units == 8 and rows[0] == rows[1], "rows of killed workers")
    return Counter({"killed workers": 1})


ATTACKS: dict[str, tuple[Callable[[random.Random], Counter[str]], str]] = {
    "rule": (rule, "codes, statistics and best guesses by our own rule"),
    "games": (games, "games of all strategies by our own rule"),
    "optimal": (optimal, "optimal totals and certificates by all trees"),
    "boards": (boards, "several boards, and the adversary"),
    "hostile": (hostile, "damaged files of every kind"),
    "matrix": (matrix, "matrix files cut or swapped"),
    "kills": (kills, "SIGKILL in unfinished runs"),
    "ctrl-c": (ctrl_c, "Ctrl-C at any moment"),
    "requests": (requests, "requests to serve"),
    "calls": (calls, "every exported callable with anything"),
    "clock": (clock, "clocks that jump"),
    "dask": (dask, "Dask workers killed"),
}
"""The attacks by name: one round of each, and what it attacks."""


def attack(name: str, seed: int, seconds: float) -> dict[str, Any]:
    """Run rounds of an attack for its share of the time; return its row of the table."""
    began, tried, rounds, wrong = time.monotonic(), Counter[str](), 0, ""
    fewest = FEWEST_KILLS if name == "kills" and seconds > 10 else 0
    while not wrong and (
        rounds == 0
        or time.monotonic() < began + seconds
        or tried["kills of unfinished runs"] < fewest
    ):
        case = f"{seed} {name} {rounds}"
        try:
            tried += ATTACKS[name][0](random.Random(case))
        except Exception as error:
            kind = "" if isinstance(error, Wrong) else f"{type(error).__name__}: "
            said = str(error).replace(tempfile.gettempdir(), "")  # the same on every machine
            wrong = f"seed {seed}, round {rounds}: {kind}{said}"
        rounds += 1
    return {
        "attack": name,
        "what": ATTACKS[name][1],
        "seed": seed,
        "rounds": rounds,
        "seconds": round(time.monotonic() - began),
        "tried": ", ".join(f"{count:,} {what}" for what, count in tried.items() if count),
        "wrong": gpuwordle.errors.printable(wrong),
    }


def torture(names: list[str], seed: int, seconds: float, processes: int) -> list[dict[str, Any]]:
    """Attack in some processes, in each one attack after another; return the rows of the table."""
    share = seconds * processes / len(names)
    rows = {}
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for done in as_completed([pool.submit(attack, name, seed, share) for name in names]):
            row = done.result()
            print(f"{row['attack']}: {row['tried']} {row['wrong'] or 'fine'}", flush=True)
            rows[row["attack"]] = row
    return [rows[name] for name in names]


def main() -> None:
    """Make the attacks, and keep what was tried."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=300.0, help="in all; 300 by default")
    parser.add_argument("--hours", type=float, help="in all, instead of --seconds")
    parser.add_argument("--only", nargs="+", choices=ATTACKS, help="some attacks alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    seconds = asked.seconds if asked.hours is None else 3600 * asked.hours
    rows = torture(asked.only or list(ATTACKS), asked.seed, seconds, asked.processes)
    wrong = [row for row in rows if row["wrong"]]
    if asked.only is None:
        verdict = f"{len(wrong)} attacks found something wrong." if wrong else "Nothing was wrong."
        text = (
            f"# Torture\n\n{verdict} `scripts/torture.py` makes the attacks again; a seed makes "
            "the same cases, except for moments in time.\n\n" + bench_record.markdown_table(rows)
        )
        bench_record.write(ROOT / "bench_results", "torture", rows, text)
    for row in wrong:
        print(f"{row['attack']}: {row['wrong']}", file=sys.stderr)
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
