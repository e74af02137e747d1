"""Which IP addresses are out there in public: everything else is somebody's inside, ours most likely."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

from becivic.rules.rot import MANNERS

_UNICAST: Final = IPv6Network("2000::/3")
"""All that is given out of IPv6 so far."""
_NAT64: Final = IPv6Network("64:ff9b::/96")
"""IPv4 as networks without it see it: the last four bytes are what is reached."""
_NOT_V4: Final = (IPv4Network("192.0.0.0/24"), IPv4Network("192.88.99.0/24"))
_NOT_V6: Final = (IPv6Network("2001::/23"), IPv6Network("3fff::/20"))
"""Protocol assignments, tunnels and examples that older Pythons call global."""


def is_public(address: str, port: int) -> bool:
    """Whether it may be connected to: a usual port of a public address, whatever it is wrapped in."""
    try:
        return port in MANNERS.ports and _is_outside(ip_address(address))
    except ValueError:
        return False


def _is_outside(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv4Address):
        return address.is_global and not address.is_multicast and not any(address in each for each in _NOT_V4)
    inner = _wrapped(address)
    if inner is not None:
        return _is_outside(inner)
    return address.is_global and address in _UNICAST and not any(address in each for each in _NOT_V6)


def _wrapped(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that is really reached through this one."""
    if address in _NAT64:
        return IPv4Address(address.packed[-4:])
    return address.ipv4_mapped or address.sixtofour
