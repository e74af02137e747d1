"""Names to addresses, asked once: what was checked is what is connected to, whatever the name says a moment later."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from typing import Final

from becivic.fetching.answers import NoAnswer, Trouble
from becivic.fetching.web_address import WebAddress

Resolve = Callable[[str, int], Sequence[str]]
IsAllowed = Callable[[str, int], bool]

_MOST: Final = 16
_NOBODY: Final = frozenset(
    getattr(socket, name) for name in ("EAI_NONAME", "EAI_NODATA") if hasattr(socket, name)
)
"""The resolver knows that there is no such name; any other failure may pass."""


def resolve_by_system(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(where[0]) for *_, where in found))


def addresses_of(address: WebAddress, resolve: Resolve, is_allowed: IsAllowed) -> list[str]:
    """Every address of the name, or none: one that is not public is a trap, however good the others look."""
    try:
        found = list(resolve(address.host, address.port))[:_MOST]
    except socket.gaierror as error:
        nobody = error.errno in _NOBODY
        raise NoAnswer(Trouble.NO_SUCH_NAME if nobody else Trouble.NAME_UNRESOLVED) from None
    except (OSError, UnicodeError):
        raise NoAnswer(Trouble.NAME_UNRESOLVED) from None
    if not found:
        raise NoAnswer(Trouble.NO_SUCH_NAME)
    if not all(is_allowed(each, address.port) for each in found):
        raise NoAnswer(Trouble.NOT_PUBLIC)
    return found
