"""The catalogue is served as it is committed, and as new as the last vote on it (R-PCAT-02, C-61)."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from becivic.corpus.load import Corpus
from becivic.site.paths_index import ADDRESS, PathsIndex, PathVotes
from becivic.store.store import StoreUnavailable
from tests.factories.asking import ask
from tests.factories.corpora import PATHS, Files
from tests.factories.press import Press
from tests.requirement import requirement

LATER = datetime(2027, 1, 2, 3, 4, 5, tzinfo=UTC)


def app(corpus: Corpus, voted: datetime | None) -> Starlette:
    async def last() -> datetime | None:
        return voted

    return Starlette(routes=[Route(ADDRESS, PathsIndex(lambda: corpus, last))])


def test_without_votes_it_is_the_file() -> None:
    served = ask(app(Files.valid().load(), None), ADDRESS)
    assert served.content == Files.valid()[PATHS]
    assert served.headers["content-type"] == "application/json"


def test_it_is_prepared_once_for_as_long_as_it_is_the_same() -> None:
    made = app(Files.valid().load(), LATER)
    first, second = (ask(made, ADDRESS) for _ in range(2))
    assert first.content == second.content


@requirement("R-PCAT-02")
def test_a_later_vote_makes_it_newer_and_changes_nothing_else() -> None:
    corpus = Files.valid().load()
    served = ask(app(corpus, LATER), ADDRESS)
    said, committed = served.json(), json.loads(Files.valid()[PATHS])
    assert said.pop("generated_at") == "2027-01-02T03:04:05Z"
    committed.pop("generated_at")
    assert said == committed
    assert served.headers["etag"] != ask(app(corpus, None), ADDRESS).headers["etag"]
    assert ask(app(corpus, datetime(2020, 1, 1, tzinfo=UTC)), ADDRESS).content == Files.valid()[PATHS]


@pytest.mark.parametrize("said", ["yesterday", "2026-11-15T00:00:00"])
def test_a_file_that_says_no_time_is_served_as_it_is(said: str) -> None:
    old = json.loads(Files.valid()[PATHS])["generated_at"]
    files = Files.valid().replaced(PATHS, old, said)
    assert ask(app(files.load(), LATER), ADDRESS).json()["generated_at"] == said


def test_no_catalogue_is_404() -> None:
    assert ask(app(Files.valid().without(PATHS).load(), None), ADDRESS).status_code == 404


@requirement("R-PCAT-02")
def test_a_vote_shows_at_the_next_question(house: Press) -> None:
    before = house.get(ADDRESS)
    again = house.get(ADDRESS)
    assert again.headers["etag"] == before.headers["etag"]
    house.service.clock.move(hours=2)
    house.sends("validations/valid/path-confirm", submitted_at=house.now.isoformat())
    after = house.get(ADDRESS)
    assert datetime.fromisoformat(after.json()["generated_at"]) == house.now
    assert after.headers["etag"] != before.headers["etag"]


async def _unreachable(_: object) -> None:
    raise StoreUnavailable("gone.")


def test_what_was_known_stands_while_the_records_are_away(
    house: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    import asyncio  # noqa: PLC0415

    votes = PathVotes(house.store)
    assert asyncio.run(votes.last()) is None
    monkeypatch.setattr(house.store, "reading", _unreachable)
    assert asyncio.run(votes.last()) is None
