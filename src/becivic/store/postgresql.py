"""A connection to PostgreSQL: durable, and waited for only so long. Knows no tables and no transactions.

A server that is frozen still takes what is sent to it, and says nothing: neither its own clock nor TCP notices.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.waiting import Ready
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import URL

CONNECT_SECONDS: Final = 5
STATEMENT_SECONDS: Final = 8
"""The server ends a statement that takes longer: it waits for somebody's lock."""

SILENT_SECONDS: Final = 10
"""A server that says nothing for so long during a statement is given up. With a second try: 15 in all."""

_PARAMETERS: Final = {
    "application_name": "becivic",
    "connect_timeout": CONNECT_SECONDS,
    "keepalives_idle": SILENT_SECONDS,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": SILENT_SECONDS * 1000,
}

# A server that answers before its disk does would lose what was answered; stricter settings are left alone.
_DURABLE: Final = (
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
)
_UNHURRIED: Final = "becivic_unhurried"

T = TypeVar("T")


class BoundedConnection(psycopg.Connection[Any]):
    """Gives a silent server up, and itself with it: nobody waits a second time to undo a transaction on it."""

    silent_seconds: float | None = None
    """None: waits for ever."""

    def wait(self, gen: PQGen[T], *args: Any, **more: Any) -> T:  # noqa: ANN401  passed through
        if self.silent_seconds is None:
            return super().wait(gen, *args, **more)
        return super().wait(self._answered(gen), interval=self.silent_seconds)

    def _answered(self, gen: PQGen[T]) -> PQGen[T]:
        """What psycopg waits for; `Ready.NONE` says that the interval has passed without a byte."""
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if ready == Ready.NONE:
                    self.pgconn.finish()
                    raise psycopg.OperationalError("The server says nothing.")
                wanted = gen.send(ready)
        except StopIteration as done:
            answer: T = done.value
            return answer


def connect_arguments(address: URL) -> dict[str, Any]:
    """What the address itself says comes first."""
    return {name: value for name, value in _PARAMETERS.items() if name not in address.query}


def bound_connections(engine: Engine) -> None:
    event.listen(engine, "do_connect", _connect)
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "engine_connect", _lift_bounds)


def unhurried(engine: Engine) -> Engine:
    """The same database, for work that takes as long as it takes: connections without bounds."""
    return engine.execution_options(**{_UNHURRIED: True})


def _connect(_dialect: object, _record: object, args: tuple[Any, ...], named: dict[str, Any]) -> object:
    return BoundedConnection.connect(*args, **named)


def _set_up(driver: BoundedConnection, _record: object) -> None:
    driver.silent_seconds = SILENT_SECONDS
    driver.execute(_DURABLE)
    _set_statement_timeout(driver, STATEMENT_SECONDS)


def _lift_bounds(connection: Connection) -> None:
    """Each connection is closed when it is given back, so nobody else meets this one."""
    driver = connection.connection.driver_connection
    if connection.get_execution_options().get(_UNHURRIED) and isinstance(driver, BoundedConnection):
        _set_statement_timeout(driver, 0)
        driver.silent_seconds = None


def _set_statement_timeout(driver: BoundedConnection, seconds: int) -> None:
    driver.execute(f"SET statement_timeout = '{seconds}s'".encode())
    driver.commit()
