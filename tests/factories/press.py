"""The whole way of a submission in one process: the application, a repository of its own, and the commit job.

Names are found by our own recognisers alone here: no model has to be loaded for a test.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

import httpx
from sqlalchemy import Connection, Table, select

from becivic.app import create_app
from becivic.corpus.load import Corpus, Loader
from becivic.library import Library
from becivic.publishing.commit.job import CommitReport, commit
from becivic.publishing.commit.steps import OnStep, unwatched
from becivic.publishing.forge.local import LocalForge
from becivic.publishing.repository import CorpusRepository
from becivic.publishing.screening.screen import Screen, screen_for
from becivic.publishing.workshop import Workshop
from becivic.rules.submissions import SubmissionType
from becivic.store.store import Store
from tests.factories.corpora import Files
from tests.factories.filled import fill
from tests.factories.homes import filled_home
from tests.factories.intake import NO_LIMITS, MovedClock, Service, fixture_files, state
from tests.factories.names import plain_names
from tests.factories.oracle import NOW
from tests.factories.payloads import FOLDERS, payload

_LOADER: Final = Loader()
"""Nearly every press begins with the same corpus: what a file says is found out once a process."""

A_DAY: Final = timedelta(hours=24, minutes=1)


@dataclass
class Press:
    """Everything a test of publishing may want to look at."""

    service: Service
    workshop: Workshop

    @property
    def store(self) -> Store:
        return self.workshop.store

    @property
    def now(self) -> datetime:
        return self.service.clock.now()

    @property
    def corpus(self) -> Corpus:
        return self.workshop.corpus()

    @property
    def screen(self) -> Screen:
        return screen_for(self.workshop)

    def sends(self, name: str, *, address: str = "198.51.100.7", **changes: Any) -> str:
        """A fixture by its name below tests/fixtures, staged or applied; its id."""
        kind = FOLDERS[name.partition("/")[0]]
        sent = {**payload(name), **changes}
        return self.sends_payload(kind, sent, address=address)

    def sends_payload(
        self, kind: SubmissionType, sent: dict[str, Any], *, address: str = "198.51.100.7"
    ) -> str:
        self.service.library.refresh()
        answer = self.service.post(kind, sent, address=address)
        assert answer.status_code in (200, 201, 202), answer.text
        return str(sent[kind.id_field])

    def a_day_later(self, on_step: OnStep = unwatched) -> CommitReport:
        """The clock moves, and the job runs."""
        self.service.clock.move(seconds=A_DAY.total_seconds())
        return self.runs(on_step)

    def runs(self, on_step: OnStep = unwatched) -> CommitReport:
        report = commit(self.workshop, self.screen, self.now, on_step)
        self.service.library.refresh()
        return report

    def status(self, kind: SubmissionType, submission_id: str) -> dict[str, Any]:
        answer = self.get(f"/api/{kind.facts.route}/{submission_id}")
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def get(self, path: str) -> httpx.Response:
        return self.service.ask("GET", path)

    def rows(self, table: Table, **where: Any) -> list[Any]:
        def read(connection: Connection) -> list[Any]:
            query = select(table).where(*(table.c[name] == value for name, value in where.items()))
            return list(connection.execute(query))

        return self.store.read(read)


def press(
    store: Store,
    home: Path,
    files: Files | None = None,
    began: timedelta = timedelta(days=30),
    then: Callable[[Workshop], object] | None = None,
) -> Press:
    """A service on a home of its own, over a store. Its cohorts began so long ago, and then one thing was done."""
    repository = filled_home(home, files or fixture_files())
    library, clock = Library(repository, _LOADER), MovedClock()
    own = CorpusRepository.open(repository.path)
    workshop = Workshop(
        store, own, LocalForge(own), home, "http://becivic.test", plain_names(), loader=_LOADER
    )
    fill(store, library.edition.corpus, NOW - began, then=None if then is None else partial(then, workshop))
    service = Service(create_app(state(library, store, clock, NO_LIMITS)), store, clock, library)
    return Press(service, workshop)


def press_beside(house: Press) -> Press:
    """Another process's eyes on the same records and repository."""
    own = CorpusRepository.open(house.workshop.repository.path)
    kept = house.workshop
    return Press(
        house.service, Workshop(kept.store, own, LocalForge(own), kept.home, kept.public_url, kept.finder)
    )
