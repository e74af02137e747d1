"""A real server that cannot write: readiness, health and the metrics say so, and no longer once it can."""

from __future__ import annotations

import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.api.feedback import feedback, get, is_refused, send
from tests.factories.servers import Serving, serving

READY: Final = "/api/health/ready"
ROOM: Final = "8m"
_CHUNK: Final = 4096


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A file system of its own; only root may mount one."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", str(folder)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("no small file system: mounting one takes root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def fill(folder: Path) -> Path:
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as opened:
        try:
            while opened.write(bytes(_CHUNK)):
                pass
        except OSError:
            return filler
    raise AssertionError("the file system never got full")


def up(server: Serving, part: str) -> str:
    name = f'becivic_up{{part="{part}"}}'
    line = next(line for line in get(server, "/metrics").text.splitlines() if line.startswith(name))
    return line.rpartition(" ")[2]


def says_that_writes_fail(server: Serving) -> None:
    not_ready = get(server, READY)
    assert is_refused(not_ready)
    assert not_ready.json()["detail"] == "Not ready: writes."
    health = get(server, "/api/health").json()
    assert (health["status"], health["ready"], health["records"]) == ("degraded", False, "ok")
    assert (up(server, "writes"), up(server, "records")) == ("0", "1")
    assert get(server, "/api/health/live").status_code == 200


def goes_on(server: Serving, number: int) -> None:
    """Without anybody sending anything: the writer tries by itself."""
    server.eventually(lambda: get(server, READY).status_code == 200)
    assert up(server, "writes") == "1"
    assert get(server, "/api/health").json()["status"] == "ok"
    assert send(server, number).status_code == 200
    assert get(server, f"/api/feedback-channel/{feedback(number)['feedback_id']}").status_code == 200


def test_a_full_disk_is_not_ready_until_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        where = {"BECIVIC_DATABASE_URL": f"sqlite:///{disk}/becivic.db"}
        with serving(tmp_path / "home", env=where) as server:
            assert send(server, 1).status_code == 200
            assert get(server, READY).status_code == 200
            filler = fill(disk)
            answers = [send(server, number) for number in range(2, 40)]
            assert is_refused(answers[-1])
            assert all(answer.status_code == 200 or is_refused(answer) for answer in answers)
            says_that_writes_fail(server)
            filler.unlink()
            goes_on(server, 40)


def test_a_file_that_may_not_grow_is_not_ready_until_it_may(tmp_path: Path) -> None:
    """As a quota would have it: a limit of the system on the running process, lifted again."""
    with serving(tmp_path) as server:
        assert send(server, 1).status_code == 200
        size = (tmp_path / "becivic.db-wal").stat().st_size
        _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))
        assert is_refused(send(server, 2))
        says_that_writes_fail(server)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        goes_on(server, 3)
