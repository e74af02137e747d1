"""A healthy installation for the doctor, made once a process and copied: a home after its first start, and its package."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Table

from becivic.config import SettingRefused, read_settings
from becivic.corpus.tree import MemoryTree
from becivic.doctor.examining import Examined, examine
from becivic.doctor.finding import Finding, Group
from becivic.doctor.limits import Limits
from becivic.doctor.patient import Machine, Patient
from becivic.intake.address_key import KEY_BYTES, load_key
from becivic.publishing.repository import REPOSITORY, CorpusRepository
from becivic.store import job_runs
from becivic.store.engine import open_engine
from becivic.store.migrate import migrate
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.written import moment
from tests.factories.corpora import Files
from tests.factories.homes import NOON, filled_home
from tests.factories.records import record

NOW: Final = NOON + timedelta(hours=1)


@dataclass
class Ward:
    """One patient before it is examined: a test breaks something in it."""

    folder: Path
    environment: dict[str, str]
    changes: dict[str, Any] = field(default_factory=dict)
    """Of the patient."""
    machine: dict[str, Any] = field(default_factory=dict)

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def packaged(self) -> Path:
        return self.folder / "packaged" / "corpus"

    @property
    def database(self) -> Path:
        return self.home / "becivic.db"

    @property
    def git(self) -> Path:
        return self.home / REPOSITORY

    def limits(self, **given: Any) -> None:
        self.changes["limits"] = Limits(**given)

    def sql(self, *statements: str) -> None:
        engine = open_engine(f"sqlite:///{self.database}")
        with engine.begin() as connection:
            for statement in statements:
                connection.exec_driver_sql(statement)
        engine.dispose()

    def insert(self, table: Table, **given: Any) -> None:
        engine = open_engine(f"sqlite:///{self.database}")
        with engine.begin() as connection:
            connection.execute(table.insert().values(record(table, **given)))
        engine.dispose()

    def knows_main(self) -> None:
        """As a start leaves the records."""
        self.insert(ARTEFACTS)

    def finishes(self, job: str, **before: float) -> None:
        """As a server notes it."""
        engine = open_engine(f"sqlite:///{self.database}")
        with engine.begin() as connection:
            job_runs.note(connection, job, NOW - timedelta(**before))
        engine.dispose()

    def commits(self, change: dict[str, bytes | None], now: datetime = NOON) -> CorpusRepository:
        """Main with some files changed, and others (None) gone."""
        files = {**Files.valid(), **{name: text for name, text in change.items() if text is not None}}
        left = {name: text for name, text in files.items() if change.get(name, b"") is not None}
        repository = CorpusRepository.open(self.git)
        repository.commit(MemoryTree(left), "a change", now)
        return repository

    def patient(self) -> Patient:
        settings, refused = None, None
        try:
            settings = read_settings(self.environment)
        except SettingRefused as error:
            refused = error
        machine = Machine(corpus=self.packaged, **{"run": self.folder / "run", **self.machine})
        return replace(Patient(self.environment, settings, NOW, refused, machine=machine), **self.changes)

    def examined(self, group: Group) -> Examined:
        (found,) = examine(self.patient(), group)
        return found

    def wrong(self, group: Group) -> dict[str, Finding]:
        """What is not fine, by its code."""
        return {one.code: one for one in self.examined(group).findings if one.verdict != "fine"}

    def settle_times(self) -> None:
        """The files are as old as the home pretends to be."""
        for file in self.home.iterdir():
            os.utime(file, (NOON.timestamp(), NOON.timestamp()))


def ago(**span: float) -> str:
    """A moment of the past, as the records write it."""
    return moment(NOW - timedelta(**span))


def ward(folder: Path) -> Ward:
    shutil.copytree(_template(), folder)
    made = Ward(folder, {"BECIVIC_HOME": str(folder / "home"), "PATH": os.environ["PATH"]})
    made.settle_times()
    return made


@cache
def _template() -> Path:
    top = Path(tempfile.mkdtemp(prefix="becivic-ward-"))
    atexit.register(shutil.rmtree, top, ignore_errors=True)
    folder = top / "ward"
    home = folder / "home"
    filled_home(home)
    home.chmod(0o700)
    engine = open_engine(f"sqlite:///{home / 'becivic.db'}")
    migrate(engine)
    engine.dispose()
    load_key(home / "address.key", lambda: bytes(KEY_BYTES))
    for name, content in Files.valid().items():
        file = folder / "packaged" / "corpus" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return folder
