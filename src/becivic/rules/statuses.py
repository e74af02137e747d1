"""The one lifecycle field (schemas 6.1; lifecycle 9, 10.2; C-01)."""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from becivic.rules import caps
from becivic.rules.identifiers import SEMVER


class Status(StrEnum):
    """Six values; there is no separate `lifecycle` field and no `rolled_back` (R-FM-04, R-QUAR-07)."""

    DRAFT = "draft"
    ALPHA = "alpha"
    BETA = "beta"
    STABLE = "stable"
    QUARANTINED = "quarantined"
    DEPRECATED = "deprecated"

    @classmethod
    def read(cls, value: object) -> Status | None:
        """The status a value names, or None for anything else."""
        return _BY_NAME.get(value) if isinstance(value, str) else None

    @property
    def version_line(self) -> tuple[int, int] | None:
        """The major.minor this status is bound to; None where the version is frozen (R-VER-01)."""
        return _VERSION_LINES.get(self)

    @property
    def is_terminal(self) -> bool:
        """Terminal states are audit-only: nothing may require them, and they may name a successor."""
        return self in (Status.QUARANTINED, Status.DEPRECATED)

    @property
    def is_published(self) -> bool:
        """Carries a procedure people read, so it needs sources (schemas 6.1)."""
        return self in (Status.ALPHA, Status.BETA, Status.STABLE)


def is_withheld(status: Status | None) -> bool:
    """Whether an artefact is kept from readers. One whose status cannot be read might be quarantined: safety fails closed."""
    return status in (None, Status.QUARANTINED)


_BY_NAME: Final = {status.value: status for status in Status}
_VERSION_LINES: Final = {
    Status.DRAFT: (0, 0),
    Status.ALPHA: (0, 1),
    Status.BETA: (0, 2),
    Status.STABLE: (1, 0),
}

CATALOGUE_STATUSES: Final = (Status.ALPHA, Status.BETA, Status.STABLE, Status.QUARANTINED, Status.DEPRECATED)
"""Catalogue rows are inserted at alpha and never drafted (lifecycle 9.2)."""

SEED_STATUSES: Final = (Status.ALPHA, Status.BETA, Status.STABLE)
"""What a row may start at when a packaged corpus is first imported (design 2)."""


class Version(NamedTuple):
    """A parsed `version`; ordering is the monotonic rule of Rule 18."""

    major: int
    minor: int
    patch: int

    @classmethod
    def parse(cls, text: object) -> Version | None:
        if not isinstance(text, str) or len(text) > caps.VERSION:
            return None
        return _parsed(text)

    @property
    def line(self) -> tuple[int, int]:
        return self.major, self.minor

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"


@lru_cache(maxsize=1024)  # the same few versions are read with every submission
def _parsed(text: str) -> Version | None:
    match = re.fullmatch(SEMVER[1:-1], text)
    return Version(*(int(part) for part in match.groups())) if match else None


def next_version(status: Status, before: tuple[Status, Version], *, edited: bool) -> Version:
    """The one version an artefact carries after a change (R-VER-01, R-VER-02).

    A terminal status freezes it, another status starts its line at patch 0, and an edit counts the patch up.
    """
    was, version = before
    line = status.version_line
    if line is None:
        return version
    if status is not was or version.line != line:
        return Version(*line, 0)
    return version._replace(patch=version.patch + 1) if edited else version


def catalogue_line(statuses: Collection[Status]) -> tuple[int, int] | None:
    """The major.minor of the path catalogue, or None while it is empty (schemas 6.12.7; R-VER-09).

    It is the highest of its entries', and 0.0 only while every entry is a draft: a frozen entry counts as alpha.
    """
    alpha = _VERSION_LINES[Status.ALPHA]
    return max((status.version_line or alpha for status in statuses), default=None)


class Origin(StrEnum):
    """Who wrote it: operator, walker and maintainer, or a third-party agent (schemas 6.1)."""

    BE_CIVIC = "be-civic"
    COMMUNITY = "community"
