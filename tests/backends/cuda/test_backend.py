"""What is particular to the CUDA backend, with its kernels run on the CPU.

The contract of all backends is in `tests/backends/test_backend.py`, which runs on the emulated
device, too.
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from cuda_on_cpu.emulated import OutOfMemory, current, current_device, emulated_device
from helpers.words import random_vocabulary

from gpuwordle.backends.backend import leading_of_each
from gpuwordle.backends.cuda.device import MOST_BLOCKS
from gpuwordle.backends.cuda.rows import POSITIONS_PER_BLOCK, table_widths
from gpuwordle.backends.cuda.scoring import STATIC_SHARED, Form, kernel_choice
from gpuwordle.backends.cuda.source import DIGIT_LENGTHS, VARIANTS, hashed
from gpuwordle.backends.numpy_cpu import NumpyBackend
from gpuwordle.errors import UserError
from gpuwordle.scoring.groups import Groups
from gpuwordle.scoring.statistics import KEYS


@pytest.mark.parametrize("shared_bytes", [24 * 1024, 227 * 1024])
def test_all_kernels_have_a_choice(shared_bytes):
    device, kernels = emulated_device(shared_bytes=shared_bytes), set()
    for length in range(1, 21):
        for size in (1, 32, 33, 200, 5_000, 65_535, 65_536, 400_000, 10_000_000):
            for digits in {False, length in DIGIT_LENGTHS}:
                choice = kernel_choice(device, length, size, digits=digits)
                kernels.add(choice.kernel)
                assert choice.variant in VARIANTS
                assert choice.shared + STATIC_SHARED <= device.shared_bytes
                assert choice.threads % 32 == 0
                assert size <= 65_535 or ("BITS", 16) not in choice.variant.sizes
    assert kernels == {"score_small", "score_counters", "score_hash", "score_digits"}


def test_memory_that_runs_out_is_asked_for_in_smaller_pieces(emulated):
    words = random_vocabulary(4, 6, 5, 80)
    engine, true = emulated(words, largest_array=20_000), NumpyBackend(words)
    engine._device.free_bytes = lambda: 64 << 20
    groups = Groups.of([np.arange(first, first + 60) for first in (0, 10, 20)])
    with (
        pytest.warns(RuntimeWarning, match="ran out of memory; continuing with tiles of"),
        pytest.raises(UserError, match="too little free memory"),
    ):
        engine.statistics(groups)
    # Told to be modest from the start, it manages with the same device.
    modest, some = emulated(words, memory=30_000, device=engine._device), np.arange(0, 80, 9)
    assert (modest.codes() == true.codes()).all()
    assert (modest.statistics(groups, some).block == true.statistics(groups, some).block).all()
    best = modest.best_guesses(groups, KEYS["entropy"], "candidates")
    assert (best == true.best_guesses(groups, KEYS["entropy"], "candidates")).all()


@pytest.mark.parametrize(
    ("length", "sets", "chosen"),
    [
        pytest.param(6, [range(90)] * 60, np.arange(0, 300, 61), id="some guesses"),
        pytest.param(5, [range(n % 200, n % 200 + 4) for n in range(1100)], None, id="many sets"),
    ],
)
def test_memory_that_runs_out_once_is_no_failure(emulated, length, sets, chosen):
    words, groups = random_vocabulary(4, length, 6, 300), Groups.of(sets)
    engine = emulated(words, largest_array=1_200_000)
    engine._device.free_bytes = lambda: 20 << 20
    with pytest.warns(RuntimeWarning, match="ran out of memory"):
        found = engine.bucket_counts(groups, chosen)
    assert (found == NumpyBackend(words).bucket_counts(groups, chosen)).all()


@pytest.mark.parametrize("refused", [False, True])
def test_large_results_are_page_locked_where_there_is_memory_for_it(emulated, refused):
    vocabulary, asked = random_vocabulary(5, 5, 5, 700, 300), []

    def lock_pages(size):
        asked.append(size)
        if refused:
            raise OutOfMemory
        return bytearray(size)

    def copy_columns(matrix, out):
        out[...] = np.asarray(matrix)[:, : out.shape[1]]

    engine, true = emulated(vocabulary), NumpyBackend(vocabulary)
    engine._device.lock_pages = lock_pages
    engine._device.copy_columns = copy_columns
    groups = Groups.of([np.arange(n, 290) for n in range(41)])
    assert (engine.codes() == true.codes()).all()
    assert asked == [7 << 15]  # 700 x 300 bytes
    assert (engine.bucket_counts(groups) == true.bucket_counts(groups)).all()
    assert asked[1:] == [1 << 17]  # 41 x 700 numbers of four bytes
    assert (engine.statistics(groups).block == true.statistics(groups).block).all()
    assert asked[2:] == [1 << 20]  # 4 x 41 x 700 numbers of eight bytes
    assert (engine.codes(np.arange(3)) == true.codes(np.arange(3))).all()
    assert len(asked) == 3  # too small


def every_method(engine, groups):
    """What each method that computes on the device returns, as plain lists."""
    yield engine.codes().tolist()
    yield engine.codes(np.arange(3), np.arange(5)).tolist()
    yield engine.statistics(groups).block.tolist()
    yield engine.statistics(groups, np.array([4, 1])).block.tolist()
    yield engine.bucket_counts(groups).tolist()
    yield engine.most_buckets(groups).guesses.tolist()
    for pool in ("all", "candidates"):
        yield engine.best_guesses(groups, KEYS["entropy"], pool).tolist()
    yield engine.best_pairs(KEYS["entropy"], 2).guesses.tolist()
    frontier = engine.frontier().split(np.array([1])).frontier
    yield frontier.best_guesses(KEYS["minimax"]).tolist()
    yield [group.tolist() for group in frontier.groups()]
    (found,) = leading_of_each([(engine, None)], [KEYS["entropy"]], 2)
    yield found[0].guesses.tolist()


def test_a_backend_stays_on_its_device(emulated):
    """Made where device 1 is current, used where device 0 is, and in other threads."""
    vocabulary = random_vocabulary(5, 5, 5, 40, 35)
    groups = Groups.of([np.arange(35), np.arange(5, 25), np.array([3])])
    with current(1):
        engine = emulated(vocabulary, number=1)
    true = [*every_method(NumpyBackend(vocabulary), groups)]
    assert current_device() == 0
    assert [*every_method(engine, groups)] == true
    assert current_device() == 0
    with ThreadPoolExecutor(1) as executor:
        assert executor.submit(lambda: [*every_method(engine, groups)]).result() == true


def test_tables_are_no_larger_than_a_launch_can_gather(emulated):
    """A device with much memory: 20,000 states of 2,315 candidates took 90,625 blocks in y."""
    tiles = emulated(random_vocabulary(1, 5, 6, 60)).tiles
    for size in (2315, 32, 3):
        groups = Groups(np.zeros(1, np.int32), np.arange(20_001 * 2315 // size) * size)
        counts = np.full(len(groups), 20)
        runs = [*tiles.of_groups(groups, counts, Form.KEYS, 70 << 30)]
        assert len(runs) > 1
        assert [run.start for run in runs[1:]] == [run.stop for run in runs[:-1]]
        assert (runs[0].start, runs[-1].stop) == (0, len(groups))
        widths = table_widths(groups.sizes)
        for run in runs:
            assert -(-int(widths[run].sum()) // POSITIONS_PER_BLOCK) <= MOST_BLOCKS


@pytest.mark.usefixtures("emulated")
def test_the_emulator_refuses_what_a_driver_would():
    """It also refuses what CuPy would compile a separate kernel for."""
    device = emulated_device()
    table = device.to_device(np.arange(12).reshape(4, 3), np.int32)
    rows = device.to_device([3, 1, 1], np.int32)
    assert device.to_host(device.take(table, rows)).tolist() == [[9, 10, 11], [3, 4, 5], [3, 4, 5]]
    assert device.to_host(device.take(table, device.to_device([], np.int32))).shape == (0, 3)
    for wrong in (lambda: table[rows], lambda: table + 1, lambda: table.astype(np.int64)):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(RuntimeError, match="is not on device 0"):
        device.take(np.zeros((4, 3), np.int32), rows)
    other = emulated_device(number=1)
    with pytest.raises(RuntimeError, match="is not on device 1"):
        other.take(table, other.to_device([1], np.int32))
    kernel = device.kernel(hashed(2), "score_hash")
    static = kernel.module.static_bytes
    assert kernel.max_dynamic_shared_size_bytes == 48 * 1024 - static < 48 * 1024
    with pytest.raises(RuntimeError, match="more than a block can have"):
        kernel.max_dynamic_shared_size_bytes = 227 * 1024
    with current(1), pytest.raises(RuntimeError, match="1 is current"):
        kernel((1,), (32,), ())
