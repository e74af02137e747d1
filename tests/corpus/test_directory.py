"""The Path Directory: entries, sources and lines, whatever the file holds."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.corpus.directory import PATHS_INDEX, PathDirectory
from becivic.corpus.documents import JsonDocument
from becivic.corpus.findings import Place
from becivic.rules.statuses import Status, Version
from tests.factories.corpora import PATHS, Files
from tests.factories.json_edits import DEMO, line_at
from tests.requirement import requirement


def directory(value: Any) -> PathDirectory:
    return PathDirectory(JsonDocument(PATHS_INDEX, value, json.dumps(value, indent=2)))


@requirement("R-PCAT-01")
def test_entries_stand_under_their_keys() -> None:
    paths = Files.valid().load().paths
    assert list(paths.entries) == ["demo-certificate"]
    entry = paths.entries["demo-certificate"]
    assert entry.key == entry.fields.text("id")
    assert entry.status is Status.ALPHA
    assert entry.version == Version(0, 1, 0)


@requirement("R-SRC-01")
def test_an_entry_gives_its_sources_in_order() -> None:
    sources = Files.valid().load().paths.entries["demo-certificate"].sources
    assert [(source.id, source.source_class) for source in sources] == [
        ("federal-portal", "federal-auth-handoff"),
        ("commune-desk", "offline"),
    ]
    (predicate,) = sources[1].predicates()
    assert predicate.text("field") == "user.region"
    assert predicate.pointer == f"{DEMO}/sources/1/audience/predicates/0"


def test_a_pointer_has_its_line() -> None:
    files = Files.valid()
    paths = files.load().paths
    assert paths.place(f"{DEMO}/version") == Place(PATHS, line_at(files, f"{DEMO}/version"))
    assert paths.place() == Place(PATHS, 1)


def test_a_missing_catalogue_has_no_entries_and_still_a_place() -> None:
    paths = Files.valid().without(PATHS).load().paths
    assert paths.entries == {}
    assert not paths.document.exists
    assert paths.place(f"{DEMO}/version") == Place(PATHS, 1)


@pytest.mark.parametrize("value", [None, [], 7, "x", {}, {"paths": []}, {"paths": {"a": 7, "b": []}}])
def test_a_catalogue_of_another_shape_has_no_entries(value: object) -> None:
    assert directory(value).entries == {}


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["status", "version", "sources", "id", "source_class", "audience", "predicates"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=4), _JSON, max_size=3))
def test_entries_of_any_shape_can_be_read(entries: dict[str, Any]) -> None:
    for key, entry in directory({"paths": entries}).entries.items():
        assert entry.fields.data is entries[key]
        assert entry.status is None or entry.status in Status
        assert entry.version is None or isinstance(entry.version, Version)
        for source in entry.sources:
            assert isinstance(source.id, str)
            assert isinstance(source.source_class, str)
            assert all(isinstance(each.data, dict) for each in source.predicates())
