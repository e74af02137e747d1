"""Stage 12, stage or apply: what is kept of a submission, in one transaction with its id (R-PIPE-11, R-SUB-13)."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Table, bindparam

from becivic.intake.chance import Chance, token_hash
from becivic.intake.desk import Desk
from becivic.intake.outcomes import Applied, Duplicate, Kept, Staged
from becivic.intake.refusal import Refusal
from becivic.intake.salts import voter_salt
from becivic.intake.seats import take_seat
from becivic.intake.stages.dedup import find_duplicate
from becivic.intake.submission import Submission
from becivic.rules.submissions import COMMITTED_CACHE, SubmissionType
from becivic.rules.targets import TargetType, owner
from becivic.store import confirmable_days, revision, watched, written
from becivic.store.inserting import or_nothing
from becivic.store.prepared import Prepared
from becivic.store.tables.signals import ANALYTICS_EVENTS, VALIDATIONS, SubmitterType
from becivic.store.tables.submissions import COMMITTED, STAGED

_SET_LATER: Final = frozenset(
    (
        "row_id", "last_commit_attempt", "last_error", "attempts", "change_request_id", "held", "stopped_at",
        "names_scanned",
    )
)  # fmt: skip


def _values(table: Table) -> dict[str, Any]:
    return {column.name: bindparam(column.name) for column in table.c if column.name not in _SET_LATER}


def _unless_there(table: Table) -> Prepared:
    return Prepared(or_nothing(table, _values(table)))


_STAGE: Final = _unless_there(STAGED)
_REMEMBER: Final = _unless_there(COMMITTED)
_VOTE: Final = _unless_there(VALIDATIONS)
_EVENT: Final = Prepared(ANALYTICS_EVENTS.insert().values(**_values(ANALYTICS_EVENTS)))


def keep(submission: Submission, desk: Desk, chance: Chance) -> Kept | Refusal:
    match submission.type:
        case SubmissionType.VALIDATION:
            return _vote(submission, desk, chance)
        case SubmissionType.ANALYTICS:
            return _record_event(submission, desk, chance)
        case _:
            return _stage(submission, desk, chance)


def _kept_before(submission: Submission, desk: Desk) -> Duplicate | Refusal:
    """By another replica a moment ago; or the cache has forgotten the id, and the vote is still there."""
    again = find_duplicate(submission, desk)
    return Duplicate(submission.id) if isinstance(again, Submission) else again


def _stage(submission: Submission, desk: Desk, chance: Chance) -> Staged | Duplicate | Refusal:
    token = chance.new_token()
    eta = submission.commit_eta(desk.origin.received_at)
    new = _STAGE.run(
        desk.connection,
        **_received(submission, desk, chance, submission.session_id),
        cancel_token_hash=token_hash(token),
        submitted_at=written.moment(submission.submitted_at),
        commit_eta=written.moment(eta),
        payload=written.document(submission.payload),
        cohort_anchor=submission.cohort_anchor,
        regex_passes=written.document(submission.regex_passes),
    )
    if not new:
        return _kept_before(submission, desk)
    return Staged(submission.id, token, eta, submission.warnings)


def _vote(submission: Submission, desk: Desk, chance: Chance) -> Applied | Duplicate | Refusal:
    now, payload = desk.origin.received_at, submission.payload
    target = TargetType(payload["target_type"])
    salt = voter_salt(desk.connection, target, submission.target_id, now, chance.new_salt)
    hashes = desk.hashes(salt)
    counts = take_seat(desk.connection, target, submission.target_id, hashes)
    new = _VOTE.run(
        desk.connection,
        validation_id=submission.id,
        target_type=target.value,
        target_id=submission.target_id,
        verdict=payload["verdict"],
        injection_flag=int(payload.get("injection_flag", False)),
        rationale=payload.get("rationale"),
        injection_reason=payload.get("injection_reason"),
        traversal_metadata=_document_or_none(payload.get("traversal_metadata")),
        session_id=payload.get("session_id"),
        cohort_anchor=submission.cohort_anchor,
        submission_contract_version=payload["submission_contract_version"],
        submitter_type=SubmitterType.AGENT.value,
        regex_passes=written.document(submission.regex_passes),
        validated_at=written.moment(now),
        voter_hash=hashes.voice if counts else None,
        voter_network_hash=hashes.network,
        unseated_hash=None if counts else hashes.voice,
    )
    if not new:
        return _kept_before(submission, desk)
    watched.mark(desk.connection, target, submission.target_id, submission.id)
    confirmable_days.note(desk.connection, _source_classes(target, submission.target_id, desk), now)
    _remember(submission, desk, chance)
    revision.bump(desk.connection)
    return Applied(submission.id, now, counts)


def _source_classes(target: TargetType, target_id: str, desk: Desk) -> frozenset[str]:
    """Of the sources that the vote is about; empty where it is about something else than a path."""
    is_path = owner(target, target_id)[0] is TargetType.PATH
    return desk.world.corpus.paths.source_classes([target_id] if is_path else ())


def _record_event(submission: Submission, desk: Desk, chance: Chance) -> Applied | Duplicate | Refusal:
    payload, content = submission.payload, submission.content
    if not _remember(submission, desk, chance):
        return _kept_before(submission, desk)
    _EVENT.run(
        desk.connection,
        received_on=f"{desk.origin.received_at:%Y-%m-%d}",
        event_type=payload["event_type"],
        from_step=content.get("from_step"),
        to_step=content.get("to_step"),
        outcome=content.get("outcome"),
        submitting_agent=payload["submitting_agent"],
        submission_contract_version=payload["submission_contract_version"],
    )
    return Applied(submission.id, desk.origin.received_at)


def _remember(submission: Submission, desk: Desk, chance: Chance) -> int:
    """In force already; the id is remembered for duplicates and nothing more. 0 if it was."""
    now = desk.origin.received_at
    return _REMEMBER.run(
        desk.connection,
        **_received(submission, desk, chance, None),  # a vote keeps its session in its own row
        cancel_token_hash=None,
        committed_at=written.moment(now),
        expires_at=written.moment(now + COMMITTED_CACHE),
    )


def _received(submission: Submission, desk: Desk, chance: Chance, session_id: str | None) -> dict[str, Any]:
    salt = chance.new_salt()
    hashes = desk.hashes(salt)
    return {
        "id": submission.id,
        "type": submission.type.value,
        "target_type": submission.payload.get("target_type"),
        "target_id": submission.target_id or None,
        "received_at": written.moment(desk.origin.received_at),
        "salt": salt,
        "submitter_hash": hashes.address,
        "submitter_network_hash": hashes.network,
        "session_id": session_id,
    }


def _document_or_none(value: object) -> str | None:
    return None if value is None else written.document(value)
