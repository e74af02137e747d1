"""What a well-formed web address is; whether it answers is for the link check to find out (R-CI-02)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

_WRITTEN: Final = re.compile(r"https?://[!-~]+")
_HOST: Final = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]")


def is_web_address(text: object) -> bool:
    """http or https, a host name with a top-level domain, no user name, a port that exists."""
    return isinstance(text, str) and _is_address(text)


@lru_cache(maxsize=4096)  # pages and rules ask of the same few hundred sources again and again
def _is_address(text: str) -> bool:
    if not _WRITTEN.fullmatch(text):
        return False
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    host = parts.hostname or ""
    return "@" not in parts.netloc and port != 0 and _HOST.fullmatch(host) is not None
