"""Strategies and word lists that other packages offer, and a custom class by its path."""

import json
import sys
from configparser import ConfigParser

import pyarrow.dataset
import pytest
from helpers.command_line import refused as command_refused
from helpers.errors import refused

from gpuwordle import Conditions, Vocabulary, executors, load, run_benchmark
from gpuwordle.report.report import Report
from gpuwordle.results.games_file import read_table
from gpuwordle.rules.named import rule_named
from gpuwordle.strategies.table import STRATEGIES, known_strategies, strategy_named
from gpuwordle.words.known_lists import known_lists

MODULE = '''
"""What another package holds."""

from pathlib import Path

import numpy as np

from gpuwordle import Feedback, Strategy, Vocabulary, WordList


class FirstCandidate(Strategy):
    """Plays the candidate that stands first in the list, or last."""

    name = "first-candidate"
    deterministic = True

    def __init__(self, backwards=False):
        self.place = -1 if backwards else 0

    def choose(self, states):
        return np.array([states.playable(s)[self.place] for s in range(len(states))], np.int32)


class Nameless(FirstCandidate):
    name = None


class Unfinished(Strategy):
    name = "unfinished"


class Demanding(FirstCandidate):
    def __init__(self, depth):
        self.depth = depth


class Other:
    pass


class Last(FirstCandidate):
    def __init__(self, last=1):
        self.last = last


class Counting(Feedback):
    is_sum = False

    def __init__(self, of):
        self.of = of

    codes = code = write = read = None


def birds():
    return WordList.of("whatever", ["crane", "stork", "heron", "tern"], ["crane", "tern"])


class Failing(FirstCandidate):
    def choose(self, states):
        raise RuntimeError("boo")


class Overflowing(FirstCandidate):
    def choose(self, states):
        raise OverflowError("too much")


class Sets(FirstCandidate):
    def __init__(self, liked=frozenset("a")):
        self.place, self.liked = 0, liked


def pets():
    return Vocabulary("whatever", ["cat", "dog"], ["cat", "dog", "eel"])


def fish():
    return Path(__file__).with_name("fish.txt")


def number():
    return 7


def broken():
    return 1 / 0


def leaving():
    raise SystemExit(4)
'''

ENTRY_POINTS = {
    "gpuwordle.strategies": {
        "first": "somebody:FirstCandidate",
        "entropy": "somebody:FirstCandidate",
        "lost": "nowhere_to_be_found:Class",
        "gone": "somebody:Gone",
        "other": "somebody:Other",
        "sets": "somebody:Sets",
    },
    "gpuwordle.vocabularies": {
        "birds": "somebody:birds",
        "pets": "somebody:pets",
        "fish": "somebody:fish",
        "number": "somebody:number",
        "broken": "somebody:broken",
        "leaving": "somebody:leaving",
        "nerdle": "somebody:pets",
        "constant": "somebody:__name__",
        "web2": "somebody:pets",
        "gone": "somebody:gone",
    },
}

WORDS = Vocabulary("few", ["crane", "stork", "heron", "eagle", "tiger", "cages"])


def install(folder, name, entry_points):
    """Lay out what an installer leaves of a package's metadata."""
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    groups = ConfigParser(delimiters="=")
    groups.read_dict(entry_points)
    with (about / "entry_points.txt").open("w") as file:
        groups.write(file)


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A folder on the path with a module, and no package."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "somebody.py").write_text(MODULE)
    (folder / "careless.py").write_text("nothing\n")
    (folder / "script.py").write_text("raise SystemExit\n")
    (folder / "fish.txt").write_text("tench\nbream\n")
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.syspath_prepend(folder)
    yield folder
    sys.modules.pop("somebody", None)


@pytest.fixture
def package(module):
    """The same, as an installed package with entry points."""
    install(module, "somebody", ENTRY_POINTS)
    return module


def guesses(folder):
    return {tuple(row["guesses"]) for row in read_table(folder).to_pylist()}


def test_our_own_names_ask_no_package(monkeypatch):
    def asked(**_):
        raise AssertionError("metadata was read")

    monkeypatch.setattr("importlib.metadata.entry_points", asked)
    assert strategy_named("entropy").name == "entropy"
    assert load("web2").name == "web2"
    with pytest.raises(AssertionError):
        strategy_named("entropi")


def test_a_strategy_of_a_package_plays(package, tmp_path):
    assert type(strategy_named("first")).__name__ == "FirstCandidate"
    for options, opener in ((None, "crane"), ({"backwards": True}, "cages")):
        folder, how = tmp_path / opener, Conditions(pool="candidates")
        run_benchmark(WORDS, "first", how, folder=folder, options=options)
        assert {row[0] for row in guesses(folder)} == {opener}
        assert set(read_table(folder)["strategy"].to_pylist()) == {"first"}


