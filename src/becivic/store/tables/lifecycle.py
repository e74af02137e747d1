"""What the consensus works with: who must be looked at again, what was decided, who flagged, and what rots."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from sqlalchemy import ColumnElement, Index, PrimaryKeyConstraint, Table

from becivic.rules.consensus import DecisionKind, Rule
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.store.tables.columns import METADATA, maybe, number, one_of, row_id, text

JUDGED: Final = (
    TargetType.SKILL,
    TargetType.PATH,
    TargetType.VOLATILE_VALUE,
    TargetType.REFERENCE,
)
"""What votes can change. A vote on a source is one on its path; one on a concern only ranks it (R-SM-17)."""

WATCHED: Final = Table(
    "lifecycle_watch",
    METADATA,
    text("target_type"),
    text("target_id"),
    maybe("mark"),
    maybe("due_at"),
    PrimaryKeyConstraint("target_type", "target_id"),
    one_of("target_type", JUDGED),
)
"""Which artefacts a tick must look at. A hint, never a count: everything is counted anew from the rows.

`mark` is set in the transaction of whatever may have changed the outcome, to something new each time: a tick takes away
the one it saw, and no other. `due_at` is when time alone decides something.
"""
_MARKED: ColumnElement[bool] = WATCHED.c.mark.is_not(None)
_DUE: ColumnElement[bool] = WATCHED.c.due_at.is_not(None)
Index(
    "ix_lifecycle_watch_marked",
    WATCHED.c.target_type,
    WATCHED.c.target_id,
    sqlite_where=_MARKED,
    postgresql_where=_MARKED,
)
Index("ix_lifecycle_watch_due", WATCHED.c.due_at, sqlite_where=_DUE, postgresql_where=_DUE)

DECISIONS: Final = Table(
    "decisions",
    METADATA,
    row_id(),
    text("decided_at"),
    text("actor"),
    text("target_type"),
    text("target_id"),
    maybe("source"),
    text("kind"),
    text("rule"),
    text("from_status"),
    text("to_status"),
    text("judged"),
    text("artefact"),
    text("tally"),
    text("policy"),
    maybe("change_request_id"),
    one_of("target_type", JUDGED),
    one_of("kind", DecisionKind),
    one_of("rule", Rule),
    one_of("from_status", Status),
    one_of("to_status", Status),
    sqlite_autoincrement=True,
)
"""Append-only, with everything a decision stood on, so that it can be made again (R-SM-01).

`judged` is what was judged: a commit of main, or the number of a row. `artefact`, `tally` and `policy` are JSON; they hold
ids of votes and numbers, and nothing that tells which votes came from one address. A decision about a file is made true
by its change request, and stands for nothing while that is open or closed.
"""
Index("ix_decisions_target", DECISIONS.c.target_type, DECISIONS.c.target_id, DECISIONS.c.row_id)
Index("ix_decisions_change_request_id", DECISIONS.c.change_request_id)

FLAGGERS: Final = Table(
    "flaggers",
    METADATA,
    row_id(),
    number("decision_id"),
    text("salt"),
    text("address_hash"),
    maybe("network_hash"),
    sqlite_autoincrement=True,
)
"""Whose flag quarantined something, until a maintainer has ruled: then the row goes, into `bans` or nowhere (C-25)."""
Index("ix_flaggers_decision_id", FLAGGERS.c.decision_id)


class LinkKind(StrEnum):
    """Which of a reference's two addresses was looked at."""

    URL = "url"
    ARCHIVED = "archived_url"


class LinkState(StrEnum):
    """What a look at an address came to. `unclear` says nothing against it: a wall, a limit, a server in trouble."""

    REACHABLE = "reachable"
    GONE = "gone"
    UNCLEAR = "unclear"
    NOT_ASKED = "not_asked"


LINK_CHECKS: Final = Table(
    "link_checks",
    METADATA,
    text("uid"),
    text("link"),
    text("url"),
    text("state"),
    maybe("detail"),
    text("checked_at"),
    maybe("reachable_at"),
    PrimaryKeyConstraint("uid", "link"),
    one_of("link", LinkKind),
    one_of("state", LinkState),
)
"""The last look at each address of a reference, and when it was last reached. `detail` is a status code or a closed word."""

SOURCE_CLASS_FLAGS: Final = Table(
    "source_class_flags",
    METADATA,
    text("source_class", primary_key=True),
    text("flagged_at"),
)
"""Classes that a maintainer doubts as a whole: each source of one is stale until it is confirmed again (R-PLC-08)."""

CONFIRMABLE_DAYS: Final = Table(
    "confirmable_days",
    METADATA,
    text("source_class"),
    text("day"),
    PrimaryKeyConstraint("source_class", "day"),
)
"""Days, in UTC, on which a source of a class could have been confirmed: a probe asked one, or a vote on one arrived. Only
these count towards the days without a confirmation after which a path is deprecated (R-PLC-07)."""

REMEMBERED: Final = Table("remembered", METADATA, text("name", primary_key=True), text("value"))
"""What a job needs to know of its last run."""
