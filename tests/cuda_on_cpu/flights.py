"""Several vocabularies on their way to a device of late streams, and faults of the host.

Also a program, because a kernel that reads what never arrived can end the process:

    python flights.py [FAULT]

It ends with status 0 when all leaders are those of the NumPy backend.
"""

import sys
from contextlib import contextmanager, nullcontext
from pathlib import Path

if __name__ == "__main__":
    TESTS = Path(__file__).resolve().parents[1]
    sys.path[:0] = [str(TESTS.parent), str(TESTS)]

from cuda_on_cpu.emulated import emulated_device
from cuda_on_cpu.streams import Event, Streams
from helpers.words import random_words

from gpuwordle.backends.backend import leading_of_each
from gpuwordle.backends.cuda import leaders
from gpuwordle.backends.cuda.device import Queue, Slab
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.scoring.statistics import KEYS, Key
from gpuwordle.words.vocabulary import Vocabulary

EVERY_KEY = (*KEYS.values(), Key("mixed", (-3, 5, 2, 1)))


def lists(seed, lengths=(5, 3, 8, 2, 11, 4)):
    """Vocabularies of several lengths, some with guesses that cannot be hidden."""
    for number, length in enumerate(lengths):
        guesses = random_words(seed + number, length, 3 + number % 4, 30 + 9 * (number % 3))
        answers = guesses[1::2] if number % 2 else guesses
        yield Vocabulary(f"{length}", answers, guesses if number % 2 else None)


def as_lists(results):
    """Guesses and statistics of leaders, to compare."""
    return [
        [(one.guesses.tolist(), one.statistics.block.tolist()) for one in each] for each in results
    ]


def plainly(vocabularies, top=2, pool="all"):
    """What the NumPy backend finds."""
    asked = ((NumpyBackend(words), None) for words in vocabularies)
    return as_lists(leading_of_each(asked, EVERY_KEY, top, pool))


def on_the_way(vocabularies, device, **options):
    """What comes back of several on their way: leaders of all keys, or None."""
    return leaders.leading_in_flight(device, vocabularies, EVERY_KEY, 2, "all", 1 << 30, **options)


def forgetful(queue, arrays, send=Queue.send):
    """Send, and give page-locked memory back before that is done."""
    sent = send(queue, arrays)
    queue._locked = Slab(queue._host_memory, 1)
    return sent


@contextmanager
def careless(queue):
    """Scratch that is cut from what is still needed."""
    queue._slab.back_to([])
    yield


FAULTS = {
    "memory cut again while it is needed": (Queue, "scratch", careless),
    "memory given back before it was sent": (Queue, "send", forgetful),
    "results read before they arrive": (Event, "synchronize", lambda event: None),
    "kernels launched beside the queue": (Queue, "entered", lambda queue: nullcontext()),
}


if __name__ == "__main__":
    for name in sys.argv[1:]:
        setattr(*FAULTS[name])
    for seed in range(3):
        vocabularies = [*lists(seed)]
        try:
            results = [*on_the_way(vocabularies, emulated_device(streams=Streams(seed)))]
        except RuntimeError as refused:
            sys.exit(f"refused, order {seed}: {refused}")
        if None in results or as_lists(results) != plainly(vocabularies):
            sys.exit(f"wrong leaders, order {seed}")
