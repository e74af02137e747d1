"""Who may knock: which Host and Origin a request may name, so that no page in a browser speaks through somebody's machine.

A name that leads here without our knowing (DNS rebinding) is a domain; an address of digits can be nobody's trick.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from starlette.types import Scope

_NO_HOST: Final = frozenset("@/?#\\")
"""What an address may have around its host, and a Host has not."""
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")


class Closed(NamedTuple):
    """Why a request is not let in."""

    status: int
    detail: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Doors:
    public_url: str

    def refusal(self, scope: Scope) -> Closed | None:
        host, origin = _said(scope, b"host"), _said(scope, b"origin")
        if not self._knows_host(host):
            return Closed(
                421,
                "The Host of this request is not one that this service goes by.",
                "Use the address in BECIVIC_PUBLIC_URL, or an address of digits.",
            )
        if origin is not None and not self._knows_origin(origin):
            return Closed(
                403,
                "Pages of other sites may not speak to this service through a browser.",
                "Call it from the host itself, without an Origin.",
            )
        return None

    def _knows_host(self, host: str | None) -> bool:
        name = "" if set(host or "") & _NO_HOST else _name(f"//{host}")
        return name in (_name(self.public_url), "localhost") or _is_digits(name)

    def _knows_origin(self, origin: str) -> bool:
        """Our own pages; and where this service is a person's own, the other programs of that person."""
        name = _name(origin)
        is_ours = _origin(origin) == _origin(self.public_url)
        return is_ours or (_name(self.public_url) in _LOOPBACK and name in _LOOPBACK)


def _said(scope: Scope, header: bytes) -> str | None:
    """Said more than once, it is nothing that anybody knows."""
    found = [value.decode("latin-1") for name, value in scope["headers"] if name == header]
    return None if not found else found[0] if len(found) == 1 else "?"


def _name(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _origin(address: str) -> tuple[str, str, int | None]:
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return "", "", None
    return parts.scheme, parts.hostname or "", port


def _is_digits(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
