"""The process of a command: it says all that it has to say, and leaves with the code that it was told."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from becivic.corpus.load import Loader
from becivic.corpus.opening import open_tree
from becivic.packaged import corpus_folder
from tests.factories.command import becivic
from tests.factories.corpora import CLOCK, Files

LEFT = """
    import atexit, sys
    from becivic.cli import __main__
    atexit.register(print, "told at the end")
    sys.argv = ["becivic", *sys.argv[1:]]
    __main__.run()
    print("never said")
"""


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["check", "--help"], 0), (["check", "no-such-folder"], 2), (["check", "--no-such-option"], 2), (["why", "--help"], 0)],
)  # fmt: skip
def test_whoever_waits_for_the_end_is_told_whether_or_not_it_is_left_at_once(
    arguments: list[str], code: int, tmp_path: Path
) -> None:
    script = "\n".join(line.removeprefix("    ") for line in LEFT.splitlines())
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stderr
    assert done.stdout.endswith("told at the end\n")
    assert "never said" not in done.stdout


def test_findings_of_a_corpus_are_said_whole_and_counted_in_the_code(tmp_path: Path) -> None:
    for name, content in Files.valid().replaced(CLOCK, "title: ", "titel: ").items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    ran = becivic("check", tmp_path, cwd=tmp_path)
    assert ran.code == 1
    assert "2 errors" in ran.out + ran.err, ran


def test_a_reader_who_has_gone_is_no_error(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "becivic.cli", "check", "--json", corpus_folder()],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this machine has no device that is always full")
def test_what_could_not_be_said_is_no_success(tmp_path: Path) -> None:
    """Whoever keeps the output would take nothing for all there is."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "becivic.cli", "check", "--help"],
            cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, check=False,
            env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        )  # fmt: skip
    assert done.returncode != 0
    assert "No space left" in done.stderr


@pytest.mark.parametrize("closed", [1, 2])
def test_whoever_closed_a_door_is_not_told_and_all_is_well(closed: int, tmp_path: Path) -> None:
    command = f"exec {sys.executable} -m becivic.cli check --help {closed}>&-"
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not done.stderr


def test_a_folder_is_read_without_git(tmp_path: Path) -> None:
    """A tenth of a second that whoever checks or builds a folder need not wait."""
    found = subprocess.run(
        [sys.executable, "-c", "import sys, becivic.cli.build; print({'pygit2', 'asyncio'} & {*sys.modules})"],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert found.stdout == "set()\n"
    assert Loader().load(open_tree(corpus_folder())).skills
