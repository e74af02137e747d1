"""GET /api/volatile-values and /api/references, over HTTP: rows, what stands beside them, and their history."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, NoReturn

import pytest
from sqlalchemy import Connection, select, update

from becivic.api.reading import catalogue
from becivic.api.reading.catalogue import RowAnswers
from becivic.app import create_app
from becivic.catalogue.contents import ReferenceChange, ValueChange
from becivic.catalogue.entries import mint, rename
from becivic.catalogue.inserting import Filing, supersede_reference, supersede_value
from becivic.catalogue.rows import current
from becivic.reading.freshness import Freshness
from becivic.rules.identifiers import UidPrefix
from becivic.rules.statuses import Status
from becivic.rules.submissions import ValueType
from becivic.store import revision
from becivic.store.store import Store
from becivic.store.tables.catalogue import REFERENCES, VOLATILE_VALUES
from becivic.web.answers import Prepared
from tests.factories.catalogue import fee
from tests.factories.documented import assert_documented
from tests.factories.intake import Service, service, state
from tests.factories.oracle import NOW
from tests.requirement import requirement

VALUE = "/api/volatile-values/val-00001"
REFERENCE = "/api/references/ref-00001"
NAME = "fin-nationality-registration-duty-eur"
AMENDMENT = "amd_019a8000-0000-7000-8000-000000000001"
FILING = Filing(
    submission_id=AMENDMENT, created_by_ip_hash="hash of an address", per_artefact_salt="a grain of salt"
)


@pytest.fixture
def asked(store: Store) -> Service:
    return service(store)


def read(asked: Service, path: str, status: int = 200) -> Any:
    answer = asked.ask("GET", path)
    assert_documented(answer)
    assert answer.status_code == status, answer.text
    return answer.json()


def amend(asked: Service, value: int, filing: Filing = FILING, now: datetime = NOW) -> int:
    """A new current row; its row id."""
    change = ValueChange(value=value, value_type=ValueType.INTEGER, note="Wilhelmina says so.")
    row = asked.store.write(lambda connection: supersede_value(connection, "val-00001", change, filing, now))
    return row.row_id


def mark(asked: Service, **columns: Any) -> None:
    """The current row of the value."""

    def job(connection: Connection) -> None:
        row = current(connection, "val-00001")
        assert row is not None
        own = VOLATILE_VALUES.c
        connection.execute(update(VOLATILE_VALUES).where(own.row_id == row.row_id).values(columns))
        revision.bump(connection)  # as everybody does who changes a row

    asked.store.write(job)


@requirement("R-CATL-06")
def test_a_value_is_told_with_its_status_and_everything_it_says(asked: Service) -> None:
    mark(asked, status="stable")
    told = read(asked, VALUE)
    note = told.pop("note")
    assert note.startswith("Amount from")
    assert told == {
        "uid": "val-00001",
        "name": NAME,
        "status": "stable",
        "committed_at": "2026-10-16T10:30:00Z",
        "value": 1000,
        "value_type": "integer",
        "unit": "EUR",
        "source": "ref-00005",
        "last_verified": "2026-11-16",
        "reading": "Read on 15 November 2026 in a stored copy; the date on the page: 29 July 2025.",
    }
    answer = asked.ask("GET", VALUE)
    assert answer.headers["cache-control"] == "public, max-age=60, s-maxage=60"
    assert asked.ask("GET", VALUE, headers={"if-none-match": answer.headers["etag"]}).status_code == 304
    assert asked.ask("HEAD", VALUE).content == b""


@requirement("R-CATL-06")
def test_a_reference_is_told_with_its_status_and_everything_it_says(asked: Service) -> None:
    change = ReferenceChange(url="https://law.example/two", archived_url="https://archive.example/two")
    asked.store.write(lambda connection: supersede_reference(connection, "ref-00001", change, FILING, NOW))
    told = read(asked, REFERENCE)
    assert (told["uid"], told["status"]) == ("ref-00001", "alpha")
    assert (told["url"], told["archived_url"]) == (change.url, change.archived_url)
    assert told["title"]
    assert "value" not in told
    history = read(asked, f"{REFERENCE}/history")["items"]
    assert [each["number"] for each in history] == [2, 1]
    assert history[1]["url"] != change.url


def test_a_change_shows_at_once_and_has_another_tag(asked: Service) -> None:
    kept = {"if-none-match": asked.ask("GET", VALUE).headers["etag"]}
    amend(asked, 1100)
    answer = asked.ask("GET", VALUE, headers=kept)
    assert (answer.status_code, answer.json()["value"]) == (200, 1100)


def test_beside_a_row_that_is_not_stable_stands_the_last_one_that_was(asked: Service) -> None:
    """C-10: it is superseded at once, and both are shown."""
    assert "last_stable" not in read(asked, VALUE)  # there never was one
    mark(asked, status="stable")
    amend(asked, 1100)
    told = read(asked, VALUE)
    assert (told["status"], told["value"]) == ("alpha", 1100)
    stable = told["last_stable"]
    assert (stable["status"], stable["value"], stable["committed_at"]) == (
        "stable",
        1000,
        "2026-10-16T10:30:00Z",
    )
    assert read(asked, f"/api/volatile-values?name={NAME}") == {"items": [told]}
    mark(asked, status="stable")
    assert "last_stable" not in read(asked, VALUE)


def test_a_held_row_says_that_it_is_held_and_none_of_its_words(asked: Service) -> None:
    mark(asked, status="stable")
    amend(asked, 1100)
    mark(asked, held=1)
    told = read(asked, VALUE)
    assert told["last_stable"].pop("value") == 1000
    assert told.pop("last_stable")["status"] == "stable"
    assert told == {
        "uid": "val-00001",
        "name": NAME,
        "status": "alpha",
        "committed_at": "2026-11-15T10:30:00Z",
        "held": True,
    }
    newest, oldest = read(asked, f"{VALUE}/history")["items"]
    assert newest == {
        "number": 2,
        "status": "alpha",
        "committed_at": "2026-11-15T10:30:00Z",
        "held": True,
    }
    assert oldest["value"] == 1000
    for path in (VALUE, f"{VALUE}/history", "/api/volatile-values"):
        text = asked.ask("GET", path).text
        assert not [each for each in ("Wilhelmina", "1100", AMENDMENT) if each in text]


def test_a_stable_row_that_is_held_stands_beside_nothing(asked: Service) -> None:
    mark(asked, status="stable", held=1)
    assert "last_stable" not in read(asked, VALUE)
    amend(asked, 1100)
    assert "last_stable" not in read(asked, VALUE)


def test_beside_a_held_stable_row_stands_the_one_before(asked: Service) -> None:
    mark(asked, status="stable")
    amend(asked, 1100)
    mark(asked, status="stable", held=1)
    told = read(asked, VALUE)
    assert (told["held"], told["last_stable"]["value"]) == (True, 1000)


@requirement("R-QUAR-06")
def test_a_quarantined_row_is_not_shown(asked: Service) -> None:
    mark(asked, status="stable")
    amend(asked, 1100)
    mark(asked, status="quarantined")
    told = read(asked, VALUE)
    assert (told["status"], told["last_stable"]["value"]) == ("quarantined", 1000)
    assert "value" not in told
    assert "Wilhelmina" not in asked.ask("GET", f"{VALUE}/history").text


@requirement("R-CATL-07")
def test_the_history_of_a_row_is_told_newest_first_in_pages(asked: Service) -> None:
    for number in range(3):
        own = Filing(submission_id=AMENDMENT) if number == 2 else Filing()
        amend(asked, 1100 + number, own, NOW + timedelta(hours=number))
    told = read(asked, f"{VALUE}/history")
    assert [(each["number"], each["value"]) for each in told["items"]] == [
        (4, 1102),
        (3, 1101),
        (2, 1100),
        (1, 1000),
    ]
    newest, before = told["items"][:2]
    assert newest["submission"] == {"type": "amendment", "id": AMENDMENT}
    assert "superseded_at" not in newest
    assert before["superseded_at"] == newest["committed_at"] == "2026-11-15T12:30:00Z"
    assert "submission" not in before
    assert "next" not in told
    page = read(asked, f"{VALUE}/history?limit=3")
    assert ([each["number"] for each in page["items"]], page["next"]) == ([4, 3, 2], 2)
    assert read(asked, f"{VALUE}/history?after={page['next']}") == {"items": told["items"][3:]}


def test_nothing_told_leads_to_who_wrote_it(asked: Service) -> None:
    amend(asked, 1100)
    for path in (VALUE, f"{VALUE}/history", "/api/volatile-values"):
        text = asked.ask("GET", path).text
        for private in (
            "hash of an address",
            "a grain of salt",
            "row_id",
            "distinct",
            "salt",
            "names_scanned",
        ):
            assert private not in text


@pytest.mark.parametrize("table", [VOLATILE_VALUES, REFERENCES], ids=str)
def test_current_rows_are_listed_in_pages_by_number(asked: Service, table: Any) -> None:
    path = {"volatile_values": "/api/volatile-values", "references": "/api/references"}[table.name]
    uids = select(table.c.uid).where(table.c.superseded_at.is_(None))
    whole = asked.store.read(lambda connection: connection.execute(uids).scalars().all())
    found: list[str] = []
    following = ""
    while True:
        told = read(asked, f"{path}?limit=70{following}")
        found += [each["uid"] for each in told["items"]]
        if "next" not in told:
            break
        following = f"&after={told['next']}"
    assert found == sorted(whole)
    assert len(found) > 70, "more than one page"


def test_a_list_is_narrowed_by_status(asked: Service) -> None:
    mark(asked, status="beta")
    (only,) = read(asked, "/api/volatile-values?status=beta")["items"]
    assert only["uid"] == "val-00001"
    both = read(asked, "/api/volatile-values?status=beta&status=stable")
    assert both == {"items": [only]}


def test_a_list_is_narrowed_by_name_in_the_same_order_and_pages(asked: Service) -> None:
    names = "&".join(
        f"name={name}"
        for name in ("just-appeal-period-days", NAME, "just-completeness-check-period", "no-body")
    )
    path = f"/api/volatile-values?{names}"
    assert [each["uid"] for each in read(asked, path)["items"]] == ["val-00001", "val-00002", "val-00005"]
    page = read(asked, f"{path}&limit=2")
    assert page["next"] == "val-00002"
    assert [each["uid"] for each in read(asked, f"{path}&after=val-00002")["items"]] == ["val-00005"]
    mark(asked, status="beta")
    assert [each["uid"] for each in read(asked, f"{path}&status=beta")["items"]] == ["val-00001"]


@requirement("R-UID-05")
def test_a_renamed_row_is_found_by_its_new_name(asked: Service) -> None:
    asked.store.write(lambda connection: rename(connection, "val-00001", "fin-another-name"))
    (found,) = read(asked, "/api/volatile-values?name=fin-another-name")["items"]
    assert (found["uid"], found["name"]) == ("val-00001", "fin-another-name")


def test_a_uid_without_a_row_is_404(asked: Service) -> None:
    minted, _ = asked.store.write(
        lambda connection: mint(connection, UidPrefix.VOLATILE_VALUE, "fin-minted-only", NOW)
    )
    assert read(asked, "/api/volatile-values?name=fin-minted-only") == {"items": []}
    for uid in (minted, "val-99999", "ref-00001", "nothing", "%00"):
        for rest in ("", "/history"):
            assert read(asked, f"/api/volatile-values/{uid}{rest}", 404)["error"] == "not_found"
    read(asked, "/api/references/val-00001", 404)


@pytest.mark.parametrize("query", ["status=draft", "name=NO", "after=ref-00001", "limit=201"])
def test_a_wrong_query_is_refused_by_name(asked: Service, query: str) -> None:
    told = read(asked, f"/api/volatile-values?{query}", 400)
    assert told["schema_pointer"] == f"/{query.partition('=')[0]}"


def test_a_wrong_place_in_a_history_is_refused_by_name(asked: Service) -> None:
    assert read(asked, f"{VALUE}/history?after=val-00001", 400)["schema_pointer"] == "/after"


def test_every_status_of_a_row_is_documented(asked: Service) -> None:
    for status in (Status.ALPHA, Status.BETA, Status.STABLE, Status.QUARANTINED, Status.DEPRECATED):
        mark(asked, status=status.value)
        assert read(asked, VALUE)["status"] == status


def test_a_row_that_is_asked_for_again_costs_no_question(
    asked: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    unhurried = replace(state(asked.library, asked.store, asked.clock), look_every=3600.0)
    asked.app = create_app(unhurried)  # however slow the machine, nobody looks again by the clock
    first = asked.ask("GET", VALUE)

    def nothing(_: object) -> NoReturn:
        raise AssertionError("the database was asked")

    with monkeypatch.context() as patched:
        patched.setattr(asked.store, "read", nothing)
        again = asked.ask("GET", VALUE)
    assert (again.status_code, again.content) == (200, first.content)
    amend(asked, 1100)
    assert read(asked, VALUE)["value"] == 1100


def test_an_answer_is_ready_once_it_was_read_and_until_something_is_stored(sqlite_store: Store) -> None:
    sqlite_store.write(fee)
    answers = RowAnswers(sqlite_store, Freshness(sqlite_store, lambda: 0.0))

    def one(prefix: UidPrefix, uid: str) -> Prepared | None:
        return asyncio.run(answers.one(prefix, uid))

    assert answers.ready("val-00001") is None
    answer = one(UidPrefix.VOLATILE_VALUE, "val-00001")
    assert answer is not None
    assert answers.ready("val-00001") is answer
    assert one(UidPrefix.VOLATILE_VALUE, "val-00001") is answer
    assert one(UidPrefix.REFERENCE, "val-00001") is None
    assert one(UidPrefix.VOLATILE_VALUE, "val-00009") is None
    sqlite_store.write(lambda connection: fee(connection, "demo-second-fee-eur"))
    assert answers.ready("val-00001") is None
    anew = one(UidPrefix.VOLATILE_VALUE, "val-00001")
    assert anew is not None
    assert (anew is answer, anew.tag == answer.tag) == (False, True)


def test_not_more_answers_are_kept_than_fit(sqlite_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "ROWS_KEPT", 1)
    sqlite_store.write(lambda connection: (fee(connection), fee(connection, "demo-second-fee-eur")))
    answers = RowAnswers(sqlite_store, Freshness(sqlite_store, lambda: 0.0))
    for uid in ("val-00001", "val-00002"):
        asyncio.run(answers.one(UidPrefix.VOLATILE_VALUE, uid))
    assert answers.ready("val-00001") is None
    assert answers.ready("val-00002") is not None
