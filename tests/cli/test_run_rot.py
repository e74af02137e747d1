"""`becivic run probe|linkcheck|audit` and `becivic review doubt`, as an operator runs them on a home that a server left."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from becivic.fetching import Trouble
from becivic.jobs import outside
from becivic.publishing.rot.classes import doubted
from becivic.publishing.workshop import Workshop
from becivic.store.store import open_store
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.tables.lifecycle import LINK_CHECKS
from becivic.store.tables.signals import VALIDATIONS
from tests.cli.conftest import Run
from tests.factories.outside import Told, page, pretend
from tests.factories.path_sources import PATH, demo_source, with_sources
from tests.factories.workshops import open_workshop
from tests.requirement import requirement

NOW = ("--now", "2026-11-20T12:00:00Z")
FORM = page("<form>")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Workshop]:
    """A home with an SQLite file in it, and nobody serving it."""
    home = tmp_path / "home"
    home.mkdir()
    store = open_store(f"sqlite:///{home}/becivic.db")
    yield open_workshop(store, home, with_sources(demo_source("one"), demo_source("two")))
    store.close()


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> dict[str, Told]:
    """The outside, empty until a test puts something there."""
    told: dict[str, Told] = {}
    monkeypatch.setattr(outside, "open_fetcher", lambda _: pretend(told)[0])
    return told


def votes(house: Workshop) -> dict[str, str]:
    query = select(VALIDATIONS.c.target_id, VALIDATIONS.c.verdict)
    return {
        row.target_id: row.verdict
        for row in house.store.read(lambda connection: connection.execute(query).all())
    }


def told(out: str) -> Mapping[str, Any]:
    report: Mapping[str, Any] = json.loads(out)
    return report


@requirement("R-PLC-05")
def test_probe_votes_at_the_moment_it_is_told(run: Run, house: Workshop, web: dict[str, Told]) -> None:
    web["https://one.example/"] = FORM
    done = run("run", "probe", *NOW, "--json")
    report = told(done.out)
    assert (done.code, report["job"], report["now"]) == (0, "probe", NOW[1])
    assert votes(house) == {f"{PATH}:one": "confirm", f"{PATH}:two": "reject"}
    assert run("run", "probe", *NOW).out.splitlines()[1:4] == [
        "  confirmed   1",
        f"  rejected    {PATH}:two  404",
        "  requests    6",
    ]


def test_probe_rehearsed_asks_nobody(run: Run, house: Workshop) -> None:
    done = run("run", "probe", *NOW, "--dry-run", "--json")
    assert told(done.out)["would_ask"] == {
        f"{PATH}:{name}": f"https://{name}.example/" for name in ("one", "two")
    }
    assert (done.code, votes(house)) == (0, {})


@pytest.mark.parametrize("job", ["probe", "linkcheck"])
def test_trouble_of_our_own_exits_1_and_says_so(
    run: Run, house: Workshop, monkeypatch: pytest.MonkeyPatch, job: str
) -> None:
    class Silence(dict[str, Told]):
        def get(self, *_: object) -> Told:
            return Trouble.UNREACHABLE

    monkeypatch.setattr(outside, "open_fetcher", lambda _: pretend(Silence())[0])
    done = run("run", job, *NOW)
    assert done.code == 1
    assert "Nearly everything failed: the trouble is on this side, and nobody was judged." in done.out
    assert votes(house) == {}


@requirement("R-CATL-09")
def test_linkcheck_exits_1_when_something_is_gone_and_0_when_all_is_well(
    run: Run, house: Workshop, web: dict[str, Told]
) -> None:
    planned = told(run("run", "linkcheck", *NOW, "--dry-run", "--json").out)["would_ask"]
    assert planned
    web |= dict.fromkeys(planned.values(), page("law"))
    done = run("run", "linkcheck", *NOW, "--json")
    assert (done.code, told(done.out)["gone"]) == (0, {})
    assert told(run("run", "linkcheck", *NOW, "--dry-run", "--json").out)["would_ask"] == {}
    first = next(iter(planned))
    web[planned[first]] = page(status=404)
    done = run("run", "linkcheck", *NOW, "--all", "--json")
    gone = [name for name, url in planned.items() if url == planned[first]]
    assert (done.code, list(told(done.out)["gone"])) == (1, gone)
    kept = house.store.read(lambda connection: connection.execute(select(LINK_CHECKS)).all())
    assert len(kept) == len(planned)


@requirement("R-FM-09")
def test_audit_exits_1_only_where_something_is_wrong(run: Run, house: Workshop) -> None:
    done = run("run", "audit", *NOW)
    assert done.code == 0
    assert "warning  category-unused" in done.out
    wrong = update(ARTEFACTS).where(ARTEFACTS.c.target_id == PATH).values(status="beta")
    house.store.write(lambda connection: connection.execute(wrong).rowcount)
    done = run("run", "audit", *NOW, "--json")
    assert done.code == 1
    assert [each["subject"] for each in told(done.out)["findings"] if each["severity"] == "error"] == [
        f"path {PATH}"
    ]


def test_without_now_it_is_the_clocks_moment(run: Run, house: Workshop) -> None:
    assert told(run("run", "audit", "--json").out)["now"] > "2026"


@requirement("R-PLC-08")
def test_a_class_is_doubted_and_trusted_again(run: Run, house: Workshop) -> None:
    done = run("review", "doubt", "federal-anonymous-form")
    assert (done.code, done.out.strip()) == (
        0,
        "Every source of the class federal-anonymous-form is in doubt now: 1 path to confirm again.",
    )
    assert list(house.store.read(doubted)) == ["federal-anonymous-form"]
    done = run("review", "doubt", "federal-anonymous-form", "--clear", "--json")
    assert told(done.out) == {"id": "federal-anonymous-form", "outcome": "trusted"}
    assert house.store.read(doubted) == {}
    assert "Nobody doubted" in run("review", "doubt", "offline", "--clear").out


def test_a_class_that_does_not_exist_is_a_usage_error(run: Run, house: Workshop) -> None:
    assert run("review", "doubt", "no-such-class").code == 2
