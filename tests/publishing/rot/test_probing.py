"""The job `probe` over a whole house, on a web that exists in a table."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import select

from becivic.fetching import Trouble
from becivic.publishing.rot.probing import plan, probe
from becivic.publishing.workshop import Workshop
from becivic.store.store import Store
from becivic.store.tables.signals import VALIDATIONS
from tests.factories.corpora import Files
from tests.factories.homes import NOON
from tests.factories.outside import Told, page, pretend
from tests.factories.path_sources import PATH, PORTAL, demo_source, with_sources
from tests.factories.workshops import open_workshop
from tests.requirement import requirement

LATER = NOON + timedelta(days=1)
FORM = page("<form>")


def workshop(store: Store, home: Path, files: Files) -> Workshop:
    return open_workshop(store, home, files)


def run(house: Workshop, web: Mapping[str, Told]) -> tuple[dict[str, Any], list[str]]:
    fetcher, asked = pretend(web)
    numbers, seen = count(1), list[int]()
    report = probe(house, fetcher, LATER, lambda size: next(numbers).to_bytes(size, "big"), seen.append)
    assert seen == list(range(1, len(seen) + 1))
    return report.as_json(), asked


def votes(house: Workshop) -> dict[str, str]:
    own = VALIDATIONS.c
    query = select(own.target_id, own.verdict, own.submitter_type, own.validated_at)
    rows = house.store.read(lambda connection: connection.execute(query).all())
    assert {(row.submitter_type, row.validated_at) for row in rows} <= {
        ("ci_probe", "2026-11-16T12:00:00.000000Z")
    }
    return {row.target_id: row.verdict for row in rows}


@requirement("R-PLC-05")
def test_what_works_is_confirmed_what_is_gone_rejected_and_nothing_else_votes(
    sqlite_store: Store, tmp_path: Path
) -> None:
    names = ("works", "gone", "slow", "shy", "dead", "again")
    files = with_sources(
        *(demo_source(name) for name in names),
        demo_source("twin", procedure={"kind": "lookup", "url": "https://works.example/"}),
        demo_source("odd", procedure={"kind": "lookup", "url": "https://10.0.0.1:99999/"}),
    )
    house = workshop(sqlite_store, tmp_path, files)
    report, asked = run(
        house,
        {
            "https://works.example/": FORM,
            "https://again.example/": FORM,
            "https://gone.example/": page(status=410),
            "https://slow.example/": Trouble.TOO_SLOW,
            "https://dead.example/robots.txt": Trouble.NO_SUCH_NAME,
            "https://shy.example/robots.txt": page("User-agent: *\nDisallow: /"),
            "https://shy.example/": FORM,
        },
    )
    expected = {"works": "confirm", "twin": "confirm", "again": "confirm", "gone": "reject", "dead": "reject"}
    assert votes(house) == {f"{PATH}:{name}": verdict for name, verdict in expected.items()}
    assert report == {
        "confirmed": 3,
        "rejected": {f"{PATH}:dead": "no_such_name", f"{PATH}:gone": "410"},
        "unclear": {f"{PATH}:slow": "too_slow"},
        "not_asked": {f"{PATH}:odd": "not_an_address", f"{PATH}:shy": "robots"},
        "passed_over": [],
        "requests": len(asked),
        "error": None,
    }
    assert asked.count("GET https://works.example/") == 1
    assert {each.split(" ")[0] for each in asked} == {"GET", "HEAD"}


@requirement("R-PLC-06")
def test_an_audited_delivery_is_never_asked_not_even_by_a_redirect(
    sqlite_store: Store, tmp_path: Path
) -> None:
    files = with_sources(
        demo_source("delivery", audited_document_delivery=True),
        demo_source("detour"),
        demo_source("works"),
    )
    house = workshop(sqlite_store, tmp_path, files)
    web: dict[str, Told] = {
        "https://detour.example/": page(status=302, location="https://delivery.example/document"),
        "https://works.example/": FORM,
    }
    report, asked = run(house, web)
    assert not any("delivery.example" in each for each in asked)
    assert report["passed_over"] == [f"{PATH}:delivery"]
    assert report["not_asked"] == {f"{PATH}:detour": "never_asked"}
    assert votes(house) == {f"{PATH}:works": "confirm"}


def test_what_is_said_about_a_page_is_enough_where_no_signal_needs_more(
    sqlite_store: Store, tmp_path: Path
) -> None:
    house = workshop(sqlite_store, tmp_path, Files.valid())
    web: dict[str, Told] = {
        "https://demo.belgium.be/certificate": page(status=302, location="https://idp.iamfas.belgium.be/fas"),
        "https://idp.iamfas.belgium.be/fas": page("<form>"),
    }
    report, asked = run(house, web)
    assert report["confirmed"] == 1
    assert [each for each in asked if "robots" not in each] == [
        "HEAD https://demo.belgium.be/certificate",
        "HEAD https://idp.iamfas.belgium.be/fas",
    ]
    assert votes(house) == {PORTAL: "confirm"}


def test_a_sitemap_is_read_once_and_one_that_cannot_be_read_says_nothing(
    sqlite_store: Store, tmp_path: Path
) -> None:
    def source(name: str, path: str, sitemap: str) -> dict[str, Any]:
        signals = [
            {"check": "sitemap-contains-path", "value": path},
            {"check": "page-loads-200", "value": 200},
        ]
        procedure = {
            "kind": "page-fetch",
            "url": f"https://page.example{path}",
            "sitemap_url": f"https://page.example/{sitemap}",
        }
        return demo_source(name, procedure=procedure, validation_path={"success_signals": signals})

    files = with_sources(
        source("one", "/a", "map"), source("two", "/b", "map"), source("three", "/a", "no-map")
    )
    house = workshop(sqlite_store, tmp_path, files)
    web: dict[str, Told] = {
        "https://page.example/a": page("a"),
        "https://page.example/b": page("b"),
        "https://page.example/map": page("<loc>https://page.example/a</loc>"),
        "https://page.example/no-map": Trouble.NOT_HTTP,
    }
    report, asked = run(house, web)
    assert votes(house) == {f"{PATH}:one": "confirm"}
    assert set(report["unclear"]) == {f"{PATH}:two", f"{PATH}:three"}
    assert asked.count("GET https://page.example/map") == 1


def test_where_nearly_everything_fails_the_trouble_is_ours_and_nobody_is_judged(
    sqlite_store: Store, tmp_path: Path
) -> None:
    house = workshop(
        sqlite_store, tmp_path, with_sources(*(demo_source(name) for name in ("one", "two", "three")))
    )
    report, _ = run(house, {})
    assert report["error"] == "nearly_everything_failed"
    assert (report["rejected"], set(report["unclear"].values())) == ({}, {"404"})
    assert votes(house) == {}


def test_a_plan_asks_nobody(sqlite_store: Store, tmp_path: Path) -> None:
    house = workshop(
        sqlite_store,
        tmp_path,
        with_sources(demo_source("one"), demo_source("two", audited_document_delivery=True)),
    )
    assert plan(house) == {
        "would_ask": {f"{PATH}:one": "https://one.example/"},
        "passed_over": [f"{PATH}:two"],
    }


def test_a_house_without_sources_has_nothing_to_ask(sqlite_store: Store, tmp_path: Path) -> None:
    house = workshop(sqlite_store, tmp_path, with_sources(demo_source("free"), status="draft"))
    report, asked = run(house, {})
    assert (report["requests"], report["error"], asked) == (0, None, [])
