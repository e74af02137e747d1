"""Several processes on one repository, and one that is killed: every change is on main exactly once."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pygit2

from becivic.publishing.forge.forge import Forge, MainMoved, Proposed
from becivic.publishing.forge.local import LocalForge
from becivic.publishing.repository import CorpusRepository
from tests.factories.homes import NOON
from tests.publishing.forge.harness import Harness, begun
from tests.requirement import requirement

ROOT = Path(__file__).parent.parent.parent.parent
CHANGES = 8

WORKING = """
import sys
from tests.publishing.forge.test_local_processes import forge_on, publish
forge = forge_on(sys.argv[1])
for number in range(1000):
    publish(forge, f"one-{number}")
    print(number, flush=True)
"""


def forge_on(path: str) -> LocalForge:
    return LocalForge(CorpusRepository.open(Path(path)))


def publish(forge: Forge, name: str) -> str:
    """As the commit job does it: on main as it is, from the beginning again when it moved."""
    branch = f"submissions/{name}"
    while True:
        onto = forge.main()
        if forge.find(branch) is None:
            files = {f"skills/{name}/canonical.md": name.encode(), f"skills/{name}/report.md": b"why\n"}
            forge.open(Proposed(branch, onto, files, f"amendment: {name}\n", NOON))
        try:
            return forge.merge(branch, onto)
        except MainMoved:
            continue


def publish_several(path: str, worker: int) -> None:
    forge = forge_on(path)
    for number in range(CHANGES):
        publish(forge, f"{worker}-{number}")
        forge.forget(f"submissions/{worker}-{number}")


def landed(origin: Path) -> Counter[str]:
    git = pygit2.Repository(str(origin))
    commits = git.walk(git.references["refs/heads/main"].peel(pygit2.Commit).id)
    return Counter(commit.message.removeprefix("amendment: ").strip() for commit in commits)


@requirement("R-JOB-10")
def test_processes_that_merge_at_once_lose_nothing_and_do_nothing_twice(tmp_path: Path) -> None:
    origin = begun(tmp_path / "origin.git")
    names = {f"{worker}-{number}" for worker in range(3) for number in range(CHANGES)}
    with ProcessPoolExecutor(3, multiprocessing.get_context("spawn")) as pool:
        for done in [pool.submit(publish_several, str(origin), worker) for worker in range(3)]:
            done.result(timeout=120)
    assert landed(origin) == Counter(["first", *names])
    harness = Harness(forge_on(str(origin)), origin, lambda: forge_on(str(origin)))
    files = harness.files(harness.main())
    assert {path for path in files if path.endswith("report.md")} == {
        f"skills/{name}/report.md" for name in names
    }
    assert set(harness.refs()) == {"refs/heads/main"}


@requirement("R-JOB-10")
def test_what_a_killed_process_began_is_finished_by_the_next_and_done_once(tmp_path: Path) -> None:
    origin = begun(tmp_path / "origin.git")
    command = [sys.executable, "-c", WORKING, str(origin)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        told = [other.stdout.readline() for _ in range(CHANGES)]
        other.kill()
        told.extend(other.stdout)
    forge = forge_on(str(origin))
    count = len(told) + 2
    for number in range(count):
        publish(forge, f"one-{number}")
    assert landed(origin) == Counter(["first", *(f"one-{number}" for number in range(count))])
    subprocess.run(
        ["git", "-C", origin, "fsck", "--strict", "--no-dangling"], check=True, capture_output=True
    )