def test_a_package_cannot_replace_what_is_ours(package):
    assert type(strategy_named("entropy")) is STRATEGIES["entropy"]
    assert len(load("web2").words) == 234_450
    (hidden,) = [s for s in known_strategies() if s.name == "entropy" and s.package != "gpuwordle"]
    assert hidden.kind is None
    assert hidden.problem == "hidden by gpuwordle's own strategy of that name"
    for name in ("web2", "nerdle"):
        hidden = [known.problem for known in known_lists() if known.name == name]
        assert hidden == ["", "hidden by gpuwordle's own list of that name"]


def test_what_two_packages_offer_is_refused_by_name(package):
    install(package, "another", {"gpuwordle.strategies": {"first": "somebody:FirstCandidate"}})
    install(package, "third", {"gpuwordle.vocabularies": {"birds": "somebody:birds"}})
    expected = r"strategy 'first' is offered by another 1\.0 and somebody 1\.0: uninstall all but"
    refused(expected, strategy_named, "first")
    refused(r"vocabulary 'birds' is offered by somebody 1\.0 and third", load, "birds")
    problems = [known.problem for known in known_lists() if known.name == "birds"]
    assert problems == ["offered by several packages: uninstall all but one"] * 2


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("firts", r"unknown strategy 'firts': did you mean first"),
        ("lost", r"'lost' cannot be loaded \(No module named 'nowhere.*uninstall somebody 1\.0"),
        ("gone", r"'gone' cannot be loaded \(module 'somebody' has no 'Gone'\): fix or uninstall"),
        ("other", r"'other' is not a class derived from gpuwordle\.Strategy"),
        ("nowhere:Class", r"\(No module named 'nowhere'\): check the spelling, and that Python"),
        ("somebody:Gone", r"\(module 'somebody' has no 'Gone'\)"),
        ("somebody:Other", r"'somebody:Other' is not a class derived from gpuwordle\.Strategy"),
        ("somebody:birds", r"is not a class derived"),
        ("somebody:Nameless", r"has no name"),
        ("somebody:Unfinished", r"lacks choose: define it"),
        ("somebody:Demanding", r"cannot be made without options \(.*depth"),
        ("some body:Class", r"'some body:Class' is not MODULE:CLASS"),
        ("somebody:Last", r"has an option 'last', as every strategy has: rename it"),
        (
            "careless:Class",
            r"'careless:Class' cannot be loaded \(NameError: .*nothing.*check the sp",
        ),
        ("script:Class", r"'script:Class' cannot be loaded \(SystemExit: \): check the spelling"),
    ],
)
def test_what_is_no_strategy_is_one_line(package, name, message):
    refused(message, strategy_named, name)


def test_a_rule_is_called_a_rule(package):
    refused("rule 'somebody:Gone' cannot be loaded", rule_named, "somebody:Gone")
    refused(
        "rule 'somebody:Counting' cannot be made without arguments", rule_named, "somebody:Counting"
    )


@pytest.mark.parametrize(
    ("name", "why"),
    [("Failing", "RuntimeError: boo"), ("Overflowing", "OverflowError: too much")],
)
def test_a_mistake_of_a_class_names_the_class(package, gpuwordle, tmp_path, name, why):
    played = "-v", "pets", "-l", "3", "-s", f"somebody:{name}", "-b", "numpy"
    for line in (("tree", *played), ("benchmark", *played, "-j", "2", "-o", tmp_path / "run")):
        command_refused(gpuwordle(*line), f"somebody:{name} failed ({why}")


def test_lists_of_a_package(package, tmp_path, monkeypatch):
    birds, pets = load("birds"), load("pets")
    assert (birds.name, birds.words) == ("birds", ("crane", "stork", "heron", "tern"))
    assert birds.answers == ("crane", "tern")
    assert (pets.name, pets.words, pets.answers) == ("pets", ("cat", "dog", "eel"), ("cat", "dog"))
    assert load("fish").words == ("tench", "bream")
    assert load("birds", "fish").name == "birds+fish"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "birds").write_text("robin")
    assert load("birds").words == ("robin",)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("birbs", r"unknown vocabulary 'birbs': did you mean birds"),
        (
            "broken",
            r"'broken' of somebody 1\.0 cannot be made \(ZeroDivisionError: .*: fix or unin",
        ),
        ("number", r"'number' of somebody 1\.0: somebody:number returns an object of type int; it"),
        ("constant", r"somebody:__name__ is not a function; it must be"),
        ("gone", r"'gone' cannot be loaded \(module 'somebody' has no 'gone'\): fix or uninstall"),
    ],
)
def test_what_is_no_list_is_one_line(package, name, message):
    refused(message, load, name)


