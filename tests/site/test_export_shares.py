"""A site that several processes write is the site that one writes, whoever of the helpers survives."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from becivic.site.export_shares import WORTH_SHARING, hand_back, shares_of

SHARED = """
    import os, sys
    from pathlib import Path
    from becivic.site import export_shares, static_export
    from tests.factories.exported import export
    folder = Path(sys.argv[2])
    alone = export(folder / "alone")
    export_shares.WORTH_SHARING = 1
    export_shares.os.cpu_count = lambda: 3
    helpers = []
    class Seen(export_shares.Helper):
        def __init__(self, work):
            helpers.append(work)
            super().__init__(work)
    if sys.argv[1] == "killed":
        export_shares.hand_back = lambda work, outbox: os._exit(9)
    static_export.Helper = Seen
    shared = export(folder / "shared")
    assert shared == alone, (shared, alone)
    assert len(helpers) == 2
"""


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("fate", ["well", "killed"])
def test_shared_and_lone_work_write_the_same(fate: str, tmp_path: Path) -> None:
    """In a process of its own: a test runner has threads, and a process with threads must not fork."""
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(SHARED), fate, tmp_path],
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert content(tmp_path / "shared") == content(tmp_path / "alone")


def test_little_work_is_not_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = range(WORTH_SHARING - 1), range(WORTH_SHARING)
    assert shares_of(few, 2) == [few]
    assert [list(share) for share in shares_of(many, 2)] == [list(many[::2]), list(many[1::2])]
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert shares_of(many) == [many]
    monkeypatch.delattr(os, "fork")
    assert shares_of(many, 2) == [many]


def test_a_helper_hands_back_what_it_did_or_nothing() -> None:
    inbox, outbox = multiprocessing.Pipe(duplex=False)
    hand_back(lambda: {"made": 1}, outbox)
    assert inbox.recv() == {"made": 1}
    inbox, outbox = multiprocessing.Pipe(duplex=False)
    hand_back(lambda: 1 // 0, outbox)
    with pytest.raises(EOFError):
        inbox.recv()
