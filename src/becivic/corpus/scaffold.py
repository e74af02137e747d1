"""Skeletons that conform from the first minute: a skill, a path, a catalogue row (schemas 6.1, 6.11, 6.12)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from becivic.corpus.directory import PATHS_INDEX
from becivic.corpus.load import Corpus
from becivic.corpus.reference_data import CATEGORIES_FILE
from becivic.corpus.seed import SEED_FILE, SEED_LISTS, SNAPSHOT_FILES
from becivic.rules.contract import (
    CONTRACT_VERSION,
    PATH_SCHEMA_VERSION,
    SEED_SCHEMA_VERSION,
    SKILL_SCHEMA_VERSION,
)
from becivic.rules.errors import BeCivicError
from becivic.rules.identifiers import CATALOGUE_NAME, KEBAB, UidPrefix, matches
from becivic.rules.json_text import pretty_json
from becivic.rules.routes import Purpose, SourceClass, Theme
from becivic.rules.skills import DISCLAIMER, NO_REQUESTS, Section
from becivic.rules.statuses import Origin, Status


class ScaffoldRefused(BeCivicError):
    """A skeleton cannot be written as asked."""


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file to write, whole."""

    path: str
    content: str


_SECTION_TEXT: Final = {
    Section.BASIS: "Name the law or the official page that each claim rests on, with a `Ref` for each.",
    Section.DOCUMENTS: "List each document with where it comes from.",
    Section.PROCESS: "1. Write the first step.",
    Section.SURPRISES: "Nothing recorded yet.",
    Section.OBSERVATIONS: '<Observations skill="{id}" />',
    Section.REQUESTS: NO_REQUESTS,
}


def new_skill(corpus: Corpus, skill_id: str, *, title: str, category: str) -> NewFile:
    """A draft skill with every section in its place."""
    _fresh_id(skill_id, taken=corpus.knows_skill(skill_id), kind="skill")
    _known_category(corpus, category)
    fields: dict[str, str | int] = {
        "id": skill_id,
        "title": title,
        "schema_version": SKILL_SCHEMA_VERSION,
        "version": "0.0.0",
        "status": Status.DRAFT.value,
        "origin": Origin.BE_CIVIC.value,
        "category": category,
        "submission_contract_version": CONTRACT_VERSION,
    }
    front = "".join(f"{name}: {_yaml_scalar(value)}\n" for name, value in fields.items())
    sections = "".join(
        f"\n## {section}\n\n{text.replace('{id}', skill_id)}\n" for section, text in _SECTION_TEXT.items()
    )
    intro = f"**Starter scaffold: {DISCLAIMER}.** Say in two sentences what this procedure is and for whom.\n"
    return NewFile(f"skills/{skill_id}/canonical.md", f"---\n{front}---\n\n{intro}{sections}")


def _yaml_scalar(value: str | int) -> str:
    """JSON strings are YAML strings; plain where nothing could be misread."""
    plain = (
        isinstance(value, int)
        or matches(r"^[a-z][a-z0-9-]*$", value)
        or matches(r"^[0-9]+\.[0-9]+\.[0-9]+$", value)
    )
    return str(value) if plain else json.dumps(value, ensure_ascii=False)


def new_path(
    corpus: Corpus, path_id: str, *, title: str, authority: str, category: str, today: str
) -> NewFile:
    """A draft path whose only source is the commune's desk, added to the catalogue with the next uid."""
    _fresh_id(path_id, taken=path_id in corpus.paths.entries, kind="path")
    if authority not in corpus.authorities:
        raise ScaffoldRefused(
            f"There is no authority `{authority}` in data/authorities.json.",
            remedy="Add it first, or name one that is there.",
        )
    _refuse_unreadable(corpus, PATHS_INDEX)
    _known_category(corpus, category)
    catalogue = dict(corpus.paths.document.fields.data) or _empty_catalogue(today)
    entries = dict(catalogue.get("paths") or {})
    uids = [entry.fields.text("uid") for entry in corpus.paths.entries.values()]
    entries[path_id] = {
        "id": path_id,
        "uid": next_uid(UidPrefix.PATH, uids),
        "title": {"en": title},
        "description": {"en": f"How to obtain: {title}."},
        "themes": [Theme.IDENTITY_CIVIL_STATUS.value],
        "authority_id": authority,
        "schema_version": PATH_SCHEMA_VERSION,
        "version": "0.0.0",
        "status": Status.DRAFT.value,
        "origin": Origin.BE_CIVIC.value,
        "category": category,
        "purpose": Purpose.SUBMISSION.value,
        "applies_to": {},
        "outputs": [{"name": path_id.replace("-", "_"), "type": "document_artefact"}],
        "sources": [_desk_source()],
        "related_skills": [],
        "last_verified": today,
    }
    return NewFile(PATHS_INDEX, pretty_json({**catalogue, "paths": entries}))


