from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from becivic.publishing.bot_commits import commit_files
from becivic.publishing.forge.forge import ForgeRefused, ForgeUnavailable, MainMoved, Proposed
from becivic.rules.publishing import MessagePrefix
from becivic.store.store import Store
from tests.factories.press import Press, press_beside
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


def overtaken(
    house: Press, monkeypatch: pytest.MonkeyPatch, before: str, content: bytes = b"{}\n", dies_at: str = ""
) -> list[str | None]:
    """Another run makes the same wholly between two steps of this one, or as far as where it dies."""
    forge, other = house.workshop.forge, press_beside(house)
    step = getattr(forge, before)
    came_to: list[str | None] = []

    def dies(_: str) -> None:
        raise Died

    def meanwhile(*given: Any) -> Any:
        if not came_to:
            came_to.append(None)
            with monkeypatch.context() as patched, suppress(Died):
                if dies_at:
                    patched.setattr(other.workshop.forge, dies_at, dies)
                came_to[0] = write(other, content)
        return step(*given)

    monkeypatch.setattr(forge, before, meanwhile)
    return came_to


class Died(BaseException):
    """As a kill: nothing of ours catches it."""


@pytest.mark.parametrize("before", ["find", "open", "merge", "forget"])
def test_of_two_runs_that_make_the_same_at_one_moment_neither_fails(
    house: Press, monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    came_to = overtaken(house, monkeypatch, before)
    made = [write(house), *came_to]
    assert {commit for commit in made if commit} == {house.workshop.repository.head()}
    assert house.workshop.forge.find(BRANCH) is None


@pytest.mark.parametrize("before", ["open", "merge"])
def test_what_differs_from_what_another_run_made_at_this_moment_is_committed_on_top(
    house: Press, monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    came_to = overtaken(house, monkeypatch, before, b"[]\n")
    commit = write(house)
    assert commit is not None
    assert house.workshop.repository.parents(commit) == came_to
    assert house.workshop.repository.file_at(commit, "docs/activity/global.json") == b"{}\n"


@pytest.mark.parametrize("before", ["open", "merge"])
def test_another_run_that_dies_after_its_merge_at_this_moment_is_in_nobodys_way(
    house: Press, monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    overtaken(house, monkeypatch, before, b"[]\n", dies_at="forget")
    assert write(house) == house.workshop.repository.head()
    assert house.workshop.forge.find(BRANCH) is None


def test_a_forge_that_does_not_take_it_is_not_asked_again(
    house: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def refuses(branch: str, _: str) -> str:
        asked.append(branch)
        raise ForgeRefused("is protected.")

    monkeypatch.setattr(house.workshop.forge, "merge", refuses)
    with pytest.raises(ForgeRefused, match="is protected"):
        write(house)
    assert asked == [BRANCH]


@requirement("R-JOB-14")
def test_what_is_generated_is_committed_by_the_bot_and_skips_ci(house: Press) -> None:
    commit = write(house)
    assert commit == house.workshop.repository.head()
    told = house.workshop.repository.told(commit or "")
    assert told.message == "index: bring the dashboard up to date [skip ci]\n"
    assert (told.author.name, told.author.email) == ("Be Civic Bot", "bot@becivic.invalid")
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
