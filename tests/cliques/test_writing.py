"""Lists of cliques in files."""

import io
import json

import pyarrow.parquet as pq

from gpuwordle.cliques.anagrams import AnagramClasses
from gpuwordle.cliques.listing import list_cliques
from gpuwordle.cliques.writing import clique_writer
from gpuwordle.words.vocabulary import Vocabulary

CLASSES = AnagramClasses.of(Vocabulary("four", ["cat", "act", "dog", "hum"]))
CLIQUES = [["cat", "dog", "hum"], ["act", "dog", "hum"]]


def written(format, batches=None):
    stream = io.BytesIO()
    with clique_writer(CLASSES, 3, stream, format) as write:
        for batch in list_cliques(CLASSES, 3) if batches is None else batches:
            write(batch)
    return stream.getvalue()


def test_every_format_has_the_same_cliques():
    assert written("text").decode() == "cat dog hum\nact dog hum\n"
    assert written("csv").decode() == "word_1,word_2,word_3\ncat,dog,hum\nact,dog,hum\n"
    assert json.loads(written("json")) == CLIQUES
    table = pq.read_table(io.BytesIO(written("parquet")))
    assert [list(row.values()) for row in table.to_pylist()] == CLIQUES
    assert table.schema.metadata[b"vocabulary"] == b"four"


def test_no_cliques_are_an_empty_list():
    assert written("json", batches=[]) == b"[]\n"
