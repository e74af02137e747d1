"""Verdicts of machines, as rows beside everybody's: marked, of less weight, and of nobody's address (C-30).

They come from inside alone: no route takes one, and no limit counts them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import Connection, insert

from becivic.rules.contract import CONTRACT_VERSION
from becivic.rules.submissions import SubmissionType, Verdict
from becivic.rules.targets import TargetType
from becivic.store import revision, watched
from becivic.store.tables.signals import VALIDATIONS, SubmitterType
from becivic.store.written import document, moment

RandomBytes = Callable[[int], bytes]

NO_WORDS: Final = "no-words"
"""Stands for the rules that looked through a vote's words: a machine writes none."""


@dataclass(frozen=True, slots=True)
class MachineVote:
    """Made before it is written: a write may be run twice, and must write the same."""

    id: str
    target: TargetType
    target_id: str
    verdict: Verdict

    @classmethod
    def on(
        cls, target: tuple[TargetType, str], verdict: Verdict, now: datetime, random_bytes: RandomBytes
    ) -> MachineVote:
        return cls(vote_id(now, random_bytes), *target, verdict)


def vote_id(now: datetime, random_bytes: RandomBytes) -> str:
    """Like every other validation's: a UUIDv7, which tells the millisecond (schemas 6.2)."""
    chance = int.from_bytes(random_bytes(10), "big")
    number = int(now.timestamp() * 1000) << 80 | chance
    number = number & ~(0xF << 76) | 0x7 << 76
    number = number & ~(0x3 << 62) | 0x2 << 62
    return f"{SubmissionType.VALIDATION.facts.id_prefix}{UUID(int=number)}"


def cast(connection: Connection, votes: Sequence[MachineVote], now: datetime) -> None:
    """All of one run at its one moment; whoever they are about is looked at again."""
    if not votes:
        return
    connection.execute(insert(VALIDATIONS), [_row(vote, now) for vote in votes])
    for vote in votes:
        watched.mark(connection, vote.target, vote.target_id, vote.id)
    revision.bump(connection)


def _row(vote: MachineVote, now: datetime) -> dict[str, Any]:
    return {
        "validation_id": vote.id,
        "target_type": vote.target.value,
        "target_id": vote.target_id,
        "verdict": vote.verdict.value,
        "injection_flag": 0,
        "submission_contract_version": CONTRACT_VERSION,
        "submitter_type": SubmitterType.CI_PROBE.value,
        "regex_passes": document([]),
        "validated_at": moment(now),
        "held": 0,
        "names_scanned": NO_WORDS,
    }
