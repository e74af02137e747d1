"""GET /api/volatile-values and /api/references: current rows, one row, and every row that one uid ever had."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from becivic.api.arrivals import Endpoint, answering
from becivic.api.outcomes import refused
from becivic.api.reading.answers import Sent, listed, prepared
from becivic.api.reading.parameters import AFTER_NUMBER, ROW_NAME, ROW_STATUS, after_uid
from becivic.api.reading.query import Query
from becivic.api.reading.rows import current, history
from becivic.catalogue import rows
from becivic.catalogue.entries import uid_named
from becivic.catalogue.rows import AnyRow, Page
from becivic.reading.freshness import Freshness
from becivic.rules.identifiers import UidPrefix, matches
from becivic.rules.statuses import Status
from becivic.store.store import Store
from becivic.web.answers import Prepared
from becivic.web.problems import problem

CATALOGUES: Final = {
    UidPrefix.VOLATILE_VALUE: "/api/volatile-values",
    UidPrefix.REFERENCE: "/api/references",
}
NO_ROW: Final = {
    UidPrefix.VOLATILE_VALUE: "There is no value of this uid.",
    UidPrefix.REFERENCE: "There is no reference of this uid.",
}

ROWS_KEPT: Final = 20_000
"""Answers that are remembered; beyond that all are made anew."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Which current rows, and from where on. What is empty does not narrow."""

    statuses: frozenset[Status]
    names: Sequence[str]
    after: str | None
    limit: int

    def takes(self, row: AnyRow) -> bool:
        return not self.statuses or row.status in self.statuses


class RowAnswers:
    """Rows as they are answered, prepared once and kept while no record changes: one asked for often costs no question."""

    def __init__(self, store: Store, freshness: Freshness) -> None:
        self._store: Final = store
        self._freshness: Final = freshness
        self._revision: int | None = None
        self._kept: Final[dict[str, Prepared]] = {}

    def ready(self, uid: str) -> Prepared | None:
        """Without waiting for anything; None where somebody has to look."""
        number = self._freshness.fresh()
        return self._kept.get(uid) if number is not None and number == self._revision else None

    async def one(self, prefix: UidPrefix, uid: str) -> Prepared | None:
        if not matches(prefix.pattern, uid):
            return None
        number = await self._freshness.number()
        known = self._kept.get(uid) if number is not None and number == self._revision else None
        return known or await self._read(prefix, uid, number)

    async def _read(self, prefix: UidPrefix, uid: str, number: int | None) -> Prepared | None:
        row = await self._store.reading(lambda connection: _current(connection, prefix, uid))
        if number != self._revision or len(self._kept) >= ROWS_KEPT:
            self._kept.clear()
            self._revision = number
        if row is None:
            return None
        answer = self._kept[uid] = prepared(row)
        return answer


class CatalogueRoutes:
    def __init__(self, store: Store, freshness: Freshness) -> None:
        self.store: Final = store
        self.answers: Final = RowAnswers(store, freshness)

    def routes(self) -> list[Route]:
        found = []
        for prefix, path in CATALOGUES.items():
            found += [
                Route(path, answering(self._list(prefix)), methods=["GET"]),
                Route(f"{path}/{{uid}}", answering(self._one(prefix)), methods=["GET"]),
                Route(f"{path}/{{uid}}/history", answering(self._history(prefix)), methods=["GET"]),
            ]
        return found

    def _list(self, prefix: UidPrefix) -> Endpoint:
        after = after_uid(prefix)

        async def get(request: Request) -> Response:
            query = Query(request.query_params)
            statuses = frozenset(Status(each) for each in query.all(ROW_STATUS))
            asked = Asked(statuses, query.all(ROW_NAME), query.one(after), query.limit())
            if query.refusal is not None:
                return refused(query.refusal)
            return Sent(prepared(await self.store.reading(lambda found: _listed(found, prefix, asked))))

        return get

    def _one(self, prefix: UidPrefix) -> Endpoint:
        async def get(request: Request) -> Response:
            answer = await self.answers.one(prefix, request.path_params["uid"])
            return problem(404, NO_ROW[prefix]) if answer is None else Sent(answer)

        return get

    def _history(self, prefix: UidPrefix) -> Endpoint:
        async def get(request: Request) -> Response:
            uid, query = request.path_params["uid"], Query(request.query_params)
            after, limit = query.one(AFTER_NUMBER), query.limit()
            if query.refusal is not None:
                return refused(query.refusal)
            found = await self.store.reading(lambda connection: _rows_of(connection, prefix, uid))
            if not found:
                return problem(404, NO_ROW[prefix])
            left = [row for row in found if after is None or row["number"] < int(after)]
            return Sent(prepared(listed(left[:limit], left[limit - 1]["number"] if left[limit:] else None)))

        return get


def _listed(connection: Connection, prefix: UidPrefix, asked: Asked) -> dict[str, Any]:
    if asked.names:
        page = _named(connection, prefix, asked)
    else:
        page = rows.listed(connection, prefix, asked.statuses, asked.after, asked.limit)
    return listed(current(connection, prefix, page.rows), page.next)


def _named(connection: Connection, prefix: UidPrefix, asked: Asked) -> Page[Any]:
    """The few that were asked for by name, in the same order and pages."""
    begin = 0 if asked.after is None else prefix.number(asked.after)
    uids = {uid_named(connection, prefix, name) for name in asked.names}
    found = (rows.current(connection, uid) for uid in uids if uid is not None)
    left = sorted(
        (row for row in found if row is not None and prefix.number(row.uid) > begin and asked.takes(row)),
        key=lambda row: prefix.number(row.uid),
    )
    return Page(left[: asked.limit], left[asked.limit - 1].uid if left[asked.limit :] else None)


def _current(connection: Connection, prefix: UidPrefix, uid: str) -> dict[str, Any] | None:
    row = rows.current(connection, uid)
    return None if row is None else current(connection, prefix, [row])[0]


def _rows_of(connection: Connection, prefix: UidPrefix, uid: str) -> list[dict[str, Any]]:
    return history(rows.history(connection, uid)) if matches(prefix.pattern, uid) else []
