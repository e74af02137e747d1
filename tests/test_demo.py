"""The story that `make demo` plays, as a test: the same processes, the same cast, the same clock; and what it leaves behind."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from demo import letters, port
from demo.command import run
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


def test_a_start_that_cannot_be_is_a_sentence_with_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(*given: str) -> str:
        assert run(["--stop", *given]) == 2
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1)
        return said.err

    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = str(taken.getsockname()[1])
        in_use = f"PORT: {number} is already in use on 127.0.0.1. Stop what uses it, or set another port.\n"
        assert refused("--port", number, "--home", str(tmp_path / "home")) == in_use
        monkeypatch.setenv("PORT", number)
        assert refused("--home", str(tmp_path / "home")) == in_use
    assert not (tmp_path / "home").exists()
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    home = tmp_path / "file" / "home"
    said = f"{home}: cannot be made or written (Not a directory). Name another folder with --home.\n"
    assert refused("--port", "0", "--home", str(home)) == said


@pytest.mark.parametrize(
    ("environment", "given", "said"),
    [
        ("abc", [], "`abc` is not a port. Use a number from 1 to 65535, or 0 for any free one."),
        ("", ["--port", "99999"], "`99999` is not a port."),
        ("", ["--port", "-5"], "`-5` is not a port."),
        ("", ["--times", "0"], "`0` is not how often. Use a whole number from 1 up."),
        ("", ["--times", "two"], "`two` is not how often."),
    ],
)
def test_an_option_that_means_nothing_is_a_sentence_with_the_remedy(
    environment: str,
    given: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("PORT", environment)
    with pytest.raises(SystemExit) as left:
        run(["--stop", *given])
    assert left.value.code == 2
    assert said in capsys.readouterr().err


def test_where_the_usual_port_is_taken_the_demo_listens_at_one_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        usual = taken.getsockname()[1]
        monkeypatch.setattr(port, "USUAL", usual)
        assert port.free_port(None) == 0
        assert capsys.readouterr().err == f"Port {usual} is taken, so the demo listens at another one.\n"
    assert port.free_port(None) == usual
    assert port.free_port(0) == 0
    assert capsys.readouterr().err == ""


PLAYER: Final = """
import sys
from datetime import timedelta
from pathlib import Path
from demo.folder import named_folder
from demo.stage import staged
with staged(named_folder(Path(sys.argv[1])), 0) as stage:
    stage.start(timedelta(0))
    stage.ready()
    print(stage.port, flush=True)
    sys.stdin.read()
"""


def test_a_server_ends_with_the_demo_that_started_it_however_that_ended(tmp_path: Path) -> None:
    player = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(tmp_path / "home")],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with player:
        assert player.stdout is not None
        address = ("127.0.0.1", int(player.stdout.readline()))
        with socket.create_connection(address, timeout=LONGEST) as connection:
            player.kill()
            assert connection.recv(1) == b"", "it hangs up"


def test_what_computes_beside_a_play_ends_with_whoever_started_it() -> None:
    code = "import sys; from demo.load import busy\nwith busy(1): print(flush=True); sys.stdin.read()"
    starter = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with starter:
        assert starter.stdout is not None
        starter.stdout.readline()
        starter.kill()
        assert starter.stdout.read() == b"", "nobody holds the other end"


@pytest.mark.parametrize(
    ("number", "said"), [(signal.SIGINT, "Be Civic"), (signal.SIGTERM, "Others write too")]
)
def test_a_play_that_is_stopped_before_its_end_says_so_and_is_no_pass(
    number: int, said: str, tmp_path: Path
) -> None:
    play = subprocess.Popen(
        [sys.executable, "-u", "-m", "demo", "--stop", "--port", "0", "--home", str(tmp_path / "home")],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    with play:
        assert play.stdout is not None
        for line in play.stdout:
            if said in line:
                break
        play.send_signal(number)
        _, complaint = play.communicate(timeout=LONGEST)
    assert play.returncode == 130
    assert complaint == "The demo was stopped before its end.\n"


def test_on_a_narrow_terminal_what_is_told_stands_under_the_name() -> None:
    told = ("a hasty agent", "proposes a fee that is wrong by a whole zero, and means well by it")
    lines = {}
    for width in (40, 70):
        narrator = Narrator(aloud=False)
        narrator.console.width = width
        narrator.tell(*told)
        lines[width] = narrator.console.export_text().splitlines()
        assert max(map(len, lines[width])) <= width
    assert lines[40][0].split() == told[0].split()
    assert all(line.startswith("      ") for line in lines[40][1:])
    assert " ".join(" ".join(lines[40][1:]).split()) == told[1]
    assert lines[70][0].startswith("    a hasty agent")
    assert "proposes" in lines[70][0]
