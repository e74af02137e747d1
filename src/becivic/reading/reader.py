"""Skills and paths as they are read now, for every face: gathered once, and again when some record or main has changed.

While the records cannot be reached, what is known stands, and the rest comes from the files of the corpus (R-TAG-19).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, TypeVar

from sqlalchemy import Connection, bindparam, select

from becivic.clock import Clock, SystemClock
from becivic.corpus.directory import PathEntry
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.publishing.last_changes import content_id
from becivic.publishing.rot.source_standing import SourceStanding
from becivic.publishing.rot.standing import standings
from becivic.reading.confirmation_records import confirmations_of_path, confirmations_of_skill
from becivic.reading.filed import filed_path, filed_skill
from becivic.reading.freshness import Freshness
from becivic.reading.kept import Kept, Moment
from becivic.reading.links import links_of_path, links_of_skill, neighbours
from becivic.reading.observations import observed, targets_of_path, targets_of_skill
from becivic.reading.past import Pasts
from becivic.reading.readings import (
    UNKNOWN,
    Changed,
    Past,
    PathReading,
    SkillReading,
    Withheld,
    withheld_skill,
)
from becivic.reading.rows import cited_uids, shown_rows
from becivic.reading.story import story_of
from becivic.rules.consensus import Policy
from becivic.rules.moments import rfc3339
from becivic.rules.statuses import is_withheld
from becivic.rules.targets import TargetType
from becivic.store.prepared import Prepared
from becivic.store.store import Store, StoreUnavailable
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.written import read_moment

R = TypeVar("R", SkillReading, PathReading)

PathStandings = Mapping[str, Mapping[str, SourceStanding]]
"""By path, then by source."""

_ARTEFACT: Final = ARTEFACTS.c
_RECORD: Final = Prepared(
    select(_ARTEFACT.commit_sha, _ARTEFACT.changed_at, _ARTEFACT.blob_id).where(
        _ARTEFACT.target_type == bindparam("kind"), _ARTEFACT.target_id == bindparam("name")
    )
)


class Reader:
    """`pasts` reads main where there is one; without it nothing is known of how a text came to be."""

    def __init__(
        self, store: Store, freshness: Freshness, policy: Policy, clock: Clock, pasts: Pasts | None = None
    ) -> None:
        self.store: Final = store
        self.freshness: Final = freshness
        self.policy: Final = policy
        self._clock: Final = clock
        self._pasts: Final = pasts
        self._skills: Final = Kept[SkillReading]()
        self._paths: Final = Kept[PathReading]()
        self._standing: tuple[Corpus, Moment, PathStandings] | None = None

    async def skill(self, corpus: Corpus, skill_id: str) -> SkillReading | Withheld | None:
        """None where there is none of this name. The same object as last time, while it says the same."""
        skill = corpus.skills.get(skill_id)
        if skill is None:
            return None
        if is_withheld(skill.status):
            return withheld_skill(skill)
        found = UNKNOWN if self._pasts is None else await self._pasts.of(corpus, skill)
        past = found or UNKNOWN
        return await self._current(
            self._skills if found is not None else Kept(),  # without its past it is told, and not remembered
            skill.id,
            corpus,
            lambda connection: self._read_skill(connection, corpus, skill, past),
            lambda: replace(filed_skill(corpus, skill), past=past, links=links_of_skill(skill, corpus)),
        )

    async def path(self, corpus: Corpus, path_id: str) -> PathReading | Withheld | None:
        entry = corpus.paths.entries.get(path_id)
        if entry is None:
            return None
        if is_withheld(entry.status):
            return Withheld("path", entry.key, entry.status, entry.fields.text("superseded_by"))
        return await self._current(
            self._paths,
            entry.key,
            corpus,
            lambda connection: self._read_path(connection, corpus, entry),
            lambda: replace(filed_path(corpus, entry), links=links_of_path(entry, corpus)),
        )

    async def standing(self, corpus: Corpus) -> PathStandings:
        """How the sources of all paths stand, for lists. Empty while the records cannot be reached."""
        moment, known = await self.moment(), self._standing
        if known is not None and known[0] is corpus and known[1] == moment:
            return known[2]
        entries = [entry for entry in corpus.paths.entries.values() if not is_withheld(entry.status)]
        now = self._clock.now()
        try:
            found = await self.store.reading(
                lambda connection: standings(connection, entries, self.policy, now)
            )
        except StoreUnavailable:
            return known[2] if known is not None else {}
        told: PathStandings = {key: {each.source: each for each in some} for key, some in found.items()}
        told = known[2] if known is not None and known[2] == told else told
        self._standing = corpus, moment, told
        return told

    async def _current(
        self,
        kept: Kept[R],
        name: str,
        corpus: Corpus,
        read: Callable[[Connection], R],
        filed: Callable[[], R],
    ) -> R:
        moment = await self.moment()
        reading = kept.current(name, corpus, moment)
        if reading is not None:
            return reading
        try:
            return kept.keep(name, await self.store.reading(read), moment)
        except StoreUnavailable:
            return kept.known(name, corpus) or filed()

    async def moment(self) -> Moment:
        """From when whatever is read now is. Sources grow stale by the hour, whatever is stored."""
        return await self.freshness.number(), self._clock.now().strftime("%Y-%m-%dT%H")

    def _read_skill(self, connection: Connection, corpus: Corpus, skill: Skill, past: Past) -> SkillReading:
        cited = cited_uids(connection, skill.body)
        targets = targets_of_skill(skill, corpus, cited)
        return SkillReading(
            skill=confirmations_of_skill(connection, skill).skill(skill),
            corpus=corpus,
            links=links_of_skill(skill, corpus),
            rows=shown_rows(connection, cited),
            observed=observed(connection, (TargetType.SKILL, skill.id), targets, self.policy),
            changed=_changed(connection, TargetType.SKILL, skill.id, skill.blob_id),
            story=story_of(connection, TargetType.SKILL, skill.id),
            past=past,
        )

    def _read_path(self, connection: Connection, corpus: Corpus, entry: PathEntry) -> PathReading:
        found = standings(connection, [entry], self.policy, self._clock.now())[entry.key]
        return PathReading(
            entry=confirmations_of_path(connection, entry).entry(entry),
            corpus=corpus,
            observed=observed(connection, (TargetType.PATH, entry.key), targets_of_path(entry), self.policy),
            standing={each.source: each for each in found},
            used_by=neighbours(corpus).requiring_path(entry.key),
            links=links_of_path(entry, corpus),
            changed=_changed(connection, TargetType.PATH, entry.key, content_id(entry)),
            story=story_of(connection, TargetType.PATH, entry.key),
        )


def open_reader(
    store: Store, policy: Policy, clock: Clock | None = None, pasts: Pasts | None = None
) -> Reader:
    """One that looks as often as a server should (design 3)."""
    return Reader(store, Freshness(store, time.monotonic), policy, clock or SystemClock(), pasts)


def _changed(connection: Connection, target: TargetType, name: str, content: str) -> Changed | None:
    """Known for the very content that is served: the records may be a moment ahead of it."""
    found = _RECORD.first(connection, kind=target.value, name=name)
    if found is None:
        return None
    commit, at, blob_id = found
    if blob_id != content or commit is None or at is None:
        return None
    return Changed(commit, rfc3339(read_moment(at)))
