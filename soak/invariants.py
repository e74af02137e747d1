"""What must hold at the end of a run, whatever was sent: each check says in sentences what it found broken."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from sqlalchemy import ColumnElement, Connection, FromClause, Table, case, func, select

from becivic.corpus.checks.all_rules import ALL_RULES
from becivic.corpus.checks.rule import Context, run_rules
from becivic.corpus.findings import Severity
from becivic.jobs.table import promote
from becivic.publishing.consensus.tick import Tick
from becivic.publishing.repository import REPOSITORY
from becivic.rules.statuses import Status
from becivic.store.tables.catalogue import CATALOGUES
from becivic.store.tables.keeping import RATE_COUNTERS, REVIEW_ITEMS, SALTS, Queue
from becivic.store.tables.submissions import COMMITTED, STAGED
from becivic.store.written import moment
from soak import books, history, secrecy
from soak.house import House
from soak.ledger import Ledger

_OF_THE_ENDED: Final = ("graph-requires", "rule-08")
_ENDED: Final = tuple(f" is {status}" for status in Status if status.is_terminal)
Check = Callable[[House, Ledger], Iterator[str]]


async def broken(house: House, ledger: Ledger) -> list[str]:
    """The jobs run once more first, so that nothing is merely due."""
    house.tidy()
    house.run("commit")
    promote(house.workshop, house.clock.now(), lambda _: None, everything=True)
    house.run("index")
    house.run("snapshot")
    return [f"{name}: {found}" for name, check in CHECKS.items() for found in check(house, ledger)]


def _count(connection: Connection, table: FromClause, where: ColumnElement[bool] | None = None) -> int:
    found = select(func.count()).select_from(table)
    return connection.execute(found if where is None else found.where(where)).scalar_one()


def past_their_time(house: House, _: Ledger) -> Iterator[str]:
    now = moment(house.clock.now())
    day = house.clock.now().date().isoformat()
    for table, old in (
        (SALTS, SALTS.c.expires_at <= now),
        (RATE_COUNTERS, RATE_COUNTERS.c.day < day),
        (COMMITTED, COMMITTED.c.expires_at <= now),
        (STAGED, (STAGED.c.commit_eta <= now) & STAGED.c.stopped_at.is_(None)),
    ):
        found = house.store.read(partial(_count, table=table, where=old))
        if found:
            yield f"{found} rows of {table.name} have outlived their time"


def stopped_ones_are_asked_about(house: House, _: Ledger) -> Iterator[str]:
    """What cannot be published waits for a person, and a person was asked."""
    asked = select(REVIEW_ITEMS.c.subject_id).where(
        REVIEW_ITEMS.c.queue.in_((Queue.FAILED.value, Queue.HELD.value)), REVIEW_ITEMS.c.closed_at.is_(None)
    )
    left = (STAGED.c.stopped_at.is_not(None)) & STAGED.c.id.not_in(asked)
    if found := house.store.read(lambda connection: _count(connection, STAGED, left)):
        yield f"{found} submissions stopped, and nobody was asked"


def votes_decide_nothing_more(house: House, _: Ledger) -> Iterator[str]:
    """Every status is what the votes make of it: counted anew from all rows, nothing is left to decide."""
    plan = Tick(house.workshop, house.workshop.policy, house.clock.now()).plan(
        lambda _: None, everything=True
    )
    yield from (f"undecided: {decision}" for decision in plan.as_json()["decisions"])


def decisions_come_out_again(house: House, _: Ledger) -> Iterator[str]:
    """The whole log replayed, and statuses in git held against the records: the monthly job does it."""
    for finding in house.run("audit")["findings"]:
        if finding["severity"] == Severity.ERROR.value:
            yield str(finding)


def files_are_lawful(house: House, _: Ledger) -> Iterator[str]:
    """But for those that cite or require what the votes ended: the rules tell a person so, and that is right."""
    for finding in run_rules(ALL_RULES, Context.of(house.workshop.corpus())):
        about_ended = finding.rule in _OF_THE_ENDED and any(word in finding.message for word in _ENDED)
        if finding.severity is Severity.ERROR and not about_ended:
            yield f"{finding.rule} {finding.place} {finding.message}"


def one_current_row(house: House, _: Ledger) -> Iterator[str]:
    def look(connection: Connection, table: Table) -> int:
        current = func.sum(case((table.c.superseded_at.is_(None), 1), else_=0))
        other = select(table.c.uid).group_by(table.c.uid).having(current != 1).subquery()
        return _count(connection, other)

    for target, table in CATALOGUES.items():
        if house.store.read(partial(look, table=table)):
            yield f"some {target.value} has not one current row"


def database_is_sound(house: House, _: Ledger) -> Iterator[str]:
    def look(connection: Connection) -> list[str]:
        return [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check")]

    yield from (said for said in house.store.read(look) if said != "ok")


def repository_is_sound(house: House, _: Ledger) -> Iterator[str]:
    asked = ["git", "-C", str(house.home / REPOSITORY), "fsck", "--full", "--strict", "--no-dangling"]
    told = subprocess.run(asked, capture_output=True, text=True, check=False)
    if told.returncode:
        yield told.stderr.strip()[:500]


CHECKS: Final[dict[str, Check]] = {
    "no salt, counter, id or staged item has outlived its time": past_their_time,
    "whatever cannot be published waits for a person": stopped_ones_are_asked_about,
    "every accepted submission is there once, and every cancelled one is gone": books.agree,
    "every merged change is one commit of main": history.each_change_is_one_commit,
    "every public observation is in the snapshot once": history.each_concern_is_in_the_snapshot_once,
    "statuses are what the votes make of them": votes_decide_nothing_more,
    "the log of decisions comes out the same again": decisions_come_out_again,
    "every file keeps the rules and its schema": files_are_lawful,
    "every value and reference has one current row": one_current_row,
    "the database is sound": database_is_sound,
    "git fsck finds nothing": repository_is_sound,
    "no address and nothing refused is in the records or in git": secrecy.nothing_leaked,
}
"""By what must hold."""
