"""Records in PostgreSQL: a version that is cared for, text in UTF-8, near enough."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from sqlalchemy import Connection

from becivic.doctor.finding import Code, Finding, broken, look
from becivic.doctor.limits import MEBIBYTE
from becivic.doctor.patient import Patient

_WHERE: Final = "BECIVIC_DATABASE_URL"

VERSION: Final = look(
    "DB-09",
    "PostgreSQL",
    "The PostgreSQL server is older than the versions that its makers care for.",
    "psql --command 'SELECT version()'",
)
ENCODING: Final = broken(
    "DB-10",
    "encoding",
    "The database does not keep text as UTF-8: names and addresses of other languages cannot be stored.",
    "createdb --encoding UTF8 --template template0 becivic",
)
LATENCY: Final = look(
    "DB-11",
    "latency",
    "The database takes long to answer a question that asks for nothing: it is far away, or busy.",
    "pg_isready --timeout 5",
)
CODES: Final[tuple[Code, ...]] = (VERSION, ENCODING, LATENCY)


def examine(patient: Patient, connection: Connection, took: timedelta) -> Iterator[Finding]:
    limits = patient.limits
    number = int(str(connection.exec_driver_sql("SHOW server_version_num").scalar_one())) // 10_000
    size = int(connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())
    if number < limits.oldest_postgresql:
        yield VERSION.bad(f"it is {number}, older than {limits.oldest_postgresql}", _WHERE)
    else:
        yield VERSION.fine(f"version {number}, {size / MEBIBYTE:,.1f} MiB")
    encoding = str(connection.exec_driver_sql("SHOW server_encoding").scalar_one())
    yield ENCODING.fine(encoding) if encoding == "UTF8" else ENCODING.bad(f"it is {encoding}", _WHERE)
    told = f"{took.total_seconds() * 1000:.0f} ms"
    yield LATENCY.bad(f"{told} for SELECT 1", _WHERE) if took > limits.latency else LATENCY.fine(told)
