"""Votes and concerns as rows, each of its own."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from itertools import count
from typing import Any, Final

from sqlalchemy import Connection

from becivic.rules.identifiers import UidPrefix
from becivic.rules.submissions import Verdict
from becivic.rules.targets import TargetType
from becivic.store.sequences import next_uid
from becivic.store.store import Store
from becivic.store.tables.signals import CONCERNS, VALIDATIONS
from becivic.store.written import document, moment
from tests.factories.homes import NOON
from tests.factories.records import record

CONFIRM, REJECT = Verdict.CONFIRM, Verdict.REJECT
_NUMBERS: Final = count(1)


def vote(
    store: Store,
    target: tuple[TargetType, str],
    verdict: Verdict = CONFIRM,
    *,
    voter: str = "one",
    at: datetime = NOON,
    version: str = "0.1.0",
    **given: Any,
) -> None:
    """On a target of any kind, without words; a skill or a path with the version that was voted on."""
    kind, target_id = target
    anchored = kind in (TargetType.SKILL, TargetType.PATH)
    row: dict[str, Any] = {
        "target_type": kind.value,
        "target_id": target_id,
        "verdict": verdict.value,
        "injection_flag": 0,
        "voter_hash": voter,
        "voter_network_hash": voter,
        "unseated_hash": None,
        "validated_at": moment(at),
        "cohort_anchor": f"{target_id}@{version}" if anchored else None,
        **dict.fromkeys(("rationale", "injection_reason", "traversal_metadata", "names_scanned")),
        **given,
    }
    written = record(VALIDATIONS, next(_NUMBERS), **row)
    store.write(lambda connection: connection.execute(VALIDATIONS.insert(), [written]).rowcount)


def concern(
    store: Store,
    target: tuple[TargetType, str],
    *,
    at: datetime = NOON,
    context: Mapping[str, Any] | None = None,
    content: Mapping[str, Any] | None = None,
    **given: Any,
) -> str:
    """About a target of any kind; its uid."""
    kind, target_id = target
    row: dict[str, Any] = {
        "target_type": kind.value,
        "target_id": target_id,
        "committed_at": moment(at),
        "context": document(context or {"language_used": "fr"}),
        "content": document(content or {"scope": "general", "body": "The counter was moved."}),
        **given,
    }

    def write(connection: Connection) -> str:
        uid = next_uid(connection, UidPrefix.CONCERN)
        connection.execute(CONCERNS.insert(), [{**record(CONCERNS, next(_NUMBERS), **row), "uid": uid}])
        return uid

    return store.write(write)
