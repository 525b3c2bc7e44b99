"""Whatever files, lists and arguments hold, a terminal only gets lines, colours and print."""

import json
import re
import shutil
import sys
import zipfile
from contextlib import suppress

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers.proofs import repacked

from gpuwordle.cli.output import for_terminal, json_text
from gpuwordle.cli.play import REPLACED

HOSTILE = "a\x1b[8m\x1b]0;title\x07\x1b[2J\n\raccepted: all\x9b31m\x7f\u202e\u2028"

OURS = re.compile(r"\x1b\[[0-9;]*m|[\n\u2068\u2069]")


@pytest.fixture(params=["terminal", "pipe"])
def look(request, gpuwordle, monkeypatch):
    """look(*arguments): run a command, and check that no byte of its output controls a terminal."""

    def call(*arguments):
        if request.param == "terminal":
            monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        code, out, err = gpuwordle(*arguments)
        assert code in (0, 1, 2), err
        assert "this is a bug" not in err, (arguments, err)
        data = request.param == "pipe" and {"csv", "share"} & set(arguments)  # exactly as it is
        for text in (err,) if data else (out, err):
            assert "\x1b[8m" not in text, arguments
            for line in OURS.sub("\n" if request.param == "pipe" else "", text).split("\n"):
                assert line.isprintable(), (arguments, line)
            assert "\naccepted: all" not in text
        return code, out, err

    return call


def replaced(data, text):
    """The same JSON with one value or key after another replaced by a text."""
    if isinstance(data, dict):
        for name, value in data.items():
            for other in replaced(value, text):
                yield data | {name: other}
            yield {text if key == name else key: kept for key, kept in data.items()}
    elif isinstance(data, list) and data:
        for other in replaced(data[0], text):
            yield [other, *data[1:]]
    yield text


@pytest.fixture
def lists(samples):
    return "-v", samples / "words.txt"


def test_lists(look, tmp_path):
    name = f"x{HOSTILE}".replace("/", "")
    for ending, content in (
        (".txt", f"crane\n{HOSTILE}\nst{HOSTILE}rk\nheron\n"),
        (".csv", f"word\ncrane\n{HOSTILE!r}\n{HOSTILE}\n"),
        (".csv", f"{HOSTILE},word\n1,crane\n"),
    ):
        path = tmp_path / f"{name}{ending}"
        path.write_text(content, newline="")
        for format in ("table", "json", "csv"):
            look("first-guess", "-v", path, "-b", "numpy", "-f", format)
        look("eligible", "-v", path, "--strict", "crane=.....")
    table = pa.table({HOSTILE: ["crane", HOSTILE], "other": ["heron", None]})
    pq.write_table(table, tmp_path / "x.parquet")
    for column in ("", f":{HOSTILE}", ":other", ":no"):
        look("first-guess", "-v", f"{tmp_path / 'x.parquet'}{column}", "-b", "numpy")


def test_arguments(look, lists, monkeypatch):
    for command in (
        ["eligible", f"crane={HOSTILE}"],
        ["explain", f"{HOSTILE}=....."],
        ["solve", HOSTILE, HOSTILE],
        ["score", HOSTILE],
        ["simulate", HOSTILE],
        ["render", "crane=01200", "--format", "share", "--title", HOSTILE],
        ["tree", "-s", HOSTILE],
        ["benchmark", "-o", HOSTILE, "--dask", HOSTILE, "--seconds", HOSTILE],
        ["review", "abca", "--share", HOSTILE],
        [HOSTILE],
        [f"--{HOSTILE}"],
    ):
        look(*command, *(lists if command[0] != "render" else ()))
    for variable in ("GPUWORDLE_MEMORY", "GPUWORDLE_PALETTE", "NUMBA_NUM_THREADS", "COLUMNS"):
        with monkeypatch.context() as patched:
            patched.setenv(variable, HOSTILE)
            look("render", "crane=01200")
            look("first-guess", *lists, "-l", "4", "-b", "numpy")


