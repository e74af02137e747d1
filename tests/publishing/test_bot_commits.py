from __future__ import annotations

from typing import Any

import pytest

from becivic.publishing.bot_commits import commit_files
from becivic.publishing.forge.forge import ForgeUnavailable, MainMoved, Proposed
from becivic.rules.publishing import MessagePrefix
from becivic.store.store import Store
from tests.factories.press import Press
from tests.requirement import requirement

BRANCH = "generated/index"


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    """One is enough: the SQL that runs here is tested on both databases beside what it belongs to."""
    return sqlite_store


def write(house: Press, content: bytes = b"{}\n") -> str | None:
    return commit_files(
        house.workshop,
        {"docs/activity/global.json": content},
        prefix=MessagePrefix.INDEX,
        subject="bring the dashboard up to date",
        branch=BRANCH,
        now=house.now,
    )


@requirement("R-JOB-14")
def test_what_is_generated_is_committed_by_the_bot_and_skips_ci(house: Press) -> None:
    commit = write(house)
    assert commit == house.workshop.repository.head()
    told = house.workshop.repository.told(commit or "")
    assert told.message == "index: bring the dashboard up to date [skip ci]\n"
    assert (told.author.name, told.author.email) == ("Be Civic Bot", "bot@becivic.be")
    assert house.workshop.forge.find(BRANCH) is None


def test_what_main_holds_already_is_not_committed_again(house: Press) -> None:
    write(house)
    assert write(house) is None
    assert write(house, b"[]\n") is not None


def test_a_run_that_died_after_the_merge_is_in_nobodys_way(house: Press) -> None:
    forge = house.workshop.forge
    main = forge.main()
    forge.open(
        Proposed(BRANCH, main, {"docs/activity/global.md": b"# Activity\n"}, "index: half\n", house.now)
    )
    forge.merge(BRANCH, main)
    assert write(house) is not None


def test_a_main_that_moves_is_met_again_and_not_for_ever(
    house: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    forge = house.workshop.forge
    merge, left = forge.merge, [2]

    def moved(*arguments: Any) -> str:
        if left[0]:
            left[0] -= 1
            raise MainMoved("moved.")
        return merge(*arguments)

    monkeypatch.setattr(forge, "merge", moved)
    assert write(house) is not None
    left[0] = 99
    with pytest.raises(ForgeUnavailable):
        write(house, b"[]\n")
