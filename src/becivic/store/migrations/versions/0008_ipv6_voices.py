"""IPv6 votes by /56 and /48: a second hash beside each stored one, and votes that count for nothing (design 7.9).

Stored rows stay as they are: theirs is the hash of a /64, and of their /48 nothing is known. The trigger on votes lets that
hash be replaced by the hash of its /56 once, together with the first network hash; nothing else about it changes.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from alembic import op

revision = "0008"
down_revision = "0007"

_NEW: Final = {
    "validations": "voter_network_hash unseated_hash",
    "staged_submissions": "submitter_network_hash",
    "committed_submissions": "submitter_network_hash",
    "held_items": "submitter_network_hash",
    "salts": "submitter_network_hash",
    "volatile_values": "created_by_network_hash",
    "references": "created_by_network_hash",
    "bans": "network_hash",
    "flaggers": "network_hash",
}
_MARK: Final = "(retracted)"


class _Kept(NamedTuple):
    """As in 0002, 0004 and 0006."""

    fixed: str
    erased: str
    once: str = ""
    marked: str = ""


_ROW: Final = "row_id uid name committed_at previous_row_id submission_id submission_contract_version"
_HASHED: Final = "created_by_ip_hash per_artefact_salt created_by_network_hash"
_KEPT: Final = {
    "volatile_values": _Kept(
        f"{_ROW} value_type source last_verified", _HASHED, "superseded_at", "value unit note"
    ),
    "references": _Kept(
        f"{_ROW} last_verified language",
        _HASHED,
        "superseded_at read_as page_date",
        "title url archived_url note",
    ),
    "validations": _Kept(
        "row_id validation_id target_type target_id verdict injection_flag session_id cohort_anchor"
        " submission_contract_version submitter_type regex_passes validated_at",
        "rationale injection_reason traversal_metadata unseated_hash",
    ),
}


def upgrade() -> None:
    for table, names in _NEW.items():
        for name in names.split():
            op.execute(f'ALTER TABLE "{table}" ADD COLUMN {name} TEXT')
    for table, kept in _KEPT.items():
        _replace_trigger(table, kept)


def _replace_trigger(table: str, kept: _Kept) -> None:
    on_sqlite = op.get_context().dialect.name == "sqlite"
    trigger = f"kept_{table}_update"
    op.execute(f"DROP TRIGGER {trigger}" if on_sqlite else f'DROP TRIGGER {trigger} ON "{table}"')
    message = f"a row of {table} is history and does not change this way"
    broken = " OR ".join(_broken(kept) + (_broken_voter() if table == "validations" else []))
    begin = f'CREATE TRIGGER {trigger} BEFORE UPDATE ON "{table}"'
    if on_sqlite:
        op.execute(f"{begin} WHEN {broken} BEGIN SELECT RAISE(ABORT, '{message}'); END")
    else:
        op.execute(f"{begin} FOR EACH ROW WHEN ({broken}) EXECUTE FUNCTION becivic_refuse('{message}')")


def _broken(kept: _Kept) -> list[str]:
    """True of an update that breaks what is said about the table."""
    return [
        *(_differs(name) for name in kept.fixed.split()),
        *(f'(OLD."{name}" IS NOT NULL AND {_differs(name)})' for name in kept.once.split()),
        *(f'(NEW."{name}" IS NOT NULL AND {_differs(name)})' for name in kept.erased.split()),
        *(f"({_differs(name)} AND {_is_unmarked(name)})" for name in kept.marked.split()),
    ]


def _broken_voter() -> list[str]:
    """Both hashes may become NULL; the older form becomes the newer one, and never the other way."""
    completes = "(OLD.voter_hash IS NOT NULL AND OLD.voter_network_hash IS NULL AND NEW.voter_network_hash IS NOT NULL)"
    return [
        f'(NEW."{name}" IS NOT NULL AND {_differs(name)} AND NOT {completes})'
        for name in ("voter_hash", "voter_network_hash")
    ]


def _differs(name: str) -> str:
    differs = "IS NOT" if op.get_context().dialect.name == "sqlite" else "IS DISTINCT FROM"
    return f'NEW."{name}" {differs} OLD."{name}"'


def _is_unmarked(name: str) -> str:
    """As in 0004."""
    mark = f'"{_MARK}"' if name == "value" else _MARK
    return f"(NEW.held = 1 AND NEW.\"{name}\" = '{mark}') IS NOT TRUE"
