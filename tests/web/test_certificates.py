"""What the page says of trees by certificates that were checked."""

import numpy as np
import pytest
from helpers import proofs
from helpers.errors import refused
from helpers.json_page import check as check_json

from gpuwordle.optimal.solver import Solver
from gpuwordle.proofs.certification import Proven, SolverFacts, certify, write
from gpuwordle.web.certificates import check_certificate
from gpuwordle.web.queries import Player, Queries
from gpuwordle.words.vocabulary import Vocabulary

GUESSES, ANSWERS = proofs.rhymes(5, 16, 6)
WORDS = Vocabulary("rhymes", ANSWERS, GUESSES)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A file that proves the least total of the rhymes, and that total."""
    solver = Solver(WORDS, backend="numpy")
    total = solver.solve(np.arange(len(ANSWERS))).total
    path = tmp_path_factory.mktemp("proof") / "rhymes.certificate"
    write(certify(WORDS, [Proven(None, total, SolverFacts(solver))], optimal=False), path)
    return path, total


def test_trees_are_compared_with_what_is_proven(certificate):
    path, least = certificate
    told = []
    proof = check_certificate(path, WORDS, told.append)
    assert told[-1] == 1.0
    queries = Queries(WORDS, backend="numpy", certificates=[proof])
    text = f"a certificate was checked: no tree takes fewer than {least} guesses"
    best, worse = queries.tree(Player("optimal")), queries.tree(Player("cross-index", ANSWERS[0]))
    assert best["total"] == least
    assert best["certificate"] == {"proven": True, "told": text}
    gap = worse["total"] - least
    assert gap > 0
    more = f"{text}, and this one takes {gap} more"
    assert worse["certificate"] == {"proven": False, "told": more}
    both = queries.compare(Player("optimal"), Player("cross-index", ANSWERS[0]))
    assert [player["certificate"]["proven"] for player in both["players"]] == [True, False]
    check_json(both, "comparison")


def test_of_other_trees_nothing_is_said(certificate):
    path, _ = certificate
    queries = Queries(WORDS, backend="numpy", certificates=[check_certificate(path, WORDS)])
    assert queries.tree(Player("entropy", hard=True))["certificate"] is None
    lost = queries.tree(Player("entropy", allowed=2))
    assert lost["lost"] and lost["certificate"] is None
    assert Queries(WORDS, backend="numpy").tree(Player("entropy"))["certificate"] is None


def test_what_takes_too_long_is_left_out_in_a_line(certificate, monkeypatch):
    path, _ = certificate
    monkeypatch.setattr("gpuwordle.web.certificates.SECONDS", 1e-9)
    why = r"takes more than the 1e-09 seconds allowed\): leave it out$"
    refused(why, check_certificate, path, WORDS)


def test_what_proves_nothing_is_refused_in_a_line(certificate, tmp_path):
    path, _ = certificate
    others = Vocabulary("pets", ["cat", "cow", "dog"])
    why = "does not match 'pets': it has 22 guesses and 16 answers"
    refused(why, check_certificate, path, others)
    refused("cannot be read", check_certificate, tmp_path / "none", WORDS)
    broken = tmp_path / "broken"
    broken.write_bytes(path.read_bytes()[:-40])
    refused("broken", check_certificate, broken, WORDS)
