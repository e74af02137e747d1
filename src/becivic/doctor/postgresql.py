"""Records in PostgreSQL: a version that is cared for, text in UTF-8, near enough."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from sqlalchemy import Connection, make_url

from becivic.doctor.finding import Code, Finding, broken, look
from becivic.doctor.limits import MEBIBYTE
from becivic.doctor.patient import Patient

WHERE: Final = "BECIVIC_DATABASE_URL"
_PLACE: Final = "--host HOST --port PORT"
SERVER: Final = f"{_PLACE} --username USER"
"""What its own programs are told, which cannot read our address. The password they ask for themselves."""

_HOST, _PORT = "localhost", 5432

VERSION: Final = look(
    "DB-09",
    "PostgreSQL",
    "The PostgreSQL server is older than the versions that its makers care for.",
    f"psql {SERVER} --command 'SELECT version()' NAME",
)
ENCODING: Final = broken(
    "DB-10",
    "encoding",
    "The database does not keep text as UTF-8: names and addresses of other languages cannot be stored.",
    f"createdb {SERVER} --encoding UTF8 --template template0 becivic",
)
LATENCY: Final = look(
    "DB-11",
    "latency",
    "The database takes long to answer a question that asks for nothing: it is far away, or busy.",
    f"pg_isready {_PLACE} --timeout 5",
)
SILENT: Final = broken(
    "DB-12",
    "PostgreSQL answers",
    "The PostgreSQL server cannot be reached, or does not let the service in. What it holds is where it was: nothing is to be"
    " restored.",
    f"pg_isready {_PLACE} --timeout 5",
)
CODES: Final[tuple[Code, ...]] = (VERSION, ENCODING, LATENCY, SILENT)


def server(url: str) -> dict[str, object]:
    """By the words of a remedy. Never the password."""
    address = make_url(url)
    user = address.username or getpass.getuser()
    return {
        "HOST": address.host or address.query.get("host", _HOST),
        "PORT": address.port or address.query.get("port", _PORT),
        "USER": user,
        "NAME": address.database or user,
    }


def silent(url: str, told: str) -> Finding:
    return SILENT.bad(told, WHERE, **server(url))


def examine(patient: Patient, connection: Connection, took: timedelta) -> Iterator[Finding]:
    limits, words = patient.limits, server(patient.known.database_url)
    number = int(str(connection.exec_driver_sql("SHOW server_version_num").scalar_one())) // 10_000
    size = int(connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())
    if number < limits.oldest_postgresql:
        yield VERSION.bad(f"it is {number}, older than {limits.oldest_postgresql}", WHERE, **words)
    else:
        yield VERSION.fine(f"version {number}, {size / MEBIBYTE:,.1f} MiB")
    encoding = str(connection.exec_driver_sql("SHOW server_encoding").scalar_one())
    is_whole = encoding == "UTF8"
    yield ENCODING.fine(encoding) if is_whole else ENCODING.bad(f"it is {encoding}", WHERE, **words)
    told = f"{took.total_seconds() * 1000:.0f} ms"
    is_slow = took > limits.latency
    yield LATENCY.bad(f"{told} for SELECT 1", WHERE, **words) if is_slow else LATENCY.fine(told)
