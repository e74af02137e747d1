"""`becivic run commit`: everything whose time has come, screened, held or published (privacy 8.3; R-JOB-01..17)."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection

from becivic.frames import frames
from becivic.publishing.changes.refused import Unpublishable
from becivic.publishing.commit.claims import branch_of
from becivic.publishing.commit.due import Due, batches
from becivic.publishing.commit.failing import stop, try_again
from becivic.publishing.commit.file_routes import FileRoutes
from becivic.publishing.commit.row_routes import ROUTES, publish_row
from becivic.publishing.commit.steps import OnStep, Step, unwatched
from becivic.publishing.forge.forge import ForgeRefused, ForgeUnavailable, Request
from becivic.publishing.repository import RepositoryRefused
from becivic.publishing.review.holding import hold
from becivic.publishing.screening.review_log import Hold, note_holds
from becivic.publishing.screening.screen import Reason, Screen
from becivic.publishing.servable import CorpusBroken
from becivic.publishing.workshop import StillMoving, Workshop
from becivic.rules.changes import ChangeState
from becivic.rules.publishing import STUCK_AFTER, Failure, HoldReason, held_address
from becivic.store.store import StoreUnavailable

_log = logging.getLogger(__name__)

OnProgress = Callable[[int], None]
"""Told how many are done."""


@dataclass
class CommitReport:
    """What a run came to, in numbers and ids."""

    published: Counter[str] = field(default_factory=Counter)
    """By route: `concern skill`, `amendment path`, …"""
    held: list[str] = field(default_factory=list)
    stopped: dict[str, Failure] = field(default_factory=dict)
    waiting: dict[str, Failure] = field(default_factory=dict)
    """Tried again at the next run."""
    late: list[str] = field(default_factory=list)
    """Those that have waited a day too long: somebody must look."""

    @property
    def total(self) -> int:
        return self.published.total()

    def wait(self, due: Due, failure: Failure, now: datetime) -> None:
        self.waiting[due.id] = failure
        if due.is_late(now, STUCK_AFTER):
            self.late.append(due.id)

    def as_json(self) -> dict[str, Any]:
        return {
            "published": dict(sorted(self.published.items())),
            "held": self.held,
            "stopped": {each: failure.value for each, failure in self.stopped.items()},
            "waiting": {each: failure.value for each, failure in self.waiting.items()},
            "late": self.late,
        }


def commit(
    workshop: Workshop,
    screen: Screen,
    now: datetime,
    on_step: OnStep = unwatched,
    on_progress: OnProgress = lambda _: None,
) -> CommitReport:
    """Raises StoreUnavailable where the records cannot be reached; everything else is some submission's."""
    run = _Run(workshop, screen, now, on_step)
    done = 0
    for batch in batches(workshop.store, now):
        run.take(batch, partial(on_progress, done))
        done += len(batch)
        on_progress(done)
    return run.report


@dataclass
class CommitPlan:
    """What a run would do: how much is due by route, and what of it a person must see first."""

    due: Counter[str] = field(default_factory=Counter)
    to_hold: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return {"due": dict(sorted(self.due.items())), "to_hold": self.to_hold}


def plan(
    workshop: Workshop, screen: Screen, now: datetime, on_progress: OnProgress = lambda _: None
) -> CommitPlan:
    """Reads and screens, and writes nothing."""
    planned = CommitPlan()
    for batch in batches(workshop.store, now):
        for due in batch:
            planned.due[_route(due)] += 1
        unseen = [due for due in batch if not due.was_seen]
        found = looked(screen, unseen)
        planned.to_hold += [due.id for due, reasons in zip(unseen, found, strict=True) if reasons]
        on_progress(planned.due.total())
    return planned


def looked(screen: Screen, items: Sequence[Due]) -> list[tuple[Reason, ...]]:
    """What the screen says of each. What it cannot read a person reads, and the others do not wait for it."""
    try:
        return screen.look([(due.type, due.payload) for due in items])
    except Exception as error:  # noqa: BLE001  fails closed (design 6)
        _log.error("The screen could not read a batch.\n%s", frames(error))
    if len(items) == 1:
        return [(Reason("", HoldReason.SCAN_FAILED),)]
    return [reasons for due in items for reasons in looked(screen, [due])]


def _becomes_a_row(due: Due) -> bool:
    return (due.type, due.target) in ROUTES


def _route(due: Due) -> str:
    return f"{due.type} {due.target}" if due.target else due.type.value


def wait(workshop: Workshop, failure: Failure, now: datetime, on_progress: OnProgress) -> CommitReport:
    """Nothing can be published at all: everything due is stamped, and what is a day late is told to somebody."""
    report, done = CommitReport(), 0
    for batch in batches(workshop.store, now):
        for due in batch:
            if workshop.store.write(lambda connection, due=due: try_again(connection, due, failure, now)):  # type: ignore[misc]
                report.wait(due, failure, now)
        done += len(batch)
        on_progress(done)
    return report


