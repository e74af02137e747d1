"""The path catalogue as it is merged: entries that changed, and the catalogue's own version and time."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from becivic.corpus.checks import path_catalogue_version, rule_18
from becivic.corpus.tree import git_blob_id
from becivic.publishing.changes.finished_paths import FinishedPaths, PathsFinisher, entry_text
from becivic.publishing.changes.versioning import ChangeOrigin
from becivic.rules.statuses import Status, Version
from becivic.rules.targets import TargetType
from tests.factories.changes import SHA, Names
from tests.factories.corpora import PATHS, Files
from tests.factories.homes import NOON
from tests.factories.json_edits import DEMO, value_at, with_path, with_value, without_value
from tests.requirement import requirement

COMMUNITY, DRAFT, MAINTAINER, RESTORED = ChangeOrigin
LATER = NOON + timedelta(days=1, milliseconds=5)
RULES = [rule_18.check, path_catalogue_version.check]


def _finished(before: Files, after: bytes, origin: ChangeOrigin = COMMUNITY) -> FinishedPaths:
    corpus = before.load()
    return PathsFinisher(origin, Names(corpus).mint, SHA, LATER).finish(after, corpus.paths)


def _catalogue(found: FinishedPaths) -> Any:
    return json.loads(found.raw)


def _at(status: str, version: str, own: str) -> Files:
    files = with_value(with_value(Files.valid(), f"{DEMO}/status", status), f"{DEMO}/version", version)
    return with_value(files, "/version", own)


def _described(files: Files) -> Files:
    return with_value(files, f"{DEMO}/description/en", "Other words.")


@requirement("R-VER-09")
def test_a_changed_entry_and_the_catalogue_are_counted_and_dated() -> None:
    before = Files.valid()
    found = _finished(before, _described(before)[PATHS])
    catalogue = _catalogue(found)
    assert catalogue["version"] == catalogue["paths"]["demo-certificate"]["version"] == "0.1.1"
    assert catalogue["generated_at"] == "2026-11-16T12:00:00Z"
    assert before.with_file(PATHS, found.raw).findings(RULES, base=before) == []
    (change,) = found.changes
    assert (change.target, change.id) == (TargetType.PATH, "demo-certificate")
    assert (change.status, change.version) == (Status.ALPHA, Version(0, 1, 1))
    entry = catalogue["paths"]["demo-certificate"]
    assert change.blob_id == git_blob_id((json.dumps(entry, ensure_ascii=False, indent=2) + "\n").encode())
    assert entry_text(entry).startswith('{\n  "id": "demo-certificate"')


@requirement("R-VER-09", "R-FM-20")
def test_a_strangers_edit_of_a_stable_path_resets_both_lines() -> None:
    before = _at("stable", "1.0.4", "1.0.9")
    found = _finished(before, _described(before)[PATHS])
    entry = _catalogue(found)["paths"]["demo-certificate"]
    assert (entry["status"], entry["version"], entry["previous_stable_sha"]) == ("alpha", "0.1.0", SHA)
    assert _catalogue(found)["version"] == "0.1.0"
    assert before.with_file(PATHS, found.raw).findings(RULES, base=before) == []
    assert found.changes[0].restarts_cohort


@requirement("R-VER-09")
def test_the_catalogue_follows_its_highest_entry() -> None:
    before = with_path(_at("beta", "0.2.4", "0.2.2"), "demo-second", status="alpha", version="0.1.0")
    flipped = with_value(before, "/paths/demo-second/status", "stable")
    found = _finished(before, flipped[PATHS], MAINTAINER)
    assert (_catalogue(found)["version"], _catalogue(found)["paths"]["demo-second"]["version"]) == (
        "1.0.0",
        "1.0.0",
    )
    assert before.with_file(PATHS, found.raw).findings(RULES, base=before) == []


def test_where_no_entry_changed_the_file_is_as_it_was_but_for_its_layout() -> None:
    before = Files.valid()
    assert _finished(before, before[PATHS]) == FinishedPaths(before[PATHS])
    for pointer, value in (("/version", "7.7.7"), ("/generated_at", "2030-01-01T00:00:00Z")):
        by_hand = with_value(before, pointer, value)
        assert _catalogue(_finished(before, by_hand[PATHS], MAINTAINER)) == json.loads(before[PATHS])
    by_hand = with_value(before, f"{DEMO}/version", "0.1.9")
    found = _finished(before, by_hand[PATHS], MAINTAINER)
    assert (_catalogue(found), found.changes) == (json.loads(before[PATHS]), ())


@requirement("R-UID-04", "R-UID-06")
@pytest.mark.parametrize("uid", [None, ""])
def test_a_new_entry_gets_its_uid_by_its_id(uid: str | None) -> None:
    before = Files.valid()
    after = with_path(
        before, "demo-second", uid=uid or "", status="draft", version="3.0.0", origin="be-civic"
    )
    if uid is None:
        after = without_value(after, "/paths/demo-second/uid")
    found = _finished(before, after[PATHS], DRAFT)
    entry = _catalogue(found)["paths"]["demo-second"]
    assert [*entry][:2] == ["id", "uid"]
    assert entry["uid"] == "pth-00900"
    assert (entry["status"], entry["version"], entry["origin"]) == ("alpha", "0.1.0", "community")
    again = _finished(before, found.raw, DRAFT)
    assert again == found


def test_a_uid_that_is_there_stays_and_a_key_that_is_no_id_gets_none() -> None:
    before = Files.valid()
    kept = _finished(before, with_path(before, "demo-second", uid="pth-00007")[PATHS], MAINTAINER)
    assert _catalogue(kept)["paths"]["demo-second"]["uid"] == "pth-00007"
    odd = without_value(with_path(before, "Demo Second"), "/paths/Demo Second/uid")
    odd = without_value(odd, "/paths/Demo Second/id")
    assert "uid" not in _catalogue(_finished(before, odd[PATHS], MAINTAINER))["paths"]["Demo Second"]
    nameless = without_value(with_path(before, "demo-second", uid=""), "/paths/demo-second/id")
    assert next(iter(_catalogue(_finished(before, nameless[PATHS], DRAFT))["paths"]["demo-second"])) == "uid"


@requirement("R-VER-05")
def test_a_pinned_entry_keeps_its_version_and_is_named() -> None:
    before = with_value(Files.valid(), f"{DEMO}/version_pin", True)
    found = _finished(before, _described(before)[PATHS])
    assert found.pinned == ("demo-certificate",)
    assert _catalogue(found)["paths"]["demo-certificate"]["version"] == "0.1.0"
    assert before.with_file(PATHS, found.raw).findings([path_catalogue_version.check], base=before) == []


@pytest.mark.parametrize("raw", [b"{", b"\xff"])
def test_what_cannot_be_read_is_left_for_the_loader_to_name(raw: bytes) -> None:
    assert _finished(Files.valid(), raw) == FinishedPaths(raw)


def test_a_catalogue_that_loses_its_last_entry_is_still_counted() -> None:
    before = Files.valid()
    empty = with_value(before, "/paths", {})
    assert _catalogue(_finished(before, empty[PATHS], MAINTAINER))["version"] == "0.1.1"
    bare = without_value(empty, "/version")
    none = Files({PATHS: b'{"paths": {}}\n'})
    assert _finished(none, bare[PATHS], MAINTAINER) == FinishedPaths(bare[PATHS])
    assert "version" not in _catalogue(_finished(Files({}), bare[PATHS], MAINTAINER))


def test_an_entry_without_a_readable_status_is_no_artefact_yet() -> None:
    before = Files.valid()
    odd = with_value(before, f"{DEMO}/status", "odd")
    found = _finished(before, odd[PATHS], MAINTAINER)
    assert (found.changes, value_at(before.with_file(PATHS, found.raw), f"{DEMO}/version")) == ((), "0.1.0")
