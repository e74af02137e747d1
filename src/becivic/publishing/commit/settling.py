"""After git has it, the records say so: one transaction, and again is nothing (R-JOB-08, R-JOB-10, R-JOB-17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from sqlalchemy import Connection, insert, select, update

from becivic.catalogue.inserting import Filing
from becivic.publishing.changes.finishing import ArtefactChange, CitedFirst
from becivic.publishing.changes.first_rows import first_rows
from becivic.publishing.changes.sidecars import stamped
from becivic.publishing.commit.due import Due, take_out
from becivic.publishing.commit.row_routes import amendment
from becivic.publishing.commit.statements import AMENDED, AUTHOR, ENTER, MERGED, STATUS
from becivic.rules.changes import ChangeState
from becivic.rules.statuses import Status
from becivic.store import reviews, revision, salt_keys, watched
from becivic.store.reviews import Act
from becivic.store.tables.keeping import CHANGE_REQUESTS, Queue
from becivic.store.tables.signals import DRAFTS, Outcome
from becivic.store.voters import destroy_salts, distinct_voters, forget_voters
from becivic.store.written import document, moment, read_document, read_moment


@dataclass(frozen=True, slots=True)
class Landed:
    """A change that main holds: by which commit, and what it made of which artefacts."""

    commit: str
    artefacts: Sequence[ArtefactChange]
    cited: Sequence[CitedFirst]
    number: str | None = None


class Settled(Enum):
    NOW = "now"
    BEFORE = "before"
    """By another run."""
    TOO_LATE = "too late"
    """Nothing waited for it any more: it was taken back while main got it, which must never be."""


def settle_amendment(
    connection: Connection, due: Due, landed: Landed, now: datetime, scanner: str
) -> Settled:
    if not take_out(connection, due, now, due.id):
        return _settled_without_us(connection, due, landed, now)
    row = amendment(due, now, scanner, Outcome.APPLIED)
    AMENDED.run(connection, **row, provenance=_provenance(due), change_request_id=due.id)
    landed_on_main(connection, due.id, landed, now)
    first_rows(connection, landed.cited, _filing(due), now)
    assert due.target is not None
    artefact = salt_keys.artefact(due.target, due.target_id)
    _author(connection, salt_keys.of_author(due.target, due.target_id, due.id), artefact, due, now)
    return Settled.NOW


def _settled_without_us(connection: Connection, due: Due, landed: Landed, now: datetime) -> Settled:
    """What somebody took back and main holds all the same is a person's to take out."""
    state = select(CHANGE_REQUESTS.c.state).where(CHANGE_REQUESTS.c.id == due.id)
    if connection.execute(state).scalar() == ChangeState.MERGED.value:
        return Settled.BEFORE
    landed_on_main(connection, due.id, landed, now)
    title = f"{due.type.told} is on main and was taken back"
    detail = f"{due.id}: `becivic retract` takes it out."
    reviews.ask(connection, reviews.Asked(Queue.FAILED, "main", landed.commit, title, detail), now)
    return Settled.TOO_LATE


def settle_draft(connection: Connection, due: Due, head: str, number: str | None, now: datetime) -> bool:
    """It is a change request now, and a maintainer is asked (R-JOB-06)."""
    if not take_out(connection, due, now, due.id):
        return False
    connection.execute(
        insert(DRAFTS).values(
            submission_id=due.id,
            target_type=due.payload["target_type"],
            proposed_id=due.target_id,
            commit_message=due.payload["commit_message"],
            content=document(due.payload["content"]),
            provenance=_provenance(due),
            submission_contract_version=due.contract,
            regex_passes=due.regex_passes,
            committed_at=moment(now),
            outcome=Outcome.PENDING.value,
            change_request_id=due.id,
        )
    )
    opened = {"head_commit": head, "number": number, "state": ChangeState.OPEN.value, "checks": "[]"}
    connection.execute(update(CHANGE_REQUESTS).where(CHANGE_REQUESTS.c.id == due.id).values(opened))
    _author(connection, salt_keys.of_submission(due.id), None, due, now)
    title = f"A new {due.target} is proposed: {due.target_id}"
    reviews.ask(connection, reviews.Asked(Queue.DRAFTS, due.type.value, due.id, title), now)
    return True


def landed_on_main(connection: Connection, change_request_id: str, landed: Landed, now: datetime) -> None:
    """The change request is merged, and the artefacts are what it made of them."""
    MERGED.run(
        connection,
        request=change_request_id,
        became=ChangeState.MERGED.value,
        landed=landed.commit,
        at=moment(now),
        told=landed.number,
    )
    for change in landed.artefacts:
        _enter(connection, change, landed.commit, now)
    revision.bump(connection)


def _enter(connection: Connection, change: ArtefactChange, commit: str, now: datetime) -> None:
    """A cohort begins with what is new, and with what says something else than before (C-02)."""
    if change.restarts_cohort:
        _forget_if_stable(connection, change, now)
    ENTER[change.restarts_cohort].run(
        connection,
        target_type=change.target.value,
        target_id=change.id,
        status=change.status.value,
        version=str(change.version),
        cohort_started_at=moment(now),
        commit_sha=commit,
        blob_id=change.blob_id,
        changed_at=moment(now),
    )
    watched.mark(connection, change.target, change.id, commit)


def _forget_if_stable(connection: Connection, change: ArtefactChange, now: datetime) -> None:
    """Who voted on a stable text is forgotten with it: it has been superseded (R-SALT-02). How many they were is noted
    first, beside what was frozen when it became stable (C-26)."""
    found = STATUS.first(connection, kind=change.target.value, name=change.id)
    if found is not None and found[0] == Status.STABLE.value:
        counted = distinct_voters(connection, change.target, change.id, read_moment(found[1]))
        frozen = {"since_stable": counted, "at_stable": read_document(found[2] or "null")}
        act = Act("commit", "cohort:superseded", change.target.value, change.id, document(frozen))
        reviews.note(connection, act, now)
        forget_voters(connection, change.target, change.id, now)
        destroy_salts(connection, change.target, change.id)


def _author(connection: Connection, key: str, artefact: str | None, due: Due, now: datetime) -> None:
    """Whoever wrote a part of it does not vote on it, under the salt of the submission itself (R-SALT-05).

    A draft has no artefact before a maintainer has merged it.
    """
    AUTHOR.run(
        connection,
        key=key,
        artefact=artefact,
        salt=due.salt,
        submitter_hash=due.submitter_hash,
        submitter_network_hash=due.submitter_network_hash,
        created_at=moment(now),
    )


def _provenance(due: Due) -> str | None:
    """With what the service adds to it (R-PROV-08)."""
    given = due.payload.get("provenance")
    if not given:
        return None
    return document(stamped(due.submitted(), read_document(due.regex_passes)))


def _filing(due: Due) -> Filing:
    return Filing(
        submission_id=None,  # a change may cite several for the first time; the amendment names its own
        submission_contract_version=due.contract,
        created_by_ip_hash=due.submitter_hash,
        created_by_network_hash=due.submitter_network_hash,
        per_artefact_salt=due.salt,
    )