def _empty_catalogue(today: str) -> dict[str, Any]:
    return {
        "schema_version": PATH_SCHEMA_VERSION,
        "version": "0.0.0",
        "generated_at": f"{today}T00:00:00Z",
        "paths": {},
    }


def _desk_source() -> dict[str, Any]:
    offline = SourceClass.OFFLINE.template
    return {
        "id": "commune-desk",
        "source_class": SourceClass.OFFLINE.value,
        "audience": {"regions": [], "communes": [], "predicates": []},
        "auth": {"method": "none", "supported_providers": []},
        "procedure": {"kind": "commune-visit"},
        "validation_path": {
            "kind": offline.kind,
            "success_signals": [{"check": check, "value": True} for check in offline.success_checks],
            "failure_signals": [
                {
                    "check": "commune-says-elsewhere",
                    "value": "the desk sends the person on",
                    "outcome": "wrong-desk",
                }
            ],
            "user_confirms_required": True,
        },
        "priority": offline.priority,
        "actor": {
            "primary": "user",
            "handoff": {
                "when": "physical-presence",
                "agent_responsibility": "Say which desk to go to and what to bring.",
                "user_responsibility": "Go to the desk and ask for the document.",
                "resumption": "Say what the desk answered.",
            },
        },
        "fallback_only": True,
    }


def new_row(corpus: Corpus, prefix: UidPrefix, fields: Mapping[str, Any]) -> tuple[str, NewFile]:
    """A catalogue row with the next uid, appended to the seed. Uids are minted here once and never again."""
    name = str(fields["name"])
    if not matches(CATALOGUE_NAME, name):
        raise ScaffoldRefused(
            f"`{name}` is not a catalogue name.",
            remedy="Write kebab-case with the agency first, like dvz-handling-fee-eur.",
        )
    for file in (SEED_FILE, *SNAPSHOT_FILES.values()):
        _refuse_unreadable(corpus, file)
    source = str(fields.get("source", ""))
    if source and corpus.catalogue.row(source) is None:
        raise ScaffoldRefused(
            f"There is no reference `{source}`.", remedy="Mint it first with `becivic new reference`."
        )
    taken = corpus.catalogue.named(prefix, name)
    if taken is not None:
        raise ScaffoldRefused(f"`{name}` already exists as {taken.uid}.", remedy="Cite that uid instead.")
    seed = dict(corpus.documents[SEED_FILE].fields.data) or {"schema_version": SEED_SCHEMA_VERSION}
    rows = {key: list(seed.get(key) or []) for key in SEED_LISTS.values()}
    key = SEED_LISTS[prefix]
    known = [str(row.get("uid", "")) for row in rows[key]] + [row.uid for row in corpus.snapshot]
    uid = next_uid(prefix, known)
    rows[key].append({"uid": uid, **fields})
    return uid, NewFile(SEED_FILE, pretty_json({**seed, **rows}))


def next_uid(prefix: UidPrefix, known: list[str]) -> str:
    """One more than the highest: numbers are never used twice, gaps are never filled (schemas 6.11)."""
    numbers = [prefix.number(uid) for uid in known if matches(prefix.pattern, uid)]
    return prefix.mint(max(numbers, default=0) + 1)


def _fresh_id(name: str, *, taken: bool, kind: str) -> None:
    if not matches(KEBAB, name):
        raise ScaffoldRefused(
            f"`{name}` is not an id.",
            remedy="Use lowercase letters, digits and dashes, starting with a letter.",
        )
    if taken:
        raise ScaffoldRefused(
            f"There is a {kind} `{name}` already.", remedy="Choose another id, or edit that one."
        )


def _refuse_unreadable(corpus: Corpus, file: str) -> None:
    """What cannot be read must not be written over: it would lose what is in it and mint its uids again."""
    for finding in corpus.findings:
        if finding.place.file == file:
            raise ScaffoldRefused(
                f"{finding.message}.",
                where=str(finding.place),
                remedy="Correct the file first; nothing was written.",
            )


def _known_category(corpus: Corpus, category: str) -> None:
    if category not in corpus.categories:
        raise ScaffoldRefused(
            f"There is no category `{category}` in {CATEGORIES_FILE}.",
            remedy=f"Add it there first, or choose one of: {', '.join(corpus.categories)}.",
        )
