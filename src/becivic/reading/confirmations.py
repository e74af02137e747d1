"""Which reported texts another address has confirmed, and the marks of a path or skill with that said (ADR 45). Pure.

The marks are in git, the votes in the records: `confirmation_records` reads those.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from becivic.corpus.directory import PathEntry
from becivic.corpus.fields import Fields
from becivic.corpus.reported import CONFIRMED, REPORTED
from becivic.corpus.skill import Skill
from becivic.rules.moments import read_rfc3339
from becivic.rules.targets import TargetType


@dataclass(frozen=True, slots=True)
class Confirmations:
    """When each reported target was last confirmed by another address than its author's, whose vote intake refuses.

    By a vote, or by a promotion: it keeps what the votes came to after their hashes are destroyed.
    """

    last: Mapping[tuple[TargetType, str], str] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """Names them, for an ETag; empty where there are none."""
        if not self.last:
            return ""
        told = "\n".join(f"{kind} {name} {at}" for (kind, name), at in sorted(self.last.items()))
        return f"-{hashlib.sha256(told.encode()).hexdigest()[:12]}"

    def entry(self, entry: PathEntry) -> PathEntry:
        """The same path, each mark with the moment of its confirmation where there is one."""
        if not self.last:
            return entry
        data = dict(entry.fields.data)
        if REPORTED in data:
            data[REPORTED] = self._list(TargetType.PATH, entry.key, data[REPORTED])
        if isinstance(data.get("sources"), list):
            data["sources"] = [self._source(entry.key, each) for each in data["sources"]]
        return replace(entry, fields=Fields(data))

    def skill(self, skill: Skill) -> Skill:
        """The same for a skill."""
        if REPORTED not in skill.fields or not self.last:
            return skill
        marks = self._list(TargetType.SKILL, skill.id, skill.fields.raw(REPORTED))
        front = replace(skill.frontmatter, fields=Fields({**skill.fields.data, REPORTED: marks}))
        return replace(skill, frontmatter=front)

    def _source(self, path_id: str, source: Any) -> Any:  # noqa: ANN401  any JSON value
        if not isinstance(source, dict) or REPORTED not in source:
            return source
        name = f"{path_id}:{source.get('id')}"
        return {**source, REPORTED: self._mark(TargetType.PATH_SOURCE, name, source[REPORTED])}

    def _list(self, target: TargetType, name: str, marks: Any) -> Any:  # noqa: ANN401  any JSON value
        return [self._mark(target, name, each) for each in marks] if isinstance(marks, list) else marks

    def _mark(self, target: TargetType, name: str, made: Any) -> Any:  # noqa: ANN401  any JSON value
        last = self.last.get((target, name))
        if not isinstance(made, dict) or last is None:
            return made
        since, at = read_rfc3339(str(made.get("since"))), read_rfc3339(last)
        return {**made, CONFIRMED: last} if since and at and at > since else made
