"""A skill as JSON: what the API, `?format=json` and MCP say of it, from one place (R-READ-10)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from becivic.corpus.graph import Edge
from becivic.reading.readings import SkillReading
from becivic.reading.terms_of_use import published_at
from becivic.rendering.freshness import SourceCount, SourceReading, reading_words, source_of
from becivic.rendering.markdown import resolved_markdown
from becivic.rendering.notices import disclaimer, notices
from becivic.rendering.shown import ShownReference, ShownRows, ShownValue
from becivic.rendering.story import story_json
from becivic.rendering.voice import ENGLISH
from becivic.rules.statuses import is_withheld
from becivic.rules.tags import Tag


def skill_json(reading: SkillReading, commit: str | None, public_url: str) -> dict[str, Any]:
    """The frontmatter at the top, then what is told of it; `body` is as it was written, `resolved_body` as it stands."""
    skill = reading.skill
    block = reading.observed.as_json()
    return {
        **skill.fields.data,
        **({} if reading.changed is None else {"changed": reading.changed._asdict()}),
        **({} if block["cohort_stats"] is None else {"cohort_stats": block["cohort_stats"]}),
        "story": story_json(reading.story),
        "notices": [
            each.as_json(public_url) for each in notices(skill, reading.corpus, reading.past.verified)
        ],
        "disclaimer": disclaimer(ENGLISH),
        "sources_read": sources_read(reading.rows),
        "values": [_value(row, reading.rows) for row in reading.rows.values.values()],
        "references": [_reference(row) for row in reading.rows.references.values()],
        "unresolved": unresolved(reading),
        "required_documents": required_documents(reading, public_url),
        "observations_block": block,
        **published_at(public_url, "skills", skill.id),
        "commit": commit,
        "body": skill.body.text,
        "resolved_body": resolved_markdown(skill, reading.corpus, reading.rows, ENGLISH, reading.observed),
    }


def sources_read(rows: ShownRows) -> dict[str, Any]:
    """How its sources were read, counted and in a sentence."""
    count = SourceCount.over(rows.references.values())
    return {**count._asdict(), "text": count.words(ENGLISH)}


def unresolved(reading: SkillReading) -> list[str]:
    """What the body cites and nobody can be shown: by uid, or by name where it has none (R-TAG-17)."""
    found: dict[str, None] = {}
    for element in reading.skill.body.citations:
        uid, name = element.get("uid") or "", element.get("name") or ""
        row = _row(reading.rows, element.name, uid, name)
        if row is None or not row.is_resolved:
            found[uid or name] = None
    return list(found)


def required_documents(reading: SkillReading, public_url: str) -> list[dict[str, Any]]:
    """The paths that it requires, with what the directory calls each of them; of one that is withheld, that it is."""
    edges = reading.corpus.graph.requires_paths.get(reading.skill.id, ())
    return [_document(edge, reading, public_url) for edge in edges]


def _document(edge: Edge, reading: SkillReading, public_url: str) -> dict[str, Any]:
    entry = reading.corpus.paths.entries.get(edge.target)
    if entry is None:
        return {**edge.fields.data, "status": None}
    if is_withheld(entry.status):
        return {**edge.fields.data, "status": entry.status}
    told = {
        "title": entry.confirmed_fields.raw("title"),
        "purpose": entry.fields.raw("purpose"),
        "status": entry.status,
    }
    return {
        **edge.fields.data,
        **told,
        "canonical_url": published_at(public_url, "paths", entry.key)["canonical_url"],
    }


def _row(rows: ShownRows, tag: str, uid: str, name: str) -> ShownValue | ShownReference | None:
    return rows.value(uid, name) if tag == Tag.VV else rows.reference(uid, name)


def _value(row: ShownValue, rows: ShownRows) -> dict[str, Any]:
    """With the reading of its source, which is all the freshness that a value has."""
    source = source_of(row, rows) if row.is_resolved else None
    read = {"reading": reading_words(SourceReading.of(source), ENGLISH)} if source else {}
    return {**_said(row), **read}


def _reference(row: ShownReference) -> dict[str, Any]:
    read = (
        {"reading": reading_words(SourceReading.of(row), ENGLISH)} if row.is_resolved and not row.held else {}
    )
    return {**_said(row), **read}


def _said(row: ShownValue | ShownReference) -> dict[str, Any]:
    """Whatever it has: what is empty is left out, and only a held row says whether it is. Of one that pages do not show
    nothing is told that they do not tell (R-TAG-17): of a held value, what was stable before."""
    told = asdict(row)
    if not row.is_resolved:
        shown = ("uid", "name", "status", *(("held", "last_stable") if row.held else ()))
        told = {name: told.get(name) for name in shown}
        told["resolution_status"] = "held" if row.held else "unresolved"
    return {
        name: value
        for name, value in told.items()
        if value is not None and value != "" and value is not False
    }
