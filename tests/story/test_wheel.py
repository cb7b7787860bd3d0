from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import hitherto

ROOT = Path(__file__).resolve().parents[2]
PIP = ("-m", "pip", "--disable-pip-version-check", "-qq")


def run(*command: str | Path, cwd: Path) -> str:
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "HITHERTO", "COV"))}
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_wheel_runs_in_a_fresh_environment(tmp_path: Path) -> None:
    """The built wheel, with what requirements/base.txt pins and nothing else, says its version and finds by meaning."""
    run(sys.executable, *PIP, "wheel", "--no-deps", "--no-build-isolation", "-w", tmp_path, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("hitherto-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "hitherto/py.typed" in names
    assert [name for name in names if not name.startswith("hitherto")] == []
    for name in ("model.onnx", "vocab.txt", "LICENSE", "PROVENANCE.md"):
        assert f"hitherto/embedders/all-minilm-l6-v2/{name}" in names
    assert f"hitherto-{hitherto.__version__}.dist-info/licenses/NOTICE" in names

    run(sys.executable, "-m", "venv", tmp_path / "fresh", cwd=tmp_path)
    python = tmp_path / "fresh/bin/python"
    run(python, *PIP, "install", "--require-hashes", "-r", ROOT / "requirements/base.txt", cwd=tmp_path)
    run(python, *PIP, "install", "--no-deps", wheel, cwd=tmp_path)
    run(python, *PIP, "check", cwd=tmp_path)
    assert hitherto.__version__ in run(tmp_path / "fresh/bin/hitherto", "--version", cwd=tmp_path)
    embed = "from hitherto.embedders.minilm import MiniLM; print(len(MiniLM().query('Does it find by meaning?')))"
    assert run(python, "-c", embed, cwd=tmp_path).strip() == "1536"
