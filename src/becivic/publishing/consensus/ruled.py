"""What a ruling leaves behind: the question answered, those who flagged limited or forgotten, authors forgotten (C-25).

Part of the transaction that makes the ruling true. How content comes back is not known here.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, delete, select, update

from becivic.publishing.consensus import flaggers, log, questions
from becivic.publishing.consensus.log import Logged
from becivic.publishing.consensus.questions import Question
from becivic.publishing.review.writeback import OPERATOR
from becivic.rules.consensus import Ruling
from becivic.rules.statuses import Status
from becivic.rules.targets import COHORT_ANCHORED, TargetType
from becivic.store import reviews, salt_keys
from becivic.store.reviews import Act
from becivic.store.tables.keeping import ARTEFACTS, SALTS
from becivic.store.voters import destroy_salts, forget_voters


def settle(
    connection: Connection, asked: Question, quarantine: Logged, ruling: Ruling, now: datetime
) -> int | None:
    """How many addresses it was about; None where somebody has ruled already, and nothing is done."""
    if not reviews.answer_one(connection, asked.item, ruling.value, now):
        return None
    target, target_id = quarantine.target, quarantine.target_id
    reviews.note(connection, Act(OPERATOR, f"injection:{ruling}", target.value, target_id), now)
    if ruling is not Ruling.REINSTATED:
        _forget(connection, target, target_id, now)
    if ruling is Ruling.UPHELD:
        return flaggers.let_go(connection, quarantine.number)
    return flaggers.limit(connection, quarantine.number, now)


def reinstated(connection: Connection, number: int, now: datetime) -> None:
    """Content is back, by the decision of this number: the question about its quarantine is the one that waits and is
    about the same content."""
    back = log.numbered(connection, number)
    assert back is not None  # it has just been made true
    for asked in questions.waiting(connection, back.target, back.target_id):
        quarantine = log.numbered(connection, asked.decision)
        if quarantine is not None and quarantine.judged == back.judged:
            settle(connection, asked, quarantine, Ruling.REINSTATED, now)


def _forget(connection: Connection, target: TargetType, target_id: str, now: datetime) -> None:
    """Its voters and authors stayed known until now, for it might have come back. At stable and at the end they are forgotten, as
    without a quarantine (R-SALT-02); of a row of the catalogue nobody was known since it was superseded.
    """
    status = _status(connection, target, target_id) if target in COHORT_ANCHORED else None
    if status is Status.STABLE:
        _forget_authors(connection, target, target_id)
    elif status is not None and status.is_terminal:  # nobody votes on it any more
        forget_voters(connection, target, target_id, now)
        destroy_salts(connection, target, target_id)


def _status(connection: Connection, target: TargetType, target_id: str) -> Status | None:
    is_it = (ARTEFACTS.c.target_type == target.value) & (ARTEFACTS.c.target_id == target_id)
    return Status.read(connection.execute(select(ARTEFACTS.c.status).where(is_it)).scalar())


def _forget_authors(connection: Connection, target: TargetType, target_id: str) -> None:
    """The salt that votes share stays while people vote: under another one an address would count twice."""
    shared = SALTS.c.key == salt_keys.of_artefact(target, target_id)
    theirs = (SALTS.c.artefact == salt_keys.artefact(target, target_id)) & SALTS.c.submitter_hash.is_not(None)
    connection.execute(delete(SALTS).where(theirs, ~shared))
    forgotten = {"submitter_hash": None, "submitter_network_hash": None}
    connection.execute(update(SALTS).where(theirs, shared).values(forgotten))
