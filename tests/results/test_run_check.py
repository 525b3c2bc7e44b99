"""Runs played again by the rules: what is right is accepted, and whatever was changed is found."""

import json
import re
import shutil
from dataclasses import replace

import naive
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers.run_files import flipped, unit_of
from helpers.words import random_words

from gpuwordle import Conditions, Vocabulary, grow, run_benchmark
from gpuwordle.results.games_file import files_of, read_table, record_of, write_games
from gpuwordle.results.run_check import PROVENANCE, check_run
from gpuwordle.results.run_folder import CARD_FILE, RUN_FILE, Run, taken

WORDS = random_words(4, 4, 5, 90)

VOCABULARY = Vocabulary("random", WORDS[:60], WORDS)


def check(folder, vocabulary=VOCABULARY):
    return check_run(Run.open(folder), lambda name, length: vocabulary)


def play(folder, strategies, conditions=None, **options):
    options = {"backend": "numpy", **options}
    run_benchmark(VOCABULARY, strategies, conditions, folder=folder, **options)
    return folder


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    return play(tmp_path_factory.mktemp("played") / "run", ["minimax", "random"])


@pytest.fixture
def run(played, tmp_path):
    return shutil.copytree(played, tmp_path / "run")


PLAYED = [
    (Conditions(), {}),
    (Conditions("all", hard=True), {}),
    (Conditions("candidates", hard=True, filter="letters"), {}),
    (Conditions("candidates", filter="counts"), {}),
    (Conditions("candidates", filter="bounds", allowed=3), {}),
    (Conditions("candidates", filter="colours", hard=True), {}),
    (Conditions("all", allowed=2), {}),
    (None, {"opener": WORDS[70]}),
    (None, {"sample": 20, "seeds": [3, 4]}),
    (None, {"subset": "20x30", "seeds": [5]}),
    (Conditions(allowed=4), {"options": {"last": 2}}),
]


@pytest.mark.parametrize(("conditions", "options"), PLAYED, ids=str)
def test_what_was_played_is_accepted(tmp_path, conditions, options):
    strategies = ["minimax"]
    if not options:
        strategies.append("letter-frequency")
        if conditions.pool != "all":
            strategies.append("random")
        options = {"seeds": [1, 2]}
    verdict = check(play(tmp_path / "run", strategies, conditions, **options))
    assert verdict.problems == ()
    assert verdict.games == len(read_table(tmp_path / "run"))


def test_every_turn_counts_in_the_pool(tmp_path):
    """The last turns of a game with `last` are played among candidates; others are not."""
    options = {"options": {"last": 2}}
    folder = play(tmp_path / "run", "minimax", Conditions("all", allowed=4), **options)
    rewrite(folder, lambda rows: [wrong_from(row, 2) for row in rows])
    assert any("is not in pool 'candidates'" in line for line in check(folder).problems)


def wrong_from(row, turn):
    """Lose a game, by a word that tells nothing new from a turn on."""
    if len(row["guesses"]) <= turn:
        return row
    guesses = [*row["guesses"][:turn], *[row["guesses"][0]] * (4 - turn)]
    return row | {
        "guesses": guesses,
        "codes": [naive.code(guess, row["answer"]) for guess in guesses],
        "remaining": [*row["remaining"][:turn], *[row["remaining"][turn - 1]] * (4 - turn)],
        "count": 4,
        "solved": False,
    }


def rewrite(folder, change, name="minimax", **said):
    """Write a file again with other rows, and other entries in its metadata."""
    (path,) = (path for path in files_of(folder) if path.name.startswith(name))
    table = pq.read_table(path)
    entries = {f"gpuwordle.{key}".encode(): value for key, value in said.items()}
    schema = table.schema.with_metadata({**table.schema.metadata, **entries})
    rows = change(table.to_pylist())
    pq.write_table(pa.Table.from_pylist(rows, schema), path, write_page_checksum=True)
    record_of(path).unlink()
    return path


LISTS = ("guesses", "codes", "remaining")
NO_TIME = "s divided by its games"

CHANGES = {
    "a code": (
        lambda row: {"codes": [row["codes"][0] ^ 1, *row["codes"][1:]]},
        "guess 1 .* got code .*, but the rules give",
    ),
    "what remains": (
        lambda row: {"remaining": [row["remaining"][0] + 1, *row["remaining"][1:]]},
        "candidates after guess 1, but the filter pattern leaves",
    ),
    "the count": (
        lambda row: {"count": row["count"] + 1},
        "more or fewer entries than column count",
    ),
    "a guess": (
        lambda row: {"guesses": [*row["guesses"][:-1], "zzzz"]},
        "'zzzz' is not a guess of its words",
    ),
    "on after the end": (
        lambda row: {"count": row["count"] + 1, **{it: row[it] + row[it][-1:] for it in LISTS}},
        "it continues after the answer was guessed",
    ),
    "solved": ({"solved": False}, "solved does not agree with the last guess"),
    "the answer": ({"answer": WORDS[70]}, "is not an answer of its words"),
    "another's answer": ({"answer": WORDS[7]}, "is the answer of more than one row"),
    "the strategy": ({"strategy": "entropy"}, "column strategy is not 'minimax'"),
    "the seed": ({"seed": 9}, "column seed is not 0"),
    "the mode": ({"mode": "hard"}, "column mode is not 'easy'"),
    "allowed": ({"allowed": 6}, "column allowed is not None"),
    "the digest": ({"digest": "0"}, "column digest is not"),
    "the time": ({"seconds": float("nan")}, NO_TIME),
    "a time without end": ({"seconds": float("inf")}, NO_TIME),
    "a time below zero": ({"seconds": -0.5}, NO_TIME),
    "another time": ({"seconds": 99.0}, NO_TIME),
    "the weight": ({"weight": 2}, "column weight does not hold the weights of its answers"),
}


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("number", [3, 59])
def test_a_changed_row_is_found(run, name, number):
    change, message = CHANGES[name]

    def changed(rows):
        rows[number] |= change(rows[number]) if callable(change) else change
        return rows

    path = rewrite(run, changed)
    verdict = check(run)
    (problem,) = verdict.problems
    assert problem.startswith(str(path.relative_to(run)))
    assert re.search(message, problem), problem
    assert verdict.files == 1


