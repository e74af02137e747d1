"""What `becivic serve` says when it is up, and how its options meet the environment."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer

from becivic.cli.announcing import announce
from becivic.cli.serve import _refusing, _with_options
from becivic.config import read_settings
from becivic.corpus.load import Loader
from becivic.library import Library
from becivic.rules.errors import BeCivicError
from becivic.setting_values import LogFormat
from tests.factories.homes import filled_home


def announced(tmp_path: Path, capsys: pytest.CaptureFixture[str], **environment: str) -> list[str]:
    settings = read_settings({"BECIVIC_HOME": str(tmp_path), **environment})
    announce(settings, Library(filled_home(tmp_path), Loader()))
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err.splitlines()


def test_the_start_says_where_what_and_how_to_stop(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = announced(tmp_path, capsys)
    assert lines[0].startswith("Be Civic 0.")
    assert lines[0].endswith(" listens on http://127.0.0.1:8000")
    assert lines[1] == f"  home    {tmp_path}"
    assert lines[2].startswith("  corpus  commit ")
    assert lines[2].endswith((", 3 skills, 1 path", " paths"))
    assert lines[3:] == ["  stop    Ctrl+C"]


def test_a_moved_clock_and_a_public_address_are_announced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = announced(
        tmp_path, capsys, BECIVIC_CLOCK_OFFSET="-86400", BECIVIC_PUBLIC_URL="http://localhost:1"
    )
    assert "  public  http://localhost:1" in lines
    assert "  clock   moved by -86,400 s (BECIVIC_CLOCK_OFFSET): a rehearsal" in lines


def test_a_log_of_objects_has_the_start_as_one_of_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    assert announced(tmp_path, capsys, BECIVIC_LOG_FORMAT="json") == []
    (said,) = caplog.messages
    assert " listens on http://127.0.0.1:8000; home " in said


def test_a_log_of_objects_has_a_refused_start_as_one_of_them(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(typer.Exit) as left, _refusing(LogFormat.JSON):
        raise BeCivicError("is taken.", where="PORT", remedy="Use another.")
    assert left.value.exit_code == 2
    assert [(line.levelname, line.getMessage()) for line in caplog.records] == [
        ("ERROR", "PORT: is taken. Use another.")
    ]


def test_an_option_is_a_setting_said_louder() -> None:
    said = {"PORT": "1", "BECIVIC_HOME": "a", "PATH": "x"}
    assert _with_options(said, 2, Path("b")) == {"PORT": "2", "BECIVIC_HOME": "b", "PATH": "x"}
    assert _with_options(said, None, None) == said
