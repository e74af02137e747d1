"""What keeps the service in order: artefacts, salts, counters, bans, reviews, change requests, audit, leases, scans, revision."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from sqlalchemy import CheckConstraint, Index, PrimaryKeyConstraint, Table

from becivic.rules.changes import ChangeState
from becivic.rules.statuses import Status
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import COHORT_ANCHORED
from becivic.store.tables.columns import METADATA, maybe, number, one_of, row_id, text

ARTEFACTS: Final = Table(
    "artefacts",
    METADATA,
    text("target_type"),
    text("target_id"),
    text("status"),
    text("version"),
    text("cohort_started_at"),
    maybe("distinct_frozen"),
    maybe("commit_sha"),
    maybe("blob_id"),
    maybe("changed_at"),
    PrimaryKeyConstraint("target_type", "target_id"),
    one_of("target_type", COHORT_ANCHORED),
    one_of("status", Status),
)
"""Skills and paths: where the current cohort began, which git alone does not say (C-02).

`commit_sha` is the commit of main that last changed the content, `blob_id` what it made of it, `changed_at` when:
git says it too, but only to somebody who walks through all of it. A path's `blob_id` is that of its entry as JSON.
"""

SALTS: Final = Table(
    "salts",
    METADATA,
    text("key", primary_key=True),
    maybe("artefact"),
    text("salt"),
    maybe("submitter_hash"),
    text("created_at"),
    maybe("expires_at"),
    maybe("submitter_network_hash"),
)
"""By the key names of R-SALT-05, and `daily:<date>` for the limits. Deleting a row destroys a salt.

`artefact` is `<target_type>:<target_id>`: everybody who wrote a part of it has a row, under a salt of their own.
"""
Index("ix_salts_artefact", SALTS.c.artefact)

RATE_COUNTERS: Final = Table(
    "rate_counters",
    METADATA,
    text("day"),
    text("address_hash"),
    text("counter"),
    number("bucket"),
    number("count"),
    PrimaryKeyConstraint("day", "address_hash", "counter", "bucket"),
    CheckConstraint("count >= 0", name="count"),
)
"""Per day and address hash under that day's salt; a bucket is a minute of the day, or 0 for the whole of it."""


class BanLevel(StrEnum):
    """A bogus flag tightens the limits, a repeat bans (R-RATE-05)."""

    LIMITED = "limited"
    BANNED = "banned"


BANS: Final = Table(
    "bans",
    METADATA,
    row_id(),
    text("salt"),
    text("address_hash"),
    text("level"),
    text("reason"),
    text("created_at"),
    maybe("network_hash"),
    one_of("level", BanLevel),
    sqlite_autoincrement=True,
)
"""One for every bogus flag, with the artefact's salt it was seen under: incoming addresses are tried against every one
(C-25). Whether two are the same address's, only that address tells when it comes again. `network_hash` is that of its /48."""


class Queue(StrEnum):
    """What a human is asked about; nothing else (R-TRUST-02)."""

    HELD = "held"
    DRAFTS = "drafts"
    INJECTION = "injection"
    FEEDBACK = "feedback"
    FAILED = "failed"


REVIEW_ITEMS: Final = Table(
    "review_items",
    METADATA,
    row_id(),
    text("queue"),
    text("subject_type"),
    text("subject_id"),
    text("title"),
    maybe("detail"),
    text("opened_at"),
    maybe("closed_at"),
    maybe("outcome"),
    one_of("queue", Queue),
    sqlite_autoincrement=True,
)
"""Titles hold no text of anybody's (R-NER-06)."""
Index("ix_review_items_open", REVIEW_ITEMS.c.queue, REVIEW_ITEMS.c.closed_at, REVIEW_ITEMS.c.opened_at)


CHANGE_REQUESTS: Final = Table(
    "change_requests",
    METADATA,
    text("id", primary_key=True),
    maybe("submission_id", unique=True),
    maybe("submission_type"),
    text("title"),
    text("branch"),
    text("base_commit"),
    maybe("head_commit"),
    maybe("merge_commit"),
    text("state"),
    maybe("checks"),
    text("opened_at"),
    maybe("resolved_at"),
    maybe("target_type"),
    maybe("target_id"),
    maybe("number"),
    one_of("submission_type", SubmissionType, or_null=True),
    one_of("state", ChangeState),
    one_of("target_type", COHORT_ANCHORED, or_null=True),
)
"""One commit each. Its id is that of the submission it came from, or the name of a maintainer's branch.

`number` is what the forge calls it, where it counts them. `checks` is what the last run of the checks found, as JSON.
"""
Index("ix_change_requests_state", CHANGE_REQUESTS.c.state, CHANGE_REQUESTS.c.opened_at)

AUDIT_LOG: Final = Table(
    "audit_log",
    METADATA,
    row_id(),
    text("at"),
    text("actor"),
    text("action"),
    text("subject_type"),
    text("subject_id"),
    maybe("detail"),
    sqlite_autoincrement=True,
)
"""Append-only."""

LEASES: Final = Table("leases", METADATA, text("name", primary_key=True), text("holder"), text("until"))
"""One runner per job across replicas (design 3)."""

NAME_SCANS: Final = Table(
    "name_scans",
    METADATA,
    text("subject", primary_key=True),
    text("content"),
    text("scanner"),
    text("at"),
)
"""Which files of main were looked through for names: the file, its blob, and by which rules and models."""

REVISION: Final = Table(
    "revision",
    METADATA,
    number("only", primary_key=True, autoincrement=False),
    number("number"),
    CheckConstraint('"only" = 1', name="only"),
)
"""Bumped in the transaction of every catalogue or signal write, so that every replica refreshes (design 3)."""
