"""The jobs that look for rot, as a server runs them."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from becivic.clock import rfc3339
from becivic.fetching import Fetcher
from becivic.jobs import outside, rot
from becivic.jobs.schedule import Runner
from becivic.jobs.table import JOBS
from becivic.publishing.workshop import Workshop
from becivic.store.store import Store
from tests.factories.corpora import Files
from tests.factories.homes import NOON
from tests.factories.intake import MovedClock
from tests.factories.outside import page, pretend
from tests.factories.workshops import open_workshop


@pytest.fixture
def house(sqlite_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    def fetcher(public_url: str) -> Fetcher:
        assert public_url == "http://becivic.test"
        return pretend(
            {"https://demo.belgium.be/certificate": page(status=410), "https://a.example/": page()}
        )[0]

    monkeypatch.setattr(outside, "open_fetcher", fetcher)
    return open_workshop(sqlite_store, tmp_path, Files.valid())


def run(house: Workshop, name: str, days: float = 0, *, plan: bool = False) -> dict[str, Any]:
    job = JOBS[name]
    work = job.plan if plan else job.run
    assert work is not None
    return work(house, NOON + timedelta(days=days), lambda _: None)


def test_a_server_probes_once_a_day_counted_from_the_last_probe_by_whomever(house: Workshop) -> None:
    clock = MovedClock()

    def after(hours: int) -> dict[str, int]:
        """What a server that was started just now makes of it."""
        clock.move(hours=hours)
        server = Runner(lambda: house, house.store, clock, rfc3339(clock.now()))
        server.run(JOBS["probe"])
        return {str(name): times for name, times in server.tallies.runs["probe"].outcomes.items()}

    assert [after(0), after(12), after(12)] == [{"done": 1}, {"elsewhere": 1}, {"done": 1}]
    clock.move(hours=12)
    assert rot.probe_by_hand(house, clock.now(), lambda _: None)["requests"] > 0
    assert [after(12), after(12)] == [{"elsewhere": 1}, {"done": 1}]


def test_a_source_that_is_gone_is_voted_against(house: Workshop) -> None:
    assert run(house, "probe")["rejected"] == {"demo-certificate:federal-portal": "410"}


def test_references_are_looked_at_once_a_month(house: Workshop) -> None:
    assert run(house, "linkcheck", plan=True)["would_ask"]
    assert run(house, "linkcheck")["requests"] > 0


def test_a_plan_says_who_would_be_asked(house: Workshop) -> None:
    assert run(house, "probe", plan=True)["would_ask"] == {
        "demo-certificate:federal-portal": "https://demo.belgium.be/certificate"
    }


def test_the_audit_calls_nobody_and_the_others_do() -> None:
    assert {job.name for job in JOBS.values() if job.calls_out} == {"probe", "linkcheck"}


def test_the_house_is_audited(house: Workshop) -> None:
    assert {finding["check"] for finding in run(house, "audit")["findings"]} == {"category-unused"}
