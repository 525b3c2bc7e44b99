"""What tests share: backends, vocabularies, runs, and that nothing comes from the network."""

import ipaddress
import logging
import os
import random
import signal
import socket
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path

import pytest
from helpers.browser import Browser, installed
from helpers.engines import available
from helpers.words import list_of
from hypothesis import settings

from gpuwordle.words import sources
from gpuwordle.words.vocabulary import Vocabulary

# Workers of pytest-xdist inherit the width of a terminal from the readline that pytest loads.
os.environ.pop("COLUMNS", None)

# How long an example takes says more about the machine than about the code.
settings.register_profile("gpuwordle", deadline=None)
settings.load_profile("gpuwordle")
# The same examples each time, so that a failure comes from the change and not from a new example.
settings.register_profile("ci", deadline=None, derandomize=True)


# Nodes whose names have one of these words are for one process of several: what they share takes
# longer to make than they take.
EXACT_PLAY = ("optimal", "proofs/", "verify", "assistant/", "web/", "test_solve", "test_review")
EXACT_PLAY += ("cli/test_boards", "test_play", "test_simulate")
EXACT_PLAY += ("certificates", "environment/")
PLANTED_FAULTS = ("test_planted_faults",)


@pytest.hookimpl(tryfirst=True)  # before -m is applied
def pytest_collection_modifyitems(items):
    """Mark as rest the cases that samples leave out: the same ones each time."""
    sampled = defaultdict(list)
    for item in items:
        for mark in item.iter_markers("sample"):
            sampled[item.nodeid.partition("[")[0], mark.args[0]].append(item)
    for (name, count), cases in sampled.items():
        for item in random.Random(name).sample(cases, max(0, len(cases) - count)):
            item.add_marker("rest")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Send what compiles the same kernels, or shares a process, to one process of several."""
    from xdist.scheduler import LoadScopeScheduling

    class Together(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            for scope, words in (("exact play", EXACT_PLAY), ("planted faults", PLANTED_FAULTS)):
                if any(word in nodeid for word in words):
                    return scope
            return nodeid

    return Together(config, log)


def is_local(host: str | bytes | None) -> bool:
    name = host.decode() if isinstance(host, bytes) else host
    try:
        address = ipaddress.ip_address(name or "127.0.0.1")
    except ValueError:
        return name in ("localhost", socket.gethostname())
    return address.is_loopback or address.is_unspecified


@pytest.fixture(scope="session", autouse=True)
def nothing_is_fetched(tmp_path_factory):
    """Words come from installed packages or GPUWORDLE_DATA: no network, no list kept from before.

    So the same tests run for everybody who installed the same, and a test that would fetch fails.
    """
    empty, resolve = tmp_path_factory.mktemp("cache"), socket.getaddrinfo

    def resolve_local(host, *args, **kwargs):
        if not is_local(host):
            pytest.fail(f"a test asks the network for {host}")
        return resolve(host, *args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sources, "_cache", lambda: empty)
        patch.setattr(socket, "getaddrinfo", resolve_local)
        yield


@pytest.fixture(scope="session", autouse=True)
def compiling_is_not_told():
    """Tests compare what commands say, and what has to be compiled depends on earlier runs."""
    log = logging.getLogger("gpuwordle.compiled")
    log.setLevel(logging.WARNING)
    yield
    log.setLevel(logging.NOTSET)


@pytest.fixture(scope="session", autouse=True)
def ctrl_c_is_heard():
    """A shell makes its background processes, and those that they start, ignore SIGINT."""
    before = signal.getsignal(signal.SIGINT)
    if before == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session", autouse=True)
def kernels_are_compiled_once(tmp_path_factory):
    """The emulated kernels of all processes, pytest's and those it starts, stand in one folder."""
    base = tmp_path_factory.getbasetemp()
    shared: Path = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    kept = os.environ.get("CUDA_ON_CPU_CACHE", str(shared / "cuda_on_cpu"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CUDA_ON_CPU_CACHE", kept)
        yield


@pytest.fixture(scope="session", params=list(available()))
def backend_type(request):
    """Each backend that can run here."""
    return request.param


@pytest.fixture(scope="session")
def wordle() -> Vocabulary:
    """The original game: 2315 answers, 12972 guesses."""
    return list_of("wordle").of_length(5)


@pytest.fixture(scope="session")
def wordle_any(wordle) -> Vocabulary:
    """The original game with every one of the 12972 guesses hidden."""
    return Vocabulary("wordle-any", wordle.guesses)


@pytest.fixture(scope="session")
def words_alpha():
    """words_alpha(length, distinct=False): the 370,105-word list of Haag."""
    words = list_of("words-alpha")
    return lambda length, distinct=False: words.of_length(length, distinct_letters=distinct)


@pytest.fixture(scope="session")
def nltk():
    """nltk(length, distinct=True): the list of Lahiri et al."""
    words = list_of("nltk-words")
    return lambda length, distinct=True: words.of_length(length, distinct_letters=distinct)


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A run of two strategies on three lengths."""
    from helpers.report_runs import play

    return play(tmp_path_factory.mktemp("report") / "run")


@pytest.fixture(scope="session")
def lost(tmp_path_factory):
    """The same with two guesses allowed, so that most games are lost."""
    from helpers.report_runs import play

    return play(tmp_path_factory.mktemp("lost") / "run", allowed=2)


@pytest.fixture(scope="session")
def made():
    """The certificate of some rhymes, in easy mode without a limit."""
    from helpers import proofs

    return proofs.certificate(*proofs.rhymes(5, 16, 6), name="rhymes")


@pytest.fixture
def file(tmp_path):
    """file(name, *lines): write a file of lines; returns its path."""

    def written(name, *lines):
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return written


@pytest.fixture
def gpuwordle(capsysbinary):
    """gpuwordle(*arguments): run a command; returns (exit code, output, errors)."""
    from gpuwordle.cli.app import run

    def call(*arguments):
        code = run([str(argument) for argument in arguments])
        captured = capsysbinary.readouterr()
        return code, captured.out.decode(), captured.err.decode()

    return call


@pytest.fixture
def dask_cluster(tmp_path):
    """dask_cluster(workers): a Dask cluster on this machine, for as long as the test takes."""
    distributed = pytest.importorskip("distributed")
    with ExitStack() as stack:
        yield lambda workers: stack.enter_context(
            distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address=None,
                local_directory=str(tmp_path / "dask"),
            )
        )


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """A browser, where one is installed."""
    if installed() is None:
        pytest.skip("no Chromium is installed: apt-get install chromium")
    tab = Browser(tmp_path_factory.mktemp("chromium"))
    yield tab
    tab.close()
