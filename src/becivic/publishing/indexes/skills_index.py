"""skills/index.json: each skill with the votes of its current cohort and its activity (schemas 6.5; R-IDX-01)."""

from __future__ import annotations

from typing import Any

from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.publishing.indexes.concerns import Concerns, Lately
from becivic.publishing.indexes.signals import Signals
from becivic.publishing.indexes.votes import Target
from becivic.rules.contract import SKILLS_INDEX_SCHEMA_VERSION
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType

SHORT_SHA = 7


def skills_index(corpus: Corpus, signals: Signals) -> dict[str, Any]:
    return {
        "schema_version": SKILLS_INDEX_SCHEMA_VERSION,
        "generated_at": signals.generated_at((TargetType.SKILL,)),
        "skills": [
            _skill(skill, (TargetType.SKILL, key), signals)
            for key, skill in sorted(corpus.skills.items())
            if _is_listed(skill, signals)
        ],
    }


def _is_listed(skill: Skill, signals: Signals) -> bool:
    """What was pulled for cause is not shown, and of what its schema refuses the checks speak."""
    is_known = (TargetType.SKILL, skill.id) in signals.artefacts
    return is_known and not skill.schema_faults and skill.status is not Status.QUARANTINED


def _skill(skill: Skill, key: Target, signals: Signals) -> dict[str, Any]:
    fields = skill.fields
    summary = skill.confirmed_fields.text("summary")
    return {
        "id": skill.id,
        "title": skill.confirmed_title,
        "version": str(skill.version),
        "status": str(skill.status),
        "origin": fields.text("origin"),
        "commit": commit_of(key, signals),
        "category": skill.category,
        "applies_to": fields.child("applies_to").data,
        "last_verified": fields.raw("last_verified"),
        **({"summary": summary} if summary else {"summary_missing": True}),
        "validation": signals.validation(key),
        "activity": activity(key, signals),
    }


def commit_of(key: Target, signals: Signals) -> str:
    """The commit that last changed it, as short as people write it."""
    return str(signals.artefacts[key].commit_sha)[:SHORT_SHA]


def activity(key: Target, signals: Signals) -> dict[str, Any]:
    lately = signals.lately.get(key, Lately())
    return {
        "last_used": signals.last_used(key),
        "total_concerns": signals.concerns.get(key, Concerns()).total,
        "concerns_30d": lately.count,
        "origin_diversity_30d": lately.cells,
    }
