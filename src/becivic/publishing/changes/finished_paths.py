"""A paths/index.json as it is merged: uids of new entries, versions of changed ones, and the catalogue's own
(schemas 6.12.7; R-UID-04, R-VER-09; C-61).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from becivic.clock import rfc3339
from becivic.corpus.directory import PathDirectory
from becivic.corpus.fields import Fields
from becivic.corpus.tree import git_blob_id
from becivic.publishing.changes.uid_filling import Mint
from becivic.publishing.changes.versioning import VERSION, ArtefactChange, ChangeOrigin, Step, content_of
from becivic.rules.identifiers import PATH_ID, UidPrefix, matches
from becivic.rules.json_text import JsonRefused, parse_json, pretty_json
from becivic.rules.statuses import Status, Version, catalogue_line
from becivic.rules.targets import TargetType

_PATHS = "paths"
_GENERATED = "generated_at"


@dataclass(frozen=True, slots=True)
class FinishedPaths:
    raw: bytes
    changes: tuple[ArtefactChange, ...] = ()
    pinned: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PathsFinisher:
    origin: ChangeOrigin
    mint: Mint
    commit: str | None
    now: datetime

    def finish(self, raw: bytes, base: PathDirectory) -> FinishedPaths:
        try:
            catalogue = Fields.of(parse_json(raw))
        except JsonRefused:
            return FinishedPaths(raw)  # the loader says what is wrong with it
        entries = dict(catalogue.child(_PATHS).data)
        changes, pinned = [], []
        for key, entry in catalogue.child(_PATHS).members():
            before = base.entries.get(key)
            if before is not None and before.fields.data == entry.data:
                continue
            step = self._step(entry, None if before is None else before.fields)
            entries[key] = self._entry(key, step)
            changes += _change(key, entries[key], step)
            pinned += [key] if step.is_pinned and step.edited else []
        whole = {**catalogue.data, _PATHS: entries, **self._own(entries, base)}
        same = whole == catalogue.data
        return FinishedPaths(raw if same else pretty_json(whole).encode(), tuple(changes), tuple(pinned))

    def _step(self, entry: Fields, before: Fields | None) -> Step:
        edited = before is None or content_of(before) != content_of(entry)
        return Step(before, entry, edited=edited, origin=self.origin)

    def _entry(self, key: str, step: Step) -> dict[str, Any]:
        entry = {**step.after.data, **step.set_by_service(self.commit)}
        if step.before is None and not entry.get("uid") and matches(PATH_ID, key):
            return _with_uid(entry, self.mint(UidPrefix.PATH, key))
        return entry

    def _own(self, entries: Mapping[str, Any], base: PathDirectory) -> dict[str, Any]:
        """The catalogue's version and time: those it had, unless an entry is other than it was."""
        known = base.document.fields
        if known.raw(_PATHS) == entries:
            return {name: known.raw(name) for name in (VERSION, _GENERATED) if name in known}
        version = _next(Version.parse(known.raw(VERSION)), entries)
        return {VERSION: version, _GENERATED: rfc3339(self.now)} if version else {}


def entry_text(entry: Mapping[str, Any]) -> str:
    """A path's own text, of which `blob_id` is the git id: its entry as `pretty_json` lays it out."""
    return pretty_json(entry)


def _with_uid(entry: Mapping[str, Any], uid: str) -> dict[str, Any]:
    """Behind the id, where readers look for it."""
    first = {name: entry[name] for name in ("id",) if name in entry}
    return {**first, "uid": uid, **{name: value for name, value in entry.items() if name != "uid"}}


def _next(before: Version | None, entries: Mapping[str, Any]) -> str:
    statuses = [Status.read(Fields.of(entry).raw("status")) for entry in entries.values()]
    line = catalogue_line([status for status in statuses if status is not None])
    if line is None:
        return "" if before is None else str(before._replace(patch=before.patch + 1))
    if before is None or before.line != line:
        return str(Version(*line, 0))
    return str(before._replace(patch=before.patch + 1))


def _change(key: str, entry: Mapping[str, Any], step: Step) -> list[ArtefactChange]:
    status, version = Status.read(entry.get("status")), Version.parse(entry.get(VERSION))
    if status is None or version is None or (step.before is not None and step.before.data == entry):
        return []
    blob_id = git_blob_id(entry_text(entry).encode())
    return [ArtefactChange(TargetType.PATH, key, status, version, step.restarts_cohort(version), blob_id)]
