"""The headers that make any answer safe to open. A page brings a policy of its own, and keeps it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

RawHeaders = list[tuple[bytes, bytes]]

POLICY: Final = b"content-security-policy"

SAFE_HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (POLICY, b"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
)
"""For everything that is not a page: nothing in it is ever run or shown inside something else."""


def missing_from(headers: Iterable[tuple[bytes, bytes]]) -> RawHeaders:
    """Those that an answer does not bring itself."""
    present = {name for name, _ in headers}
    return [header for header in SAFE_HEADERS if header[0] not in present]
