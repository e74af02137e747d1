"""A path as JSON: its entry as the directory has it, and how it stands now. One place for the API, pages and MCP."""

from __future__ import annotations

from typing import Any

from becivic.corpus.directory import PathEntry
from becivic.corpus.reported import unconfirmed_fields
from becivic.reading.readings import PathReading
from becivic.reading.terms_of_use import published_at
from becivic.rendering.notices import offered_offline, path_notices, sources_as_offered
from becivic.rendering.story import story_json
from becivic.rendering.voice import ENGLISH
from becivic.rules.statuses import Status


def reported_json(entry: PathEntry) -> dict[str, Any]:
    """What of a path is an anonymous report that nobody has confirmed, said once more where it cannot be missed."""
    sources = [source.id for source in entry.sources_in_turn if source.is_unconfirmed]
    fields = sorted(unconfirmed_fields(entry.fields))
    if not sources and not fields:
        return {}
    note = f"{ENGLISH.t('body.reported')} {ENGLISH.t('body.reported_words')}"
    return {"unconfirmed": {"note": note, "sources": sources, "fields": fields}}


def path_json(reading: PathReading, commit: str | None, public_url: str) -> dict[str, Any]:
    """`sources_in_turn` is the order in which they are offered to somebody who may use them all; `offered` are those by which
    a deprecated path is still offered."""
    entry = reading.entry
    notices = path_notices(entry, reading.corpus, ENGLISH.language, reading.standing)
    offered = [source.id for source in offered_offline(entry, reading.standing)]
    standing = (reading.standing.get(source.id) for source in entry.sources)
    return {
        **entry.fields.data,
        "path_id": entry.key,
        **({} if reading.changed is None else {"changed": reading.changed._asdict()}),
        "story": story_json(reading.story),
        **reported_json(entry),
        "notices": [each.as_json(public_url) for each in notices],
        "sources_in_turn": [source.id for source in sources_as_offered(entry, reading.standing)],
        **({"offered": offered} if entry.status is Status.DEPRECATED else {}),
        "standing": [each.as_json() for each in standing if each is not None],
        "used_by": list(reading.used_by),
        "observations_block": reading.observed.as_json(),
        **published_at(public_url, "paths", entry.key),
        "commit": commit,
    }
