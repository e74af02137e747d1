"""Rows that are public, as the tests of screening need them, and what became of them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table, select, update

from becivic.store.store import Store
from becivic.store.tables.catalogue import REFERENCES
from becivic.store.tables.keeping import REVIEW_ITEMS
from becivic.store.tables.signals import AMENDMENTS, CONCERNS, VALIDATIONS
from becivic.store.written import document
from tests.factories.records import give_out, record

OLD = "0123456789abcdef"
"""What looked before: rules that are not in force any more."""


def submission_id(prefix: str, number: int) -> str:
    return f"{prefix}_00000000-0000-7000-8000-{number:012d}"


def put(store: Store, table: Table, rows: list[dict[str, Any]]) -> None:
    def write(connection: Connection) -> None:
        give_out(connection, 90_000)
        connection.execute(table.insert(), rows)

    store.write(write)


def concern(number: int, said: str, **given: Any) -> dict[str, Any]:
    own = {"content": document({"body": said}), "context": document({}), "names_scanned": OLD}
    return record(CONCERNS, number, **{**own, "submission_id": submission_id("con", number), **given})


def amendment(number: int, why: str, content: Any, **given: Any) -> dict[str, Any]:
    own = {"rationale": why, "content": document(content), "provenance": None, "names_scanned": OLD}
    return record(AMENDMENTS, number, **{**own, "submission_id": submission_id("amd", number), **given})


def vote(number: int, why: str | None, **given: Any) -> dict[str, Any]:
    own: dict[str, Any] = {"rationale": why, "injection_reason": None, "traversal_metadata": None}
    own |= {"names_scanned": None, "validation_id": submission_id("val", number)}
    return record(VALIDATIONS, number, **{**own, **given})


def reference(number: int, title: str, **given: Any) -> dict[str, Any]:
    own: dict[str, Any] = {
        "name": f"demo-law-{number}",
        "title": title,
        "url": "https://www.belgium.be/",
        "note": None,
    }
    own |= {"archived_url": None, "submission_id": None, "held": 0, "names_scanned": OLD}
    return record(REFERENCES, number, **{**own, **given})


def all_of(store: Store, table: Table) -> list[Any]:
    def read(connection: Connection) -> list[Any]:
        return list(connection.execute(select(table).order_by(*table.primary_key.columns)))

    return store.read(read)


def scanned(store: Store, table: Table) -> list[tuple[int, str | None]]:
    return [(row.held, row.names_scanned) for row in all_of(store, table)]


def scanned_by_others(store: Store, *tables: Table) -> None:
    """The rules and models change."""

    def write(connection: Connection) -> None:
        for table in tables:
            connection.execute(update(table).values(names_scanned=OLD))

    store.write(write)


def questions(store: Store) -> list[tuple[str, str, str | None]]:
    return [(item.subject_type, item.subject_id, item.outcome) for item in all_of(store, REVIEW_ITEMS)]
