"""What is examined: the settings in force, the machine they are in force on, and the records, opened to be read alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import pygit2
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from becivic.config import Settings
from becivic.doctor.finding import NotLookedAt
from becivic.doctor.limits import LIMITS, Limits
from becivic.doctor.typed import Typed
from becivic.names.models import VersionOf, installed_version
from becivic.packaged import corpus_folder
from becivic.publishing.repository import REPOSITORY, CorpusRepository
from becivic.rules.errors import BeCivicError
from becivic.site.font import PLACE as FACE
from becivic.store.engine import sqlite_file
from becivic.store.looking import looking
from becivic.store.migrate import HEAD, database_version


@dataclass(frozen=True, slots=True)
class Machine:
    """What the machine is asked. Arguments: a test has another machine."""

    python: tuple[int, ...] = tuple(sys.version_info[:3])
    version_of: VersionOf = installed_version
    corpus: Path = field(default_factory=corpus_folder)
    """The corpus that ships with the program; in a checkout the lock file lies beside it."""
    face: Path = FACE
    run: Path = Path("/run")
    locks: Path = Path("/proc/locks")


@dataclass(frozen=True, slots=True)
class Patient:
    """One installation at one moment."""

    environment: Mapping[str, str]
    settings: Settings | None
    """None where they cannot be read; `refused` says why."""
    now: datetime
    refused: BeCivicError | None = None
    quick: bool = False
    online: bool = False
    backups: Path | None = None
    machine: Machine = field(default_factory=Machine)
    limits: Limits = LIMITS
    typed: Typed = field(default_factory=Typed)

    @property
    def known(self) -> Settings:
        """The settings, for whoever cannot look without them."""
        if self.settings is None:
            raise NotLookedAt("the settings cannot be read")
        return self.settings

    @property
    def home(self) -> Path:
        home = self.known.home
        if not home.is_dir() or not os.access(home, os.R_OK | os.X_OK):
            raise NotLookedAt("there is no home that can be read")
        return home

    @property
    def true_now(self) -> datetime:
        """What the machine's clock says, whatever is rehearsed."""
        return self.now - (self.settings.clock_offset if self.settings else timedelta(0))

    def repository(self) -> CorpusRepository:
        folder = self.home / REPOSITORY
        if not folder.exists():
            raise NotLookedAt("there is no repository yet")
        return CorpusRepository.open(folder)

    def git(self) -> pygit2.Repository:
        return self.repository().git_of_its_own()

    @contextmanager
    def records(self) -> Iterator[Connection]:
        """For whoever asks about rows; what is wrong with the database itself is another group's to say."""
        file = sqlite_file(self.known.database_url)
        if file is not None and not file.exists():
            raise NotLookedAt("there are no records yet")
        try:
            with looking(self.known.database_url) as connection:
                if database_version(connection) != HEAD:
                    raise NotLookedAt("the database is not at the version that this program knows")
                yield connection
        except (SQLAlchemyError, OSError, BeCivicError):
            raise NotLookedAt("the records cannot be read") from None