def test_games_and_shared_results(look, lists, tmp_path):
    csv, jsonl, share = (tmp_path / name for name in ("games.csv", "games.jsonl", "share.txt"))
    flat = HOSTILE.replace("\n", " ")
    csv.write_text(f'answer,guesses,{flat}\n{flat},abca {flat},1\nabca,"{HOSTILE}",2\n', newline="")
    whole = {"answer": "abca", "guesses": ["abca", "abcb"]}
    jsonl.write_text("\n".join(map(json.dumps, replaced(whole, HOSTILE))))
    share.write_text(HOSTILE)
    for format in ("table", "json", "csv"):
        look("review", csv, *lists, "-f", format)
        look("review", jsonl, *lists, "-f", format)
        for game in replaced(whole, HOSTILE):
            jsonl.write_text(json.dumps(game))
            look("review", jsonl, *lists, "-f", format)
    look("review", "abca", "--share", share, *lists)


def test_trees(look, lists, samples, tmp_path):
    path = tmp_path / "tree"
    whole = json.loads((samples / "tree.json").read_text())
    for children in (whole["tree"]["next"], *whole["tree"]["next"].values()):
        for pattern in list(children.get("next", children))[1:]:
            del children.get("next", children)[pattern]
    for said in replaced(whole, HOSTILE):
        path.write_text(json.dumps(said))
        look("verify", path, *lists)
    for text in (HOSTILE, f"cat GGG1\n{HOSTILE}", f"{HOSTILE} BBB1 cow GGG2", f"cat {HOSTILE}1"):
        path.write_text(text)
        look("verify", path, *lists)


def test_certificates(look, lists, samples, tmp_path):
    path = tmp_path / "it"
    content = (samples / "it.certificate").read_bytes()
    with zipfile.ZipFile(samples / "it.certificate") as archive:
        header = json.loads(archive.read("certificate.json"))
    for number, said in enumerate(replaced(header, HOSTILE)):
        other = {"certificate.json": json.dumps(said)}
        path.write_bytes(repacked(content, lambda members, other=other: members.update(other)))
        look("verify", path, "-f", ("text", "json")[number % 2])
        if number % 5 == 0:
            look("verify", path, *lists)
            look("serve", *lists, "-l", "5", "--port", "0", "--certificate", path)


def test_checkpoints(look, lists, samples, tmp_path):
    path = tmp_path / "it.json"
    said = json.loads((samples / "it.json").read_text())
    for other in replaced(said | {"stages": said["stages"][:1]}, HOSTILE):
        path.write_text(json.dumps(other))
        look("prove", *lists, "-l", "4", "--checkpoint", path, "-b", "numpy")


@pytest.mark.sample(1)
def test_runs(look, samples, tmp_path):
    folder = tmp_path / "run"
    said = json.loads((samples / "run" / "_run.json").read_text())
    shutil.copytree(samples / "run", folder)
    for number, other in enumerate(replaced(said, HOSTILE)):
        (folder / "_run.json").write_text(json.dumps(other))
        look("report", folder, "-f", ("text", "json", "csv")[number % 3])
        look("verify", folder)
        if number % 7 == 0:
            look("benchmark", "-o", folder, "--resume", "--dry-run")
    (folder / "_run.json").write_text(json.dumps(said))
    (file,) = folder.glob("*/minimax-*.parquet")
    table = pq.read_table(file)
    about = table.schema.metadata
    for key in [key for key in about if not key.startswith(b"gpuwordle.column.")]:
        quoted = json.dumps(HOSTILE).encode()
        for value in (quoted if about[key][:1] in b'{["' else HOSTILE.encode(), HOSTILE.encode()):
            pq.write_table(table.replace_schema_metadata(about | {key: value}), file)
            look("verify", folder)
            look("report", folder)
    for place_of, column in enumerate(table.column_names):
        with suppress(pa.ArrowException):
            kind = table.schema.field(column).type
            hostile = [HOSTILE] if pa.types.is_list(kind) else HOSTILE
            other = pa.array([hostile] * len(table), kind)
            pq.write_table(table.set_column(place_of, table.schema.field(column), other), file)
            look("verify", folder)
            look("report", folder, "--format", "markdown")


def test_what_a_terminal_gets():
    kept = f"\x1b[1;31mred\x1b[0m {REPLACED}x\n\u2068שלום\u2069\n"
    assert for_terminal(kept) == kept
    assert for_terminal("a\x1b[2J\x9b3m\r\tb") == r"a\x1b[2J\x9b3m\r\tb"
    assert json_text({"\x9b": "\u202eé\U000e0001\ud800\n"}, None) == (
        '{\n "\\u009b": "\\u202eé\\udb40\\udc01\\ud800\\n"\n}\n'
    )
