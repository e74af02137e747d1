"""What a visit remembers of the answers that tools are made of."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from becivic.mcp import visit as visits
from becivic.mcp.asking import Answered, Caller, Question
from becivic.mcp.told import Provenance, Told
from becivic.mcp.visit import House, Visit

NAMED = Question("/api/skills/demo")


@pytest.fixture
def made() -> list[str]:
    """The bodies that something was made of, in order."""
    return []


@pytest.fixture
def visit() -> Visit:
    async def ask(_: Question, __: Caller) -> Answered:
        raise AssertionError("Nothing is asked for here.")

    corpus: Any = SimpleNamespace(commit="c" * 40)
    house = House(ask, lambda: corpus, "http://be.test", lambda: datetime(2026, 1, 1, tzinfo=UTC), bytes)
    return Visit(house, Caller())


def read(visit: Visit, made: list[str], body: str, tag: str = "", question: Question = NAMED) -> str:
    def make(answer: Answered) -> Told:
        made.append(answer.body.decode())
        return Told(structured={}, text=made[-1], provenance=Provenance.over(visit.commit, []))

    return visit.made(question, Answered(200, body.encode(), tag), make).text


def test_what_is_made_of_an_answer_is_made_once(visit: Visit, made: list[str]) -> None:
    assert [read(visit, made, "first", "a"), read(visit, made, "first", "a")] == ["first", "first"]
    assert made == ["first"]


def test_another_answer_takes_the_place_of_the_one_before(visit: Visit, made: list[str]) -> None:
    for number in range(5):
        assert read(visit, made, f"body {number}", f"tag {number}") == f"body {number}"
    assert len(visit.house.kept) == 1


def test_what_has_no_name_is_made_anew(visit: Visit, made: list[str]) -> None:
    assert [read(visit, made, "one"), read(visit, made, "two")] == ["one", "two"]
    assert not visit.house.kept


def test_what_nobody_asked_for_longest_goes_first(
    visit: Visit, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visits, "KEPT", 2)
    for name in ("one", "two", "one", "three"):
        read(visit, made, name, name, Question(f"/api/skills/{name}"))
    assert made == ["one", "two", "three"]
    assert [key[0] for key in visit.house.kept] == ["/api/skills/one", "/api/skills/three"]
