"""The story that `make demo` plays, as a test: the same processes, the same cast, the same clock; and what it leaves behind."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from demo import letters
from demo.evening import Evening, evening
from demo.expecting import Unexpected, expect
from demo.folder import Folder, named_folder
from demo.narrator import Narrator
from demo.scenes import SCENES

from becivic.publishing.repository import REPOSITORY
from becivic.rules.consensus import Ruling
from becivic.rules.contract import BOT_NAME
from becivic.rules.errors import BeCivicError
from becivic.rules.statuses import Status
from becivic.rules.submissions import SubmissionState
from tests.factories.harness import everything
from tests.requirement import requirement

ROOT: Final = Path(__file__).parent.parent
LONGEST: Final = 600
"""Seconds: a bound for a machine with much else to do, not a measure."""


class Played:
    """One whole play, which every test of this module looks at."""

    def __init__(self, root: Path) -> None:
        self.folder, self.picture = Folder(root / "home"), root / "demo.svg"
        self.own = root / "own.db"
        """The database of whoever plays it."""
        options = [
            "--stop",
            "--json",
            "--port",
            "0",
            "--home",
            str(self.folder.root),
            "--picture",
            str(self.picture),
        ]
        done = subprocess.run(
            [sys.executable, "-m", "demo", *options],
            cwd=ROOT, env={**os.environ, "BECIVIC_DATABASE_URL": f"sqlite:///{self.own}"},
            capture_output=True, text=True, timeout=LONGEST, check=False,
        )  # fmt: skip
        self.code, self.told = done.returncode, json.loads(done.stdout)
        self.seen: dict[str, Any] = self.told["seen"]

    def git(self, *arguments: str) -> str:
        command = ["git", "-C", str(self.folder.service / REPOSITORY), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return Played(tmp_path_factory.mktemp("demo"))


def test_the_whole_story_is_played_as_it_should_be(played: Played) -> None:
    assert played.code == 0, played.told
    assert [each["scene"] for each in played.told["scenes"]] == [scene.name for scene in SCENES]


def test_whoever_plays_it_keeps_their_own_database(played: Played) -> None:
    assert (played.folder.service / "becivic.db").exists()
    assert not played.own.exists()


def test_a_server_that_is_killed_has_lost_nothing_that_it_answered(played: Played) -> None:
    before, after = played.seen["before_the_power_cut"], played.seen["after_the_power_cut"]
    assert len(before) == 7
    assert set(before.values()) == {SubmissionState.STAGED, SubmissionState.COMMITTED}
    assert after == before


@requirement("R-SM-11")
def test_a_promotion_is_one_commit_with_status_and_version_by_the_service(played: Played) -> None:
    assert played.seen["skill"] == {"status": Status.BETA, "version": "0.2.0"}
    file = f"skills/{letters.SKILL}/canonical.md"
    last, *_ = played.git("log", "--format=%H|%an|%s", "main", "--", file).splitlines()
    commit, author, subject = last.split("|")
    assert author == BOT_NAME
    assert "from alpha to beta" in subject
    shown = played.git("show", "--format=", commit, "--", file).splitlines()
    added = [line for line in shown if line.startswith("+") and not line.startswith("+++")]
    assert sorted(added) == ["+status: beta", "+version: 0.2.0"]


def test_a_false_fee_is_corrected_and_becomes_stable(played: Played) -> None:
    assert played.seen["fee"] == [letters.RIGHT, f"€{letters.WRONG}", "€11.50"]
    steps = [tuple(each) for each in played.seen["promoted"] if each[0] == letters.VALUE]
    assert steps == [
        (letters.VALUE, Status.ALPHA, Status.BETA),
        (letters.VALUE, Status.BETA, Status.STABLE),
    ]


@requirement("R-SM-07", "R-QUAR-03")
def test_what_was_injected_is_out_of_main_and_ruled_about(played: Played) -> None:
    assert played.seen["ruling"]["outcome"] == Ruling.UPHELD
    assert letters.INJECTION not in played.git("show", f"main:skills/{letters.ATTACKED}/canonical.md")
    assert letters.INJECTION in played.git("log", "-p", "main")


def test_the_name_that_was_held_is_in_no_commit_and_no_log(played: Played) -> None:
    assert letters.NAME not in played.git("log", "-p", "--all")
    assert letters.NAME not in played.folder.log.read_text(encoding="utf-8")
    assert letters.NAME not in everything(played.folder.person)


def test_the_picture_asks_nobody_for_anything(played: Played) -> None:
    drawn = played.picture.read_text(encoding="utf-8")
    assert "url(" not in drawn.replace("url(#", "")
    assert "@font-face" not in drawn
    assert str(played.folder.root) not in drawn
    assert len(drawn) < 100_000


def test_a_folder_that_no_demo_made_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(BeCivicError, match="nothing in it was touched"):
        named_folder(tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == ["letter.txt"]


def test_a_folder_of_an_earlier_demo_is_emptied(tmp_path: Path) -> None:
    folder = named_folder(tmp_path / "home")
    folder.service.mkdir()
    (folder.service / "old").write_text("", encoding="utf-8")
    assert not (named_folder(folder.root).service / "old").exists()


def test_what_is_not_as_it_should_be_says_what_was_expected_and_what_was_seen() -> None:
    with pytest.raises(Unexpected, match=r"the fee: expected 11\.5, saw 115"):
        expect("the fee", 115, 11.5)


def test_a_play_that_fails_names_the_scene_and_the_log(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        told = evening(Evening(taken.getsockname()[1], tmp_path / "home"), Narrator(aloud=False))
    assert not told.is_good
    assert SCENES[0].name in told.failure
    assert "server.log" in told.failure
