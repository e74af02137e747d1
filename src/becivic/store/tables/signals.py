"""What submissions became: concerns, amendments, drafts, votes, feedback, ratings, analytics. Nothing names anybody."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from sqlalchemy import CheckConstraint, Column, ColumnElement, Index, Integer, Table, and_, or_

from becivic.rules import caps
from becivic.rules.submissions import AnalyticsEvent, FeedbackTopic, SubmissionType, Verdict
from becivic.rules.targets import RatingAxis, TargetType
from becivic.store.tables.columns import METADATA, flag, is_flag, maybe, one_of, row_id, text
from becivic.store.tables.words import words_of

CONCERNS: Final = Table(
    "concerns",
    METADATA,
    row_id(),
    text("uid", unique=True),
    text("submission_id", unique=True),
    text("target_type"),
    text("target_id"),
    maybe("context"),
    maybe("content"),
    text("evidence_date"),
    text("submission_contract_version"),
    maybe("cohort_anchor"),
    text("regex_passes"),
    text("validated_at"),
    text("committed_at"),
    flag("held"),
    maybe("names_scanned"),
    is_flag("held"),
    one_of("target_type", SubmissionType.CONCERN.facts.targets),
    sqlite_autoincrement=True,
)
"""Cannot be edited once committed (R-CON-10), only lose its words when it is discarded (R-NER-07); held, it is not shown.

Its salt and submitter are in `salts` under `concern:<uid>:salt`.
"""
Index("ix_concerns_target", CONCERNS.c.target_type, CONCERNS.c.target_id, CONCERNS.c.committed_at)


class Outcome(StrEnum):
    """What became of a proposed change."""

    PENDING = "pending"
    APPLIED = "applied"
    CLOSED = "closed"


AMENDMENTS: Final = Table(
    "amendments",
    METADATA,
    row_id(),
    text("submission_id", unique=True),
    text("target_type"),
    text("target_id"),
    text("rationale"),
    text("content"),
    maybe("provenance"),
    text("submission_contract_version"),
    maybe("cohort_anchor"),
    text("regex_passes"),
    text("committed_at"),
    text("outcome"),
    maybe("change_request_id"),
    flag("held"),
    maybe("names_scanned"),
    is_flag("held"),
    one_of("target_type", SubmissionType.AMENDMENT.facts.targets),
    one_of("outcome", Outcome),
    sqlite_autoincrement=True,
)
Index("ix_amendments_target", AMENDMENTS.c.target_type, AMENDMENTS.c.target_id, AMENDMENTS.c.committed_at)

DRAFTS: Final = Table(
    "drafts",
    METADATA,
    row_id(),
    text("submission_id", unique=True),
    text("target_type"),
    text("proposed_id"),
    text("commit_message"),
    text("content"),
    maybe("provenance"),
    text("submission_contract_version"),
    text("regex_passes"),
    text("committed_at"),
    text("outcome"),
    maybe("change_request_id"),
    flag("held"),
    is_flag("held"),
    one_of("target_type", SubmissionType.DRAFT.facts.targets),
    one_of("outcome", Outcome),
    sqlite_autoincrement=True,
)


class SubmitterType(StrEnum):
    """A vote comes from an agent, or from our own probe, which counts less (C-30)."""

    AGENT = "agent"
    CI_PROBE = "ci_probe"


VALIDATIONS: Final = Table(
    "validations",
    METADATA,
    row_id(),
    text("validation_id", unique=True),
    text("target_type"),
    text("target_id"),
    text("verdict"),
    flag("injection_flag"),
    maybe("rationale"),
    maybe("injection_reason"),
    maybe("traversal_metadata"),
    maybe("session_id"),
    maybe("cohort_anchor"),
    text("submission_contract_version"),
    text("submitter_type"),
    text("regex_passes"),
    text("validated_at"),
    maybe("voter_hash"),
    flag("held"),
    maybe("names_scanned"),
    maybe("voter_network_hash"),
    maybe("unseated_hash"),
    is_flag("injection_flag"),
    is_flag("held"),
    one_of("target_type", SubmissionType.VALIDATION.facts.targets),
    one_of("verdict", Verdict),
    one_of("submitter_type", SubmitterType),
    sqlite_autoincrement=True,
)
"""`voter_hash` is the voice under the artefact's salt: an IPv4 address or an IPv6 /56; `voter_network_hash` its /48, of an
IPv4 address the same. Before version 0008 it was an IPv6 /64, and no network was stored: both are written when that /64
votes again. A vote whose /48 had its two voices has `unseated_hash` instead of `voter_hash`, and counts for nothing but its
injection flag. All are set to NULL when the salt is destroyed (R-SALT-02).

