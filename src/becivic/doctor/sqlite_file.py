"""Records in an SQLite file: whole, with a log that is emptied, and nobody else's business."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from becivic.doctor.finding import Code, Finding, broken, look
from becivic.doctor.limits import MEBIBYTE
from becivic.doctor.modes import open_to_others
from becivic.doctor.patient import Patient
from becivic.store.looking import looking

_HEADER: Final = 20
_IN_WAL: Final = b"\x02\x02"
"""Where the header says how the file is written and read."""

WHOLE: Final = broken(
    "DB-05",
    "integrity",
    "SQLite finds the file damaged. Stop the service, keep the file, and restore the last backup.",
    "becivic restore BACKUP --home NEW",
    slow=True,
)
WAL: Final = look(
    "DB-06",
    "write-ahead log",
    "The file is not in the mode in which readers and the writer do not wait for each other. The next start sets it.",
    "becivic serve",
)
LOG: Final = look(
    "DB-07",
    "size of the log",
    "The log beside the file is large: something has kept it open for hours, or a server was killed.",
    "fuser -v FILE",
)
PRIVATE: Final = look(
    "DB-08", "privacy", "Other accounts of this machine can read the records.", "chmod 600 FILE"
)
CODES: Final[tuple[Code, ...]] = (WHOLE, WAL, LOG, PRIVATE)


def examine(patient: Patient, connection: Connection, file: Path) -> Iterator[Finding]:
    if not patient.quick:
        yield _whole(patient, connection, file)
    with file.open("rb") as opened:  # the doctor holds no lock on it that closing could drop
        is_wal = opened.read(_HEADER)[-2:] == _IN_WAL
    yield WAL.fine("is in use") if is_wal else WAL.bad("is not in use", file)
    yield _log(patient, file)
    yield _privacy(file)


def _whole(patient: Patient, connection: Connection, file: Path) -> Finding:
    said = _checked(connection)
    if said != "ok":  # a server that has just started may have written under our eyes: look once more, anew
        with looking(patient.known.database_url) as again:
            said = _checked(again)
    size = file.stat().st_size
    if said != "ok":
        return WHOLE.bad("PRAGMA quick_check finds damage", file)
    return WHOLE.fine(f"{size / MEBIBYTE:,.1f} MiB, whole")


def _checked(connection: Connection) -> str:
    try:
        return str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
    except DBAPIError:  # so damaged that it cannot even be looked through
        return ""


def _log(patient: Patient, file: Path) -> Finding:
    log = Path(f"{file}-wal")
    size = log.stat().st_size if log.exists() else 0
    told = f"{size / MEBIBYTE:,.1f} MiB"
    if size > patient.limits.log:
        return LOG.bad(f"{told}, more than {patient.limits.log / MEBIBYTE:,.0f}", log, FILE=log)
    return LOG.fine(told)


def _privacy(file: Path) -> Finding:
    mode = open_to_others(file)
    return PRIVATE.bad(mode, file, FILE=file) if mode else PRIVATE.fine("for its owner alone")
