"""The address of a caller for limits and votes: IPv4 whole, IPv6 by its /64 (design 7.9).

An IPv6 address that wraps an IPv4 one (NAT64, 6to4, Teredo, mapped, compatible) is that IPv4 address: whoever holds the
one holds the other. Trust in a proxy is decided before, by the address as it came: a 6to4 address that wraps 10.0.0.1
is no proxy.

X-Forwarded-For is believed from BECIVIC_TRUSTED_PROXIES alone; RFC 7239's Forwarded is not read. Nothing here is
ever written down: intake hashes it at once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

from starlette.types import Scope

from becivic.rules.limits import Width
from becivic.setting_values import Network

NO_ADDRESS: Final = "none"
"""For a caller without one: a unix socket, or a test inside the process. They all count as one."""

_COMPATIBLE: Final = IPv6Network("::/96")
"""IPv4-compatible (RFC 4291 2.5.5.1), deprecated. `::` and `::1` lie in it and wrap nothing."""
_THIS_NETWORK: Final = IPv4Network("0.0.0.0/8")

_WRAPPING: Final = (
    IPv6Network("64:ff9b::/96"),  # NAT64, RFC 6052
    IPv6Network("::ffff:0:0:0/96"),  # IPv4-translated, RFC 2765
)
"""Prefixes of 96 bits: the last 32 bits are the IPv4 address."""

_LOCAL_NAT64: Final = IPv6Network("64:ff9b:1::/48")
"""Local-use translation (RFC 8215): an operator chooses a prefix of 48, 56, 64 or 96 bits in it."""
_HOP: Final = re.compile(r"\[([^\[\]]*)\](?::[0-9]{1,5})?|([0-9.]+):[0-9]{1,5}|([^\[\]]+)")
"""`[IPv6]` and `[IPv6]:port`, `IPv4:port`, or either alone."""

_HANDED_ON: Final = frozenset(
    {b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-real-ip"}
)
"""Any of these says that somebody else stands behind the one who connected."""

Address = IPv4Address | IPv6Address


def client_address(scope: Scope, trusted: Sequence[Network]) -> str:
    """The caller's canonical prefix. Whatever the headers hold, it never raises."""
    client = scope.get("client")
    peer = _address(client[0]) if client else None
    if peer is None:
        return NO_ADDRESS
    if not _is_trusted(peer, trusted):
        return _prefix(peer)
    return _prefix(_forwarded(peer, _hops(scope), trusted))


def comes_from(scope: Scope, networks: Sequence[Network]) -> bool:
    """Whether the one who connected is in one of these, whoever it may be speaking for."""
    client = scope.get("client")
    peer = _address(client[0]) if client else None
    return peer is not None and _is_trusted(peer, networks)


def is_on_this_machine(scope: Scope) -> bool:
    """Whether a program of this machine asks for itself: from loopback, to loopback, and handed on by nobody."""
    client = scope.get("client")
    peer = _address(client[0]) if client else None
    if peer is None or not peer.is_loopback:
        return False
    hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    return all(map(_names_loopback, hosts)) and not any(name in _HANDED_ON for name, _ in scope["headers"])


def _names_loopback(host: str) -> bool:
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    address = _address(name.strip("[]"))
    return name.lower() == "localhost" or (address is not None and address.is_loopback)


def _forwarded(believed: Address, hops: Sequence[str], trusted: Sequence[Network]) -> Address:
    """From the right, each hop was written by the one after it: believe it for as long as that one is trusted."""
    for hop in reversed(hops):
        address = _hop_address(hop)
        if address is None:
            return believed
        believed = address
        if not _is_trusted(address, trusted):
            return believed
    return believed


def _hops(scope: Scope) -> list[str]:
    lines = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return ",".join(lines).split(",") if lines else []


def _hop_address(hop: str) -> Address | None:
    """None for anything that is not an address: `unknown`, an empty place, a name."""
    match = _HOP.fullmatch(hop.strip(" \t"))
    return _address(match[1] or match[2] or match[3] or "") if match else None


def _address(text: str) -> Address | None:
    """Without its zone, which means something on the machine that wrote it alone; a mapped IPv4 is an IPv4."""
    try:
        address = ip_address(text.partition("%")[0] if ":" in text else text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def _is_trusted(address: Address, trusted: Sequence[Network]) -> bool:
    return any(address in network for network in trusted)


def _prefix(address: Address) -> str:
    wrapped = _wrapped(address) if isinstance(address, IPv6Address) else address
    if wrapped is not None:
        return str(wrapped)
    return str(IPv6Network((address, Width.ADDRESS.bits), strict=False))


def _wrapped(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address in an IPv6 one, or None. Mapped ones were read as IPv4 before."""
    if address.sixtofour is not None:
        return address.sixtofour
    if address.teredo is not None:
        return address.teredo[1]
    last = IPv4Address(int(address) & 0xFFFF_FFFF)
    if any(address in network for network in _WRAPPING):
        return last
    if address in _COMPATIBLE:
        return None if last in _THIS_NETWORK else last
    return _locally_translated(int(address)) if address in _LOCAL_NAT64 else None


def _locally_translated(number: int) -> IPv4Address:
    """By the layouts of RFC 6052 2.2: the IPv4 address lies around bits 64 to 71, which are 0, and zeros follow it.

    With a prefix of 96 bits nothing follows: no host has an address that ends in 24 zeros.
    """
    for bits in (48, 56, 64):
        after = 128 - bits - 40  # 32 bits of address, 8 bits of zeros inside it
        within = (number >> after) & 0xFF_FFFF_FFFF
        low = 64 - 8 - after  # bits of the address behind the zeros
        if number & ((1 << after) - 1) == 0 and (within >> low) & 0xFF == 0:
            return IPv4Address((within >> (low + 8) << low) | within & ((1 << low) - 1))
    return IPv4Address(number & 0xFFFF_FFFF)
