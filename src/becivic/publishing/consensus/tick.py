"""The tick (lifecycle 9.3): looks at what votes or the clock may have moved, and makes true what the rules say.

A tick costs what has changed, whatever there is besides. Run twice, it does nothing the second time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection

from becivic.catalogue.refused import SupersededMeanwhile
from becivic.lifecycle import Decision
from becivic.publishing.changes.refused import Unpublishable
from becivic.publishing.consensus.cases import case_of, decided
from becivic.publishing.consensus.file_decisions import Done, FileDecisions, NotNow
from becivic.publishing.consensus.main_facts import MainFacts
from becivic.publishing.consensus.row_decisions import decide_row
from becivic.publishing.consensus.steps import OnStep, unwatched
from becivic.publishing.forge.forge import ForgeUnavailable
from becivic.publishing.repository import RepositoryRefused
from becivic.publishing.servable import CorpusBroken
from becivic.publishing.workshop import Workshop
from becivic.rules.consensus import DecisionKind, Policy
from becivic.rules.errors import BeCivicError
from becivic.rules.publishing import Failure
from becivic.rules.targets import COHORT_ANCHORED
from becivic.store import watched
from becivic.store.failures import unavailable
from becivic.store.store import StoreUnavailable
from becivic.store.watched import Watched
from becivic.store.written import document

_log = logging.getLogger(__name__)

BATCH: Final = 200
"""How many are looked at on one connection."""

ROUNDS: Final = 10
"""How many decisions one tick makes about one artefact at most: what follows from a decision is made with it."""

AGAIN_AFTER: Final = timedelta(days=1)
"""When something is tried again that main does not take; a person is asked meanwhile."""

POLICY_SEEN: Final = "promote:policy"
"""Under what name a tick remembers by which numbers it looked: with other numbers everything is looked at again."""

OnProgress = Callable[[int], None]

_MAIN_IS_AWAY: Final = (ForgeUnavailable, RepositoryRefused, CorpusBroken)


@dataclass
class TickReport:
    """What a tick came to."""

    decisions: list[dict[str, Any]] = field(default_factory=list)
    looked_at: int = 0
    failed: dict[str, Failure] = field(default_factory=dict)
    """What main does not take: a person is asked."""
    waiting: dict[str, Failure] = field(default_factory=dict)
    """Looked at again at the next tick."""
    unresumed: list[str] = field(default_factory=list)
    """Why what an earlier tick left half done could not be finished."""

    def as_json(self) -> dict[str, Any]:
        return {
            "decisions": self.decisions,
            "looked_at": self.looked_at,
            "failed": {each: failure.value for each, failure in self.failed.items()},
            "waiting": {each: failure.value for each, failure in self.waiting.items()},
        }


@dataclass
class Tick:
    workshop: Workshop
    policy: Policy
    now: datetime
    on_step: OnStep = unwatched
    report: TickReport = field(default_factory=TickReport, init=False)
    _facts: MainFacts = field(init=False)
    _said: set[str] = field(default_factory=set, init=False)
    """Why main is away, as far as the log has heard it."""

    def __post_init__(self) -> None:
        self._facts = MainFacts(self.workshop)

    def run(self, on_progress: OnProgress, *, everything: bool = False) -> TickReport:
        """Raises StoreUnavailable where the records cannot be reached; everything else is some artefact's."""
        self._resume()
        for batch in _batches(self._to_look_at(everything=everything)):
            looked = self.workshop.store.read(partial(self._look, batch))
            held = [(each, decision) for each, decision in looked if not _changes(decision)]
            if held:
                self.workshop.store.write(partial(_seen, held))
            for each, decision in looked:
                if _changes(decision):
                    on_progress(self.report.looked_at)
                    self._decide(each)
            self._looked_at(batch, on_progress)
        digest = document(self.policy.as_json())
        self.workshop.store.write(lambda connection: watched.remember(connection, POLICY_SEEN, digest))
        return self.report

    def plan(self, on_progress: OnProgress, *, everything: bool = False) -> TickReport:
        """What it would decide first about each; nothing is written."""
        for batch in _batches(self._to_look_at(everything=everything)):
            looked = self.workshop.store.read(partial(self._look, batch))
            self.report.decisions += [
                decision.as_json() for _, decision in looked if decision is not None and decision.changes
            ]
            self._looked_at(batch, on_progress)
        return self.report

    def _looked_at(self, batch: Sequence[Watched], on_progress: OnProgress) -> None:
        self.report.looked_at += len(batch)
        on_progress(self.report.looked_at)

    def _to_look_at(self, *, everything: bool) -> list[Watched]:
        def read(connection: Connection) -> list[Watched]:
            if everything or watched.remembered(connection, POLICY_SEEN) != document(self.policy.as_json()):
                return watched.everything(connection)
            return watched.to_look_at(connection, self.now)

        return self.workshop.store.read(read)

    def _look(
        self, batch: Sequence[Watched], connection: Connection
    ) -> list[tuple[Watched, Decision | None]]:
        """What is to be decided about each; None where it is gone. What cannot be looked at now is left out.

        A database that is lost meanwhile is no artefact's trouble: whoever gave the connection must know of it.
        """
        found = []
        for each in batch:
            try:
                case = case_of(connection, each.target, each.id, self._facts)
                decision = (
                    None if case is None else decided(connection, case, self._facts, self.policy, self.now)
                )
            except _MAIN_IS_AWAY as trouble:
                self._wait(each, Failure.MAIN_UNREADABLE, trouble)
            except Exception as error:  # one odd artefact keeps no other back
                if unavailable(error):
                    raise
                self._wait(each, Failure.INTERNAL_ERROR, error)
            else:
                found.append((each, decision))
        return found

    def _decide(self, each: Watched) -> None:
        """Until nothing more follows. Nothing that is wrong with one artefact keeps the others back."""
        try:
            for _ in range(ROUNDS):
                each = self.workshop.store.read(partial(watched.again, each))
                decision = self._done(each)
                if not _changes(decision):
                    self.workshop.store.write(partial(_seen, [(each, decision)]))
                    return
        except Unpublishable as refused:
            _log.error(
                "What was decided about %s %s cannot be done (%s).", each.target, each.id, refused.failure
            )
            self.report.failed[f"{each.target} {each.id}"] = refused.failure
            if not self._is_flagged(each):  # that is tried again at every tick
                later = self.now + AGAIN_AFTER
                self.workshop.store.write(lambda connection: watched.seen(connection, each, later))
        except StoreUnavailable:
            raise
        except _MAIN_IS_AWAY as trouble:
            self._wait(each, Failure.MAIN_UNREADABLE, trouble)
        except (NotNow, SupersededMeanwhile) as moved:
            self._wait(each, Failure.MAIN_MOVED, moved)
        except Exception as error:  # noqa: BLE001
            self._wait(each, Failure.INTERNAL_ERROR, error)

    def _is_flagged(self, each: Watched) -> bool:
        looked = self.workshop.store.read(partial(self._look, [each]))
        return any(found is not None and found.kind is DecisionKind.QUARANTINE for _, found in looked)

    def _done(self, each: Watched) -> Decision | None:
        """One decision, counted once more and made true; or that there is none."""
        if each.target in COHORT_ANCHORED:
            found = self._files.decide(each.target, each.id)
            if not isinstance(found, Done):
                return found
            self._tell(found)
            return found.decision
        decision = self.workshop.store.write(
            lambda connection: decide_row(
                connection, each.target, each.id, self._facts, self.policy, self.now
            )
        )
        if decision is not None and decision.changes:
            self.report.decisions.append(decision.as_json())
        return decision

    def _resume(self) -> None:
        try:
            for done in self._files.resume():
                self._tell(done)
        except _MAIN_IS_AWAY as trouble:
            self._say_once(str(trouble))
            self.report.unresumed.append(str(trouble))

    @property
    def _files(self) -> FileDecisions:
        return FileDecisions(self.workshop, self._facts, self.policy, self.now, self.on_step)

    def _tell(self, done: Done) -> None:
        self.report.decisions.append({**done.decision.as_json(), "commit": done.commit})

    def _wait(self, each: Watched, failure: Failure, why: Exception) -> None:
        """It stays marked."""
        said = str(why) if isinstance(why, BeCivicError) else type(why).__qualname__
        if failure is Failure.MAIN_UNREADABLE:
            self._say_once(said)
        else:
            _log.warning("%s %s is looked at again at the next tick (%s).", each.target, each.id, said)
        self.report.waiting[f"{each.target} {each.id}"] = failure

    def _say_once(self, why: str) -> None:
        """Where main cannot be read, all that asks for it meets the same."""
        if why not in self._said:
            self._said.add(why)
            _log.warning("What needs main is looked at again at the next tick (%s).", why)


def _changes(decision: Decision | None) -> bool:
    return decision is not None and decision.changes


def _seen(looked: Sequence[tuple[Watched, Decision | None]], connection: Connection) -> None:
    """Time may decide something later; what is gone is never looked at again."""
    for each, decision in looked:
        watched.seen(connection, each, None if decision is None else decision.due)


def _batches(every: Sequence[Watched]) -> Iterator[Sequence[Watched]]:
    for start in range(0, len(every), BATCH):
        yield every[start : start + BATCH]
