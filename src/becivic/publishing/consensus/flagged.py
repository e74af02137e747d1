"""What a person sees who must rule about a quarantine: why it was flagged, what was, and what stands there now.

For the eyes of an operator: it holds words of anybody's.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, select

from becivic.clock import rfc3339
from becivic.publishing.changes.finished_paths import entry_text
from becivic.publishing.consensus import flaggers, quarantines
from becivic.publishing.consensus.log import Logged
from becivic.publishing.consensus.main_facts import Content, MainFacts, file_of
from becivic.publishing.consensus.quarantines import Texts
from becivic.publishing.consensus.ruling import Asked, quarantine_of
from becivic.publishing.previews.comparing import diff
from becivic.publishing.review import published
from becivic.publishing.workshop import Workshop
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import COHORT_ANCHORED
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.voters import votes_on
from becivic.store.written import moment, read_moment

LINES: Final = 400
SIGNS: Final = 60_000
"""More of a difference is not printed; git shows the rest."""

_NUMBERS: Final = ("confirms", "rejects", "distinct_ips", "injection_flags")


def shown(workshop: Workshop, asked: Asked) -> dict[str, Any]:
    """Raises RulingRefused where it does not wait any more."""
    facts = MainFacts(workshop)

    def read(connection: Connection) -> dict[str, Any]:
        _, quarantine = quarantine_of(connection, asked)
        standing, words = _compared(connection, quarantine, facts)
        numbers = quarantine.decision().numbers()
        return {
            "target": f"{quarantine.target} {quarantine.target_id}",
            "decision": quarantine.number,
            "decided_at": rfc3339(quarantine.decided_at),
            "status": f"{quarantine.before} -> {quarantine.after}",
            **{name: numbers[name] for name in _NUMBERS},
            "addresses": flaggers.how_many(connection, quarantine.number),
            **standing,
            "words": {"flags": _flags(connection, quarantine), **words},
        }

    return workshop.store.read(read)


def _flags(connection: Connection, quarantine: Logged) -> list[dict[str, Any]]:
    """Those that counted, with what their senders wrote; one that was discarded since says nothing any more."""
    own, decision = VALIDATIONS.c, quarantine.decision()
    last = decision.tally.last_at or decision.at
    counted = own.validated_at.between(moment(decision.artefact.cohort_started_at), moment(last))
    is_it = (
        votes_on(quarantine.target, quarantine.target_id)
        & counted
        & (own.injection_flag == 1)
        & ((own.held == 0) | own.injection_reason.is_(None))
    )
    query = select(own.validation_id, own.target_id, own.validated_at).where(is_it).order_by(own.row_id)
    return [
        {
            "validation": validation_id,
            "on": target_id,
            "at": rfc3339(read_moment(at)),
            **published.words(connection, SubmissionType.VALIDATION, validation_id),
        }
        for validation_id, target_id, at in connection.execute(query).all()
    ]


def _compared(
    connection: Connection, quarantine: Logged, facts: MainFacts
) -> tuple[dict[str, str], dict[str, Any]]:
    """How it stands, in a sentence or two, and the words in question."""
    if quarantine.target in COHORT_ANCHORED:
        texts = quarantines.texts_of(facts, quarantine, facts.workshop.forge.main())
        now = "gone" if texts.now is None else str(texts.now.status)
        commits = {"flagged_at": texts.flagged_at, "main_at": texts.head}
        return {"now": now, **commits, **_release(texts.against)}, {"diff": _difference(quarantine, texts)}
    rows = quarantines.rows_of(connection, quarantine)
    said = {"flagged": quarantines.said(rows.flagged), "now": quarantines.said(rows.now)}
    words = {name: {part: value for part, value in each.items() if value} for name, each in said.items()}
    return {"now": str(rows.now.status), **_release(rows.against)}, words


def _release(against: str) -> dict[str, str]:
    return {
        "reinstating": f"{against} Only the flag can be ruled about (--only-flag)."
        if against
        else "can be done"
    }


def _difference(quarantine: Logged, texts: Texts) -> str:
    """From what is served now to what was flagged."""
    name = file_of(quarantine.target, quarantine.target_id)
    whole = diff(_text(texts.now), _text(texts.flagged), name)
    lines = whole[:SIGNS].splitlines()[:LINES]
    left = whole.count("\n") - len(lines)
    more = [f"… and {left} more lines; git shows them between the two commits."] if left > 0 else []
    return "\n".join([*lines, *more])


def _text(content: Content | None) -> str:
    if content is None:
        return ""
    return content.raw.decode() if content.raw else entry_text(content.fields.data)
