"""Certificates as bytes: the same everywhere, and no damage goes unseen."""

import io
import json
import zipfile
from copy import copy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.proofs import proof_of, repacked, with_header, with_proof

from gpuwordle.graphemes import spelled
from gpuwordle.proofs.certificate import (
    IMPOSSIBLE,
    Claims,
    Unreadable,
    decode,
    encode,
    is_certificate,
    read,
)
from gpuwordle.proofs.checker import check
from gpuwordle.words.vocabulary import Vocabulary


@pytest.fixture(scope="module")
def content(made):
    return encode(made)


def test_what_is_written_is_read(made, content, tmp_path):
    path = tmp_path / "rhymes.certificate"
    path.write_bytes(content)
    assert is_certificate(path)
    again = read(path)
    assert encode(again) == content
    assert again == made != replace(made, name="other")
    assert check(again) == check(made)
    assert again.name == "rhymes" and again.guesses == made.guesses
    assert again.digest == Vocabulary("rhymes", made.answers, made.guesses).digest
    assert encode(read(path, len(content))) == content
    with pytest.raises(Unreadable, match=rf"has {len(content):,} bytes, and {len(content) - 1:,} "):
        read(path, len(content) - 1)


def test_the_bytes_say_nothing_of_where_they_were_written(made, content):
    claims = proof_of(made).claims
    wider = Claims(*[np.asarray(column).astype(object) for column in vars(claims).values()])
    assert encode(with_proof(made, replace(proof_of(made), claims=wider))) == content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert json.loads(archive.read("certificate.json"))["version"] == 1
        assert not any(entry.compress_type for entry in archive.infolist())
        assert {entry.external_attr for entry in archive.infolist()} == {0o644 << 16}
        assert {entry.create_system for entry in archive.infolist()} == {3}
        arrays = [name for name in archive.namelist() if name.endswith(".npy")]
        assert {archive.read(name)[:8] for name in arrays} == {b"\x93NUMPY\x01\x00"}


def test_language_letters_rule_and_limit_come_back(made, content):
    for said in ({"language": "nl"}, {"rule": "jotto"}):
        other = replace(made, **said)
        again = decode(encode(other))
        assert (again.language, again.rule) == (other.language, other.rule)
        assert again.digest == other.digest != made.digest
    for allowed in (None, 0, 2**31 - 1):
        assert decode(with_header(content, allowed=allowed)).allowed == allowed
    dutch = Vocabulary("wines", ["wijn", "rijp", "mijn"], language="nl")
    assert dutch.length == 3
    written = encode(replace(made, guesses=dutch.guesses, language="nl", name="Süßwein"))
    assert spelled(decode(written).guesses) == spelled(dutch.guesses)
    assert "Süßwein".encode() in written


def test_an_impossible_bound_is_what_the_page_says():
    page = (Path(__file__).parents[2] / "docs" / "certificates.md").read_text("utf-8")
    assert f"bound (−{-IMPOSSIBLE} impossible)" in page


def test_numbers_that_do_not_fit(made):
    tree = replace(made.tree, guesses=made.tree.guesses + 2**32)
    with pytest.raises(OverflowError, match="tree/guesses has a number too large"):
        encode(replace(made, tree=tree))


def test_every_byte_counts(content):
    """A changed byte is damage, unless it belongs to what ZIP says of a member and nobody reads."""
    kept, refused = encode(decode(content)), 0
    for place in np.random.default_rng(1).integers(0, len(content), 150):
        changed = bytearray(content)
        changed[place] ^= 0x10
        try:
            again = decode(bytes(changed))
        except Unreadable as error:
            assert "\n" not in str(error)
            refused += 1
        else:
            assert encode(again) == kept
    assert refused > 75


