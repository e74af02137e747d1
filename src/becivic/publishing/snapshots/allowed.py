"""What of the records is public: these tables, these columns, in this form. What is not listed is private (C-63; R-BAK-04).

Never here: addresses and their hashes, salts, sessions, submission ids (they tell the millisecond they were made),
feedback, ratings, analytics, bans, counters, and whatever is held.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import ColumnElement, Table, and_, or_

from becivic.clock import rfc3339
from becivic.corpus.generated import SNAPSHOT_FOLDER
from becivic.corpus.seed import SNAPSHOT_FILES
from becivic.rules.identifiers import UidPrefix
from becivic.rules.targets import TargetType
from becivic.store.tables.catalogue import REFERENCES, VOLATILE_VALUES
from becivic.store.tables.signals import CONCERNS, VALIDATIONS
from becivic.store.written import read_document, read_moment

Form = Callable[[Any], Any]
"""How a column's value, which is not NULL, stands in a line."""


def as_it_is(value: Any) -> Any:  # noqa: ANN401  any column
    return value


def to_the_second(value: str) -> str:
    return rfc3339(read_moment(value))


def day(value: str) -> str:
    """Votes sent together share their moment: by the day alone nobody can put a session together again."""
    return value[: len("YYYY-MM-DD")]


@dataclass(frozen=True, slots=True)
class Published:
    """One file: the rows of a table that are in it, and what of them."""

    file: str
    table: Table
    rows: ColumnElement[bool]
    columns: Mapping[str, Form]
    words: Mapping[str, Form]
    """What somebody wrote."""
    has_words: ColumnElement[bool]
    """Which rows show them: those that were looked through for names."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    sorted_as_text: bool = False
    """Where the order of the table would tell who sent what together."""


def _catalogue(prefix: UidPrefix, table: Table, words: Mapping[str, Form], **columns: Form) -> Published:
    """Every row of a uid, not only the current one: the file is an archive, and `superseded_at` tells them apart.

    A row without a submission came with the corpus, or was first cited in a change that was looked through itself.
    """
    own = table.c
    lifecycle = {
        "uid": as_it_is,
        "name": as_it_is,
        "status": as_it_is,
        "committed_at": to_the_second,
        "superseded_at": to_the_second,
        "submission_contract_version": as_it_is,
        "last_verified": as_it_is,
    }
    return Published(
        file=SNAPSHOT_FILES[prefix],
        table=table,
        rows=own.held == 0,
        columns={**lifecycle, **columns},
        words=words,
        has_words=or_(own.names_scanned.is_not(None), own.submission_id.is_(None)),
    )


PUBLISHED: Final = (
    _catalogue(
        UidPrefix.VOLATILE_VALUE,
        VOLATILE_VALUES,
        {"value": read_document, "unit": as_it_is, "source": as_it_is, "note": as_it_is},
        value_type=as_it_is,
    ),
    _catalogue(
        UidPrefix.REFERENCE,
        REFERENCES,
        dict.fromkeys(("title", "url", "archived_url", "language", "note"), as_it_is),
        read_as=as_it_is,
        page_date=as_it_is,
    ),
    Published(
        file=f"{SNAPSHOT_FOLDER}concerns.jsonl",
        table=CONCERNS,
        rows=CONCERNS.c.held == 0,
        columns={
            "uid": as_it_is,
            "target_type": as_it_is,
            "target_id": as_it_is,
            "cohort_anchor": as_it_is,
            "submission_contract_version": as_it_is,
            "committed_at": to_the_second,
        },
        words={"context": read_document, "content": read_document},
        has_words=CONCERNS.c.names_scanned.is_not(None),
    ),
    Published(
        file=f"{SNAPSHOT_FOLDER}validations.jsonl",
        table=VALIDATIONS,
        # Those on concerns are counted in a file of their own.
        rows=and_(VALIDATIONS.c.held == 0, VALIDATIONS.c.target_type != TargetType.OBSERVATION.value),
        columns={
            "target_type": as_it_is,
            "target_id": as_it_is,
            "verdict": as_it_is,
            "injection_flag": bool,
            "cohort_anchor": as_it_is,
            "submission_contract_version": as_it_is,
            "submitter_type": as_it_is,
            "validated_at": day,
        },
        words={"rationale": as_it_is},
        has_words=VALIDATIONS.c.names_scanned.is_not(None),
        renamed={"validated_at": "validated_on"},
        sorted_as_text=True,
    ),
)

VOTES_FILE: Final = f"{SNAPSHOT_FOLDER}votes.jsonl"
"""Per concern, how many said so too and how many said no (R-OBSV-15)."""

PATHS_FILE: Final = f"{SNAPSHOT_FOLDER}paths-{{day}}.jsonl"
