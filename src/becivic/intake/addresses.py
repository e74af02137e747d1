"""An address becomes a hash under a salt, and is never kept as anything else (design 7.9; R-SALT-01).

An IPv6 address has three hashes: of its /64, its /56 (a voice) and its /48 (a network). Of an IPv4 address all three are
one. Whoever has the key and a salt can try addresses; so salts are destroyed, and the key stays on the machine.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from socket import AF_INET6, inet_ntop, inet_pton
from typing import Final

from becivic.rules.limits import Width

SALT_BYTES: Final = 32

_BETWEEN: Final = b"\0"
"""No prefix holds it, so no salt and prefix read like another pair."""


@dataclass(frozen=True, slots=True)
class AddressHashes:
    """One address under one salt."""

    address: str
    """Of an IPv4 address, or of an IPv6 /64: who sent a submission, and the form in which votes were stored before version
    0008 of the database."""
    voice: str
    network: str

    @property
    def is_ipv6(self) -> bool:
        return self.voice != self.network

    @property
    def by_width(self) -> Mapping[Width, str]:
        """Those that differ, the widest first."""
        if not self.is_ipv6:
            return {Width.ADDRESS: self.address}
        return {Width.NETWORK: self.network, Width.VOICE: self.voice, Width.ADDRESS: self.address}

    def is_address(self, stored: str) -> bool:
        return _are_equal(stored, self.address)

    def is_voice(self, stored: str) -> bool:
        """Whether a stored hash is this voice's, in the form of today or of before."""
        return _are_equal(stored, self.voice) or _are_equal(stored, self.address)

    def is_network(self, stored: str | None) -> bool:
        return stored is not None and _are_equal(stored, self.network)


def _are_equal(stored: str, own: str) -> bool:
    return hmac.compare_digest(stored.encode(), own.encode())


class AddressHasher:
    """HMAC-SHA256 over salt and prefix. The key is kept here and shown nowhere."""

    __slots__ = ("_key",)

    def __init__(self, key: bytes) -> None:
        self._key = key

    def hash(self, salt: str, prefix: str) -> str:
        message = salt.encode() + _BETWEEN + prefix.encode()
        return hmac.digest(self._key, message, "sha256").hex()

    def hashes(self, salt: str, prefix: str) -> AddressHashes:
        """Of a prefix as `becivic.web.client_address` writes it: an IPv4 address, or an IPv6 /64."""
        own = self.hash(salt, prefix)
        if "/" not in prefix:
            return AddressHashes(own, own, own)
        wider = (widened(prefix, width.bits) for width in (Width.VOICE, Width.NETWORK))
        voice, network = (self.hash(salt, each) for each in wider)
        return AddressHashes(own, voice, network)


def widened(prefix: str, bits: int) -> str:
    """The /`bits` that an IPv6 /64 lies in. A tenth of the time of ipaddress: a ban each is tried with it."""
    packed = inet_pton(AF_INET6, prefix.partition("/")[0])
    kept = bits // 8
    return f"{inet_ntop(AF_INET6, packed[:kept] + bytes(len(packed) - kept))}/{bits}"


def new_salt(random_bytes: Callable[[int], bytes]) -> str:
    return random_bytes(SALT_BYTES).hex()
