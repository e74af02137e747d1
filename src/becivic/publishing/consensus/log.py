"""The log of decisions: written once with everything they stood on, and made again from it (R-SM-01).

A decision about a file is true once its change request is merged; one about a row was true at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Select, func, insert, or_, select

from becivic.lifecycle import Artefact, Decision, Tally, judge
from becivic.rules.changes import ChangeState
from becivic.rules.consensus import DecisionKind, Policy, Rule
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.store.tables.keeping import CHANGE_REQUESTS
from becivic.store.tables.lifecycle import DECISIONS
from becivic.store.written import document, moment, read_document, read_moment

MACHINE: Final = "promote"
"""Who decided, where nobody did: the job."""

HOLDS: Final = or_(
    DECISIONS.c.change_request_id.is_(None), CHANGE_REQUESTS.c.state == ChangeState.MERGED.value
)
"""Whether a decision is true, for statements that join its change request."""


@dataclass(frozen=True, slots=True)
class Logged:
    """One entry, and what became of its change request; None where it needed none."""

    number: int
    decided_at: datetime
    actor: str
    target: TargetType
    target_id: str
    source: str | None
    kind: DecisionKind
    rule: Rule
    before: Status
    after: Status
    judged: str
    artefact: dict[str, Any]
    tally: dict[str, Any]
    policy: dict[str, Any]
    change_request_id: str | None
    state: ChangeState | None
    commit: str | None

    @property
    def is_true(self) -> bool:
        return self.change_request_id is None or self.state is ChangeState.MERGED

    def decision(self) -> Decision:
        """As it was made."""
        artefact = Artefact.of_json(self.artefact)
        # What a maintainer reinstates always comes from behind; of the machine's, the rules say it.
        by_hand = self.kind is DecisionKind.REINSTATE
        return Decision(
            kind=self.kind,
            artefact=artefact,
            tally=Tally.of_json(self.tally),
            at=self.decided_at,
            to=self.after,
            rule=self.rule,
            source=self.source or "",
            back_to=artefact.prior if by_hand else self.again().back_to,
        )

    def again(self) -> Decision:
        """The same decision, made from what it stood on."""
        policy = Policy.of_json(self.policy)
        return judge(Artefact.of_json(self.artefact), Tally.of_json(self.tally), policy, self.decided_at)


@dataclass(frozen=True, slots=True)
class Entry:
    """What is written of a decision besides itself."""

    judged: str
    policy: Policy
    actor: str = MACHINE
    change_request_id: str | None = None


def write(connection: Connection, decision: Decision, entry: Entry) -> int:
    """Its number."""
    artefact = decision.artefact
    assert decision.rule is not None  # what holds is not logged
    row = {
        "decided_at": moment(decision.at),
        "actor": entry.actor,
        "target_type": artefact.target.value,
        "target_id": artefact.id,
        "source": decision.source or None,
        "kind": decision.kind.value,
        "rule": decision.rule.value,
        "from_status": artefact.status.value,
        "to_status": decision.to.value,
        "judged": entry.judged,
        "artefact": document(artefact.as_json()),
        "tally": document(decision.tally.as_json()),
        "policy": document(entry.policy.as_json()),
        "change_request_id": entry.change_request_id,
    }
    return int(connection.execute(insert(DECISIONS).values(row).returning(DECISIONS.c.row_id)).scalar_one())


def of_artefact(connection: Connection, target: TargetType, target_id: str) -> list[Logged]:
    """Oldest first."""
    return _read(connection, _about(target, target_id))


def numbered(connection: Connection, number: int) -> Logged | None:
    found = _read(connection, _entries().where(DECISIONS.c.row_id == number))
    return found[0] if found else None


def unfinished(connection: Connection) -> list[Logged]:
    """Decisions whose change request was opened and of which nobody knows yet what became."""
    return _read(connection, _entries().where(CHANGE_REQUESTS.c.state == ChangeState.OPEN.value))


def how_many(connection: Connection, target: TargetType, target_id: str) -> int:
    own = DECISIONS.c
    query = select(func.count()).where(own.target_type == target.value, own.target_id == target_id)
    return connection.execute(query).scalar_one()


def true_ones(connection: Connection, after: int, limit: int) -> list[Logged]:
    """All of them that hold, in the order they were made, some at a time."""
    return _read(connection, _entries().where(DECISIONS.c.row_id > after, HOLDS).limit(limit))


def latest_true(connection: Connection, limit: int) -> list[Logged]:
    """The newest of those that hold, newest first."""
    newest = _entries().where(HOLDS).order_by(None).order_by(DECISIONS.c.row_id.desc())
    return _read(connection, newest.limit(limit))


def _about(target: TargetType, target_id: str) -> Select[Any]:
    own = DECISIONS.c
    return _entries().where(own.target_type == target.value, own.target_id == target_id)


def _entries() -> Select[Any]:
    request = CHANGE_REQUESTS.c
    return (
        select(*DECISIONS.c, request.state, request.merge_commit)
        .select_from(DECISIONS.outerjoin(CHANGE_REQUESTS, request.id == DECISIONS.c.change_request_id))
        .order_by(DECISIONS.c.row_id)
    )


def _read(connection: Connection, query: Select[Any]) -> list[Logged]:
    return [_logged(row) for row in connection.execute(query)]


def _logged(row: Sequence[Any]) -> Logged:
    number, at, actor, target, target_id, source, kind, rule, before, after, judged, *rest = row
    artefact, counted, policy, request, state, commit = rest
    return Logged(
        number=number,
        decided_at=read_moment(at),
        actor=actor,
        target=TargetType(target),
        target_id=target_id,
        source=source,
        kind=DecisionKind(kind),
        rule=Rule(rule),
        before=Status(before),
        after=Status(after),
        judged=judged,
        artefact=read_document(artefact),
        tally=read_document(counted),
        policy=read_document(policy),
        change_request_id=request,
        state=None if state is None else ChangeState(state),
        commit=commit,
    )
