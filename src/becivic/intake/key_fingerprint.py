"""The fingerprint of the address key in the records: another valid key is noticed before anything is hashed with it.

With another key the hashes in the records match nobody any more: the same address would be a second voice in a vote, limits
and bans would start anew, and authors could confirm their own contributions. So a start is refused until the former key
file is back, or an operator accepts the new key by name.
"""

from __future__ import annotations

import hmac
import logging
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from becivic.intake.address_key import KeyRefused, is_missed, load_key, read_key
from becivic.store import reviews
from becivic.store.inserting import is_new
from becivic.store.reviews import Act
from becivic.store.store import Store
from becivic.store.tables.lifecycle import REMEMBERED
from becivic.store.watched import remember, remembered

NEW_KEY: Final = "new"
"""Instead of a fingerprint: a missing key may be made anew, whatever the records know."""

_NAME: Final = "address-key:fingerprint"
_DERIVED: Final = b"becivic: fingerprint of the address key"
"""No address is hashed to the same: their messages begin with a salt and hold a zero byte."""

_SHOWN: Final = 16
"""Digits that tell two keys apart, for people."""

_MEANS: Final = (
    "The hashes of addresses in them match nobody any more: the same address would be a second voice in a vote, limits and"
    " bans would start anew, and authors could confirm their own contributions."
)
_LOG: Final = logging.getLogger(__name__)


def fingerprint(key: bytes) -> str:
    """HMAC-SHA256 of a constant under the key: from it nobody learns the key, nor the hash of any address."""
    return hmac.digest(key, _DERIVED, "sha256").hex()


def short(found: str) -> str:
    """As an operator is shown it and types it."""
    return found[:_SHOWN]


def noted_fingerprint(connection: Connection) -> str | None:
    """None where no start has noted one yet."""
    return remembered(connection, _NAME)


def is_another_key(connection: Connection, key: bytes) -> bool:
    """Whether records know somebody by another key than this one."""
    noted = noted_fingerprint(connection)
    return noted not in (None, fingerprint(key)) and is_missed(connection)


def key_of_records(
    store: Store, path: Path, new_key: Callable[[], bytes], now: datetime, accepted: str = ""
) -> bytes:
    """The key in the file, which the records were made with; made first where nobody is known by one.

    `accepted` is what an operator typed: the short fingerprint of another key, or NEW_KEY. Raises KeyRefused.
    """
    if _is_missing(path) and accepted != NEW_KEY and store.read(is_missed):
        raise KeyRefused(
            f"`{path}` is missing, and the records were made with the key that was in it. {_MEANS}",
            "Put the copy of the key file back. Only where it is lost for ever:"
            f" `becivic serve --accept-key {NEW_KEY}` makes another one.",
        )
    key = load_key(path, new_key)
    store.write(lambda connection: _compare(connection, path, key, now, accepted))
    return key


def _is_missing(path: Path) -> bool:
    """What else is wrong with it is said by whoever loads it."""
    try:
        read_key(path)
    except FileNotFoundError:
        return True
    except KeyRefused:
        return False
    return False


def _compare(connection: Connection, path: Path, key: bytes, now: datetime, accepted: str) -> None:
    """Replicas that start together note one fingerprint: the second finds that of the first."""
    own = fingerprint(key)
    if is_new(connection, REMEMBERED, {"name": _NAME, "value": own}) or noted_fingerprint(connection) == own:
        return
    is_accepted = accepted in (NEW_KEY, short(own))
    if is_missed(connection) and not is_accepted:
        raise KeyRefused(
            f"`{path}` holds another key than the one that the records were made with. {_MEANS}",
            "Put the former key file back. Only where it is lost for ever:"
            f" `becivic serve --accept-key {short(own)}` goes on with this one.",
        )
    remember(connection, _NAME, own)
    reviews.note(connection, Act("operator", "accept_key", "address_key", short(own)), now)
    _LOG.warning(
        "BECIVIC_KEY_FILE: from now on `%s` is the address key; hashes in the records from before match nobody.",
        path,
    )
