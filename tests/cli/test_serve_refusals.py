"""A start that cannot be: one sentence, exit 2, and nothing in the log. As a process it is in test_serve_process.py."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from becivic.cli import serve
from becivic.publishing.repository import MAIN, REPOSITORY, CorpusRepository
from tests.cli.conftest import Run
from tests.factories.corpora import PATHS, Files
from tests.factories.homes import filled_home, home_at
from tests.factories.repositories import write_files
from tests.requirement import requirement

SCRUB = "scrub/regex-rules.json"
RULES = Files.valid()[SCRUB].decode()

Refused = Callable[[Path], str]
"""The sentence that a start over a home ends with."""


@pytest.fixture
def refused(run: Run, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Iterator[Refused]:
    for setting in ("logThreads", "logProcesses", "logMultiprocessing"):  # a server changes them for good
        monkeypatch.setattr(logging, setting, getattr(logging, setting))
    monkeypatch.setenv("PORT", "0")
    ours = logging.getLogger("becivic")
    level = ours.level

    def start(home: Path) -> str:
        done = run("serve", "--home", home)
        assert (done.code, done.out, caplog.messages) == (2, "", [])
        assert done.err.count("\n") == 1
        assert done.err.startswith("becivic: ")
        return done.err.removeprefix("becivic: ").rstrip("\n")

    yield start
    ours.setLevel(level)


@pytest.fixture
def packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What comes with the package, to be broken."""
    folder = write_files(tmp_path / "packaged", Files.valid())
    monkeypatch.setattr(serve, "corpus_folder", lambda: folder)
    return folder


def test_an_address_that_is_not_ours(
    refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BECIVIC_BIND", "192.0.2.1")
    assert refused(tmp_path / "var").startswith("BECIVIC_BIND: 192.0.2.1 is not an address of this machine.")


def test_a_busy_port_touches_no_home(
    refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = str(busy.getsockname()[1])
        monkeypatch.setenv("PORT", port)
        said = refused(tmp_path / "var")
    assert said == f"PORT: {port} is already in use on 127.0.0.1. Stop what uses it, or set another port."
    assert not (tmp_path / "var").exists()


def test_a_home_that_cannot_be_made(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "var").write_text("in the way")
    assert refused(tmp_path / "var").startswith(
        f"BECIVIC_HOME: `{tmp_path / 'var'}` cannot be made or written (a file is in the way)."
    )


def test_a_bad_setting(refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BECIVIC_FORGE", "gitlab")
    assert refused(tmp_path).startswith("BECIVIC_FORGE: `gitlab` is not a forge")


def test_a_broken_packaged_corpus_leaves_no_repository(
    refused: Refused, tmp_path: Path, packaged: Path
) -> None:
    (packaged / PATHS).write_text('{\n"paths": oops\n}')
    said = refused(tmp_path / "var")
    assert said.startswith(f"{PATHS}:2: is not JSON: ")
    assert f"({packaged})" in said
    assert not (tmp_path / "var" / REPOSITORY).exists()


def test_a_broken_packaged_schema(refused: Refused, tmp_path: Path, packaged: Path) -> None:
    (packaged / "schemas" / "skill.schema.json").write_text("{")
    assert refused(tmp_path / "var").startswith(f"{packaged}/schemas/skill.schema.json:1: is not JSON")


def test_a_broken_corpus_on_main(refused: Refused, tmp_path: Path) -> None:
    home_at(tmp_path / "var", Files.valid().with_file("data/communes.json", "{\n\n!"))
    assert refused(tmp_path / "var").startswith("data/communes.json:3: is not JSON: ")


@requirement("R-SCRUB-05")
@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, ":1: is missing ("),
        ("{", ":1: is not JSON: "),
        (RULES.replace('"name": "iban"', '"name": "email"'), ":3: two rules are called `email`; "),
        (RULES.replace("@[", "@(["), ":25: the pattern of `email` opens a group that it never closes ("),
    ],
    ids=["missing", "unreadable", "a name twice", "a pattern that does not compile"],
)
def test_scrub_rules_that_cannot_run(
    refused: Refused, tmp_path: Path, content: str | None, says: str
) -> None:
    files = Files.valid()
    home_at(tmp_path / "var", files.without(SCRUB) if content is None else files.with_file(SCRUB, content))
    said = refused(tmp_path / "var")
    assert said.startswith(SCRUB + says)
    assert said.endswith("Correct the file: nothing can be served without it.")


def test_a_repository_without_main(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "var").mkdir()
    CorpusRepository.create(tmp_path / "var" / REPOSITORY)
    assert f"{tmp_path / 'var' / REPOSITORY}: has no branch `main`." in refused(tmp_path / "var")


def test_a_damaged_repository(refused: Refused, tmp_path: Path) -> None:
    filled_home(tmp_path / "var")
    (tmp_path / "var" / REPOSITORY / MAIN).write_text("a" * 40)
    assert f"{tmp_path / 'var' / REPOSITORY}: is damaged" in refused(tmp_path / "var")
