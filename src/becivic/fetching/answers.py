"""What came back, or the closed word for why nothing did."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

_CHARSET: Final = re.compile(r"utf-8|us-ascii|iso-8859-(?:1|2|9|15)|windows-125[0-8]")
"""Those that pages here are written in. Python knows stranger ones, some of them slow."""


class Trouble(StrEnum):
    """Why there is no answer. Kept and printed, so nothing of anybody's is in it."""

    NOT_AN_ADDRESS = "not_an_address"
    NOT_PUBLIC = "not_public"
    NEVER_ASKED = "never_asked"
    NO_SUCH_NAME = "no_such_name"
    NAME_UNRESOLVED = "name_unresolved"
    UNREACHABLE = "unreachable"
    TOO_SLOW = "too_slow"
    TLS = "tls"
    NOT_HTTP = "not_http"
    TOO_MANY_REDIRECTS = "too_many_redirects"
    ROBOTS = "robots"
    ROBOTS_UNKNOWN = "robots_unknown"
    SLOWER_WISHED = "slower_wished"
    ENOUGH_ASKED = "enough_asked"

    @property
    def is_refusal(self) -> bool:
        """Whether we did not ask: it says nothing about what is there."""
        return self in _REFUSALS


_REFUSALS: Final = frozenset(
    (
        Trouble.NOT_AN_ADDRESS,
        Trouble.NOT_PUBLIC,
        Trouble.NEVER_ASKED,
        Trouble.ROBOTS,
        Trouble.ROBOTS_UNKNOWN,
        Trouble.SLOWER_WISHED,
        Trouble.ENOUGH_ASKED,
    )
)


class NoAnswer(Exception):
    """Nothing came back. Says why in one word, and after how many redirects; never what was asked."""

    def __init__(self, trouble: Trouble, hops: int = 0) -> None:
        super().__init__(trouble.value)
        self.trouble = trouble
        self.hops = hops


@dataclass(frozen=True, slots=True)
class Answer:
    """The last answer of a chain of redirects."""

    status: int
    headers: Mapping[str, str]
    """By their names in small letters; of several the first."""
    body: bytes = b""
    is_whole: bool = True
    """Whether the body is all there was: a long one is cut."""
    chain: tuple[str, ...] = ()
    """Every address that was asked, the first and the last included."""

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300

    @property
    def content_type(self) -> str:
        return self.headers.get("content-type", "").lower()

    @property
    def is_plain(self) -> bool:
        """Whether the body is what it is: we ask for no encoding, and undo none."""
        return self.headers.get("content-encoding", "identity").strip().lower() in ("", "identity")

    @property
    def text(self) -> str:
        """The body as text, undecodable signs replaced; empty where it is compressed."""
        return self.body.decode(self._charset, "replace") if self.is_plain else ""

    @property
    def _charset(self) -> str:
        said = self.content_type.partition("charset=")[2].partition(";")[0].strip(" \"'")
        return said if _CHARSET.fullmatch(said) else "utf-8"
