"""Writes requirements.lock, requirements-dev.lock and requirements-bench.lock: exact versions, no index address.

The lock is resolved in throw-away environments from the ranges in pyproject.toml, so that it
holds what the project needs and nothing that happens to be installed.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = "# Written by `make lock` from the ranges in pyproject.toml. Names and versions, no addresses.\n"
# The editable install builds without isolation, so its backend belongs to the runtime set too.
BUILD_BACKEND = ["hatchling>=1.27", "editables>=0.5"]


def resolve(requirements: list[str]) -> set[str]:
    with tempfile.TemporaryDirectory(prefix="becivic-lock-") as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        python = str(Path(folder) / "bin" / "python")
        pip = [python, "-m", "pip", "--disable-pip-version-check", "--quiet"]
        subprocess.run([*pip, "install", *requirements], check=True)
        frozen = subprocess.run([*pip, "freeze"], check=True, capture_output=True, text=True).stdout
    return {line for line in frozen.splitlines() if "==" in line and " @ " not in line}


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    runtime = resolve([*project["dependencies"], *BUILD_BACKEND])
    both = resolve([*sorted(runtime), *project["optional-dependencies"]["dev"]])
    beside = resolve([*sorted(both), *project["optional-dependencies"]["bench"]])
    files = {
        "requirements.lock": runtime,
        "requirements-dev.lock": both - runtime,
        "requirements-bench.lock": beside - both,
    }
    for name, pins in files.items():
        lines = sorted(pins, key=str.lower)
        (ROOT / name).write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")
        print(f"{name}: {len(lines)} versions pinned")


if __name__ == "__main__":
    main()
