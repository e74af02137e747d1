"""The whole service in one process on a home of its own, with a clock that the run moves. It can be closed and opened again."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Final

import httpx

from becivic.api.arrivals import Arrivals
from becivic.app import create_app
from becivic.corpus.load import Loader
from becivic.corpus.tree import DirectoryTree
from becivic.intake.address_key import KEY_BYTES, load_key
from becivic.intake.tidying import Tidier
from becivic.jobs.table import JOBS
from becivic.library import Library
from becivic.living import follow
from becivic.names import NameFinder
from becivic.publishing.first_start import open_or_import
from becivic.publishing.forge.local import LocalForge
from becivic.publishing.records import fill_records
from becivic.publishing.repository import CorpusRepository
from becivic.publishing.workshop import Workshop
from becivic.rules.limits import Limit
from becivic.setting_values import read_token_hash
from becivic.state import State, open_intake
from becivic.store.store import Store, open_store
from soak.timing import Timings

URL: Final = "http://becivic.test"
OPERATOR_TOKEN: Final = "an-operator-token-for-a-long-run"
LIMITS: Final = {limit: limit.value.number for limit in Limit}
_NEVER: Final = 1e9
"""Seconds: the run itself says when main is looked at, for its days are shorter than half a second."""


@dataclass(slots=True)
class MovedClock:
    """Stands still until the run moves it."""

    moment: datetime

    def now(self) -> datetime:
        return self.moment


@dataclass
class House:
    """A home, and the service on it while it is open."""

    home: Path
    database_url: str
    clock: MovedClock
    finder: NameFinder
    timings: Timings = field(default_factory=Timings)
    library: Library = field(init=False)
    workshop: Workshop = field(init=False)
    store: Store = field(init=False)
    client: httpx.AsyncClient = field(init=False)
    _tidier: Tidier = field(init=False)

    def fill(self, corpus: Path) -> None:
        """What a first start does with the packaged corpus."""
        self.home.mkdir(parents=True)
        open_or_import(self.home, DirectoryTree(corpus), self.clock.now(), Loader())

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """From one start of the server to its stop."""
        self.store = open_store(self.database_url)
        try:
            repository = CorpusRepository.open(self.home / "corpus.git")
            self.library = Library(repository, Loader())
            fill_records(self.store, self.library.edition.corpus, self.clock.now(), repository)
            own = CorpusRepository.open(repository.path)
            self.workshop = Workshop(self.store, own, LocalForge(own), self.home, URL, self.finder)
            self._tidier = Tidier(self.store)
            app = create_app(self._state())
            transport = httpx.ASGITransport(app, raise_app_exceptions=False)
            async with (
                app.router.lifespan_context(app),
                httpx.AsyncClient(transport=transport, base_url=URL) as self.client,
            ):
                yield
        finally:
            self.store.close()

    def _state(self) -> State:
        key = load_key(self.home / "address.key", lambda: secrets.token_bytes(KEY_BYTES))
        return State(
            self.library,
            open_intake(self.store, self.library, key, LIMITS),
            Arrivals(self.clock, [ip_network("127.0.0.0/8")]),
            URL,
            read_token_hash(OPERATOR_TOKEN),
            follow_every=_NEVER,
        )

    async def ask(
        self, method: str, path: str, *, address: str, body: object = None, operator: bool = False
    ) -> httpx.Response:
        headers = {"x-forwarded-for": address}
        if operator:
            headers["authorization"] = f"Bearer {OPERATOR_TOKEN}"
        if body is not None:
            headers["content-type"] = "application/json"
        content = None if body is None else json.dumps(body).encode()
        began = time.perf_counter()
        answer = await self.client.request(method, path, content=content, headers=headers)
        self.timings.add("write" if body is not None else "read", time.perf_counter() - began)
        return answer

    def run(self, job: str) -> Mapping[str, Any]:
        """One of the jobs of a server, now; main is looked at afterwards, as a server does twice a second."""
        began = time.perf_counter()
        report = JOBS[job].run(self.workshop, self.clock.now(), lambda _: None)
        self.timings.add(job, time.perf_counter() - began)
        self.follow()
        return report

    def follow(self) -> None:
        began = time.perf_counter()
        follow(self.library)
        self.timings.add("follow main", time.perf_counter() - began)

    def tidy(self) -> None:
        began = time.perf_counter()
        self._tidier.look(self.clock.now())
        self.timings.add("tidy", time.perf_counter() - began)

    def later(self, by: timedelta) -> None:
        self.clock.moment += by