class _Run:
    def __init__(self, workshop: Workshop, screen: Screen, now: datetime, on_step: OnStep) -> None:
        self.report = CommitReport()
        self._workshop = workshop
        self._store = workshop.store
        self._screen = screen
        self._now = now
        self._on_step = on_step
        self._files = FileRoutes(workshop, now, screen.digest, on_step)

    def take(self, batch: Sequence[Due], before_each: Callable[[], None]) -> None:
        """A change request may take its time: before each, whoever wants the run to stop is heard."""
        for due in batch:
            self._on_step(Step.PICKED, due.id)
        clean = self._screened(batch)
        self._rows([due for due in clean if _becomes_a_row(due)])
        for due in clean:
            if not _becomes_a_row(due):
                before_each()
                self._one(due, lambda due=due: self._files.publish(due))  # type: ignore[misc]

    def _screened(self, batch: Sequence[Due]) -> list[Due]:
        """Those that need no human eyes. The others are held before anything of them is public (R-NER-03)."""
        unseen = [due for due in batch if not due.was_seen]
        found = dict(zip((due.id for due in unseen), looked(self._screen, unseen), strict=True))
        for due in unseen:
            self._on_step(Step.SCREENED, due.id)
            if found[due.id]:
                self._hold(due, found[due.id])
        return [due for due in batch if not found.get(due.id)]

    def _hold(self, due: Due, reasons: Sequence[Reason]) -> None:
        now = self._now
        if self._store.write(lambda connection: hold(connection, due.type, due.id, reasons, now, "commit")):
            note_holds(self._workshop.home, [Hold(held_address(due.type, due.id), reasons)], now)
            self.report.held.append(due.id)
            self._on_step(Step.HELD, due.id)

    def _rows(self, rows: Sequence[Due]) -> None:
        """Together where nothing is wrong with any; else one by one, so that only the wrong ones fail."""
        now, scanner = self._now, self._screen.digest
        if not rows:
            return

        def write(connection: Connection) -> list[bool]:
            return [publish_row(connection, due, now, scanner) for due in rows]

        try:
            written = self._store.write(write)
        except StoreUnavailable:
            raise
        except Exception:  # noqa: BLE001  whose it was is found out below
            for due in rows:
                self._one(due, lambda due=due: self._row(due))  # type: ignore[misc]
            return
        for due, was_there in zip(rows, written, strict=True):
            self._published(due, was_there=was_there)

    def _row(self, due: Due) -> bool:
        now, scanner = self._now, self._screen.digest
        return self._store.write(lambda connection: publish_row(connection, due, now, scanner))

    def _one(self, due: Due, publish: Callable[[], bool]) -> None:
        """Nothing that is wrong with one submission keeps the others back."""
        try:
            self._published(due, was_there=publish())
        except Unpublishable as refused:
            self._stop(due, refused)
        except StoreUnavailable:
            raise
        except ForgeUnavailable as unavailable:
            _log.warning("%s", unavailable)
            self._try_again(due, Failure.FORGE_UNAVAILABLE)
        except ForgeRefused as refused:
            self._stop(due, Unpublishable(Failure.FORGE_REFUSED, refused.message))
        except (RepositoryRefused, CorpusBroken) as broken:
            _log.error("%s", broken)
            self._try_again(due, Failure.MAIN_UNREADABLE)
        except StillMoving:
            self._try_again(due, Failure.MAIN_MOVED)
        except Exception as error:  # noqa: BLE001
            _log.error("%s could not be published.\n%s", due.id, frames(error))
            self._try_again(due, Failure.INTERNAL_ERROR)

    def _published(self, due: Due, *, was_there: bool) -> None:
        if was_there:
            self.report.published[_route(due)] += 1
            self._on_step(Step.ROW_WRITTEN, due.id)

    def _may_be_merged(self, due: Due) -> bool:
        """While nobody can say, it stays claimed: who took it back now might be told wrong."""
        try:
            request = self._request(due)
        except Exception:  # noqa: BLE001  what is wrong with the forge was told above
            return True
        return request is not None and request.state is ChangeState.MERGED

    def _request(self, due: Due) -> Request | None:
        """Its change request; what becomes a row never has one, and the forge is not asked."""
        return None if _becomes_a_row(due) else self._workshop.forge.find(branch_of(due.id))

    def _stop(self, due: Due, refused: Unpublishable) -> None:
        try:
            request = self._request(due)
        except Exception as trouble:  # noqa: BLE001  while nobody can say, it stays claimed
            _log.warning("What became of %s cannot be said (%s).", due.id, type(trouble).__qualname__)
            self._try_again(due, Failure.FORGE_UNAVAILABLE)
            return
        if request is not None and request.state is ChangeState.MERGED:
            return  # another run was quicker, and settles it
        self._store.write(lambda connection: stop(connection, due, refused, self._now))
        self.report.stopped[due.id] = refused.failure
        self._on_step(Step.STOPPED, due.id)
        if request is not None and request.state is ChangeState.OPEN:
            self._close(request.branch)

    def _close(self, branch: str) -> None:
        """The records say already that it is closed: a branch that stays behind keeps nobody back."""
        try:
            self._workshop.forge.close(branch)
        except Exception as trouble:  # noqa: BLE001
            _log.warning(
                "%s is still open on the forge (%s): close it there.", branch, type(trouble).__qualname__
            )

    def _try_again(self, due: Due, failure: Failure) -> None:
        may_be_merged = failure is Failure.FORGE_UNAVAILABLE or due.id in self._files.shared
        let_go = not (may_be_merged or self._may_be_merged(due))
        if not self._store.write(
            lambda connection: try_again(connection, due, failure, self._now, let_go=let_go)
        ):
            return
        self.report.wait(due, failure, self._now)
        if due.id in self.report.late:
            _log.error("%s is more than 24 hours late (%s).", due.id, failure)
