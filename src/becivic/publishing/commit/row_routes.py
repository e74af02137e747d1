"""What becomes a row: concerns, feedback, ratings, values and references (R-JOB-03, R-JOB-05, R-JOB-07).

One transaction takes it out of where it waits and writes what it became, so that it happens once or not at all.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, insert, update

from becivic.catalogue.contents import ReferenceChange, ValueChange
from becivic.catalogue.inserting import Filing, supersede_reference, supersede_value
from becivic.catalogue.refused import CatalogueRefused
from becivic.publishing.changes.refused import Unpublishable
from becivic.publishing.commit.due import Due, take_out
from becivic.publishing.commit.statements import AMENDED
from becivic.rules.identifiers import UidPrefix
from becivic.rules.publishing import Failure
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import RATING_AXIS, TargetType
from becivic.store import reviews, revision, salt_keys
from becivic.store.sequences import next_uid
from becivic.store.tables.catalogue import CATALOGUES
from becivic.store.tables.keeping import SALTS, Queue
from becivic.store.tables.signals import CONCERNS, FEEDBACK_CHANNEL, RATINGS, Outcome
from becivic.store.written import document, moment


def publish_row(connection: Connection, due: Due, now: datetime, scanner: str) -> bool:
    """Whether it was still there to be published. `scanner` says by which rules no name was found in it.

    Raises Unpublishable, and the transaction must not be committed then: it has taken out what waits.
    """
    write = ROUTES[due.type, due.target]
    if not take_out(connection, due, now):
        return False
    write(connection, due, now, scanner)
    return True


def _concern(connection: Connection, due: Due, now: datetime, scanner: str) -> None:
    uid = next_uid(connection, UidPrefix.CONCERN)
    content = due.payload["content"]
    connection.execute(
        insert(CONCERNS).values(
            uid=uid,
            submission_id=due.id,
            target_type=due.payload["target_type"],
            target_id=due.target_id,
            context=document(due.payload.get("context", {})),
            content=document(content),
            evidence_date=content["evidence_date"],
            submission_contract_version=due.contract,
            cohort_anchor=due.cohort_anchor,
            regex_passes=due.regex_passes,
            validated_at=moment(now),
            committed_at=moment(now),
            names_scanned=scanner,
        )
    )
    # Whoever wrote it does not vote on it (R-SALT-05); nobody else's vote shares this salt.
    connection.execute(
        insert(SALTS).values(
            key=salt_keys.of_artefact(TargetType.OBSERVATION, uid),
            artefact=salt_keys.artefact(TargetType.OBSERVATION, uid),
            salt=due.salt,
            submitter_hash=due.submitter_hash,
            submitter_network_hash=due.submitter_network_hash,
            created_at=moment(now),
        )
    )
    revision.bump(connection)


def _feedback(connection: Connection, due: Due, now: datetime, _: str) -> None:
    payload = due.payload
    connection.execute(
        insert(FEEDBACK_CHANNEL).values(
            submission_id=due.id,
            topic=payload.get("topic"),
            pointer=payload.get("pointer"),
            body=payload["body"],
            submission_contract_version=due.contract,
            committed_at=moment(now),
        )
    )
    topic = payload.get("topic", "no topic")  # of a closed list
    reviews.ask(connection, reviews.Asked(Queue.FEEDBACK, due.type.value, due.id, f"Feedback ({topic})"), now)


def _rating(connection: Connection, due: Due, now: datetime, _: str) -> None:
    """Of a rated session only the time it began is kept (C-13): the anchor says it."""
    assert due.target is not None
    axis = RATING_AXIS[due.target]
    connection.execute(
        insert(RATINGS).values(
            submission_id=due.id,
            axis=axis.value,
            skill_id=due.target_id if due.target is TargetType.SKILL else None,
            cohort_anchor=due.cohort_anchor,
            stars=due.payload[axis.value],
            would_be_5_stars=due.payload.get("would_be_5_stars"),
            submission_contract_version=due.contract,
            committed_at=moment(now),
        )
    )
    revision.bump(connection)


def _catalogue_row(connection: Connection, due: Due, now: datetime, scanner: str) -> None:
    """At once, at alpha, with the last stable one shown beside it (C-10)."""
    content = due.payload["content"]
    filing = Filing(
        submission_id=due.id,
        submission_contract_version=due.contract,
        created_by_ip_hash=due.submitter_hash,
        created_by_network_hash=due.submitter_network_hash,
        per_artefact_salt=due.salt,
    )
    assert due.target is not None
    table = CATALOGUES[due.target]
    try:
        if due.target is TargetType.VOLATILE_VALUE:
            row_id = supersede_value(connection, due.target_id, ValueChange.of(content), filing, now).row_id
        else:
            change = ReferenceChange.of(content)
            row_id = supersede_reference(connection, due.target_id, change, filing, now).row_id
    except CatalogueRefused as refused:
        raise Unpublishable(Failure.TARGET_GONE, refused.message) from None
    connection.execute(update(table).where(table.c.row_id == row_id).values(names_scanned=scanner))
    row = amendment(due, now, scanner, Outcome.APPLIED)
    AMENDED.run(connection, **row, provenance=None, change_request_id=None)


def amendment(due: Due, now: datetime, scanner: str, outcome: Outcome) -> dict[str, Any]:
    """The row that every amendment leaves, whatever it changed (R-JOB-17)."""
    return {
        "submission_id": due.id,
        "target_type": due.payload["target_type"],
        "target_id": due.target_id,
        "rationale": due.payload["rationale"],
        "content": document(due.payload["content"]),
        "submission_contract_version": due.contract,
        "cohort_anchor": due.cohort_anchor,
        "regex_passes": due.regex_passes,
        "committed_at": moment(now),
        "outcome": outcome.value,
        "names_scanned": scanner,
    }


Route = Callable[[Connection, Due, datetime, str], None]

ROUTES: Final[dict[tuple[SubmissionType, TargetType | None], Route]] = {
    **{(SubmissionType.CONCERN, target): _concern for target in SubmissionType.CONCERN.facts.targets},
    (SubmissionType.FEEDBACK, None): _feedback,
    **{(SubmissionType.RATING, target): _rating for target in SubmissionType.RATING.facts.targets},
    **{(SubmissionType.AMENDMENT, target): _catalogue_row for target in CATALOGUES},
}
"""By type and target. What is not here is written into files."""
