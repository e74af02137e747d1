"""Where the commands of documents are typed: a copy of the repository with a served home, and stand-ins for what is elsewhere."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

import httpx

from tests.factories import warm_becivic
from tests.factories.command import PLAIN
from tests.factories.documents import ROOT
from tests.factories.harness import real_time
from tests.factories.servers import Serving

_COPIED: Final = ("corpus", "docs", "src", "tools", "plugin")
_FILES: Final = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "LICENSE",
    "Makefile",
    "pyproject.toml",
    "requirements.lock",
    "requirements-dev.lock",
)
_WRITTEN: Final = "The desk asked for two photographs."
"""What somebody reported, and may have to be retracted."""
_IN_PUBLIC: Final = "http://127.0.0.1:8000"
_ADDRESS: Final = re.compile(r"127\.0\.0\.1:8000")
_RECORDS: Final = re.compile(r"postgresql\+psycopg://[^\s\"']+")


@dataclass(frozen=True, slots=True)
class World:
    """`folder` is a checkout with `.venv/bin` in it; a service listens, and its home is `./var`."""

    folder: Path
    server: Serving
    fresh_database: Callable[[], str]
    """The address of an empty one on a PostgreSQL."""
    typed: set[str] = field(default_factory=set)
    """What need not be typed again."""

    @property
    def env(self) -> dict[str, str]:
        return {
            **os.environ,
            **PLAIN,
            "PATH": f"{self.folder / '.venv/bin'}:{os.environ['PATH']}",
            "HOME": str(self.folder / "home"),
            "GIT_CONFIG_NOSYSTEM": "1",
            "BECIVIC_API": self.server.url,
            "BECIVIC_PUBLIC_URL": self.server.url,
        }

    def here(self, command: str, document: str) -> str:
        """The command with what only stands in a document replaced: addresses, folders, databases, somebody's repository."""
        own = self.folder / "elsewhere" / re.sub(r"\W", "-", document)
        own.mkdir(parents=True, exist_ok=True)
        command = _ADDRESS.sub(self.server.url.removeprefix("http://"), command)
        command = _RECORDS.sub(lambda _: self.fresh_database(), command)
        for text, place in {
            "/mnt/backups": own / "backups",
            "/srv/becivic": own / "restored",
            "https://github.com/becivic/corpus.git": self.folder / "elsewhere/forge.git",
            " FILE": f" {self.folder / 'elsewhere/note.txt'}",
        }.items():
            command = command.replace(text, str(place))
        return command

    def there(self, printed: str) -> str:
        """What was printed here, as it would be there."""
        return printed.replace(self.server.url, _IN_PUBLIC)

    def tidied(self) -> None:
        """The corpus as it was: the next document begins anew."""
        _git(self.folder, "checkout", "--quiet", "corpus")
        _git(self.folder, "clean", "--quiet", "--force", "-d", "corpus")


@contextmanager
def documented_world(folder: Path, fresh_database: Callable[[], str]) -> Iterator[World]:
    """All of it begins at once, for much of it waits."""
    with Serving(folder / "var") as server, _warming(folder / "becivic.socket") as warm:
        _furnish(folder)
        server.ready()
        _others_were_here(server)
        assert warm.readline() == "ready\n"
        yield World(folder, server, fresh_database)


@contextmanager
def _warming(place: Path) -> Iterator[IO[str]]:
    command = [sys.executable, "-P", warm_becivic.__file__, "serve", str(place)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout
    finally:
        process.kill()
        process.communicate()


def _furnish(folder: Path) -> None:
    for name in _COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in _FILES:
        shutil.copy(ROOT / name, folder / name)
    programs = {
        "becivic": f'exec {sys.executable} -IS {warm_becivic.__file__} call {folder / "becivic.socket"} "$@"',
        "becivic-harness": f'exec {sys.executable} -m becivic_harness.cli.main "$@"',
        "python": f'exec {sys.executable} "$@"',
        "python3": f'exec {sys.executable} "$@"',
        "curl": f'exec {shutil.which("curl")} --fail-with-body --max-time 20 "$@"',
    }
    (folder / ".venv/bin").mkdir(parents=True)
    for stamp in (
        ".installed",
        ".installed-dev",
    ):  # newer than what they are made from: nothing is installed here
        (folder / ".venv" / stamp).touch()
    for name, line in programs.items():
        file = folder / ".venv/bin" / name
        file.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
        file.chmod(0o755)
    (folder / "home").mkdir()
    (folder / "elsewhere").mkdir()
    (folder / "elsewhere/note.txt").write_text(_WRITTEN, encoding="utf-8")
    _git(folder, "init", "--quiet", "--initial-branch=main")
    _git(folder, "add", "corpus")
    _git(folder, "commit", "--quiet", "--message=The corpus")
    _git(folder, "update-ref", "refs/remotes/origin/main", "HEAD")
    _git(folder, "init", "--quiet", "--bare", "--initial-branch=main", "elsewhere/forge.git")


def _git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=A Maintainer", "-c", "user.email=maintainer@becivic.test"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def _others_were_here(server: Serving) -> None:
    """One report that will be published, and one that a person has to see first."""
    told = (_WRITTEN, "The clerk Jean-Pierre Vandenbroucke was very helpful.")
    for number, body in enumerate(told):
        sent = httpx.post(f"{server.url}/api/concerns", json=_concern(number, body), timeout=20)
        assert sent.json().get("status") == "staged", sent.text


def _concern(number: int, body: str) -> dict[str, object]:
    now = real_time()
    return {
        "schema_version": 4,
        "concern_id": f"con_019ab3c4-5d6e-7f80-9a1b-2c3d4e5f600{number}",
        "submitted_at": f"{now:%Y-%m-%dT%H:%M:%SZ}",
        "submitting_agent": "example-runtime/1.4.0",
        "submission_contract_version": "2.1.0",
        "declared_capabilities": ["multi_turn", "structured_output"],
        "target_type": "skill",
        "target_id": "nationality-application",
        "context": {"language_used": "fr", "country": "be", "applies_to_match": {}},
        "content": {
            "scope": "general",
            "body": body,
            "evidence_date": f"{now:%Y-%m-%d}",
            "evidence_source": "customer-report",
        },
    }