def test_everything_is_listed(package, gpuwordle):
    code, out, err = gpuwordle("strategies", "-f", "json")
    assert (code, err) == (0, "")
    rows = {(row["name"], row["package"]): row for row in json.loads(out)}
    assert {name for name, package in rows if package == "gpuwordle"} > set(STRATEGIES)
    assert rows["first", "somebody 1.0"]["about"].startswith("Plays the candidate")
    assert "cannot be loaded" in rows["lost", "somebody 1.0"]["about"]
    assert not rows["clique", "gpuwordle"]["hard"]
    assert rows["sets", "somebody 1.0"]["options"] == {"liked": "frozenset({'a'})", "last": 0}
    code, out, _ = gpuwordle("vocabularies", "-f", "json")
    rows = {(row["name"], row["origin"]): row for row in json.loads(out)}
    assert code == 0
    birds = rows["birds", "somebody 1.0"]
    assert (birds["words"], birds["answers"], birds["lengths"]) == (4, 2, {"4": 1, "5": 3})
    assert "returns an object of type int" in rows["number", "somebody 1.0"]["here"]
    assert "cannot be made (SystemExit: 4)" in rows["leaving", "somebody 1.0"]["here"]
    assert gpuwordle("vocabularies")[0] == 0
    assert "first" in gpuwordle("strategies")[1]


def test_commands_take_what_packages_offer(package, gpuwordle):
    code, out, err = gpuwordle("tree", "-v", "birds", "-s", "first", "-b", "numpy", "--pool", "all")
    assert (code, out[:5]) == (0, "crane")
    assert "first from crane" in err


def played(folder):
    assert set(read_table(folder)["strategy"].to_pylist()) == {"somebody:FirstCandidate"}
    return guesses(folder)


@pytest.fixture
def expected(module, tmp_path):
    words = [WORDS, Vocabulary("some", ["cat", "dog", "eel", "elk"])]
    run_benchmark(words, "somebody:FirstCandidate", folder=tmp_path / "expected", backend="numpy")
    return words, played(tmp_path / "expected")


def test_a_report_knows_a_class_by_its_path_and_by_its_name(expected, tmp_path):
    for name in ("somebody:FirstCandidate", "first-candidate"):
        report = Report.of(tmp_path / "expected", strategies=[name])
        assert {one.unit.strategy for one in report.units} == {"somebody:FirstCandidate"}
    run_benchmark(WORDS, strategy_named("somebody:FirstCandidate"), folder=tmp_path / "object")
    assert len(Report.of(tmp_path / "object", strategies=["somebody:FirstCandidate"]).units) == 1
    for name in ("last-candidate", "somebody:Nobody"):
        message = f"this run has no strategy '{name}'"
        refused(message, Report.of, tmp_path / "expected", strategies=[name])


@pytest.mark.filterwarnings("ignore")
def test_dask_workers_make_a_class_of_ones_own(expected, tmp_path, dask_cluster):
    (words, games), name, folder = expected, "somebody:FirstCandidate", tmp_path / "run"
    with executors.dask(dask_cluster(1).scheduler_address) as workers:
        run_benchmark(words, name, folder=folder, backend="numpy", executor=workers)
    assert played(folder) == games


def test_a_class_in_the_folder_of_the_command(expected, gpuwordle, module, tmp_path, monkeypatch):
    sys.path.remove(str(module))
    sys.modules.pop("somebody")
    monkeypatch.chdir(module)
    for words in expected[0]:
        (module / f"{words.name}.txt").write_text("\n".join(words.guesses))
    code, out, err = gpuwordle(
        *("benchmark", "-v", "few.txt", "-v", "some.txt", "--lengths", "3,5", "-b", "numpy"),
        *("-s", "somebody:FirstCandidate", "-j", "2", "-o", tmp_path / "run"),
    )
    assert (code, out) == (0, ""), err
    assert played(tmp_path / "run") == expected[1]
    (path,) = (tmp_path / "run").glob("*-5/*.parquet")
    assert path.name.startswith("somebody-FirstCandidate-")
    dataset = pyarrow.dataset.dataset(tmp_path / "run")
    assert dataset.to_table()["strategy"].unique().to_pylist() == ["somebody:FirstCandidate"]
