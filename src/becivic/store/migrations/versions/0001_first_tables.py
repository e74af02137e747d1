"""The first tables, and the rows that count. Lists are written out: what a version once did never changes."""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_NUMBER: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

_PREFIXES: Final = "val ref con pth"
_STATUSES: Final = "alpha beta stable quarantined deprecated"
_TYPES: Final = "concern amendment validation draft feedback rating analytics"
_ARTEFACTS: Final = "skill volatile_value reference path path_source"
_TARGETS: Final = (
    "skill skill_graph volatile_value reference path path_source observation agent_protocol session"
)
_OUTCOMES: Final = "pending applied closed"


def upgrade() -> None:
    _catalogue()
    _counters()
    _submissions()
    _concerns_and_votes()
    _proposals()
    _feedback_ratings_and_events()
    _artefacts_and_salts()
    _limits()
    _work_for_people()
    _records_of_work()


def _catalogue() -> None:
    values = (
        *_texts("value value_type unit? source? last_verified? note?"),
        _one_of("volatile_values", "value_type", "number integer string"),
    )
    references = _texts("title url last_verified? archived_url? language? note?")
    for table, own in (("volatile_values", values), ("references", references)):
        _table(
            table,
            *_texts("uid name status committed_at superseded_at?"),
            sa.Column("previous_row_id", _NUMBER),
            *_texts("submission_id? submission_contract_version"),
            *_texts("created_by_ip_hash? per_artefact_salt? distinct_frozen?"),
            *own,
            _one_of(table, "status", _STATUSES),
            _unique(table, "submission_id"),
            sa.ForeignKeyConstraint(["previous_row_id"], [f"{table}.row_id"], f"fk_{table}_previous_row_id"),
        )
        current = sa.text("superseded_at IS NULL")
        op.create_index(
            f"uq_{table}_current", table, ["uid"], unique=True, sqlite_where=current, postgresql_where=current
        )
        op.create_index(f"ix_{table}_uid", table, ["uid", "row_id"])
        op.create_index(f"ix_{table}_name", table, ["name"])
    _table(
        "catalogue_entries",
        *_texts("uid prefix name minted_at"),
        _one_of("catalogue_entries", "prefix", _PREFIXES),
        _unique("catalogue_entries", "prefix", "name"),
        key=("uid",),
    )


def _counters() -> None:
    sequences = _table(
        "uid_sequences",
        *_texts("prefix"),
        _number("last"),
        _one_of("uid_sequences", "prefix", _PREFIXES),
        key=("prefix",),
    )
    op.bulk_insert(sequences, [{"prefix": prefix, "last": 0} for prefix in _PREFIXES.split()])
    only = sa.Column("only", _NUMBER, nullable=False, autoincrement=False)
    check = sa.CheckConstraint('"only" = 1', "ck_revision_only")
    counter = _table("revision", only, _number("number"), check, key=("only",))
    op.bulk_insert(counter, [{"only": 1, "number": 0}])


def _submissions() -> None:
    _received(
        "staged_submissions",
        *_texts(
            "submitted_at commit_eta payload cohort_anchor? regex_passes last_commit_attempt? last_error?"
        ),
        _number("attempts", default="0"),
    )
    op.create_index("ix_staged_submissions_due", "staged_submissions", ["commit_eta", "type", "id"])
    _received("committed_submissions", *_texts("committed_at expires_at change_request_id?"))
    op.create_index("ix_committed_submissions_expires_at", "committed_submissions", ["expires_at"])
    _received(
        "held_items",
        *_texts("state held_from held_at resolved_at? submitted_at? commit_eta? payload? cohort_anchor?"),
        *_texts("regex_passes? reasons?"),
        _one_of("held_items", "state", "ner_held_for_review released released_after_edit discarded"),
        _one_of("held_items", "held_from", "staged committed"),
    )
    op.create_index("ix_held_items_state", "held_items", ["state", "held_at"])


def _received(table: str, *own: sa.schema.SchemaItem) -> None:
    _table(
        table,
        *_texts(
            "id type target_type? target_id? received_at salt submitter_hash cancel_token_hash? session_id?"
        ),
        *own,
        _one_of(table, "type", _TYPES),
        _one_of(table, "target_type?", _TARGETS),
        key=("id",),
    )
    op.create_index(f"ix_{table}_session_id", table, ["session_id"])


def _concerns_and_votes() -> None:
    _table(
        "concerns",
        *_texts("uid submission_id target_type target_id context? content? evidence_date"),
        *_texts("submission_contract_version cohort_anchor? regex_passes validated_at committed_at"),
        *_flag("concerns", "held"),
        _one_of("concerns", "target_type", f"{_ARTEFACTS} skill_graph"),
        _unique("concerns", "uid"),
        _unique("concerns", "submission_id"),
    )
    op.create_index("ix_concerns_target", "concerns", ["target_type", "target_id", "committed_at"])
    _table(
        "validations",
        *_texts("validation_id target_type target_id verdict"),
        *_flag("validations", "injection_flag"),
        *_texts("rationale? injection_reason? traversal_metadata? session_id? cohort_anchor?"),
        *_texts("submission_contract_version submitter_type regex_passes validated_at voter_hash?"),
        *_flag("validations", "held"),
        _one_of("validations", "target_type", f"{_ARTEFACTS} observation"),
        _one_of("validations", "verdict", "confirm reject"),
        _one_of("validations", "submitter_type", "agent ci_probe"),
        _unique("validations", "validation_id"),
    )
    op.create_index("ix_validations_target", "validations", ["target_type", "target_id", "validated_at"])
    op.create_index("ix_validations_session_id", "validations", ["session_id"])


