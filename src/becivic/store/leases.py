"""Who may run a job just now: one of all the replicas (design 3). Held for a while and renewed by time, whatever the job is at; who dies lets go of it.

Everything a job does may be done twice: a lease saves work, and keeps nothing right that would else be wrong.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, delete, or_, update

from becivic.store.inserting import is_new
from becivic.store.tables.keeping import LEASES
from becivic.store.written import moment

LASTS: Final = timedelta(minutes=2)
"""How long a job that died keeps others waiting."""


def take(connection: Connection, name: str, holder: str, now: datetime) -> bool:
    """Whether it is ours: nobody's before, ours already, or left behind by somebody."""
    until = {"holder": holder, "until": moment(now + LASTS)}
    free = or_(LEASES.c.until <= moment(now), LEASES.c.holder == holder)
    if connection.execute(update(LEASES).where(LEASES.c.name == name, free).values(until)).rowcount:
        return True
    return is_new(connection, LEASES, {"name": name, **until})


def let_go(connection: Connection, name: str, holder: str) -> None:
    connection.execute(delete(LEASES).where(LEASES.c.name == name, LEASES.c.holder == holder))
