"""The key that addresses are hashed with: a file of its own, made once, shared by replicas (design 4, 7.9)."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from sqlalchemy import Column, Connection, select

from becivic.durable import settle_folder
from becivic.rules.errors import BeCivicError
from becivic.rules.identifiers import matches
from becivic.store.tables.keeping import BANS, SALTS
from becivic.store.tables.lifecycle import FLAGGERS
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.tables.submissions import COMMITTED, HELD, STAGED

KEY_BYTES: Final = 32

_WRITTEN: Final = rf"^[0-9a-fA-F]{{{2 * KEY_BYTES}}}$"
_READ: Final = 4 * KEY_BYTES
"""Enough to see that a file holds something else."""

_HASHED: Final[tuple[Column[str], ...]] = (
    STAGED.c.submitter_hash,
    COMMITTED.c.submitter_hash,
    HELD.c.submitter_hash,
    VALIDATIONS.c.voter_hash,
    VALIDATIONS.c.unseated_hash,
    SALTS.c.submitter_hash,
    BANS.c.address_hash,
    FLAGGERS.c.address_hash,
)
"""Where a record knows somebody by a hash under this key for longer than a day."""

_CAN_CHECK_MODE: Final = os.name == "posix"
_OTHERS: Final = stat.S_IRGRP | stat.S_IWGRP | stat.S_IROTH | stat.S_IWOTH


class KeyRefused(BeCivicError):
    """The key file cannot be used. `where` names the variable."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message, where="BECIVIC_KEY_FILE", remedy=remedy)


def load_key(path: Path, new_key: Callable[[], bytes]) -> bytes:
    """The key in the file, made first when there is none. Replicas that start together end with one and the same."""
    try:
        return read_key(path)
    except FileNotFoundError:
        _make(path, new_key())
    try:
        return read_key(path)
    except FileNotFoundError:
        raise KeyRefused(f"`{path}` leads nowhere.", "Remove the link, or name the file itself.") from None


def is_missed(connection: Connection) -> bool:
    """Whether records know somebody by a key: with another one, everybody in them is a stranger."""
    return any(connection.execute(select(one).where(one.is_not(None)).limit(1)).first() for one in _HASHED)


def read_key(path: Path) -> bytes:
    """KeyRefused where it is not one that may be used, FileNotFoundError where there is none."""
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            held = file.read(_READ)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise KeyRefused(
            f"`{path}` cannot be read ({error.strerror}).", "Make it readable for this user alone."
        ) from None
    if _CAN_CHECK_MODE and mode & _OTHERS:
        raise KeyRefused(f"`{path}` is open to other users.", "Close it to them: chmod 600.")
    return _key(path, held)


def _key(path: Path, held: bytes) -> bytes:
    text = held.decode("latin-1").strip()
    if not matches(_WRITTEN, text):
        raise KeyRefused(
            f"`{path}` does not hold {2 * KEY_BYTES} hexadecimal digits.",
            "Restore it from its copy. Where that is lost for ever, remove it and start once with"
            " `becivic serve --accept-key new`.",
        )
    return bytes.fromhex(text)


def _make(path: Path, key: bytes) -> None:
    """Written whole beside it and then linked into place: the first to link has made the key for everybody."""
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # mode 0600
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(key.hex().encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
            _link(name, path)
        finally:
            Path(name).unlink()
        settle_folder(path.parent)
    except OSError as error:
        raise KeyRefused(
            f"`{path}` cannot be made ({error.strerror}).",
            "Name a file in a folder that this user may write, on a disk with hard links; or make it with"
            f" `openssl rand -hex {KEY_BYTES}`.",
        ) from None


def _link(name: str, path: Path) -> None:
    try:
        os.link(name, path)
    except FileExistsError:
        return  # another replica was first: its key is the key
