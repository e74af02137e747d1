"""An address becomes a hash under a salt, and is never kept as anything else (design 7.9; R-SALT-01).

Whoever has the key and a salt can try addresses; so salts are destroyed, and the key stays on the machine.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Final

SALT_BYTES: Final = 32

_BETWEEN: Final = b"\0"
"""No prefix holds it, so no salt and prefix read like another pair."""


class AddressHasher:
    """HMAC-SHA256 over salt and prefix. The key is kept here and shown nowhere."""

    __slots__ = ("_key",)

    def __init__(self, key: bytes) -> None:
        self._key = key

    def hash(self, salt: str, prefix: str) -> str:
        message = salt.encode() + _BETWEEN + prefix.encode()
        return hmac.digest(self._key, message, "sha256").hex()


def new_salt(random_bytes: Callable[[int], bytes]) -> str:
    return random_bytes(SALT_BYTES).hex()
