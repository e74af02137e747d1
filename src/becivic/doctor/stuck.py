"""What does not move: contributions past their day, questions that nobody answers, claims of runs that died."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from sqlalchemy import Connection

from becivic.doctor.finding import Code, Finding, broken, look
from becivic.doctor.patient import Patient
from becivic.doctor.waiting import Waiting, together, waiting
from becivic.publishing.commit.claims import DECISIONS
from becivic.rules.changes import ChangeState
from becivic.rules.publishing import STUCK_AFTER
from becivic.store.tables.keeping import CHANGE_REQUESTS, REVIEW_ITEMS, Queue
from becivic.store.tables.submissions import HELD, RELEASED_AND_DUE, STAGED

LATE: Final = broken(
    "STUCK-01",
    "past their time",
    "Contributions are more than a day past the time at which they should have been public.",
    "becivic run commit",
)
STOPPED: Final = look(
    "STUCK-02",
    "failed",
    "Contributions could not be published, and trying again by itself is of no use. Nothing is lost: a person decides.",
    "becivic review list --queue failed",
)
HELD_LONG: Final = look(
    "STUCK-03",
    "held",
    "Contributions in which a name may be have waited for a person for more than a week.",
    "becivic review list --queue held",
)
DRAFTS: Final = look(
    "STUCK-04",
    "drafts",
    "Drafts have waited for a maintainer for more than two weeks.",
    "becivic review list --queue drafts",
)
FLAGGED: Final = look(
    "STUCK-05",
    "flags",
    "Something was quarantined for an injection, and nobody has ruled on it for more than three days.",
    "becivic review list --queue injection",
)
FEEDBACK: Final = look(
    "STUCK-06",
    "feedback",
    "Feedback has not been read for more than a month.",
    "becivic review list --queue feedback",
)
CLAIMED: Final = look(
    "STUCK-07",
    "claims",
    "A run began to publish something and died. The next run goes on with it.",
    "becivic run commit",
)
UNDONE: Final = look(
    "STUCK-08",
    "decisions",
    "A decision about a skill or a path was made, and its commit is not on main.",
    "becivic run promote",
)
CODES: Final[tuple[Code, ...]] = (LATE, STOPPED, HELD_LONG, DRAFTS, FLAGGED, FEEDBACK, CLAIMED, UNDONE)


def examine(patient: Patient) -> Iterator[Finding]:
    with patient.records() as connection:
        yield _told(patient, LATE, _late(patient, connection), "still waiting")
        limits = patient.limits
        for code, queue, patience in (
            (STOPPED, Queue.FAILED, timedelta(0)),
            (HELD_LONG, Queue.HELD, limits.held),
            (DRAFTS, Queue.DRAFTS, limits.draft),
            (FLAGGED, Queue.INJECTION, limits.ruling),
            (FEEDBACK, Queue.FEEDBACK, limits.feedback),
        ):
            yield _told(patient, code, _asked(patient, connection, queue, patience), "unanswered")
        yield _told(patient, CLAIMED, _claimed(patient, connection), "claimed and not published")
        yield _told(patient, UNDONE, _undone(patient, connection), "decided and not done")


def _told(patient: Patient, code: Code, found: Waiting | None, noun: str) -> Finding:
    return code.fine("nothing waits too long") if found is None else code.bad(found.told(noun, patient.now))


def _late(patient: Patient, connection: Connection) -> Waiting | None:
    before = patient.now - STUCK_AFTER
    return together(
        [
            waiting(connection, STAGED.c.commit_eta, before, STAGED.c.stopped_at.is_(None)),
            waiting(connection, HELD.c.commit_eta, before, RELEASED_AND_DUE, HELD.c.resolved_at.is_(None)),
        ]
    )


def _asked(patient: Patient, connection: Connection, queue: Queue, patience: timedelta) -> Waiting | None:
    own = REVIEW_ITEMS.c
    return waiting(
        connection, own.opened_at, patient.now - patience, own.queue == queue.value, own.closed_at.is_(None)
    )


def _claimed(patient: Patient, connection: Connection) -> Waiting | None:
    before = patient.now - patient.limits.claim
    return together(
        [
            waiting(
                connection,
                table.c.last_commit_attempt,
                before,
                table.c.change_request_id.is_not(None),
                table.c.stopped_at.is_(None),
                table.c.payload.is_not(None),
            )
            for table in (STAGED, HELD)
        ]
    )


def _undone(patient: Patient, connection: Connection) -> Waiting | None:
    own = CHANGE_REQUESTS.c
    is_decision = own.branch.startswith(DECISIONS)
    before = patient.now - patient.limits.claim
    return waiting(connection, own.opened_at, before, own.state == ChangeState.OPEN.value, is_decision)
