"""The activity of the library as the records tell it. Knows nothing of how it is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, Connection, Table, and_, case, func, select

from becivic.corpus.load import Corpus
from becivic.publishing.consensus.log import latest_true
from becivic.reading.activity import AGES, WEEKS, Activity, Decided, Reported, Week
from becivic.rules.moments import rfc3339
from becivic.rules.statuses import Status, is_withheld
from becivic.rules.submissions import Verdict
from becivic.rules.targets import TargetType
from becivic.store.tables.catalogue import CATALOGUES, REFERENCES, VOLATILE_VALUES
from becivic.store.tables.signals import AMENDMENTS, CONCERNS, VALIDATIONS
from becivic.store.verdicts import WAS_GIVEN
from becivic.store.written import moment

DECISIONS_SHOWN: Final = 20
MOST_ACTIVE: Final = 10
WINDOW: Final = timedelta(days=30)

_DAY: Final = len("YYYY-MM-DD")


def read_activity(connection: Connection, corpus: Corpus, now: datetime) -> Activity:
    monday = now.date() - timedelta(days=now.weekday())
    first = monday - timedelta(weeks=WEEKS - 1)
    return Activity(
        as_of=rfc3339(now.replace(minute=0, second=0, microsecond=0)),
        holdings=_holdings(connection, corpus),
        weeks=_weeks(connection, first),
        ages=_ages(connection, now.date()),
        decided=_decided(connection),
        reported=_reported(connection, moment(now - WINDOW)),
    )


def _holdings(connection: Connection, corpus: Corpus) -> dict[TargetType, dict[Status, int]]:
    found = {
        TargetType.SKILL: _by_status(skill.status for skill in corpus.skills.values()),
        TargetType.PATH: _by_status(entry.status for entry in corpus.paths.entries.values()),
    }
    for kind, table in CATALOGUES.items():
        query = select(table.c.status, func.count()).where(table.c.superseded_at.is_(None), table.c.held == 0)
        rows: dict[str, int] = {
            key: int(number) for key, number in connection.execute(query.group_by(table.c.status))
        }
        found[kind] = {status: rows[status.value] for status in Status if status.value in rows}
    return found


def _by_status(statuses: Iterable[Status | None]) -> dict[Status, int]:
    counts = Counter(statuses)
    return {status: counts[status] for status in Status if counts[status]}


def _weeks(connection: Connection, first: date) -> tuple[Week, ...]:
    since = first.isoformat()
    own = VALIDATIONS.c
    confirms = _daily(
        connection, VALIDATIONS, "validated_at", since, WAS_GIVEN & (own.verdict == Verdict.CONFIRM.value)
    )
    rejects = _daily(
        connection, VALIDATIONS, "validated_at", since, WAS_GIVEN & (own.verdict == Verdict.REJECT.value)
    )
    concerns = _daily(connection, CONCERNS, "committed_at", since, CONCERNS.c.held == 0)
    amendments = _daily(connection, AMENDMENTS, "committed_at", since, AMENDMENTS.c.held == 0)
    return tuple(
        Week(
            start,
            *(sum(_within(days, start)) for days in (confirms, rejects, concerns, amendments)),
        )
        for start in (first + timedelta(weeks=week) for week in range(WEEKS))
    )


def _daily(
    connection: Connection, table: Table, column: str, since: str, is_it: ColumnElement[bool]
) -> dict[str, int]:
    """How many on each day. Moments are written so that a day is how their text begins."""
    day = func.substr(table.c[column], 1, _DAY)
    query = select(day, func.count()).where(table.c[column] >= since, is_it).group_by(day)
    return {key: int(number) for key, number in connection.execute(query)}


def _within(days: Mapping[str, int], start: date) -> Iterable[int]:
    return (days.get((start + timedelta(days=day)).isoformat(), 0) for day in range(7))


def _ages(connection: Connection, today: date) -> tuple[int, ...]:
    """By the day of the reading of its source: a value has no freshness of its own (design 7.23)."""
    own, source = VOLATILE_VALUES.c, REFERENCES.c
    edges = [_months_before(today, months).isoformat() for months in AGES]
    bucket = case(
        (source.last_verified.is_(None), len(AGES) + 1),
        *((source.last_verified > edge, number) for number, edge in enumerate(edges)),
        else_=len(AGES),
    )
    is_source = and_(source.uid == own.source, source.superseded_at.is_(None), source.held == 0)
    query = (
        select(bucket, func.count())
        .select_from(VOLATILE_VALUES.outerjoin(REFERENCES, is_source))
        .where(own.superseded_at.is_(None), own.held == 0)
        .group_by(bucket)
    )
    counts: dict[int, int] = {key: int(number) for key, number in connection.execute(query)}
    return tuple(counts.get(number, 0) for number in range(len(AGES) + 2))


def _months_before(day: date, months: int) -> date:
    """The same day of an earlier month, or the last that it has."""
    index = day.year * 12 + day.month - 1 - months
    following = date((index + 1) // 12, (index + 1) % 12 + 1, 1)
    return min(
        following - timedelta(days=1), date(index // 12, index % 12 + 1, 1) + timedelta(days=day.day - 1)
    )


def _decided(connection: Connection) -> tuple[Decided, ...]:
    entries = latest_true(connection, DECISIONS_SHOWN)
    names = _names(connection, {entry.target_id for entry in entries})
    return tuple(
        Decided(
            rfc3339(entry.decided_at),
            entry.kind,
            entry.target,
            entry.target_id,
            entry.before,
            entry.after,
            names.get(entry.target_id, ""),
        )
        for entry in entries
    )


def _reported(connection: Connection, since: str) -> tuple[Reported, ...]:
    own = CONCERNS.c
    number = func.count().label("number")
    query = (
        select(own.target_type, own.target_id, number)
        .where(own.held == 0, own.content.is_not(None), own.committed_at >= since)
        .group_by(own.target_type, own.target_id)
        .order_by(number.desc(), own.target_type, own.target_id)
        .limit(MOST_ACTIVE)
    )
    found = [(TargetType(kind), name, int(n)) for kind, name, n in connection.execute(query)]
    names = _names(connection, {target_id for _, target_id, _ in found})
    return tuple(Reported(kind, name, n, names.get(name, "")) for kind, name, n in found)


def _names(connection: Connection, uids: Collection[str]) -> dict[str, str]:
    """Of the values and references among these ids: of none that is held or withheld."""
    found: dict[str, str] = {}
    for table, column in ((VOLATILE_VALUES, VOLATILE_VALUES.c.name), (REFERENCES, REFERENCES.c.title)):
        query = select(table.c.uid, column).where(
            table.c.uid.in_(uids),
            table.c.superseded_at.is_(None),
            table.c.held == 0,
            table.c.status.not_in([status.value for status in Status if is_withheld(status)]),
        )
        found.update((uid, name) for uid, name in connection.execute(query))
    return found
