"""Every remedy does something when it is typed as it is printed; most of them do away with what they are for."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from typer.testing import CliRunner

from becivic.cli import command_line
from becivic.doctor.examining import CODES
from becivic.doctor.finding import Finding
from becivic.doctor.typed import Typed, typed_here
from becivic.publishing.repository import REPOSITORY
from becivic.store.migrate import HEAD
from tests.doctor.ailments import AILMENTS
from tests.factories.wards import Ward

_GROUPS: Final = {code.name: group for group, codes in CODES.items() for code in codes}
_SLOW: Final = {code.name for codes in CODES.values() for code in codes if code.slow}

_LIKE_A_CLONE: Final = "install:\n\t@touch installed\nclean:\n\t@rm -f installed\n"


def _git(folder: Path, *arguments: str) -> None:
    who = {"GIT_CONFIG_GLOBAL": "/dev/null", "HOME": str(folder)}
    for part in ("AUTHOR", "COMMITTER"):
        who |= {f"GIT_{part}_NAME": "somebody", f"GIT_{part}_EMAIL": "somebody@becivic.example"}
    command = ["git", "-C", str(folder), *arguments]
    subprocess.run(command, env={**os.environ, **who}, check=True, capture_output=True)


@pytest.fixture
def clone(ward: Ward) -> Path:
    """The packaged corpus as part of a clone with a Makefile."""
    top = ward.packaged.parent
    (top / "Makefile").write_text(_LIKE_A_CLONE, encoding="utf-8")
    _git(top, "init", "--quiet")
    _git(top, "add", "--all")
    _git(top, "commit", "--quiet", "--message", "as cloned")
    return top


@pytest.fixture
def typed(ward: Ward, clone: Path) -> Typed:
    """As whoever named the home by an option is told, with a program that notes what it was asked."""
    program = ward.folder / "bin" / "becivic"
    program.parent.mkdir()
    program.write_text(
        '#!/bin/sh\nprintf "%s\\0" "$BECIVIC_HOME" "$@" > "$(dirname "$0")/asked"\n', encoding="utf-8"
    )
    program.chmod(0o755)
    made = Typed(shlex.quote(str(program)), {"BECIVIC_HOME": str(ward.home)}, clone)
    ward.changes["typed"] = made
    return made


def _found(ward: Ward, name: str) -> Finding:
    ward.changes["quick"] = name not in _SLOW
    AILMENTS[name](ward)
    return ward.wrong(_GROUPS[name])[name]


def _type(ward: Ward, remedy: str) -> str:
    """What it printed, in a shell that has the settings of the patient."""
    settings = {name: value for name, value in ward.environment.items() if name != "BECIVIC_HOME"}
    shell = {"PATH": os.environ["PATH"], "HOME": str(ward.folder), **settings}
    done = subprocess.run(
        ["/bin/bash", "-c", remedy], cwd=ward.folder, env=shell, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, (remedy, done.stderr)
    return done.stdout


def _asked(ward: Ward) -> list[str]:
    """The home that our program was told, and its arguments."""
    return (ward.folder / "bin" / "asked").read_text(encoding="utf-8").split("\0")[:-1]


@pytest.mark.parametrize(
    "name",
    ["HOME-02", "HOME-03", "HOME-08", "HOME-09", "DB-08", "GIT-05", "GIT-06", "SET-10", "SET-11", "BAK-04", "SCH-01", "MOD-01"],
)  # fmt: skip
@pytest.mark.usefixtures("typed")
def test_it_does_away_with_what_it_is_for(ward: Ward, name: str) -> None:
    _type(ward, _found(ward, name).remedy)
    assert name not in ward.wrong(_GROUPS[name])


@pytest.mark.usefixtures("typed")
def test_a_repository_that_is_not_bare_is_made_bare_again(ward: Ward) -> None:
    _git(ward.git, "config", "core.bare", "false")
    ward.changes["quick"] = True
    _type(ward, ward.wrong(_GROUPS["GIT-05"])["GIT-05"].remedy)
    assert ward.wrong(_GROUPS["GIT-05"]) == {}


@pytest.mark.parametrize("name", ["SET-01", "SET-02", "SET-03", "SET-04"])
@pytest.mark.usefixtures("typed")
def test_a_variable_that_is_taken_back_is_gone(ward: Ward, name: str) -> None:
    seen = _found(ward, name)
    left = _type(ward, f"{seen.remedy} && env --null").split("\0")
    kept = {each.partition("=")[0] for each in left}
    ward.environment = {
        key: value for key, value in ward.environment.items() if key in {*kept, "BECIVIC_HOME"}
    }
    assert name not in ward.wrong(_GROUPS[name])


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ('public_url = "nonsense"\n', "SET-01"),
        ("no_such_key = 1\n", "SET-01"),
        ("not toml", "SET-01"),
        ("clock_offset = 86400\n", "SET-04"),
    ],
)
@pytest.mark.usefixtures("typed")
def test_what_the_settings_file_says_is_taken_out_of_the_settings_file(
    ward: Ward, written: str, name: str
) -> None:
    file = ward.home / "settings.toml"
    file.write_text(written, encoding="utf-8")
    seen = ward.wrong(_GROUPS[name])[name]
    assert seen.remedy == f'"${{EDITOR:-vi}}" {file}'
    _type(ward, f"EDITOR=rm; {seen.remedy}")
    assert name not in ward.wrong(_GROUPS[name])


def test_a_setting_that_neither_says_is_named(ward: Ward) -> None:
    """A number that is refused for what another one says."""
    ward.environment["BECIVIC_FORGE"] = "github"
    assert ward.wrong(_GROUPS["SET-01"])["SET-01"].remedy == "unset BECIVIC_FORGE"
    del ward.environment["BECIVIC_FORGE"]
    ward.environment["BECIVIC_PUBLIC_URL"] = "https://becivic.example"
    ward.environment["BECIVIC_OPERATOR_TOKEN"] = "short"
    assert ward.wrong(_GROUPS["SET-01"])["SET-01"].remedy == "unset BECIVIC_OPERATOR_TOKEN"


@pytest.mark.usefixtures("typed")
def test_settings_of_github_in_the_file_are_seen_too(ward: Ward) -> None:
    (ward.home / "settings.toml").write_text("github_app_id = 7\n", encoding="utf-8")
    assert "github_app_id in settings.toml said" in ward.wrong(_GROUPS["SET-09"])["SET-09"].found


@pytest.mark.parametrize("name", ["PROG-01", "PROG-02", "PROG-03", "PROG-04", "PROG-06", "MOD-04"])
def test_set_up_is_done_again_in_the_clone(ward: Ward, clone: Path, typed: Typed, name: str) -> None:
    assert typed.clone == clone
    seen = _found(ward, name)
    (clone / "installed").touch()
    before = (clone / "installed").stat().st_mtime_ns
    _type(ward, seen.remedy)
    assert (clone / "installed").stat().st_mtime_ns > before


@pytest.mark.parametrize(
    "name",
    ["HOME-01", "DB-02", "DB-06", "SCH-02", "SCH-03", "MOD-02", "JOB-01", "JOB-02", "JOB-03", "JOB-04", "JOB-05", "JOB-06",
     *(f"STUCK-0{number}" for number in range(1, 9)), "SALT-01", "SALT-02", "SALT-03", "BAK-01", "BAK-02", "BAK-03", "DOC-01"],
)  # fmt: skip
@pytest.mark.usefixtures("typed")
def test_a_command_of_ours_is_asked_of_this_program_for_this_home(ward: Ward, name: str) -> None:
    if name == "DOC-01":
        AILMENTS[name](ward)
        seen = ward.examined(_GROUPS["PROG-01"]).findings[-1]
    else:
        seen = _found(ward, name)
    _type(ward, seen.remedy)
    home, *arguments = _asked(ward)
    assert home == str(ward.home)
    _parses(arguments)


def _parses(arguments: list[str]) -> None:
    """An option that nobody knows is refused before help is given."""
    assert CliRunner().invoke(command_line(), [*arguments, "--help"]).exit_code == 0


@pytest.mark.usefixtures("typed")
def test_an_older_database_is_copied_before_it_is_brought_up_to_date(ward: Ward) -> None:
    _type(ward, _found(ward, "DB-02").remedy)
    copy = ward.home.with_name(f"home-before-{HEAD}.tar")
    listed = subprocess.run(["tar", "-tf", copy], capture_output=True, text=True, check=True).stdout.split()
    assert f"{ward.database}".lstrip("/") in listed
    assert _asked(ward) == [str(ward.home), "serve"]


@pytest.mark.parametrize("name", ["DB-01", "DB-04", "DB-05", "GIT-01"])
@pytest.mark.usefixtures("typed")
def test_a_restore_goes_into_the_home_that_is_named_in_it(ward: Ward, name: str) -> None:
    _type(ward, _found(ward, name).remedy)
    assert _asked(ward) == ["", "restore", "BACKUP", "--home", "NEW"]
    _parses(_asked(ward)[1:])


@pytest.mark.parametrize(
    ("how", "remedy"),
    [
        ("closed to nobody", "chmod 600 {file}"),
        ("garbage", "mv {file} {file}.aside && install -m 600 COPY {file}"),
    ],
)
@pytest.mark.usefixtures("typed")
def test_a_key_is_closed_or_put_back(ward: Ward, how: str, remedy: str) -> None:
    file = ward.home / "address.key"
    copy = ward.folder / "COPY"
    copy.write_bytes(file.read_bytes())
    if how == "garbage":
        file.write_text("nonsense", encoding="utf-8")
    else:
        file.chmod(0o644)
    seen = ward.wrong(_GROUPS["HOME-09"])["HOME-09"]
    assert seen.remedy == remedy.format(file=file)
    _type(ward, seen.remedy)
    assert "HOME-09" not in ward.wrong(_GROUPS["HOME-09"])


def test_a_home_that_is_closed_is_made_its_owners_again(ward: Ward, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert ward.wrong(_GROUPS["HOME-02"])["HOME-02"].remedy == f'sudo chown -R "$USER" {ward.home}'


@pytest.mark.parametrize(
    ("go", "name", "found"),
    [
        (lambda ward: ward.database.unlink(), "DB-01", "it is gone, and the home is not new"),
        (lambda ward: ward.database.write_bytes(b""), "DB-01", "it is empty, and the home is not new"),
        (lambda ward: ward.sql("DROP TABLE alembic_version"), "DB-04", "alembic_version is missing"),
    ],
)
def test_records_that_are_gone_are_no_new_database(
    ward: Ward, go: Callable[[Ward], object], name: str, found: str
) -> None:
    go(ward)
    wrong = ward.wrong(_GROUPS[name])
    assert set(wrong) == {name}
    assert wrong[name].found.startswith(found)


def test_a_database_that_nothing_was_ever_kept_in_is_fine(ward: Ward) -> None:
    (ward.home / "address.key").unlink()
    ward.database.write_bytes(b"")
    assert ward.wrong(_GROUPS["DB-01"]) == {}
    ward.database.unlink()
    assert ward.examined(_GROUPS["DB-01"]).skipped == "there are no records yet"


def test_main_that_is_gone_while_the_records_know_it_is_broken(ward: Ward) -> None:
    away = ward.folder / "away"
    ward.git.rename(away)
    assert ward.wrong(_GROUPS["GIT-01"]) == {}
    ward.knows_main()
    wrong = ward.wrong(_GROUPS["GIT-01"])
    assert wrong["GIT-01"].found == "is gone, and the database knows what was published in it"
    assert wrong["GIT-01"].where == str(ward.home / REPOSITORY)
    ward.environment |= {
        "BECIVIC_FORGE": "github",
        "BECIVIC_GITHUB_REPOSITORY": "becivic/corpus",
        "BECIVIC_GITHUB_APP_ID": "7",
        "BECIVIC_GITHUB_INSTALLATION_ID": "8",
        "BECIVIC_GITHUB_KEY_FILE": str(ward.folder / "app.pem"),
    }
    assert ward.wrong(_GROUPS["GIT-01"]) == {}


@pytest.mark.parametrize(
    ("said", "remedy", "printed"),
    [
        ({}, "becivic serve", "'/a b/becivic' serve"),
        ({"BECIVIC_HOME": "/a b"}, "tar x && becivic serve", "tar x && BECIVIC_HOME='/a b' '/a b/becivic' serve"),
        (
            {"BECIVIC_DATABASE_URL": "postgresql://me:sesame@db/records"},
            "becivic run commit",
            "BECIVIC_DATABASE_URL=URL '/a b/becivic' run commit",
        ),
        (
            {"BECIVIC_DATABASE_URL": "sqlite:////x.db"},
            "becivic run commit",
            "BECIVIC_DATABASE_URL=sqlite:////x.db '/a b/becivic' run commit",
        ),
        ({"BECIVIC_HOME": "/h"}, "becivic restore BACKUP --home NEW", "'/a b/becivic' restore BACKUP --home NEW"),
        ({"BECIVIC_HOME": "/h"}, "chmod 600 /h/becivic serve", "chmod 600 /h/becivic serve"),
    ],
)  # fmt: skip
def test_what_was_said_by_options_is_said_again_but_for_passwords(
    said: dict[str, str], remedy: str, printed: str
) -> None:
    assert Typed("'/a b/becivic'", said)(remedy) == printed


def test_the_program_is_called_as_short_as_it_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "a b"
    folder.mkdir()
    python, command = folder / "python", folder / "becivic"
    monkeypatch.setattr(sys, "executable", str(python))
    assert typed_here({}, "", tmp_path).program == f"'{python}' -m becivic.cli"
    command.touch(mode=0o755)
    assert typed_here({}, "", tmp_path).program == f"'{command}'"
    assert typed_here({}, str(folder), tmp_path).program == "becivic"
    other = tmp_path / "other"
    other.mkdir()
    (other / "becivic").touch(mode=0o755)
    assert typed_here({}, f"{other}:{folder}", tmp_path).program == f"'{command}'"


def test_a_clone_is_where_the_makefile_is(tmp_path: Path) -> None:
    assert typed_here({}, "", tmp_path / "corpus").clone is None
    (tmp_path / "Makefile").touch()
    made = replace(typed_here({}, "", tmp_path / "corpus"), interpreter="/a b/python")
    assert made("make install -C CLONE") == f"make install -C {tmp_path}"
    assert (
        made("git -C CLONE pull && make install -C CLONE")
        == f"git -C {tmp_path} pull && make install -C {tmp_path}"
    )
    assert made(f"rm -r {tmp_path}/CLONE") == f"rm -r {tmp_path}/CLONE"
    assert made("INTERPRETER -m becivic.site.font") == "'/a b/python' -m becivic.site.font"