@pytest.mark.parametrize(
    ("change", "said", "message"),
    [
        (lambda rows: rows[:5] + rows[6:], {"games": b"59"}, f"no row has the answer {WORDS[5]}"),
        (lambda rows: rows[:5] + rows[6:], {}, "59 rows, but 60 were written"),
        (lambda rows: rows[1:] + rows[:1], {}, "not in the order of the answers"),
        (lambda rows: [], {"games": b"0"}, "it holds no game"),
        *((list, {"seconds": time}, "which is not a time") for time in (b"-1", b"nan", b"inf")),
        (list, {"provenance": b'{"version": "1"}'}, "its provenance lacks commit, backend"),
    ],
    ids=["missing", "missing unsaid", "moved", "none", "less", "nan", "no end", "provenance"],
)
def test_a_changed_file_is_found(run, change, said, message):
    path = rewrite(run, change, **said)
    (problem,) = check(run).problems
    assert path.name in problem and message in problem


def test_games_may_take_no_time(run):
    rewrite(run, lambda rows: [row | {"seconds": 0.0} for row in rows], seconds=b"0")
    assert check(run).problems == ()


@pytest.mark.parametrize("place", [60, -50, "schema", "seconds"])
def test_a_flipped_byte_is_found_and_its_games_are_played_again(run, place):
    path = files_of(run)[0]
    rows, content = pq.read_table(path).drop_columns("seconds"), path.read_bytes()
    if place == "schema":
        place = content.index(b"ARROW:schema") + 40
    if place == "seconds":
        place = content.rindex(b"gpuwordle.seconds") + 20
    path.write_bytes(flipped(content, place))
    (problem,) = check(run).problems
    assert path.name in problem
    with pytest.warns(RuntimeWarning, match=rf"{path.name} is damaged .* played again"):
        strategies = ["minimax", "random"]
        outcome = run_benchmark(VOCABULARY, strategies, folder=run, backend="numpy", resume=True)
    assert (outcome.units, outcome.games) == (1, 60)
    assert pq.read_table(path).drop_columns("seconds") == rows
    assert check(run).problems == ()


def test_files_that_are_missing_copied_moved_or_foreign(run, tmp_path):
    minimax, random = files_of(run)
    shutil.copy(minimax, minimax.with_name("copy.parquet"))
    (run / "deep" / "er").mkdir(parents=True)
    shutil.move(random, run / "deep" / "er" / random.name)
    (run / "notes.txt").write_text("mine")
    other = play(tmp_path / "other", "entropy")
    (foreign,) = files_of(other)
    shutil.copy(foreign, run / foreign.name)
    problems = check(run).problems
    assert len(problems) == 5
    for expected in (
        "notes.txt is damaged",
        f"deep/er/{random.name} is the file of",
        f"{foreign.name} belongs to run",
        "copy.parquet is the file of",
        "it has no file: continue with gpuwordle benchmark",
    ):
        assert sum(expected in problem for problem in problems) == 1


def test_progress_is_told_file_by_file(run):
    told = []
    check_run(Run.open(run), lambda name, length: VOCABULARY, told.append)
    assert told == [0.5, 1.0]


def test_options_may_be_in_any_script(tmp_path):
    """What a strategy was asked in letters that are not ASCII is in every row as it was asked."""
    unit = replace(unit_of(VOCABULARY), pool="all", options=(("note", "é"),))
    games = grow(VOCABULARY, "minimax", Conditions("all"), backend="numpy").games()
    with taken(tmp_path / "run", [unit], resume=False, command="") as held:
        about = {"seconds": 1.0, "provenance": dict.fromkeys(PROVENANCE, "")}
        write_games(held.folder, held.id, unit, VOCABULARY, games, **about)
    assert check(tmp_path / "run").problems == ()


def test_bookkeeping(run):
    said = json.loads((run / RUN_FILE).read_text())
    (run / CARD_FILE).unlink()
    other = said | {"units": [*said["units"], said["units"][0]]}
    (run / RUN_FILE).write_text(json.dumps(other))
    problems = check(run).problems
    assert f"{RUN_FILE} lists a unit twice: restore it" in problems
    assert any(line.startswith(f"{CARD_FILE} is missing") for line in problems)
    (run / RUN_FILE).write_text(json.dumps(said | {"units": said["units"][::-1]}))
    assert any("units that are not those of run" in line for line in check(run).problems)


def test_a_run_that_was_added_to_is_accepted(run):
    before = (run / RUN_FILE).read_text()
    play(run, ["minimax", "random", "entropy"], resume=True)
    assert check(run).problems == ()
    (run / RUN_FILE).write_text(before)
    (problem,) = check(run).problems
    assert re.search(
        r"entropy-\w+\.parquet belongs to no unit of the run \(random 4 entropy", problem
    )


def test_other_words_are_found(run):
    problems = check(run, Vocabulary("random", WORDS[:59], WORDS)).problems
    assert ["played on other words of random" in problem for problem in problems] == [True] * 2
