"""Amendments that are not settled yet, as items of an observations block (R-OBSV-02, C-11).

Of a value or a reference: the row at alpha that one made, with the row's votes. Of a skill or a path: an open change
request, of which nothing is told but that it is there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from sqlalchemy import Connection, and_, bindparam, or_, select

from becivic.catalogue.rows import CITATIONS, VALUES, AnyRow, Kind, ReferenceRow
from becivic.lifecycle.standing import Score
from becivic.publishing.concern_scores import NOBODY
from becivic.reading.row_votes import votes_on_rows
from becivic.reading.rows import text_of
from becivic.rendering.observed import ObservedItem
from becivic.rules.changes import ChangeState
from becivic.rules.consensus import Policy
from becivic.rules.moments import rfc3339
from becivic.rules.statuses import Status
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import COHORT_ANCHORED, TargetType
from becivic.store.tables.keeping import CHANGE_REQUESTS
from becivic.store.tables.signals import AMENDMENTS
from becivic.store.written import read_moment

Targets = Mapping[TargetType, Collection[str]]

_KINDS: Final[dict[TargetType, Kind[Any]]] = {
    TargetType.VOLATILE_VALUE: VALUES,
    TargetType.REFERENCE: CITATIONS,
}
_OPEN: Final = {
    TargetType.SKILL: "A change of this skill is proposed, and is being checked.",
    TargetType.PATH: "A change of this path is proposed, and is being checked.",
}

_WHY: Final = select(AMENDMENTS.c.submission_id, AMENDMENTS.c.rationale).where(
    AMENDMENTS.c.submission_id.in_(bindparam("submissions", expanding=True)), AMENDMENTS.c.held == 0
)
_REQUEST: Final = CHANGE_REQUESTS.c
_REQUESTED: Final = select(_REQUEST.target_type, _REQUEST.target_id, _REQUEST.opened_at).where(
    _REQUEST.submission_type == SubmissionType.AMENDMENT.value,
    _REQUEST.state == ChangeState.OPEN.value,
    or_(
        *(
            and_(
                _REQUEST.target_type == kind.value,
                _REQUEST.target_id.in_(bindparam(kind.value, expanding=True)),
            )
            for kind in COHORT_ANCHORED
        )
    ).self_group(),
)


def pending_amendments(connection: Connection, targets: Targets, policy: Policy) -> list[ObservedItem]:
    rows = [item for kind in _KINDS for item in _of_rows(connection, kind, targets.get(kind, ()), policy)]
    return rows + list(_of_files(connection, targets))


def _of_rows(
    connection: Connection, target: TargetType, uids: Collection[str], policy: Policy
) -> Iterator[ObservedItem]:
    rows = [row for row in _KINDS[target].currents(connection, uids) if _is_pending(row)]
    words = _rationales(connection, [row.submission_id for row in rows])
    votes = votes_on_rows(connection, target, [row.uid for row in rows])
    for row in rows:
        score: Score = votes.get(row.uid, NOBODY)
        yield ObservedItem(
            type=SubmissionType.AMENDMENT,
            target_type=target,
            target_id=row.uid,
            up=score.up,
            down=score.down,
            body=" ".join(f"{_proposed(connection, row)} {words.get(row.submission_id, '')}".split()),
            committed_at=rfc3339(row.committed_at),
            hidden=score.is_hidden(policy),
        )


def _is_pending(row: AnyRow) -> bool:
    """What the corpus brought is nobody's amendment, and what is held is shown to nobody (C-22)."""
    return row.status is Status.ALPHA and row.submission_id is not None and not row.held


def _proposed(connection: Connection, row: AnyRow) -> str:
    said = _cited(connection, row) if isinstance(row, ReferenceRow) else text_of(row)
    return f"Proposed: {said}."


def _cited(connection: Connection, row: ReferenceRow) -> str:
    """What is new in it: where only the archived copy is, that alone."""
    before = next((each for each in CITATIONS.history(connection, row.uid) if each != row), None)
    whole = f"{row.title}, {row.url}"
    if before is None or row.archived_url in (None, before.archived_url):
        return whole
    archive = f"archive: {row.archived_url}"
    return archive if (before.title, before.url) == (row.title, row.url) else f"{whole}, {archive}"


def _rationales(connection: Connection, submissions: Collection[str]) -> dict[str, str]:
    """Why somebody proposed it, by submission."""
    found = connection.execute(_WHY, {"submissions": list(submissions)}).all() if submissions else []
    return {row.submission_id: row.rationale for row in found}


def _of_files(connection: Connection, targets: Targets) -> Iterator[ObservedItem]:
    """Nobody votes on a diff, and its words stand in no record before it is merged (C-11)."""
    asked = {kind.value: list(targets.get(kind, ())) for kind in COHORT_ANCHORED}
    for kind, target_id, opened in connection.execute(_REQUESTED, asked):
        target = TargetType(kind)
        yield ObservedItem(
            type=SubmissionType.AMENDMENT,
            target_type=target,
            target_id=target_id,
            up=0,
            down=0,
            body=_OPEN[target],
            committed_at=rfc3339(read_moment(opened)),
        )