A held vote is not counted (C-22), a discarded one stays held and loses its words.
Its words are shown to nobody before `names_scanned` says by which rules no name was found in them.
"""
Index("ix_validations_target", VALIDATIONS.c.target_type, VALIDATIONS.c.target_id, VALIDATIONS.c.validated_at)
Index("ix_validations_session_id", VALIDATIONS.c.session_id)
_OF_SOURCE: ColumnElement[bool] = VALIDATIONS.c.target_type == TargetType.PATH_SOURCE.value
Index(
    "ix_validations_source",
    VALIDATIONS.c.target_id,
    VALIDATIONS.c.validated_at,
    postgresql_ops={"target_id": 'COLLATE "C"'},
    sqlite_where=_OF_SOURCE,
    postgresql_where=_OF_SOURCE,
)
"""All sources of a path are asked for at once, by a range of bytes (`becivic.store.byte_order`)."""
_UNSCANNED: ColumnElement[bool] = VALIDATIONS.c.names_scanned.is_(None)
Index(
    "ix_validations_unscanned",
    VALIDATIONS.c.row_id,
    sqlite_where=_UNSCANNED,
    postgresql_where=_UNSCANNED,
)

LOOKED_THROUGH: Final[ColumnElement[bool]] = or_(
    VALIDATIONS.c.names_scanned.is_not(None),
    and_(*(VALIDATIONS.c[name].is_(None) for name in words_of(VALIDATIONS))),
)
"""A vote without words needs nobody's eyes; one with words does not count before they were looked through (C-22)."""

FEEDBACK_CHANNEL: Final = Table(
    "feedback_channel",
    METADATA,
    row_id(),
    text("submission_id", unique=True),
    maybe("topic"),
    maybe("pointer"),
    text("body"),
    text("submission_contract_version"),
    text("committed_at"),
    maybe("triaged_at"),
    maybe("triage"),
    flag("held"),
    is_flag("held"),
    one_of("topic", FeedbackTopic, or_null=True),
    sqlite_autoincrement=True,
)
"""Operator-private: never public, never in a public snapshot (R-FBK-02)."""

RATINGS: Final = Table(
    "ratings",
    METADATA,
    row_id(),
    text("submission_id", unique=True),
    text("axis"),
    maybe("skill_id"),
    text("cohort_anchor"),
    Column("stars", Integer, nullable=False),
    maybe("would_be_5_stars"),
    text("submission_contract_version"),
    text("committed_at"),
    flag("held"),
    is_flag("held"),
    one_of("axis", RatingAxis),
    CheckConstraint(f"stars BETWEEN {caps.STARS[0]} AND {caps.STARS[1]}", name="stars"),
    sqlite_autoincrement=True,
)
"""Joined to nothing else (R-RTG-04): a rated session leaves only its start time (C-13)."""
Index("ix_ratings_skill_id", RATINGS.c.skill_id, RATINGS.c.cohort_anchor)

ANALYTICS_EVENTS: Final = Table(
    "analytics_events",
    METADATA,
    row_id(),
    text("received_on"),
    text("event_type"),
    maybe("from_step"),
    maybe("to_step"),
    maybe("outcome"),
    text("submitting_agent"),
    text("submission_contract_version"),
    one_of("event_type", AnalyticsEvent),
    sqlite_autoincrement=True,
)
"""A day and an event, no id: nothing here can be joined to anything, not even to its own session (R-ANL-03)."""
Index("ix_analytics_events_received_on", ANALYTICS_EVENTS.c.received_on)