STATED = {"allowed": None, "bound": 3}


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"format": "another"}, "does not say"),
        ({"version": 2}, "of version 2, and only 1 can be read"),
        ({"digest": "0" * 64}, "the digest of its words is not"),
        ({"guesses": 5}, "guesses.txt has 22 words, not 5"),
        ({"objective": "best"}, "objective 'best' is not one of total, worst"),
        ({"rule": "chess"}, "its rule 'chess' is not one of wordle, "),
        ({"hard": 1}, "hard in certificate.json is not of type bool"),
        ({"allowed": -1}, "allowed in certificate.json is -1"),
        ({"allowed": 2.5}, "not a number of guesses"),
        ({"allowed": 2**31}, "not a number of guesses"),
        ({"statements": {}}, "is not of type list"),
        ({"statements": [3]}, "is not of type str"),
        ({"statements": [STATED | {"proof": "faith"}]}, "proof of unknown kind 'faith'"),
        ({"statements": [STATED | {"proof": "cores"}]}, r"lacks statements/0/sizes.npy"),
    ],
)
def test_headers_that_are_wrong(content, said, why):
    with pytest.raises(Unreadable, match=why) as caught:
        decode(with_header(content, **said), "it.certificate")
    assert str(caught.value).startswith("it.certificate is damaged: ")


def saved(value):
    """An array as the bytes of a member."""
    buffer = io.BytesIO()
    np.save(buffer, value, allow_pickle=True)
    return buffer.getvalue()


def words_of_letters(count):
    return "".join(f"{chr(0x4E00 + number)} \n" for number in range(count)).encode()


BOUNDS = "statements/0/claims/bounds.npy"


@pytest.mark.parametrize(
    ("name", "member", "why"),
    [
        ("certificate.json", None, "it lacks certificate.json"),
        (BOUNDS, None, f"it lacks {BOUNDS}"),
        (BOUNDS, b"none", "damaged"),
        *(
            (BOUNDS, b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head, "damaged")
            for head in (
                b"{'descr': (\n",
                b"if 1:\nx\n",
                b"{'descr': '<i4', 'fortran_order': False, 'shape': (%d,)}\n" % 10**30,
            )
        ),
        (BOUNDS, saved(np.zeros((2, 2), "<i4")), r"of shape \(2, 2\)"),
        (BOUNDS, saved(np.zeros(3)), "float64"),
        (BOUNDS, saved(np.array([{}], object)), "damaged"),
        ("guesses.txt", b"\xff", "damaged"),
        ("answers.txt", "b\ue000ou\n".encode(), "characters for private use"),
        # Letters are counted before words are made.
        ("guesses.txt", words_of_letters(256), "more than 255 letters"),
        ("guesses.txt", words_of_letters(255), "255 words"),
    ],
)
def test_members_that_are_wrong(content, name, member, why):
    def change(members):
        del members[name]
        members.update({} if member is None else {name: member})

    divided = {"apart": True, "language": "nl"} if name == "guesses.txt" else {}
    with pytest.raises(Unreadable, match=why):
        decode(repacked(with_header(content, **divided), change))


def test_an_archive_that_is_compressed_or_cut(content):
    with pytest.raises(Unreadable, match="is compressed"):
        decode(repacked(content, lambda members: None, zipfile.ZIP_DEFLATED))
    for cut in (0, 3, 100, len(content) - 1):
        with pytest.raises(Unreadable, match="damaged"):
            decode(content[:cut])


def test_members_that_overlap(content):
    """An archive of a few bytes cannot name gigabytes."""
    buffer = io.BytesIO(content)
    with zipfile.ZipFile(buffer, "a") as archive:
        first = archive.infolist()[0]
        for number in range(20):
            other = copy(archive.getinfo("guesses.txt"))
            other.filename = other.orig_filename = f"more-{number}"
            other.file_size = other.compress_size = 10_000
            other.header_offset = first.header_offset
            archive.filelist.append(other)
        archive._didModify = True
    with pytest.raises(Unreadable, match="is damaged: its members overlap"):
        decode(buffer.getvalue())


def test_a_file_is_told_by_its_content(tmp_path, content):
    for name, other in (("tree", b'{"tree": {}}'), ("npz", b"PK\x03\x04" + bytes(60)), ("no", b"")):
        (tmp_path / name).write_bytes(other)
        assert not is_certificate(tmp_path / name)
