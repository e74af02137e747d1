"""One page of the site under its address, in whichever form it is asked for. Making one costs nothing; its forms do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from becivic.rendering.voice import Voice
from becivic.site.frame import Frame


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    address: str
    """Without a language in front; lists end in a slash, and so does the landing page."""
    html: Callable[[Frame], str]
    markdown: Callable[[Voice], str] | None = None
    """The same facts for an agent; its twin lies at `<address>/index.md`."""
    only_language: str = ""
    """Of its markdown, where that has no other words."""
    json: Callable[[], Mapping[str, Any]] | None = None
    """Where `?format=json` is answered: the same as the API says of it."""
    status: HTTPStatus = HTTPStatus.OK
    is_indexed: bool = True
    stands_for: str = ""
    """The address of the page that this one is another version of: that one is canonical."""
