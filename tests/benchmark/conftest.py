"""The reference run: the same tasks, played without disturbance."""

import pytest
from helpers.benchmark_tasks import rows_of, some_tasks

from gpuwordle.benchmark.run import play_tasks


@pytest.fixture(scope="session")
def expected(tmp_path_factory):
    folder = tmp_path_factory.mktemp("expected")
    play_tasks(some_tasks(), folder / "run")
    return rows_of(folder / "run")
