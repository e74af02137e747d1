"""What an application stands on: the library, the way in, and what an operator set."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from starlette.types import ASGIApp

from becivic.api.arrivals import Arrivals
from becivic.intake.addresses import AddressHasher
from becivic.intake.chance import Chance
from becivic.intake.desk import World
from becivic.intake.service import Intake
from becivic.library import Library
from becivic.mcp.asking import asker
from becivic.mcp.visit import House
from becivic.observing.gathering import Metrics
from becivic.observing.tallies import Tallies
from becivic.observing.tracing import request_ids
from becivic.publishing.repository import CorpusRepository
from becivic.publishing.screening.finding import finder_for
from becivic.publishing.screening.screen import Screen
from becivic.reading.freshness import LOOK_EVERY
from becivic.reading.service import Standing
from becivic.rules.consensus import POLICY, Policy
from becivic.rules.limits import Limit
from becivic.rules.publishing import HoldReason
from becivic.rules.schemas import packaged_registry
from becivic.rules.submissions import SubmissionType
from becivic.store import revision
from becivic.store.store import Store, StoreUnavailable

FOLLOW_EVERY: Final = 0.5
"""Seconds between looks at main, so that a change shows within one (design 3)."""


_FORESEEN: Final = (HoldReason.PERSON_NAME, HoldReason.ADDRESSES_AGENT, HoldReason.SCAN_FAILED)
"""What a dry run can say: whether a source is listed depends on the day it is published."""


@dataclass(frozen=True, slots=True)
class State:
    """What the application stands on."""

    library: Library
    intake: Intake
    arrivals: Arrivals
    public_url: str
    operator_token_hash: str | None = field(default=None, repr=False)
    new_request_id: Callable[[], str] = field(default_factory=lambda: request_ids(secrets.token_bytes(32)))
    tallies: Tallies = field(default_factory=Tallies)
    """Where everything is counted that `/metrics` tells."""
    jobs: Mapping[str, timedelta] = field(default_factory=dict)
    """Those that run in this process, by how often."""
    is_stopping: Callable[[], bool] = lambda: False
    """Whether the server has been asked to end."""
    policy: Policy = POLICY
    """By which votes are counted for whoever reads."""
    allowed_origins: tuple[str, ...] = ()
    """Other sites whose pages may write here."""
    security_contact: str = ""
    """Whom to write to about safety: a URI."""
    look_every: float = LOOK_EVERY
    """Seconds after which another process's change is looked for."""
    follow_every: float = FOLLOW_EVERY
    """Seconds between looks at main."""

    def standing(self) -> Standing:
        edition = self.library.edition
        return Standing(edition.corpus, self.library.is_current, edition.made_at)

    async def reached(self) -> bool:
        """Whether the records can be."""
        try:
            await self.intake.store.reading(revision.current)
        except StoreUnavailable:
            return False
        return True

    def writable(self) -> bool:
        """Whether the last write was stored."""
        return self.intake.store.is_writable

    def metrics(self) -> Metrics:
        """Counting from now on."""
        now = self.arrivals.clock.now
        return Metrics(
            self.tallies,
            self.intake.store,
            self.standing,
            lambda: self.library.behind_seconds,
            self.is_stopping,
            self.jobs,
            now,
            started=now(),
        )


def open_intake(store: Store, library: Library, key: bytes, limits: Mapping[Limit, int]) -> Intake:
    """The way in, over the edition that is current when something arrives."""
    registry = packaged_registry()
    history = CorpusRepository.open(
        library.repository.path
    )  # of its own: the library reads in another thread

    def foresee(kind: SubmissionType, payload: Mapping[str, Any]) -> list[tuple[str, str]]:
        corpus = library.edition.corpus
        (reasons,) = Screen(finder_for(corpus), corpus.source_classes).look([(kind, payload)])
        return [(each.pointer, each.reason.value) for each in reasons if each.reason in _FORESEEN]

    def world() -> World:
        return World(library.edition.corpus, registry, history.holds, foresee)

    return Intake(store, world, AddressHasher(key), limits, Chance(secrets.token_bytes))


def house_of(state: State, app: Callable[[], ASGIApp]) -> House:
    """What the tools ask: this application, in the process."""
    return House(
        ask=asker(app),
        corpus=lambda: state.library.edition.corpus,
        public_url=state.public_url,
        now=state.arrivals.clock.now,
        random_bytes=secrets.token_bytes,
    )
