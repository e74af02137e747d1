"""`becivic export` and `becivic import`: every record into one file, and back into a database of either kind."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from sqlalchemy import Engine

from becivic.cli.options import AsJson, Database, settings_with
from becivic.cli.output import plural, print_json
from becivic.cli.progress import bar
from becivic.cli.workshops import refuse_no_records
from becivic.clock import SystemClock
from becivic.config import Settings
from becivic.publishing.home import hold_home
from becivic.rules.errors import BeCivicError
from becivic.store.engine import open_engine, sqlite_file
from becivic.store.transfer import Moved, export_to, import_from
from becivic.store.transfer_file import FileRefused


def export(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Where to write; an earlier export there is replaced.")
    ],
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """Write every record of the database into one file, as it stands at one moment. The service may run.

    The file holds private records, salts among them: only its owner may read it. The address key is not in it.
    Exit 0 when it is written, 2 when it cannot be.

    Example: `becivic export records.jsonl`
    """
    if str(file) == "-":
        raise BeCivicError(
            "Records are private and go into a file of their owner's, never to a screen or a pipe.",
            where="FILE",
            remedy="Name a file, like records.jsonl.",
        )
    settings = settings_with(database=database)
    now = SystemClock(settings.clock_offset).now()
    refuse_no_records(settings)
    with _opened(settings.database_url) as engine, bar("Exporting") as on_progress:
        moved = export_to(engine, file, now, on_progress, kept=[settings.key_file])
    _tell("Exported", moved, file, as_json=as_json)


def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `becivic export` wrote.")],
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """Fill a new database from an export: all of it, or nothing.

    The database must be empty, and is made when it is an SQLite file that is not there; stop the service first.
    Exit 0 when everything is in, 1 when the file is damaged or not an export of this version, 2 when the database
    cannot take it.

    Example: `becivic import records.jsonl --database postgresql+psycopg://becivic@localhost/becivic`
    """
    settings = settings_with(database=database)
    _refuse_unreadable(file)
    try:
        with _held(settings), _opened(settings.database_url) as engine, bar("Importing") as on_progress:
            moved = import_from(engine, file, on_progress)
    except FileRefused as refused:
        typer.echo(f"becivic: {refused}", err=True)
        raise typer.Exit(1) from None
    _tell("Imported", moved, file, as_json=as_json)


def _refuse_unreadable(file: Path) -> None:
    """Before a home and a database are made for what is not there."""
    try:
        file.open("rb").close()
    except OSError as error:
        raise BeCivicError(
            f"cannot be read: {error.strerror}.", where=str(file), remedy="Name what `becivic export` wrote."
        ) from None


@contextmanager
def _held(settings: Settings) -> Iterator[None]:
    """The server of this home would write into the same SQLite file; those on PostgreSQL are held off over there."""
    file = sqlite_file(settings.database_url)
    served = sqlite_file(settings_with().database_url)
    if file is None or served is None or file.resolve() != served.resolve():
        yield
        return
    with hold_home(settings.home):
        yield


@contextmanager
def _opened(url: str) -> Iterator[Engine]:
    engine = open_engine(url)
    try:
        yield engine
    finally:
        engine.dispose()


def _tell(verb: str, moved: Moved, file: Path, *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "file": str(file),
                "rows": moved.rows,
                "total": moved.total,
                "sha256": moved.sha256,
                "left_out": ["BECIVIC_KEY_FILE"],
            }
        )
        return
    console = Console(highlight=False, markup=False, soft_wrap=True)
    width = max(map(len, moved.rows))
    for table, count in moved.rows.items():
        console.print(f"  {table:<{width}}  {count:>9,}")
    way = "to" if verb == "Exported" else "from"
    console.print(f"{verb} {plural(moved.total, 'row')} {way} {file}.")
    console.print(f"sha256 {moved.sha256}")
    console.print(
        "The address key (BECIVIC_KEY_FILE) is not in it. Copy that file by hand: without it the service does not"
        " start on these records."
    )
