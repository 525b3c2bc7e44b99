"""What the tests of commands ask of their answers, and the words that many of them play."""

BIRDS = "crane stork heron eagle egret robin finch junco goose quail tern ibis wren crow rook"
FIVE = BIRDS.split()[:10]
EIGHT = ["crane", "caper", "slate", "moist", "cable", "fable", "gable", "table"]
PETS = ["cat", "cow", "dog", "pig", "rat"]


def refused(answer, *parts):
    """Check that a command said one line, with these parts, and ended with code 2."""
    code, out, err = answer
    assert (code, out) == (2, "")
    assert all(part in err for part in parts), err
    assert err.startswith("gpuwordle: ")
    assert err.count("\n") == 1
