"""The package works from a wheel, an editable install and a bare checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[1]
KERNELS = sorted(path.name for path in (ROOT / "kernels").glob("*.cu*"))

DATA = {
    str(path.relative_to(ROOT / "gpuwordle"))
    for folder in ("papers/*.toml", "report/templates/*", "py.typed")
    for path in (ROOT / "gpuwordle").glob(folder)
}

# What an installed or merely found package must be able to do: run, and find its kernels, the
# papers and the templates.
CHECK = (
    "import gpuwordle.backends.cuda.source as s, pathlib, gpuwordle;"
    "home = pathlib.Path(gpuwordle.__file__).parent;"
    "print(home);"
    "print(*sorted(p.name for p in s.KERNELS.glob('*.cu*')));"
    "kinds = ('.toml', '.jinja', '.css');"
    "print(*(p.relative_to(home) for p in home.rglob('*')"
    " if p.suffix in kinds or p.name == 'py.typed'))"
)


def run(arguments, folder, **environment):
    clean = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**clean, **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()


def test_every_package_is_listed():
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    folders = [path.parent for path in (ROOT / "gpuwordle").rglob("__init__.py")]
    names = [".".join(folder.relative_to(ROOT).parts) for folder in folders]
    assert sorted(tool["packages"]) == sorted([*names, "gpuwordle.kernels"])


def test_a_bare_checkout_with_pythonpath_alone(tmp_path):
    home, kernels, data = run(["-c", CHECK], tmp_path, PYTHONPATH=str(ROOT))
    assert Path(home) == ROOT / "gpuwordle"
    assert kernels.split() == KERNELS
    assert set(data.split()) == DATA
    assert run(["-m", "gpuwordle", "--version"], tmp_path, PYTHONPATH=str(ROOT))


@pytest.mark.parametrize("options", [["--editable"], []], ids=["editable", "wheel"])
def test_installed(tmp_path, options):
    target = tmp_path / "site"
    subprocess.run([sys.executable, "-m", "venv", target], check=True)
    python = str(target / "bin" / "python")
    source = tmp_path / "source"
    # A copy, so that building leaves nothing in the checkout and tests can run side by side.
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True)
    for name in done.stdout.splitlines():
        if not (ROOT / name).is_file():
            continue  # deleted, not committed yet
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_bytes((ROOT / name).read_bytes())
    install = [python, "-m", "pip", "install", "-q", "--no-deps", "--disable-pip-version-check"]
    subprocess.run([*install, *options, str(source)], check=True)
    # NumPy and lazy_loader are all that the check needs: lend them, and not the gpuwordle that
    # may stand beside it.
    lent = tmp_path / "lent"
    lent.mkdir()
    site = Path(np.__file__).parents[1]
    for path in [*site.glob("numpy*"), *site.glob("lazy_loader*")]:
        (lent / path.name).symlink_to(path)
    done = subprocess.run(
        [python, "-c", CHECK],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(lent)},
        capture_output=True,
        text=True,
        check=True,
    )
    home, kernels, data = done.stdout.splitlines()
    assert kernels.split() == KERNELS
    assert set(data.split()) == DATA
    assert Path(home).is_relative_to(source if options else target)
