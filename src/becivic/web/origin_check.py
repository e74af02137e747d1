"""Checks Origin and Sec-Fetch-Site against cross-site writes (CSRF), and Host against DNS rebinding.

One definition for the API, for `/mcp` and for forms of the site (design 7.26, ADR 43). What is ours follows from
BECIVIC_PUBLIC_URL and BECIVIC_ALLOWED_ORIGINS, never from the Host header of a request.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from becivic.setting_values import is_loopback
from becivic.web.problems import problem

READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing, so that any page may use them (RFC 9110 9.2.1)."""

_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
_PORTS: Final = {"http": 80, "https": 443}
_JSON_ROUTES: Final = ("/api/", "/mcp")
_FORM: Final = b"application/x-www-form-urlencoded"
_NO_HOST: Final = frozenset("@/?#\\")
"""Characters that a URL may have around its host, and a Host header has not."""


class OriginRefusal(NamedTuple):
    """Why a request is refused before its body is read."""

    status: int
    detail: str
    remedy: str


class _Origin(NamedTuple):
    """RFC 6454: what a browser compares, with the default port filled in."""

    scheme: str
    host: str
    port: int


_CROSS_SITE: Final = OriginRefusal(
    403,
    "A page of another site sent this request through a browser.",
    "Send it from a program, without Origin. An operator lists sites of their own in BECIVIC_ALLOWED_ORIGINS.",
)
_NO_ORIGIN: Final = OriginRefusal(
    403,
    "The form was sent without Origin and without Sec-Fetch-Site, so its page is unknown.",
    "Send it from the page of this service that has the form; a program uses the API.",
)
_OTHER_HOST: Final = OriginRefusal(
    421,
    "The Host of this request is not a name of this service.",
    "Use the address in BECIVIC_PUBLIC_URL, or an IP address.",
)


class OriginCheck:
    """Knows our own origin and those that an operator allows."""

    def __init__(self, public_url: str, allowed: Iterable[str] = ()) -> None:
        self._host: Final = _host(public_url)
        self._allowed: Final = {*_own(public_url), *map(_origin, allowed)} - {None}

    def refuse_host(self, scope: Scope) -> OriginRefusal | None:
        """A name that DNS leads here without our knowing is a domain; an IP address needs no DNS."""
        host = _header(scope, b"host")
        name = "" if set(host or "") & _NO_HOST else _host(f"//{host}")
        is_known = name in (self._host, "localhost") or _is_ip(name)
        return None if is_known else _OTHER_HOST

    def refuse_write(self, scope: Scope) -> OriginRefusal | None:
        """Origin decides where there is one, for any page but ours; a program sends neither header.

        Sec-Fetch-Site: `same-site` is not enough, since another service of the same domain is another origin.
        """
        origin, site = _header(scope, b"origin"), _header(scope, b"sec-fetch-site")
        if origin is not None:
            return None if _origin(origin) in self._allowed else _CROSS_SITE
        if site is not None:
            return None if site in ("same-origin", "none") else _CROSS_SITE
        return _NO_ORIGIN if _is_form(scope) else None


class CrossSiteGuard:
    """ASGI middleware: every request that may change something passes the check, whatever its route."""

    def __init__(self, app: ASGIApp, check: OriginCheck) -> None:
        self._app = app
        self._check = check

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = None
        if scope["type"] == "http" and scope["method"] not in READING:
            refused = self._check.refuse_write(scope)
        if refused is None:
            await self._app(scope, receive, send)
        else:
            answer = problem(refused.status, refused.detail, extra={"remedy": refused.remedy})
            await answer(scope, receive, send)


def _own(public_url: str) -> list[_Origin | None]:
    """On loopback its three names are one origin, on the same port."""
    origin = _origin(public_url)
    others = _LOOPBACK if origin is not None and is_loopback(public_url) else ()
    return [origin, *(origin._replace(host=name) for name in others if origin is not None)]


def _is_form(scope: Scope) -> bool:
    """A form of the site: routes of the API and `/mcp` take JSON alone, and refuse a form by its media type."""
    media_type = (_header(scope, b"content-type") or "").partition(";")[0].strip(" \t").lower()
    return media_type.encode("latin-1") == _FORM and not scope["path"].startswith(_JSON_ROUTES)


def _header(scope: Scope, name: bytes) -> str | None:
    """A header sent twice has no value that anything knows."""
    found = [value.decode("latin-1") for each, value in scope["headers"] if each == name]
    return None if not found else found[0] if len(found) == 1 else "?"


def _origin(text: str) -> _Origin | None:
    """None for `null`, and for everything that is more or less than scheme, host and port."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    default = _PORTS.get(parts.scheme)
    is_bare = not (parts.path or parts.query or parts.fragment or "@" in parts.netloc)
    if default is None or not parts.hostname or not is_bare:
        return None
    return _Origin(parts.scheme, parts.hostname, default if port is None else port)


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _is_ip(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
