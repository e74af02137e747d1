"""Answers about one artefact: one while it says the same, tagged by what it says, and never more than there is room for."""

from __future__ import annotations

from pathlib import Path

import pytest

from becivic.api.reading import paths, skills
from becivic.api.reading.answers import tagged
from becivic.app import create_app
from becivic.corpus.load import Loader
from becivic.library import Library
from becivic.store.store import Store
from becivic.web import kept
from tests.factories.asking import ask
from tests.factories.homes import StoppedClock, filled_home
from tests.factories.intake import state


def test_the_tag_is_of_what_is_said_whatever_the_commit() -> None:
    first, second = (tagged({"id": "x", "commit": commit}) for commit in ("1", "2"))
    assert first.tag == second.tag
    assert first.tag.startswith("W/")
    assert first.body != second.body
    assert tagged({"id": "y", "commit": "1"}).tag != first.tag


@pytest.mark.parametrize(
    ("module", "addresses"),
    [
        (skills, ["/api/skills/demo-clock", "/api/skills/demo-application"]),
        (paths, ["/api/paths/demo-certificate", "/api/paths/demo-certificate"]),
    ],
)
def test_whoever_asks_for_every_name_fills_no_memory(
    module: object,
    addresses: list[str],
    tmp_path: Path,
    sqlite_store: Store,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[kept.Kept] = []

    class Watched(kept.Kept):
        def __init__(self, most: int) -> None:
            super().__init__(most)
            made.append(self)

    monkeypatch.setattr(module, "ANSWERS_BYTES", 1)
    monkeypatch.setattr(module, "Kept", Watched)
    app = create_app(state(Library(filled_home(tmp_path), Loader()), sqlite_store, StoppedClock()))
    assert [ask(app, address).status_code for address in addresses] == [200, 200]
    assert [each.weight for each in made] == [0]
