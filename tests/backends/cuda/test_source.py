"""NVRTC, the compiler that CuPy uses, accepts every variant for every architecture, without spills.

Needs no GPU and no driver, only the packages of the extra ``compile-check``.
"""

import re

import pytest

from gpuwordle.backends.cuda import source
from gpuwordle.backends.cuda.scoring import STATIC_SHARED
from gpuwordle.backends.cuda.source import KERNELS, VARIANTS, kernel_source

ARCHITECTURES = 75, 80, 90, 100, 120


@pytest.fixture(scope="module")
def nvrtc():
    pytest.importorskip("cupy", reason="needs the extra compile-check: CuPy is not installed")
    from cupy.cuda import nvrtc as module

    try:
        module.getVersion()
    except Exception as error:
        pytest.skip(f"needs the extra compile-check: NVRTC does not load ({error})")
    return module


def compile_log(nvrtc, variant, architecture):
    options = (
        f"--gpu-architecture=sm_{architecture}",
        "--std=c++17",
        "--ptxas-options=-v",
    )
    program = nvrtc.createProgram(variant.source, variant.file, [], [])
    try:
        nvrtc.compileProgram(program, options)
    except nvrtc.NVRTCError:
        pytest.fail(nvrtc.getProgramLog(program))
    return nvrtc.getProgramLog(program)


@pytest.mark.sample(25)
@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_accepted_without_spills(nvrtc, variant, architecture):
    log = compile_log(nvrtc, variant, architecture)
    assert "warning" not in log.lower()
    kernels = re.findall(r"(\d+) bytes stack frame, (\d+) bytes spill stores", log)
    assert kernels
    assert {*kernels} == {("0", "0")}, log
    for used in re.findall(r"(\d+) bytes smem", log):
        assert int(used) <= STATIC_SHARED


def test_what_does_not_compile_is_reported(nvrtc):
    broken = source.variant("rows.cu", unmatched=1)
    with pytest.raises(pytest.fail.Exception, match="error"):
        compile_log(nvrtc, broken, 90)


def test_sources_include_nothing_but_each_other():
    names = {path.name for path in KERNELS.iterdir() if path.suffix in (".cu", ".cuh")}
    assert {variant.file for variant in VARIANTS} == {n for n in names if n.endswith(".cu")}
    for name in names:
        text = (KERNELS / name).read_text(encoding="utf-8")
        for included in re.findall(r"#include (.+)", text):
            assert included.strip('"') in names
        assert "#include" not in kernel_source(name)
        assert not re.search(r"\b(float|double|printf|malloc)\b", re.sub(r"//.*", "", text)), name


def test_every_kernel_says_what_it_does():
    for path in KERNELS.glob("*.cu"):
        text = path.read_text(encoding="utf-8")
        comments = re.findall(r'((?://.*\n)+)extern "C" __global__', text)
        assert len(comments) == text.count("__global__")
        for comment in comments:
            comment = re.sub(r"\s*//\s*", " ", comment)
            for word in ("block", "thread", "Shared memory", "Grid"):
                assert word in comment, (path.name, word)
