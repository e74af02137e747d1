"""What the community said of a skill or a path and of all that it cites, gathered into one block (schemas 6.10).

Feedback is the operator's alone, and never read here (R-OBSV-14).
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection

from becivic.corpus.directory import PathEntry
from becivic.corpus.fields import Fields
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.publishing.cohort_stats import cohort_stats
from becivic.publishing.published_concerns import Concern, Ranked, ranked
from becivic.reading.pending import Targets, pending_amendments
from becivic.rendering.observed import GROUPS, ObservedBlock, ObservedGroup, ObservedItem, said_in
from becivic.rules.consensus import Policy
from becivic.rules.identifiers import UidPrefix, of_kind
from becivic.rules.moments import rfc3339
from becivic.rules.reading import PAGE
from becivic.rules.submissions import SubmissionType
from becivic.rules.tags import Tag
from becivic.rules.targets import TargetType


def targets_of_skill(skill: Skill, corpus: Corpus, cited: Iterable[str]) -> Targets:
    """The skill, the rows it cites, and the paths it leads to with all their sources. Other skills speak for
    themselves (R-OBSV-01); paths go by their ids (C-76)."""
    named = dict.fromkeys(element.get("id") or "" for element in skill.body.named(Tag.PATH))
    entries = [corpus.paths.entries[key] for key in named if key in corpus.paths.entries]
    uids = sorted(cited)
    return {
        TargetType.SKILL: (skill.id,),
        TargetType.VOLATILE_VALUE: tuple(of_kind(uids, UidPrefix.VOLATILE_VALUE)),
        TargetType.REFERENCE: tuple(of_kind(uids, UidPrefix.REFERENCE)),
        TargetType.PATH: tuple(entry.key for entry in entries),
        TargetType.PATH_SOURCE: tuple(each for entry in entries for each in _sources(entry)),
    }


def targets_of_path(entry: PathEntry) -> Targets:
    """A path and all its sources (R-OBSV-09)."""
    return {TargetType.PATH: (entry.key,), TargetType.PATH_SOURCE: tuple(_sources(entry))}


def _sources(entry: PathEntry) -> list[str]:
    return [f"{entry.key}:{source.id}" for source in entry.sources]


def observed(
    connection: Connection, owner: tuple[TargetType, str], targets: Targets, policy: Policy
) -> ObservedBlock:
    """What is published, and what waits to be confirmed; votes only rank it (R-OBSV-06)."""
    stats = cohort_stats(connection, *owner, policy)
    found, waiting = ranked(connection, targets, PAGE), pending_amendments(connection, targets, policy)
    groups = tuple(_group(kind, found.get(kind, Ranked([], 0)), waiting, policy) for kind in GROUPS)
    return ObservedBlock(*owner, None if stats is None else stats.as_json(), groups)


def _group(kind: TargetType, found: Ranked, waiting: Iterable[ObservedItem], policy: Policy) -> ObservedGroup:
    """The foremost: by score, then newest (R-OBSV-03). Of more there is only the number."""
    items = [_item(concern, policy) for concern in found.concerns]
    others = [item for item in waiting if item.target_type is kind]
    items = sorted([*items, *others], key=lambda item: (item.score, item.committed_at), reverse=True)[:PAGE]
    return ObservedGroup(kind, tuple(items), found.total + len(others) - len(items))


def _item(concern: Concern, policy: Policy) -> ObservedItem:
    return ObservedItem(
        type=SubmissionType.CONCERN,
        target_type=concern.target_type,
        target_id=concern.target_id,
        up=concern.score.up,
        down=concern.score.down,
        body=said_in(Fields(concern.content)),
        committed_at=rfc3339(concern.committed_at),
        uid=concern.uid,
        evidence_date=concern.evidence_date,
        hidden=concern.score.is_hidden(policy),
    )
