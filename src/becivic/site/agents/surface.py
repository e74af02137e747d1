"""One file for agents or crawlers: where it lies, what it is, and its bytes. Whoever serves it adds the headers."""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

JSON: Final = "application/json"
MARKDOWN: Final = "text/markdown; charset=utf-8"
PLAIN: Final = "text/plain; charset=utf-8"
XML: Final = "application/xml; charset=utf-8"


class Surface(NamedTuple):
    address: str
    media_type: str
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8")


def text_surface(address: str, media_type: str, text: str) -> Surface:
    return Surface(address, media_type, text.encode("utf-8"))


def json_surface(address: str, value: Any, media_type: str = JSON, *, indent: int | None = 1) -> Surface:  # noqa: ANN401  any JSON value
    """Always the same for the same value. Written for people to read too, but for what grows with the library."""
    return text_surface(address, media_type, json.dumps(value, ensure_ascii=False, indent=indent) + "\n")
