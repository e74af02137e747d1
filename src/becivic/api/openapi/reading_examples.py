"""What the read routes would answer, by name."""

from __future__ import annotations

from typing import Any, Final

from becivic.api.openapi.answer_examples import example_id, named
from becivic.api.openapi.components import Schema
from becivic.rules.contract import EXAMPLE_URL, PATH_SCHEMA_VERSION
from becivic.rules.identifiers import UidPrefix
from becivic.rules.reading import GRAPH_SHOWN
from becivic.rules.routes import Purpose
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.skills import FALLBACK_SKILL, Domain
from becivic.rules.statuses import Status
from becivic.rules.submissions import SubmissionType, ValueType

COMMIT: Final = "0123456789abcdef0123456789abcdef01234567"
SKILL: Final = "nationality-application"
PATH: Final = "certificate-of-residence"
UIDS: Final = {prefix: prefix.mint(1) for prefix in UidPrefix}

_AT: Final = "2026-11-16T10:00:00Z"
_BEFORE: Final = "2026-11-01T08:30:00Z"
_HEAD: Final = {"status": Status.ALPHA.value, "committed_at": _AT}
_STABLE: Final = {"status": Status.STABLE.value, "committed_at": _BEFORE}
_STATS: Final = {
    "affirms": 12,
    "rejects": 1,
    "distinct_ips": 13,
    "injection_flags": 0,
    "cohort_started_at": _BEFORE,
    "last_validation_at": _AT,
    "n": 13,
    "skill_quality_avg": 4.3,
    "skill_quality_n": 18,
}
_AMENDMENT: Final = {
    "type": SubmissionType.AMENDMENT.value,
    "id": example_id(SubmissionType.AMENDMENT),
}
_ROWS: Final[dict[UidPrefix, tuple[str, Schema, Schema]]] = {
    UidPrefix.VOLATILE_VALUE: (
        "fin-nationality-registration-duty-eur",
        {"value": 1000, "value_type": ValueType.INTEGER.value, "unit": "EUR"},
        {"value": 150, "value_type": ValueType.INTEGER.value, "unit": "EUR"},
    ),
    UidPrefix.REFERENCE: (
        "just-nationality-code",
        {"title": "Nationality code", "url": "https://law.example/nationality-code"},
        {"title": "Code of nationality", "url": "https://law.example/nationality-code"},
    ),
}
"""For each kind its name, what it says now, and what it said when it was last stable."""


def skill() -> Schema:
    told = {"id": SKILL, "title": "Becoming Belgian", "status": Status.ALPHA.value, "version": "0.1.3"}
    recorded = {"changed": {"commit": COMMIT, "at": _AT}, "cohort_stats": _STATS}
    whole = {**told, **recorded, "commit": COMMIT, "body": "## Process\n\n1. …\n"}
    return named(skill=whole, part={**told, "commit": COMMIT, **_part()})


def _part() -> Schema:
    text = "## Process\n\n1. …\n"
    return {
        "sections": [{"id": "process", "title": "Process", "level": 2, "bytes": len(text.encode())}],
        "part": {
            "text": text,
            "section": "process",
            "from": 0,
            "to": len(text),
            "of": 40_000,
            "sources": [
                {
                    "name": "code-12bis",
                    "title": "Nationality Code, article 12bis",
                    "last_verified": "2026-11-16",
                }
            ],
        },
        "left_out": ["body", "resolved_body", "values", "references"],
        "next": f"{len(text)}-40000.0123abcd",
    }


def skill_history() -> Schema:
    change = {"commit": COMMIT, "at": _AT, "title": "amendment: change a skill", "version": "0.1.3"}
    return named(history={"items": [{**change, "status": Status.ALPHA.value, "submission": _AMENDMENT}]})


def graph() -> Schema:
    node = {
        "id": FALLBACK_SKILL,
        "title": "When no procedure fits",
        "summary": "How an agent goes on where the library has nothing yet.",
        "description": "How an agent goes on where the library has nothing yet.",
        "status": Status.STABLE.value,
        "canonical_url": f"{EXAMPLE_URL}/skills/{FALLBACK_SKILL}",
        "tags": ["fallback"],
        "applies_to": Domain.META.value,
        "prerequisites": [],
        "related": [],
        "profile_requirements": [],
    }
    filters = {"applies_to": [Domain.META.value], "status": [status.value for status in GRAPH_SHOWN]}
    whole = {"generated_at": _AT, "filters_applied": filters, "nodes": [node], "edges": []}
    return named(graph=whole, page={**whole, "next": FALLBACK_SKILL})


def paths() -> Schema:
    head = {"schema_version": PATH_SCHEMA_VERSION, "version": "0.1.0", "generated_at": _AT}
    short = {
        "path_id": PATH,
        "uid": UIDS[UidPrefix.PATH],
        "title": {"en": "Certificate of residence"},
        "purpose": Purpose.SUBMISSION.value,
        "status": Status.ALPHA.value,
        "sources": [{"id": "offline-commune"}],
    }
    return named(nothing_fits={**head, "paths": {}}, page={**head, "paths": {PATH: short}, "next": PATH})


def path() -> Schema:
    told = {"id": PATH, "path_id": PATH, "status": Status.ALPHA.value, "version": "0.1.0"}
    beside = {"sources_in_turn": ["offline-commune"], "standing": [], "used_by": [SKILL]}
    return named(path={**told, **beside, "commit": COMMIT})


def path_history() -> Schema:
    change = {"commit": COMMIT, "at": _AT, "title": "amendment: change a path", "version": "0.1.1"}
    return named(history={"items": [{**change, "status": Status.ALPHA.value, "submission": _AMENDMENT}]})


def concerns() -> Schema:
    sent: Any = packaged_registry().documents[SchemaFile.CONCERN]["examples"][0]
    concern = {
        "uid": UIDS[UidPrefix.CONCERN],
        **{name: sent[name] for name in ("target_type", "target_id", "context", "content")},
        "evidence_date": sent["content"]["evidence_date"],
        "committed_at": _AT,
        "votes": {"confirms": 3, "rejects": 1},
        "score": 2,
        "net_score": 2,
        "up": 3,
        "down": 1,
        "hidden": False,
    }
    return named(concerns={"items": [concern], "next": concern["uid"], "pending": {"staged": 2}})


def row(prefix: UidPrefix) -> Schema:
    return named(alpha=_row(prefix), held=_held(prefix))


def rows(prefix: UidPrefix) -> Schema:
    return named(rows={"items": [_row(prefix)], "next": UIDS[prefix]})


def row_history(prefix: UidPrefix) -> Schema:
    _, now, before = _ROWS[prefix]
    first = {"number": 1, **_STABLE, **before, "superseded_at": _AT}
    return named(history={"items": [{"number": 2, **_HEAD, **now, "submission": _AMENDMENT}, first]})


def _row(prefix: UidPrefix) -> Schema:
    name, now, before = _ROWS[prefix]
    return {"uid": UIDS[prefix], "name": name, **_HEAD, **now, "last_stable": {**_STABLE, **before}}


def _held(prefix: UidPrefix) -> Schema:
    name, _, before = _ROWS[prefix]
    return {
        "uid": UIDS[prefix],
        "name": name,
        **_HEAD,
        "held": True,
        "last_stable": {**_STABLE, **before},
    }
