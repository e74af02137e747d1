"""An address as it is asked for: scheme, host in ASCII, port, and what stands in the request line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, urljoin, urlsplit

from becivic.fetching.answers import NoAnswer, Trouble

LONGEST: Final = 2048
_PORTS: Final = {"http": 80, "https": 443}
_KEPT: Final = "!#$%&'()*+,/:;=?@[]~"
"""Signs that mean something in an address, `%` among them: what is quoted already stays as it is."""


@dataclass(frozen=True, slots=True)
class WebAddress:
    scheme: str
    host: str
    """In ASCII and small letters; an IPv6 address without its brackets."""
    port: int
    target: str
    """Path and query, as the request line has them."""

    @property
    def netloc(self) -> str:
        """As the `Host` header says it: the port only where it is not the usual one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.netloc}"

    @property
    def url(self) -> str:
        return f"{self.origin}{self.target}"

    def at(self, target: str) -> WebAddress:
        """Another place on the same server."""
        return WebAddress(self.scheme, self.host, self.port, target)


def read_address(text: str, *, beside: WebAddress | None = None) -> WebAddress:
    """An absolute address, or what a redirect says beside the address that it came from.

    Http and https alone, no user name, no control characters. Whether the host may be asked is not looked at here.
    """
    if len(text) > LONGEST or any(sign < " " or sign == "\x7f" for sign in text):
        raise NoAnswer(Trouble.NOT_AN_ADDRESS)
    try:
        parts = urlsplit(urljoin(beside.url, text) if beside else text)
        port = parts.port
        host = _ascii_host(parts.hostname or "")
    except ValueError:  # UnicodeError is one
        raise NoAnswer(Trouble.NOT_AN_ADDRESS) from None
    if parts.scheme not in _PORTS or not host or "@" in parts.netloc or port == 0:
        raise NoAnswer(Trouble.NOT_AN_ADDRESS)
    target = quote(parts.path or "/", safe=_KEPT) + (
        f"?{quote(parts.query, safe=_KEPT)}" if parts.query else ""
    )
    return WebAddress(parts.scheme, host, port or _PORTS[parts.scheme], target)


def _ascii_host(host: str) -> str:
    """Names beyond ASCII as resolvers and certificates have them. Zone ids name an interface of ours: refused."""
    if any(sign in host for sign in "%/\\ "):
        raise ValueError(host)
    plain = host if ":" in host else host.encode("idna").decode("ascii")
    return plain.lower().removesuffix(".")
