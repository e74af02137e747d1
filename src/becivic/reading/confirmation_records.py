"""Reads from the records when reported texts were confirmed: by the votes of other addresses, or by a promotion (ADR 45)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from sqlalchemy import Connection, func, or_, select

from becivic.corpus.directory import PathEntry
from becivic.corpus.load import Corpus
from becivic.corpus.reported import REPORTED
from becivic.corpus.skill import Skill
from becivic.lifecycle.tallies import Count
from becivic.publishing.consensus.log import HOLDS
from becivic.reading.confirmations import Confirmations
from becivic.rules.consensus import DecisionKind, Policy
from becivic.rules.moments import rfc3339
from becivic.rules.targets import TargetType, owner
from becivic.store.tables.keeping import CHANGE_REQUESTS
from becivic.store.tables.lifecycle import DECISIONS
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.verdicts import COUNTS, IS_PROBE, LATEST
from becivic.store.written import read_document, read_moment

_VOTE: Final = VALIDATIONS.c
_DECISION: Final = DECISIONS.c
_AT_ONCE: Final = 400
"""Targets in one question: databases bound the parameters of a statement."""


def confirmations_of_corpus(connection: Connection, corpus: Corpus) -> Confirmations:
    """Of everything in a corpus that carries a mark."""
    names = sorted({name for entry in corpus.paths.entries.values() for name in _of_entry(entry)})
    names += sorted((TargetType.SKILL, each.id) for each in corpus.skills.values() if REPORTED in each.fields)
    return _confirmations(connection, names)


def confirmations_of_path(connection: Connection, entry: PathEntry) -> Confirmations:
    return _confirmations(connection, sorted(_of_entry(entry)))


def confirmations_of_skill(connection: Connection, skill: Skill) -> Confirmations:
    return _confirmations(connection, [(TargetType.SKILL, skill.id)] if REPORTED in skill.fields else [])


def _confirmations(connection: Connection, names: list[tuple[TargetType, str]]) -> Confirmations:
    found: dict[tuple[TargetType, str], str] = {}
    for first in range(0, len(names), _AT_ONCE):
        some = names[first : first + _AT_ONCE]
        for kind, name, at in connection.execute(_confirmed(some)):
            found[TargetType(kind), name] = rfc3339(read_moment(at))
        for target, at in _promoted(connection, some).items():
            found[target] = max(at, found.get(target, at))
    return Confirmations(found)


def _of_entry(entry: PathEntry) -> Iterator[tuple[TargetType, str]]:
    if REPORTED in entry.fields:
        yield TargetType.PATH, entry.key
    for source in entry.sources:
        if REPORTED in source.fields:
            yield TargetType.PATH_SOURCE, f"{entry.key}:{source.id}"


def _confirmed(names: list[tuple[TargetType, str]]) -> Any:  # noqa: ANN401  a query
    """The last moment at which somebody's latest word on each was a confirmation. A probe is nobody's word,
    and a vote without a voice (the author's network, a forgotten address) confirms nothing."""
    kinds = {kind for kind, _ in names}
    wanted = or_(
        *(
            (_VOTE.target_type == kind.value)
            & _VOTE.target_id.in_([name for each, name in names if each is kind])
            for kind in sorted(kinds)
        )
    )
    given = wanted & COUNTS & ~IS_PROBE & (_VOTE.injection_flag == 0)
    latest = (
        select(
            _VOTE.target_type, _VOTE.target_id, LATEST.label("said"), func.max(_VOTE.validated_at).label("at")
        )
        .where(given)
        .group_by(_VOTE.target_type, _VOTE.target_id, _VOTE.voter_hash)
        .subquery()
    )
    own = latest.c
    return (
        select(own.target_type, own.target_id, func.max(own.at))
        .where(own.said.like("%0"))
        .group_by(own.target_type, own.target_id)
    )


def _promoted(
    connection: Connection, names: list[tuple[TargetType, str]]
) -> dict[tuple[TargetType, str], str]:
    """The last promotion that confirms each. A rollback takes back the promotions before it."""
    found: dict[tuple[TargetType, str], str] = {}
    for target, target_id, kind, at, tally, policy in connection.execute(_decisions(names)):
        for name in names:
            if owner(*name) != (target, target_id):
                continue
            if kind == DecisionKind.ROLLBACK:
                found.pop(name, None)
            elif _is_counted(name, read_document(tally), policy):
                found[name] = rfc3339(read_moment(at))
    return found


def _decisions(names: list[tuple[TargetType, str]]) -> Any:  # noqa: ANN401  a query
    """Promotions and rollbacks that took effect, oldest first."""
    owners = {owner(*name) for name in names}
    about = or_(
        *(
            (_DECISION.target_type == kind.value)
            & _DECISION.target_id.in_(sorted(name for each, name in owners if each is kind))
            for kind in sorted({kind for kind, _ in owners})
        )
    )
    kinds = _DECISION.kind.in_((DecisionKind.PROMOTE.value, DecisionKind.ROLLBACK.value))
    return (
        select(
            _DECISION.target_type,
            _DECISION.target_id,
            _DECISION.kind,
            _DECISION.decided_at,
            _DECISION.tally,
            _DECISION.policy,
        )
        .select_from(
            DECISIONS.outerjoin(CHANGE_REQUESTS, CHANGE_REQUESTS.c.id == _DECISION.change_request_id)
        )
        .where(about, kinds, HOLDS)
        .order_by(_DECISION.row_id)
    )


def _is_counted(name: tuple[TargetType, str], tally: Mapping[str, Any], policy: str) -> bool:
    """Whether a promotion rests on a confirmation of this target: of a source, on one by more than the probe."""
    kind, target_id = name
    if kind is not TargetType.PATH_SOURCE:
        return True
    written = tally["sources"].get(target_id.partition(":")[2])
    if written is None:
        return False
    count, weight = Count.of_json(written), Policy.of_json(read_document(policy)).probe_weight
    return count.confirming > 1 or count.confirms > weight
