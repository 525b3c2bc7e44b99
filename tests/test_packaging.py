"""The package works from a wheel, an editable install and a bare checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from gpuwordle import __version__

ROOT = Path(__file__).resolve().parents[1]
KERNELS = sorted(path.name for path in (ROOT / "kernels").glob("*.cu*"))

DATA = {
    str(path.relative_to(ROOT / "gpuwordle"))
    for folder in (
        "assistant/*.bin",
        "papers/*.toml",
        "proofs/*.json",
        "words/languages/*.toml",
        "report/templates/*",
        "web/static/*",
        "py.typed",
    )
    for path in (ROOT / "gpuwordle").glob(folder)
}

# What an installed or merely found package must be able to do: run, and find its kernels, the
# papers, the templates and the known positions.
CHECK = (
    "import gpuwordle.backends.cuda.source as s, pathlib, gpuwordle;"
    "home = pathlib.Path(gpuwordle.__file__).parent;"
    "print(home);"
    "print(*sorted(p.name for p in s.KERNELS.glob('*.cu*')));"
    "kinds = ('.bin', '.toml', '.json', '.jinja', '.css', '.html', '.js');"
    "print(*(p.relative_to(home) for p in home.rglob('*')"
    " if p.suffix in kinds or p.name == 'py.typed'))"
)


def run(program, arguments, folder, **environment):
    clean = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    return subprocess.run(
        [program, *arguments],
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
    home, kernels, data = run(sys.executable, ["-c", CHECK], tmp_path, PYTHONPATH=str(ROOT))
    assert Path(home) == ROOT / "gpuwordle"
    assert kernels.split() == KERNELS
    assert set(data.split()) == DATA
    assert run(sys.executable, ["-m", "gpuwordle", "--version"], tmp_path, PYTHONPATH=str(ROOT))


@pytest.mark.parametrize("kind", ["editable", "wheel"])
def test_installed(tmp_path, kind):
    target = tmp_path / "site"
    lent_pip = find_spec("pip") is not None
    bare = ["--without-pip"] * lent_pip  # to install pip takes longer than the package
    subprocess.run([sys.executable, "-m", "venv", *bare, target], check=True)
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
    pip = [sys.executable, "-m", "pip", "--python", python] if lent_pip else [python, "-m", "pip"]
    pip += ["--disable-pip-version-check", "-q"]
    if kind == "wheel":
        dist = tmp_path / "dist"
        run(pip[0], [*pip[1:], "wheel", "--no-deps", "-w", dist, source], tmp_path)
        (wheel,) = dist.iterdir()
        assert wheel.name == f"gpuwordle-{__version__}-py3-none-any.whl"
        shutil.rmtree(source)  # nothing of it can be met from here on
        what = [wheel]
    else:
        what = ["--editable", source]
    run(pip[0], [*pip[1:], "install", "--no-deps", *what], tmp_path)
    # What the package needs is lent, and not the gpuwordle that may stand beside it.
    (site,) = target.glob("lib/python*/site-packages")
    lent = tmp_path / "lent"
    lent.mkdir()
    for path in Path(np.__file__).parents[1].iterdir():
        if "gpuwordle" not in path.name:
            (lent / path.name).symlink_to(path)
    (site / "lent.pth").write_text(f"{lent}\n")
    home, kernels, data = run(python, ["-c", CHECK], tmp_path)
    assert kernels.split() == KERNELS
    assert set(data.split()) == DATA
    assert Path(home).is_relative_to(source if kind == "editable" else target)
    gpuwordle = str(target / "bin" / "gpuwordle")
    assert run(gpuwordle, ["--version"], tmp_path) == [f"gpuwordle {__version__}"]
    (tmp_path / "birds.txt").write_text("crane\nheron\nstork\ntern\n")
    asked = ["-v", "birds.txt", "-b", "numpy"]
    opened = run(gpuwordle, ["first-guess", *asked, "--lengths", "4-5"], tmp_path)
    assert [line.split()[:2] for line in opened[3:]] == [["4", "1"], ["5", "3"]]
    page = "\n".join(run(gpuwordle, ["tree", *asked, "--format", "html"], tmp_path))
    assert '<script type="application/json" id="data">' in page
    run(gpuwordle, ["benchmark", *asked, "-s", "entropy", "-o", "run"], tmp_path)
    assert '<html lang="en">' in run(gpuwordle, ["report", "run", "-f", "html"], tmp_path)
