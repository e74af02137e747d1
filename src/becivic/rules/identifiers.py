"""What an identifier looks like (schemas 6.1, 6.2 "Identifier conventions", 6.11, 6.12.1).

Every pattern is linear and has one meaning in Python, RE2, JavaScript and Rust: explicit classes,
no look-around, no quantifier over a part that could match in two ways (C-37).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from enum import StrEnum
from functools import cache, cached_property
from typing import Final

KEBAB: Final = r"^[a-z][a-z0-9-]+$"
"""Skill id, category, tag id: the simple form of the printed pattern, same language (C-37)."""

PATH_ID: Final = r"^[a-z0-9][a-z0-9-]*[a-z0-9]$"
"""A path id (schemas 6.12.1). New ids satisfy KEBAB too, so that `<Path id>` can name them (C-36)."""

NEW_PATH_ID: Final = r"^[a-z][a-z0-9-]*[a-z0-9]$"
"""What PATH_ID and KEBAB both accept: the id a draft may propose (C-36)."""

CATALOGUE_NAME: Final = r"^[a-z][a-z0-9]*(-[a-z0-9]+)+$"
"""Catalogue names are kebab-case with an agency prefix: at least two parts (schemas 6.10; R-TAG-22)."""

UUID7: Final = r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
"""The body of every submission id: UUIDv7, lowercase hex (schemas 6.2)."""

SESSION_ID: Final = rf"^ses_{UUID7}$"
"""The recovery key an agent chooses (R-SUB-05, R-ENV-02)."""

NIS5: Final = r"^[0-9]{5}$"
"""A commune code, always a string (schemas 6.4)."""

COUNTRY: Final = r"^[a-z]{2}$"
"""ISO 3166-1 alpha-2, lowercase (R-REPO-12)."""

GIT_SHA: Final = r"^[0-9a-f]{40}$"
"""A full commit id."""

SHA256: Final = r"^[0-9a-f]{64}$"
"""A digest as records keep it: lowercase hex."""

SEMVER: Final = r"^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$"
"""Three numbers. Nobody writes pre-releases here: the status carries that meaning (schemas 6.1)."""

DATE: Final = r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
"""A calendar day, YYYY-MM-DD."""

MONTH: Final = r"^[0-9]{4}-(0[1-9]|1[0-2])$"
"""A month bucket, YYYY-MM: the finest date that persistent personal state holds (privacy 8.7.4)."""

DIGIT_RUN: Final = r"[0-9]{8,}"
"""Eight digits in a row look like an identifier (schemas 6.12.8)."""


class UidPrefix(StrEnum):
    """Catalogue uids: prefix, dash, five digits that may widen to six (schemas 6.11; C-08)."""

    VOLATILE_VALUE = "val"
    REFERENCE = "ref"
    CONCERN = "con"
    PATH = "pth"

    @cached_property
    def pattern(self) -> str:
        return rf"^{self.value}-[0-9]{{5,6}}$"

    def mint(self, number: int) -> str:
        return f"{self.value}-{number:05d}"

    def number(self, uid: str) -> int:
        return int(uid.removeprefix(f"{self.value}-"))


def matches(pattern: str, text: object) -> bool:
    """Whether a value is a string of this shape. Anything but a string is not."""
    return isinstance(text, str) and _whole(pattern).fullmatch(text) is not None


@cache
def _whole(pattern: str) -> re.Pattern[str]:
    """Compiled without its anchors: matched whole, so that a final newline never slips through Python's `$`."""
    return re.compile(pattern.removeprefix("^").removesuffix("$"))


def is_calendar_day(text: object) -> bool:
    """Whether a value is written like a day and that day exists: the pattern alone lets 30 February through."""
    if not isinstance(text, str) or not matches(DATE, text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def of_kind(uids: Iterable[str], prefix: UidPrefix) -> list[str]:
    return [uid for uid in uids if uid.partition("-")[0] == prefix.value]
