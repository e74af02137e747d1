"""Triggers: history is never changed, counters only grow, and a uid comes from its sequence (R-CATL-03, R-UID-02).

Whoever adds a column to one of these tables makes its trigger anew.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from alembic import op

revision = "0002"
down_revision = "0001"


class _Kept(NamedTuple):
    """A table whose rows stay, and what may still become of them; columns that are not named are free."""

    fixed: str
    once: str = ""
    """Set once, from NULL."""
    erased: str = ""
    """May become NULL: that is how a salt and what was hashed under it are destroyed, and words that were discarded."""
    grows: str = ""


_ROW: Final = "row_id uid name committed_at previous_row_id submission_id submission_contract_version"
_HASHED: Final = "created_by_ip_hash per_artefact_salt"
_KEPT: Final = {
    "volatile_values": _Kept(
        f"{_ROW} value value_type unit source last_verified note", once="superseded_at", erased=_HASHED
    ),
    "references": _Kept(
        f"{_ROW} title url last_verified archived_url language note", once="superseded_at", erased=_HASHED
    ),
    "catalogue_entries": _Kept("uid prefix minted_at"),
    "concerns": _Kept(
        "row_id uid submission_id target_type target_id evidence_date"
        " submission_contract_version cohort_anchor regex_passes validated_at committed_at",
        erased="context content",
    ),
    "validations": _Kept(
        "row_id validation_id target_type target_id verdict injection_flag session_id cohort_anchor"
        " submission_contract_version submitter_type regex_passes validated_at",
        erased="rationale injection_reason traversal_metadata voter_hash",
    ),
    "audit_log": _Kept("row_id at actor action subject_type subject_id detail"),
    "uid_sequences": _Kept("prefix", grows="last"),
    "revision": _Kept("only", grows="number"),
}
_NEVER_UPDATED: Final = {
    "ratings": _Kept(
        "row_id submission_id axis skill_id cohort_anchor stars would_be_5_stars submission_contract_version"
        " committed_at"
    ),
    "analytics_events": _Kept(
        "row_id received_on event_type from_step to_step outcome submitting_agent submission_contract_version"
    ),
}
"""These may be deleted: nothing cites them, and events are kept for a time only."""

_NUMBERED: Final = {"volatile_values": "val", "references": "ref", "concerns": "con"}

_POSTGRESQL_FUNCTIONS: Final = (
    """
    CREATE FUNCTION becivic_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation', MESSAGE = TG_ARGV[0];
    END $$
    """,
    """
    CREATE FUNCTION becivic_uid_from_sequence() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.uid ~ ('^' || TG_ARGV[0] || '-([0-9]{5}|[1-9][0-9]{5,17})$') THEN
        IF EXISTS (
          SELECT 1 FROM uid_sequences
          WHERE prefix = TG_ARGV[0] AND CAST(substr(NEW.uid, 5) AS bigint) BETWEEN 1 AND last
        ) THEN
          RETURN NEW;
        END IF;
      END IF;
      RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation', MESSAGE = TG_ARGV[1];
    END $$
    """,
)


def upgrade() -> None:
    if op.get_context().dialect.name == "postgresql":
        for function in _POSTGRESQL_FUNCTIONS:
            op.execute(function)
    for table, kept in {**_KEPT, **_NEVER_UPDATED}.items():
        _refuse("UPDATE", table, f"a row of {table} is history and does not change this way", _broken(kept))
    for table in _KEPT:
        _refuse("DELETE", table, f"rows of {table} are never deleted")
    for table, prefix in _NUMBERED.items():
        _number_from_sequence(table, prefix)


def _broken(kept: _Kept) -> str:
    """True of an update that breaks what is said about the table."""
    differs = "IS NOT" if op.get_context().dialect.name == "sqlite" else "IS DISTINCT FROM"
    return " OR ".join(
        [
            *(f'NEW."{name}" {differs} OLD."{name}"' for name in kept.fixed.split()),
            *(
                f'(OLD."{name}" IS NOT NULL AND NEW."{name}" {differs} OLD."{name}")'
                for name in kept.once.split()
            ),
            *(
                f'(NEW."{name}" IS NOT NULL AND NEW."{name}" {differs} OLD."{name}")'
                for name in kept.erased.split()
            ),
            *(f'NEW."{name}" < OLD."{name}"' for name in kept.grows.split()),
        ]
    )


def _refuse(event: str, table: str, message: str, when: str = "1 = 1") -> None:
    trigger = f'CREATE TRIGGER kept_{table}_{event.lower()} BEFORE {event} ON "{table}"'
    if op.get_context().dialect.name == "sqlite":
        op.execute(f"{trigger} WHEN {when} BEGIN SELECT RAISE(ABORT, '{message}'); END")
        return
    op.execute(f"{trigger} FOR EACH ROW WHEN ({when}) EXECUTE FUNCTION becivic_refuse('{message}')")
    if event == "DELETE":  # TRUNCATE passes the triggers of rows by
        op.execute(
            f'CREATE TRIGGER kept_{table}_truncate BEFORE TRUNCATE ON "{table}"'
            f" EXECUTE FUNCTION becivic_refuse('{message}')"
        )


def _number_from_sequence(table: str, prefix: str) -> None:
    message = f"a uid of {table} comes from its sequence"
    trigger = f'CREATE TRIGGER numbered_{table} BEFORE INSERT ON "{table}"'
    if op.get_context().dialect.name == "sqlite":
        number = "CAST(substr(NEW.uid, 5) AS INTEGER)"
        last = f"(SELECT last FROM uid_sequences WHERE prefix = '{prefix}')"  # noqa: S608  our own words
        minted = f"NEW.uid = printf('{prefix}-%05d', {number}) AND {number} BETWEEN 1 AND {last}"
        op.execute(f"{trigger} WHEN ({minted}) IS NOT TRUE BEGIN SELECT RAISE(ABORT, '{message}'); END")
        return
    op.execute(f"{trigger} FOR EACH ROW EXECUTE FUNCTION becivic_uid_from_sequence('{prefix}', '{message}')")
