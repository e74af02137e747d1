"""What became of each artefact and file between two corpora: kind, versions, diff, and the text as it reads now."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from becivic.corpus.directory import PATHS_INDEX, PathEntry
from becivic.corpus.fields import Fields
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.corpus.tag_only import tag_only
from becivic.publishing.changes.finished_paths import entry_text
from becivic.publishing.changes.versioning import content_of
from becivic.publishing.previews.path_card import path_card
from becivic.publishing.previews.rendering import Look, rendered
from becivic.publishing.previews.shown import ChangeKind, ShownArtefact, ShownFile, Standing
from becivic.rules.targets import TargetType

_SKILL: Final = re.compile(r"skills/([^/]+)/canonical\.md")
_STABLE_SHA: Final = "previous_stable_sha"
_STATUS: Final = "status"


@dataclass(frozen=True, slots=True)
class Comparison:
    before: Corpus
    after: Corpus
    files: Collection[str]
    """Those that differ."""
    look: Look

    def artefacts(self) -> Iterator[ShownArtefact]:
        for path in sorted(self.files):
            if found := _SKILL.fullmatch(path):
                yield self._skill(found[1], path)
        if PATHS_INDEX in self.files:
            for key, entry in self.after.paths.entries.items():
                known = self.before.paths.entries.get(key)
                if known is None or known.fields.data != entry.fields.data:
                    yield self._path(entry, known)

    def others(self) -> Iterator[ShownFile]:
        for path in sorted(self.files):
            if not _SKILL.fullmatch(path) and path != PATHS_INDEX:
                yield ShownFile(path, path not in self.before.files, self._file_diff(path))

    def _skill(self, skill_id: str, path: str) -> ShownArtefact:
        before, after = self.before.skills.get(skill_id), self.after.skills.get(skill_id)
        return ShownArtefact(
            target=TargetType.SKILL,
            id=skill_id,
            title=after.title if after is not None else "",
            kind=_skill_kind(before, after, is_new=path not in self.before.files),
            before=_standing(before),
            after=_standing(after),
            diff=self._file_diff(path),
            rendered="" if after is None else rendered(after.body, self.after, self.look),
            previous_stable_sha=_stable_sha(_fields(before), _fields(after)),
        )

    def _path(self, entry: PathEntry, before: PathEntry | None) -> ShownArtefact:
        old = "" if before is None else entry_text(before.fields.data)
        return ShownArtefact(
            target=TargetType.PATH,
            id=entry.key,
            title=entry.fields.child("title").text("en"),
            kind=_path_kind(before, entry),
            before=_standing(before),
            after=_standing(entry),
            diff=diff(old, entry_text(entry.fields.data), f"{PATHS_INDEX}#{entry.key}"),
            rendered=path_card(entry, self.after),
            previous_stable_sha=_stable_sha(_fields(before), entry.fields),
        )

    def _file_diff(self, path: str) -> str:
        old = self.before.tree.read(path) if path in self.before.files else b""
        return diff(_text(old), _text(self.after.tree.read(path)), path)


def diff(old: str, new: str, name: str) -> str:
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), f"main/{name}", name, lineterm="")
    return "".join(f"{line}\n" for line in lines)


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _standing(artefact: Skill | PathEntry | None) -> Standing:
    if artefact is None:
        return Standing()
    version, status = artefact.version, artefact.status
    return Standing(None if version is None else str(version), None if status is None else status.value)


def _fields(artefact: Skill | PathEntry | None) -> Fields:
    return Fields({}) if artefact is None else artefact.fields


def _stable_sha(before: Fields, after: Fields) -> str | None:
    """Where the change sets it: the last stable text stays reachable (C-03)."""
    sha = after.text(_STABLE_SHA)
    return sha if sha and sha != before.text(_STABLE_SHA) else None


def _skill_kind(before: Skill | None, after: Skill | None, *, is_new: bool) -> ChangeKind:
    if is_new:
        return ChangeKind.NEW
    if before is None or after is None or not tag_only(before.body, after.body):
        return ChangeKind.AMENDED
    return _fields_kind(before.fields, after.fields, ChangeKind.TAG_ONLY)


def _path_kind(before: PathEntry | None, after: PathEntry) -> ChangeKind:
    if before is None:
        return ChangeKind.NEW
    return _fields_kind(before.fields, after.fields, ChangeKind.AMENDED)


def _fields_kind(before: Fields, after: Fields, otherwise: ChangeKind) -> ChangeKind:
    """Of texts that say the same: other fields, another status alone, or neither."""
    old, new = content_of(before), content_of(after)
    if {**old, _STATUS: None} != {**new, _STATUS: None}:
        return ChangeKind.AMENDED
    return otherwise if old == new else ChangeKind.STATUS
