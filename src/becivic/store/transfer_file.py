"""An export as a file: JSON Lines with a header, one row a line, and a trailer with the checksum. Knows no database."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Final

from becivic.durable import settle_folder
from becivic.rules.errors import BeCivicError
from becivic.rules.json_text import JsonRefused, parse_json
from becivic.store.written import document

FORMAT: Final = "becivic-export"
FORMAT_VERSION: Final = 1
FIRST_ROW: Final = 2
"""The line it is on, after the header."""

_LONGEST_HEADER: Final = 64 * 1024

_DEVICES: Final = Path("/dev")
_SHARED_MEMORY: Final = "shm"
"""In the folder of devices, yet a place for files."""

Row = dict[str, Any]


class FileRefused(BeCivicError):
    """A file that is no whole export of this version. `where` names it."""


@dataclass(frozen=True, slots=True)
class Header:
    """What the file says about itself before its rows."""

    schema: str
    exported_at: str
    rows: dict[str, int]
    """By table."""

    @property
    def total(self) -> int:
        return sum(self.rows.values())


@dataclass(slots=True)
class NewExport:
    """A file being written: lines go out, and the checksum runs along."""

    stream: BinaryIO
    written: Counter[str] = field(default_factory=Counter)
    digest: Any = field(default_factory=hashlib.sha256)

    @property
    def sha256(self) -> str:
        return str(self.digest.hexdigest())

    def row(self, table: str, row: Row) -> None:
        self.line({"table": table, "row": row})
        self.written[table] += 1

    def line(self, value: object) -> None:
        line = f"{document(value)}\n".encode()
        self.stream.write(line)
        self.digest.update(line)


@contextmanager
def new_export(file: Path, header: Header) -> Iterator[NewExport]:
    """The whole file appears under its name at the end, durable and private, or nothing does."""
    try:
        with _appearing_whole(file) as stream:
            export = NewExport(stream)
            export.line(_written_header(header))
            yield export
            trailer = {"rows": export.written, "sha256": export.sha256}
            stream.write(f"{document(trailer)}\n".encode())
    except OSError as error:
        raise BeCivicError(f"cannot be written: {error.strerror}.", where=str(file)) from None


def refuse_to_replace(file: Path, kept: Iterable[Path]) -> None:
    """Only an export, or an empty file, is replaced; never one of `kept`, whether it is there yet or not."""
    try:
        if not _is_replaceable(file):
            raise _in_the_way(file, "is there already, and is not an export of Be Civic's records.")
        place = file.resolve()
        if place in {one.resolve() for one in kept} or _is_among_devices(place):
            raise _in_the_way(file, "is for the service or the system alone.")
    except OSError as error:
        raise BeCivicError(f"cannot be written: {error.strerror}.", where=str(file)) from None


def _in_the_way(file: Path, wrong: str) -> BeCivicError:
    return BeCivicError(wrong, where=str(file), remedy="Name another file; nothing was written.")


def _is_among_devices(place: Path) -> bool:
    return place.is_relative_to(_DEVICES) and not place.is_relative_to(_DEVICES / _SHARED_MEMORY)


def _is_replaceable(file: Path) -> bool:
    """A link is none, wherever it leads: it would itself be replaced."""
    try:
        found = file.lstat()
    except FileNotFoundError:
        return True
    if not stat.S_ISREG(found.st_mode):
        return False
    if found.st_size == 0:
        return True
    with file.open("rb") as stream:
        return _object(stream.readline(_LONGEST_HEADER)).get("format") == FORMAT


@contextmanager
def _appearing_whole(file: Path) -> Iterator[BinaryIO]:
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")  # mode 0600
    try:
        with os.fdopen(descriptor, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    settle_folder(file.parent)


@dataclass(frozen=True, slots=True)
class Export:
    """A file that is whole: its checksum and its number of rows have been compared."""

    file: Path
    stream: BinaryIO
    header: Header
    sha256: str

    def rows(self) -> Iterator[tuple[str, Row]]:
        """Table and row, in the order they were written."""
        self.stream.seek(0)
        self.stream.readline()
        for number in range(FIRST_ROW, FIRST_ROW + self.header.total):
            try:
                line = json.loads(self.stream.readline())
                yield str(line["table"]), dict(line["row"])
            except (ValueError, TypeError, KeyError, RecursionError):
                raise refused(self.file, number) from None


@contextmanager
def open_export(file: Path) -> Iterator[Export]:
    """Read through once; a file that is not ours, not whole or not as it was written is refused."""
    try:
        with file.open("rb") as stream:
            header = _read_header(file, stream.readline(_LONGEST_HEADER))
            yield Export(file, stream, header, _checked(file, stream, header))
    except OSError as error:
        raise BeCivicError(f"cannot be read: {error.strerror}.", where=str(file)) from None


def refused(file: Path, line: int | None = None) -> FileRefused:
    return FileRefused(
        "does not hold what an export holds.",
        where=str(file) if line is None else f"{file}:{line}",
        remedy="Export again; nothing was imported.",
    )


def _written_header(header: Header) -> Row:
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "schema": header.schema,
        "exported_at": header.exported_at,
        "rows": header.rows,
    }


def _read_header(file: Path, line: bytes) -> Header:
    said = _object(line)
    if said.get("format") != FORMAT:
        raise FileRefused(
            "is not an export of Be Civic's records.",
            where=str(file),
            remedy="Name a file that `becivic export` wrote.",
        )
    if said.get("version") != FORMAT_VERSION:
        raise newer(file)
    rows = said.get("rows")
    if not isinstance(rows, dict) or not all(type(count) is int and count >= 0 for count in rows.values()):
        raise refused(file)
    return Header(str(said.get("schema")), str(said.get("exported_at")), rows)


def newer(file: Path) -> FileRefused:
    return FileRefused(
        "was exported by a newer version of this program.",
        where=str(file),
        remedy="Install that version or a later one, and import there.",
    )


def _checked(file: Path, stream: BinaryIO, header: Header) -> str:
    """The checksum over every line but the last, which must say the same."""
    stream.seek(0)
    digest = hashlib.sha256()
    lines, last = 0, b""
    for line in stream:
        digest.update(last)
        lines, last = lines + 1, line
    trailer = _object(last)
    if "sha256" not in trailer or not last.endswith(b"\n"):
        raise FileRefused("is cut short.", where=str(file), remedy="Copy it again; nothing was imported.")
    written = {table: count for table, count in header.rows.items() if count}
    if trailer != {"rows": written, "sha256": digest.hexdigest()} or lines != header.total + 2:
        raise FileRefused(
            "was changed since it was exported: its checksum does not fit.",
            where=str(file),
            remedy="Copy it again; nothing was imported.",
        )
    return digest.hexdigest()


def _object(line: bytes) -> Row:
    """A line as a JSON object; an empty one where it is anything else."""
    try:
        value = parse_json(line)
    except JsonRefused:
        return {}
    return value if isinstance(value, dict) else {}
