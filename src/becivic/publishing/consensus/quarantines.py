"""How something that was quarantined stands by now: as its quarantine left it, or so that nothing may be put over it.

Votes may have moved its status since, which takes nobody's words away; another text or another row would be lost.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final

from sqlalchemy import Connection

from becivic.catalogue.contents import ReferenceContent, ValueContent
from becivic.catalogue.rows import AnyRow, ValueRow, history
from becivic.corpus import frontmatter
from becivic.publishing.consensus.log import Logged
from becivic.publishing.consensus.main_facts import Content, MainFacts
from becivic.rules.statuses import Status

CHANGED: Final = "It has changed since it was quarantined, and what stands there now would be lost."
LOST: Final = "What was flagged cannot be read any more."
HIDDEN: Final = "What was flagged is held for what it says, or was taken out."

_BY_SERVICE: Final = frozenset(("version", "status", "previous_stable_sha"))
"""Fields that move without anybody saying anything else."""


@dataclass(frozen=True, slots=True)
class Texts:
    """A skill or a path: as it was flagged, as the quarantine left it, and as main has it now."""

    flagged: Content | None
    left: Content | None
    now: Content | None
    flagged_at: str
    head: str
    """The commits of main that have the first and the last."""

    @property
    def against(self) -> str:
        """Why it cannot be reinstated; empty where it can."""
        if self.flagged is None:
            return LOST
        return "" if _is_same(self.left, self.now) else CHANGED


@dataclass(frozen=True, slots=True)
class Rows:
    """A row of the catalogue, in the same three forms."""

    flagged: AnyRow
    left: AnyRow
    now: AnyRow

    @property
    def against(self) -> str:
        if self.flagged.held:
            return HIDDEN
        same = said(self.left) == said(self.now) and _is_out(self.left.status) is _is_out(self.now.status)
        return "" if same else CHANGED


def texts_of(facts: MainFacts, quarantine: Logged, head: str) -> Texts:
    """With main at `head`. What was flagged is what the commit of the quarantine found."""
    target, target_id = quarantine.target, quarantine.target_id
    merged, repository = quarantine.commit or "", facts.workshop.repository
    found = repository.parents(merged)[0] if repository.holds(merged) else ""
    flagged = facts.content_at(target, target_id, found)
    is_it = flagged is not None and flagged.status is quarantine.before
    return Texts(
        flagged if is_it else None,
        facts.content_at(target, target_id, merged),
        facts.content_at(target, target_id, head),
        found,
        head,
    )


def rows_of(connection: Connection, quarantine: Logged) -> Rows:
    """History is never deleted: all three are there."""
    rows, judged = history(connection, quarantine.target_id), int(quarantine.judged)
    (flagged,) = (row for row in rows if row.row_id == judged)
    (left,) = (row for row in rows if row.previous_row_id == judged)
    return Rows(flagged, left, rows[0])


def said(row: AnyRow) -> dict[str, Any]:
    """All that a row says."""
    content = ValueContent if isinstance(row, ValueRow) else ReferenceContent
    return {part.name: getattr(row, part.name) for part in fields(content)}


def _is_same(left: Content | None, now: Content | None) -> bool:
    if left is None or now is None or _is_out(left.status) is not _is_out(now.status):
        return False
    return _words(left) == _words(now)


def _words(content: Content) -> tuple[dict[str, Any], str]:
    """Fields, and what a skill says below them."""
    theirs = {name: value for name, value in content.fields.data.items() if name not in _BY_SERVICE}
    return theirs, frontmatter.split(content.raw.decode())[1] if content.raw else ""


def _is_out(status: Status | None) -> bool:
    """By this quarantine, by another, or by hand: whoever pulled it, it is not put back for somebody else's flag."""
    return status is Status.QUARANTINED
