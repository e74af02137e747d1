"""The files that a decision makes of main: another status, an earlier text, or a hand-over that was observed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from becivic.corpus import frontmatter
from becivic.corpus.changes import with_entry, with_status
from becivic.corpus.directory import PATHS_INDEX
from becivic.corpus.load import Corpus
from becivic.corpus.reported import REPORTED, restated
from becivic.corpus.skill import Skill
from becivic.corpus.yaml12 import YamlRefused
from becivic.corpus.yaml_editing import with_field
from becivic.lifecycle import Decision
from becivic.publishing.changes.refused import Unpublishable
from becivic.publishing.changes.versioning import ChangeOrigin
from becivic.publishing.consensus.main_facts import Content, MainFacts
from becivic.rules.moments import rfc3339
from becivic.rules.publishing import Failure
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType


def files_of(decision: Decision, corpus: Corpus, facts: MainFacts) -> dict[str, bytes]:
    """Whole files, before versions are counted. Raises Unpublishable."""
    return (
        put_back(decision, corpus, _earlier(decision, facts))
        if decision.goes_back
        else flipped(decision, corpus)
    )


def origin_of(decision: Decision) -> ChangeOrigin:
    """What is only a status keeps the line of its text; what comes back begins anew."""
    return ChangeOrigin.RESTORED if decision.goes_back else ChangeOrigin.MAINTAINER


def put_back(decision: Decision, corpus: Corpus, content: Content) -> dict[str, bytes]:
    """An earlier text, with the status it had (R-QUAR-02). What nobody had confirmed of it has to be confirmed anew."""
    artefact, since = decision.artefact, rfc3339(decision.at)
    if artefact.target is TargetType.SKILL:
        return {corpus.skills[artefact.id].file: _restated_skill(content, since)}
    entry = restated(content.fields.data, since)
    return {PATHS_INDEX: with_entry(corpus, artefact.id, entry).encode()}


def _restated_skill(content: Content, since: str) -> bytes:
    if REPORTED not in content.fields:
        return content.raw
    text = content.raw.decode()
    source = frontmatter.split(text)[0].source
    try:
        marked = with_field(source, (REPORTED,), restated(content.fields.data, since))
    except YamlRefused:
        raise Unpublishable(Failure.CHANGE_REFUSED, "The frontmatter cannot be written anew.") from None
    return text.replace(source, marked, 1).encode()


def flipped(decision: Decision, corpus: Corpus) -> dict[str, bytes]:
    """The same text under another status, or with a source observed."""
    artefact, status = decision.artefact, decision.to
    if artefact.target is TargetType.SKILL:
        skill = corpus.skills[artefact.id]
        return {skill.file: _with_status(skill, status)}
    entry = corpus.paths.entries[artefact.id].fields.data
    changed = _observed(entry, decision.source) if decision.source else {**entry, "status": status.value}
    return {PATHS_INDEX: with_entry(corpus, artefact.id, changed).encode()}


def _earlier(decision: Decision, facts: MainFacts) -> Content:
    artefact = decision.artefact
    assert decision.back_to is not None  # it goes back
    found = facts.content_at(artefact.target, artefact.id, decision.back_to.at)
    if found is None:
        raise Unpublishable(Failure.CANONICAL_NOT_FOUND, "What it goes back to cannot be read any more.")
    return found


def _with_status(skill: Skill, status: Status) -> bytes:
    try:
        return with_status(skill, status).encode()
    except YamlRefused:
        raise Unpublishable(Failure.CHANGE_REFUSED, "The frontmatter cannot be written anew.") from None


def _observed(entry: Mapping[str, Any], source_id: str) -> dict[str, Any]:
    sources = [
        {**source, "post_handoff_observed": True} if source.get("id") == source_id else source
        for source in entry["sources"]
    ]
    return {**entry, "sources": sources}
