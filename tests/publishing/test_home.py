"""The home folder: made when missing, private, and one server's at a time."""

from __future__ import annotations

import fcntl
import os
import threading
from pathlib import Path

import pytest

from becivic.publishing import home as homes
from becivic.publishing.home import LOCK_FILE, HomeRefused, alone_in, hold_home


def refusal(home: Path, *, shared: bool = False) -> str:
    with pytest.raises(HomeRefused) as caught, hold_home(home, shared=shared):
        pass
    return str(caught.value)


def test_a_missing_home_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    home = tmp_path / "deep" / "home"
    with hold_home(home):
        assert home.stat().st_mode & 0o777 == 0o700
        assert (home / LOCK_FILE).read_text() == f"{os.getpid()}\n"


def test_a_home_is_free_again_once_let_go(tmp_path: Path) -> None:
    with hold_home(tmp_path):
        assert "is in use by another server" in refusal(tmp_path)
    with hold_home(tmp_path):
        assert (tmp_path / LOCK_FILE).read_text() == f"{os.getpid()}\n"


def test_a_home_in_use_is_refused_with_the_process_that_has_it(tmp_path: Path) -> None:
    with hold_home(tmp_path):
        message = refusal(tmp_path)
    assert message == (
        f"BECIVIC_HOME: `{tmp_path}` is in use by another server (process {os.getpid()})."
        " Stop that one, or give this one a home of its own."
    )


def test_a_lock_file_that_says_nothing_useful_still_locks(tmp_path: Path) -> None:
    with hold_home(tmp_path):
        (tmp_path / LOCK_FILE).write_text("who knows")
        assert "is in use by another server." in refusal(tmp_path)


def test_replicas_may_share_a_home_and_none_of_them_is_named(tmp_path: Path) -> None:
    (tmp_path / LOCK_FILE).write_text("4711\n")  # left behind by one that had it alone
    with hold_home(tmp_path, shared=True), hold_home(tmp_path, shared=True):
        assert (tmp_path / LOCK_FILE).read_text() == ""
        assert "is in use by another server." in refusal(tmp_path)


def test_a_home_held_alone_is_not_shared(tmp_path: Path) -> None:
    with hold_home(tmp_path):
        assert f"is in use by another server (process {os.getpid()})." in refusal(tmp_path, shared=True)


def test_a_shared_home_is_free_again_once_everybody_has_let_go(tmp_path: Path) -> None:
    with hold_home(tmp_path, shared=True), hold_home(tmp_path, shared=True):
        pass
    with hold_home(tmp_path):
        assert (tmp_path / LOCK_FILE).read_text() == f"{os.getpid()}\n"


def test_being_alone_is_waited_for(tmp_path: Path) -> None:
    inside: list[str] = []
    tried = threading.Event()

    def second() -> None:
        tried.set()
        with alone_in(tmp_path):
            inside.append("second")

    with hold_home(tmp_path, shared=True), alone_in(tmp_path):
        waiting = threading.Thread(target=second)
        waiting.start()
        tried.wait(30)
        inside.append("first")
    waiting.join(30)
    assert inside == ["first", "second"]
    assert [path.name for path in tmp_path.iterdir()] == [LOCK_FILE]


@pytest.mark.parametrize(("below", "reason"), [("", "a file is in the way"), ("home", "Not a directory")])
def test_a_home_that_cannot_be_made_is_one_sentence(tmp_path: Path, below: str, reason: str) -> None:
    (tmp_path / "file").write_text("in the way")
    home = tmp_path / "file" / below if below else tmp_path / "file"
    assert refusal(home) == (
        f"BECIVIC_HOME: `{home}` cannot be made or written ({reason}). Name a folder that this user may write."
    )


def test_a_folder_that_cannot_be_locked_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", no_locks)
    assert "cannot be locked (No locks available)" in refusal(tmp_path)
    with pytest.raises(HomeRefused, match="cannot be locked"), alone_in(tmp_path):
        pass


def test_where_the_system_has_no_locks_the_home_is_still_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(homes, "CAN_LOCK", False)
    home = tmp_path / "home"
    with hold_home(home), hold_home(home), alone_in(home), alone_in(home):
        assert (tmp_path / "home").is_dir()
