"""The job `linkcheck`: references that can be read, that are gone, and that nobody can tell of."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import Connection, select, update

from becivic.catalogue.contents import ReferenceChange, ReferenceContent
from becivic.catalogue.entries import mint
from becivic.catalogue.inserting import Filing, insert_reference, supersede_reference
from becivic.fetching import Trouble
from becivic.publishing.rot.linkchecking import LinkCheck
from becivic.publishing.workshop import Workshop
from becivic.rules.identifiers import UidPrefix
from becivic.rules.rot import Manners
from becivic.store.store import Store
from becivic.store.tables.catalogue import REFERENCES
from becivic.store.tables.lifecycle import LINK_CHECKS
from becivic.store.tables.signals import VALIDATIONS
from tests.factories.homes import NOON
from tests.factories.outside import QUICK, Told, page, pretend
from tests.factories.workshops import open_workshop
from tests.requirement import requirement

MONTH = timedelta(days=30)
_NUMBERS: Final = count(1)


def add(store: Store, name: str, url: str, archived_url: str | None = None) -> str:
    def write(connection: Connection) -> str:
        uid, _ = mint(connection, UidPrefix.REFERENCE, name, NOON)
        content = ReferenceContent(title="A law", url=url, archived_url=archived_url)
        insert_reference(connection, uid, content, Filing(), NOON)
        return uid

    return store.write(write)


def empty(store: Store, home: Path) -> Workshop:
    """A house whose own references nobody may be shown."""
    house = open_workshop(store, home)
    store.write(lambda connection: connection.execute(update(REFERENCES).values(held=1)).rowcount)
    return house


def run(
    house: Workshop,
    web: Mapping[str, Told],
    now: datetime = NOON,
    *,
    everything: bool = False,
    manners: Manners = QUICK,
) -> tuple[dict[str, Any], list[str]]:
    fetcher, asked = pretend(web, manners)
    check = LinkCheck(house, now, everything)
    report = check.run(fetcher, lambda size: next(_NUMBERS).to_bytes(size, "big"), lambda _: None)
    return report.as_json(), [each for each in asked if "robots" not in each]


def rows(house: Workshop, table: Any) -> list[Any]:
    return house.store.read(lambda connection: list(connection.execute(select(table))))


def checks(house: Workshop) -> dict[tuple[str, str], tuple[str, str, bool]]:
    return {
        (row.uid, row.link): (row.state, row.detail, row.reachable_at is not None)
        for row in rows(house, LINK_CHECKS)
    }


def votes(house: Workshop) -> dict[str, str]:
    return {
        row.target_id: row.verdict for row in rows(house, VALIDATIONS) if row.submitter_type == "ci_probe"
    }


@requirement("R-CATL-09")
def test_every_address_is_looked_at_and_the_first_one_votes(store: Store, tmp_path: Path) -> None:
    house = empty(store, tmp_path)
    good = add(store, "demo-good", "https://good.example/law", "https://archive.example/gone")
    gone = add(store, "demo-gone", "https://gone.example/law", "https://archive.example/law")
    dead = add(store, "demo-dead", "https://dead.example/law")
    wall = add(store, "demo-wall", "https://wall.example/law")
    shy = add(store, "demo-shy", "https://shy.example/law")
    report, asked = run(
        house,
        {
            "https://good.example/law": page("law"),
            "HEAD https://archive.example/law": page(status=405),
            "https://archive.example/law": page("law"),
            "https://dead.example/robots.txt": Trouble.NO_SUCH_NAME,
            "https://wall.example/law": page(status=403),
            "https://shy.example/robots.txt": page("User-agent: BeCivic\nDisallow: /"),
        },
    )
    assert checks(house) == {
        (good, "url"): ("reachable", "200", True),
        (good, "archived_url"): ("gone", "404", False),
        (gone, "url"): ("gone", "404", False),
        (gone, "archived_url"): ("reachable", "200", True),
        (dead, "url"): ("gone", "no_such_name", False),
        (wall, "url"): ("unclear", "403", False),
        (shy, "url"): ("not_asked", "robots", False),
    }
    assert votes(house) == {good: "confirm", gone: "reject", dead: "reject"}
    assert report["states"] == {"reachable": 2, "gone": 3, "unclear": 1, "not_asked": 1}
    assert report["gone"] == {
        f"{good} archived_url": "404",
        f"{gone} url": "404",
        f"{dead} url": "no_such_name",
    }
    assert report["unclear"] == {f"{wall} url": "403"}
    assert (report["left"], report["error"]) == (0, None)
    assert "GET https://good.example/law" not in asked


@requirement("R-CATL-09")
def test_what_was_looked_at_lately_is_passed_over(sqlite_store: Store, tmp_path: Path) -> None:
    house = empty(sqlite_store, tmp_path)
    uid = add(sqlite_store, "demo-law", "https://good.example/law")
    web = {"https://good.example/law": page("law")}
    run(house, web)
    assert run(house, web, NOON + timedelta(days=24))[1] == []
    assert LinkCheck(house, NOON + timedelta(days=24)).plan() == {"would_ask": {}}
    assert LinkCheck(house, NOON, everything=True).plan() == {
        "would_ask": {f"{uid} url": "https://good.example/law"}
    }
    assert run(house, web, NOON + timedelta(days=24), everything=True)[1] == ["HEAD https://good.example/law"]
    assert run(house, web, NOON + MONTH)[1] == []
    assert run(house, web, NOON + 2 * MONTH)[1] != []


def test_when_it_was_last_reached_is_kept_while_the_address_is_the_same(
    sqlite_store: Store, tmp_path: Path
) -> None:
    house = empty(sqlite_store, tmp_path)
    add(sqlite_store, "demo-other", "https://other.example/law")
    uid = add(sqlite_store, "demo-law", "https://law.example/one")
    web: dict[str, Told] = {"https://law.example/one": page("law"), "https://other.example/law": page("law")}
    run(house, web)
    web["https://law.example/one"] = page(status=404)
    run(house, web, NOON + MONTH)
    assert checks(house)[uid, "url"] == ("gone", "404", True)
    (row,) = [row for row in rows(house, LINK_CHECKS) if row.uid == uid]
    assert (row.reachable_at[:10], row.checked_at[:10]) == ("2026-11-15", "2026-12-15")
    moved = ReferenceChange(url="https://law.example/two")
    sqlite_store.write(lambda connection: supersede_reference(connection, uid, moved, Filing(), NOON + MONTH))
    run(house, web, NOON + MONTH + timedelta(days=1))
    assert checks(house)[uid, "url"] == ("gone", "404", False)


def test_where_nearly_everything_fails_nothing_is_kept(sqlite_store: Store, tmp_path: Path) -> None:
    house = empty(sqlite_store, tmp_path)
    for name in ("one", "two", "three"):
        add(sqlite_store, f"demo-{name}", f"https://{name}.example/law")
    report, _ = run(house, {})
    assert report["error"] == "nearly_everything_failed"
    assert (report["gone"], len(report["unclear"])) == ({}, 3)
    assert (checks(house), votes(house)) == ({}, {})


def test_what_there_was_no_time_for_is_left_to_the_next_run(sqlite_store: Store, tmp_path: Path) -> None:
    house = empty(sqlite_store, tmp_path)
    for name in ("one", "two"):
        add(sqlite_store, f"demo-{name}", f"https://{name}.example/law")
    web = {f"https://{name}.example/law": page("law") for name in ("one", "two")}
    report, _ = run(house, web, manners=Manners(pause_seconds=0, requests=2))
    assert (report["left"], len(checks(house))) == (1, 1)
    report, _ = run(house, web)
    assert (report["left"], len(checks(house))) == (0, 2)


@pytest.mark.parametrize(
    "change", [{"superseded_at": "2026-11-15T12:00:00.000000Z"}, {"held": 1}, {"status": "deprecated"}]
)
def test_what_nobody_is_shown_is_not_looked_at(
    sqlite_store: Store, tmp_path: Path, change: dict[str, Any]
) -> None:
    house = empty(sqlite_store, tmp_path)
    uid = add(sqlite_store, "demo-law", "https://good.example/law")
    hide = partial(
        Connection.execute, statement=update(REFERENCES).where(REFERENCES.c.uid == uid).values(change)
    )
    sqlite_store.write(lambda connection: hide(connection).rowcount)
    report, asked = run(house, {})
    assert (asked, report["error"]) == ([], None)
