"""What holds for as long as one transaction of the writer does, read once for all the requests that share it.

Requests of one transaction are answered together: none of them can have learned anything from another. Knows no
submission.
"""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import Connection
from sqlalchemy.engine import RootTransaction

from becivic.intake import salts


class Sitting:
    """Today's salt. Used by the writer's thread alone."""

    __slots__ = ("_day", "_new_salt", "_salt", "_transaction")

    def __init__(self, new_salt: salts.NewSalt) -> None:
        self._new_salt = new_salt
        self._transaction: RootTransaction | None = None
        self._day: date | None = None
        self._salt = ""

    def daily_salt(self, connection: Connection, now: datetime) -> str:
        """The first request of a transaction looks; an undone one leaves nothing."""
        transaction, day = connection.get_transaction(), now.date()
        if transaction is None or transaction is not self._transaction or day != self._day:
            self._salt = salts.daily_salt(connection, now, self._new_salt)
            self._transaction, self._day = connection.get_transaction(), day
        return self._salt