def _proposals() -> None:
    _table(
        "amendments",
        *_texts("submission_id target_type target_id rationale content provenance?"),
        *_texts("submission_contract_version cohort_anchor? regex_passes committed_at outcome"),
        *_texts("change_request_id?"),
        _one_of("amendments", "target_type", _ARTEFACTS),
        _one_of("amendments", "outcome", _OUTCOMES),
        _unique("amendments", "submission_id"),
    )
    op.create_index("ix_amendments_target", "amendments", ["target_type", "target_id", "committed_at"])
    _table(
        "drafts",
        *_texts("submission_id target_type proposed_id commit_message content provenance?"),
        *_texts("submission_contract_version regex_passes committed_at outcome change_request_id?"),
        _one_of("drafts", "target_type", "skill path"),
        _one_of("drafts", "outcome", _OUTCOMES),
        _unique("drafts", "submission_id"),
    )


def _feedback_ratings_and_events() -> None:
    _table(
        "feedback_channel",
        *_texts("submission_id topic? pointer? body submission_contract_version committed_at"),
        *_texts("triaged_at? triage?"),
        _one_of("feedback_channel", "topic?", "bug suggestion praise confusion accessibility other"),
        _unique("feedback_channel", "submission_id"),
    )
    _table(
        "ratings",
        *_texts("submission_id axis skill_id? cohort_anchor"),
        sa.Column("stars", sa.Integer, nullable=False),
        *_texts("would_be_5_stars? submission_contract_version committed_at"),
        _one_of("ratings", "axis", "skill_quality_stars agent_protocol_stars user_experience_stars"),
        sa.CheckConstraint("stars BETWEEN 1 AND 5", "ck_ratings_stars"),
        _unique("ratings", "submission_id"),
    )
    op.create_index("ix_ratings_skill_id", "ratings", ["skill_id", "cohort_anchor"])
    _table(
        "analytics_events",
        *_texts("received_on event_type from_step? to_step? outcome? submitting_agent"),
        *_texts("submission_contract_version"),
        _one_of("analytics_events", "event_type", "session_start step_transition session_outcome"),
    )
    op.create_index("ix_analytics_events_received_on", "analytics_events", ["received_on"])


def _artefacts_and_salts() -> None:
    _table(
        "artefacts",
        *_texts("target_type target_id status version cohort_started_at distinct_frozen?"),
        _one_of("artefacts", "target_type", "skill path"),
        _one_of("artefacts", "status", f"draft {_STATUSES}"),
        key=("target_type", "target_id"),
    )
    _table("salts", *_texts("key artefact? salt submitter_hash? created_at expires_at?"), key=("key",))
    op.create_index("ix_salts_artefact", "salts", ["artefact"])


def _limits() -> None:
    _table(
        "rate_counters",
        *_texts("day address_hash counter"),
        _number("bucket"),
        _number("count"),
        sa.CheckConstraint("count >= 0", "ck_rate_counters_count"),
        key=("day", "address_hash", "counter", "bucket"),
    )
    _table(
        "bans",
        *_texts("salt address_hash level reason created_at"),
        _one_of("bans", "level", "limited banned"),
    )


def _work_for_people() -> None:
    _table(
        "review_items",
        *_texts("queue subject_type subject_id title detail? opened_at closed_at? outcome?"),
        _one_of("review_items", "queue", "held drafts injection feedback failed"),
    )
    op.create_index("ix_review_items_open", "review_items", ["queue", "closed_at", "opened_at"])
    _table(
        "change_requests",
        *_texts("id submission_id? submission_type? title branch base_commit head_commit? merge_commit?"),
        *_texts("state checks? opened_at resolved_at?"),
        _one_of("change_requests", "submission_type?", _TYPES),
        _one_of("change_requests", "state", "open merged closed"),
        _unique("change_requests", "submission_id"),
        key=("id",),
    )
    op.create_index("ix_change_requests_state", "change_requests", ["state", "opened_at"])


def _records_of_work() -> None:
    _table("audit_log", *_texts("at actor action subject_type subject_id detail?"))
    _table("leases", *_texts("name holder until"), key=("name",))


def _table(name: str, *parts: sa.schema.SchemaItem, key: tuple[str, ...] = ()) -> sa.Table:
    """Without a key of its own it gets `row_id`, whose numbers SQLite never gives out twice."""
    row_id = () if key else (sa.Column("row_id", _NUMBER, nullable=False, autoincrement=True),)
    primary = sa.PrimaryKeyConstraint(*(key or ("row_id",)), name=f"pk_{name}")
    return op.create_table(name, *row_id, *parts, primary, sqlite_autoincrement=not key)


def _texts(names: str) -> list[sa.Column[Any]]:
    """Text columns; a question mark behind the name says that it may be missing."""
    return [sa.Column(name.rstrip("?"), sa.Text, nullable=name.endswith("?")) for name in names.split()]


def _number(name: str, default: str | None = None) -> sa.Column[Any]:
    return sa.Column(name, _NUMBER, nullable=False, server_default=default)


def _flag(table: str, name: str) -> tuple[sa.Column[Any], sa.CheckConstraint]:
    column = sa.Column(name, sa.Integer, nullable=False, server_default="0")
    return column, sa.CheckConstraint(f"{name} IN (0, 1)", f"ck_{table}_{name}")


def _one_of(table: str, column: str, words: str) -> sa.CheckConstraint:
    name = column.rstrip("?")
    listed = ", ".join(f"'{word}'" for word in words.split())
    null = f"{name} IS NULL OR " if column.endswith("?") else ""
    return sa.CheckConstraint(f"{null}{name} IN ({listed})", f"ck_{table}_{name}")


def _unique(table: str, *columns: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint(*columns, name=f"uq_{table}_{'_'.join(columns)}")
