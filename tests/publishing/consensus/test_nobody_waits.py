"""One thread writes for everybody: what a decision needs of git or of a forge is there before it is that thread's turn."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from becivic.publishing.forge.forge import ForgeRefused
from becivic.publishing.forge.local import LocalForge
from becivic.publishing.repository import CorpusRepository
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from tests.factories.courts import Court
from tests.factories.polls import A_FORTNIGHT, PATH, SKILL, VALUE, begun
from tests.factories.press import Press

CLOCK: Final = (TargetType.SKILL, "nationality-residence-clock")


def _refuse_the_writer(name: str) -> None:
    if not name.startswith("_") and threading.current_thread().name == "becivic-writer":
        raise AssertionError(f"{name} is asked while everybody waits to write.")


class HurriedForge(LocalForge):
    """Answers nobody whom the others wait for."""

    def __getattribute__(self, name: str) -> object:
        _refuse_the_writer(name)
        return super().__getattribute__(name)


class HurriedRepository(CorpusRepository):
    """The same of what is read from git."""

    def __getattribute__(self, name: str) -> object:
        _refuse_the_writer(name)
        return super().__getattribute__(name)


@pytest.fixture
def hurried(sqlite_store: Store, tmp_path: Path) -> Court:
    house = begun(sqlite_store, tmp_path / "home")
    own = HurriedRepository.open(house.workshop.repository.path)
    workshop = replace(house.workshop, repository=own, forge=HurriedForge(own))
    return Court(Press(house.service, workshop))


def test_whatever_is_decided_and_ruled_nobody_waits_for_git_to_write(hurried: Court) -> None:
    for name in ("skill/body-with-provenance", "skill/frontmatter-summary", "path/audience-summary"):
        hurried.press.sends(f"amendments/valid/{name}")
    assert hurried.press.a_day_later().total == 3
    hurried.reject(SKILL, 2)
    hurried.flag(CLOCK)
    hurried.confirm(PATH, 3)
    hurried.reject(VALUE, 2)
    hurried.later(A_FORTNIGHT)
    report = hurried.tick()
    assert (report.waiting, report.failed) == ({}, {})
    assert sorted(hurried.decided(report)) == sorted(
        [
            ("rollback", SKILL[1], "alpha", "alpha"),
            ("quarantine", CLOCK[1], "alpha", "alpha"),
            ("promote", PATH[1], "alpha", "beta"),
            ("rollback", VALUE[1], "alpha", "deprecated"),
        ]
    )
    assert hurried.releases(CLOCK).status is Status.ALPHA


def test_what_is_pulled_without_anything_behind_it_keeps_nobody_waiting_either(
    hurried: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried.press.sends("amendments/valid/skill/frontmatter-summary")
    hurried.press.a_day_later()
    hurried.flag(CLOCK)
    forge = hurried.press.workshop.forge
    real, refusals = forge.merge, [ForgeRefused("is protected.")]

    def merge(branch: str, onto: str) -> str:
        if refusals:
            raise refusals.pop()
        return real(branch, onto)

    monkeypatch.setattr(forge, "merge", merge)
    assert hurried.decided(hurried.tick()) == [("quarantine", CLOCK[1], "alpha", "quarantined")]
    hurried.quarantine(PATH)
    assert hurried.releases(PATH).status is Status.ALPHA
