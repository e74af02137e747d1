"""What arrived and has not become anything yet, what lately did, and what waits for a human."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Index, Table, and_

from becivic.rules.submissions import SubmissionState, SubmissionType
from becivic.rules.targets import TargetType
from becivic.store.tables.columns import METADATA, maybe, number, one_of, text


def _received() -> list[Column[Any]]:
    """What all three hold: enough for duplicates, cancelling and the status question, and no address.

    `submitter_hash` is the address under the submission's own salt, which is kept beside it (C-67): IPv4, or an IPv6 /64.
    """
    return [
        text("id", primary_key=True),
        text("type"),
        maybe("target_type"),
        maybe("target_id"),
        text("received_at"),
        text("salt"),
        text("submitter_hash"),
        maybe("cancel_token_hash"),
        maybe("session_id"),
    ]


def _late() -> list[Column[Any]]:
    """Columns that came later, and stand last. The /48 of the submitter, for whoever may vote on it (design 7.9)."""
    return [maybe("submitter_network_hash")]


RECEIVED: Final = tuple(column.name for column in (*_received(), *_late()))
"""The names of those: what goes along from one of the three to another."""

STAGED: Final = Table(
    "staged_submissions",
    METADATA,
    *_received(),
    text("submitted_at"),
    text("commit_eta"),
    text("payload"),
    maybe("cohort_anchor"),
    text("regex_passes"),
    maybe("last_commit_attempt"),
    maybe("last_error"),
    number("attempts", server_default="0"),
    maybe("change_request_id"),
    maybe("stopped_at"),
    *_late(),
    one_of("type", SubmissionType),
    one_of("target_type", TargetType, or_null=True),
)
"""Private for 24 hours (R-STAGE-01). What is due is found by the index, never by expiry (R-STAGE-03).

`change_request_id` says that it is being published right now: from there it is neither taken back nor held.
`stopped_at` says that trying again is of no use (design 7.12): a person is asked, and it is due no more.
"""

_GOES_ON: ColumnElement[bool] = STAGED.c.stopped_at.is_(None)
Index(
    "ix_staged_submissions_due",
    STAGED.c.commit_eta,
    STAGED.c.type,
    STAGED.c.id,
    sqlite_where=_GOES_ON,
    postgresql_where=_GOES_ON,
)
Index("ix_staged_submissions_session_id", STAGED.c.session_id)

COMMITTED: Final = Table(
    "committed_submissions",
    METADATA,
    *_received(),
    text("committed_at"),
    text("expires_at"),
    maybe("change_request_id"),
    *_late(),
    one_of("type", SubmissionType),
    one_of("target_type", TargetType, or_null=True),
)
"""The cache of 48 hours: an id sent again is known, and a late cancel is told so (R-STAGE-04, C-67)."""

Index("ix_committed_submissions_expires_at", COMMITTED.c.expires_at)
Index("ix_committed_submissions_session_id", COMMITTED.c.session_id)


class HeldFrom(StrEnum):
    """Where an item was when it was held."""

    STAGED = "staged"
    COMMITTED = "committed"


HELD_STATES: Final = (
    SubmissionState.HELD,
    SubmissionState.RELEASED,
    SubmissionState.RELEASED_AFTER_EDIT,
    SubmissionState.DISCARDED,
)

HELD: Final = Table(
    "held_items",
    METADATA,
    *_received(),
    text("state"),
    text("held_from"),
    text("held_at"),
    maybe("resolved_at"),
    maybe("submitted_at"),
    maybe("commit_eta"),
    maybe("payload"),
    maybe("cohort_anchor"),
    maybe("regex_passes"),
    maybe("reasons"),
    maybe("committed_at"),
    maybe("last_commit_attempt"),
    maybe("last_error"),
    number("attempts", server_default="0"),
    maybe("change_request_id"),
    maybe("stopped_at"),
    *_late(),
    one_of("type", SubmissionType),
    one_of("target_type", TargetType, or_null=True),
    one_of("state", HELD_STATES),
    one_of("held_from", HeldFrom),
)
"""Private and permanent, addressed `held-for-review/<type>/<id>`, never in git (R-STAGE-09, C-22).

A discarded item keeps its state and loses its payload. One that was released is due when it would have been without the
hold, at once where that is over, and loses its payload when it has been published: `committed_at` says when. The other
columns say what they say of a staged one.
"""
RELEASED_AND_DUE: Final[ColumnElement[bool]] = and_(
    HELD.c.state.in_((SubmissionState.RELEASED.value, SubmissionState.RELEASED_AFTER_EDIT.value)),
    HELD.c.payload.is_not(None),
    HELD.c.stopped_at.is_(None),
)
Index("ix_held_items_state", HELD.c.state, HELD.c.held_at)
Index("ix_held_items_session_id", HELD.c.session_id)
