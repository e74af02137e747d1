"""Made-up exports, whole and sealed, with a row that the service never writes: refused by line, and nothing comes in."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from becivic.store.transfer import import_from
from becivic.store.transfer_file import FileRefused
from tests.factories.databases import Databases
from tests.factories.exports import SUPERSEDED, full_export, is_new, nobody_watches, opened

LATER = "2026-11-09T08:00:00.000000Z"
REMEDY = "Export again from the database it came from; nothing was imported."
AMENDMENT = "amd_00000000-0000-7000-8000-000000000001"
NO_VERSION_7 = "amd_00000000-0000-4000-8000-000000000001"
VALUE = "volatile_values"

FORGED: list[tuple[str, dict[str, Any], str]] = [
    ("concerns", {"uid": "val-00001"}, "a constraint of the table"),
    ("concerns", {"uid": "con-00009"}, "a constraint of the table"),
    ("concerns", {"uid": "con-1"}, "a constraint of the table"),
    ("concerns", {"uid": "con-00002"}, "a constraint of the table"),
    ("concerns", {"target_type": "rating"}, "a constraint of the table"),
    ("concerns", {"held": 2}, "a constraint of the table"),
    ("concerns", {"committed_at": "yesterday"}, "`committed_at` is not a moment"),
    ("concerns", {"committed_at": "2026-11-15T08:00:00+01:00"}, "`committed_at` is not a moment"),
    ("concerns", {"committed_at": "2026-02-30T08:00:00Z"}, "`committed_at` is not a moment"),
    ("concerns", {"committed_at": "2026-11-15T08:00:00Z\n"}, "`committed_at` is not a moment"),
    ("concerns", {"submission_id": AMENDMENT}, "`submission_id` is not the id of a concern"),
    ("concerns", {"content": '{"body": NaN}'}, "`content` is not JSON"),
    ("concerns", {"content": '{"body": "\\ud800"}'}, "`content` is not JSON"),
    ("concerns", {"content": '{"body": "\\u0000"}'}, "`content` is not JSON"),
    ("amendments", {"submission_id": NO_VERSION_7}, "`submission_id` is not the id of an amendment"),
    ("amendments", {"submission_id": "obs_00000000-0000-7000-8000-000000000001"}, "`submission_id` is not"),
    ("amendments", {"outcome": "won"}, "a constraint of the table"),
    ("validations", {"validation_id": AMENDMENT}, "`validation_id` is not the id of a validation"),
    ("validations", {"session_id": "ses_me"}, "`session_id` is not the id of a session"),
    ("validations", {"voter_hash": "0" * 63}, "`voter_hash` is not a SHA-256"),
    ("validations", {"voter_hash": "A" * 64}, "`voter_hash` is not a SHA-256"),
    ("validations", {"voter_hash": "192.0.2.1"}, "`voter_hash` is not a SHA-256"),
    ("staged_submissions", {"id": AMENDMENT}, "`id` is not the id of a submission of its `type`"),
    ("staged_submissions", {"id": "drf_1"}, "`id` is not the id of a submission of its `type`"),
    ("staged_submissions", {"payload": "{"}, "`payload` is not JSON"),
    ("staged_submissions", {"commit_eta": "9"}, "`commit_eta` is not a moment"),
    ("catalogue_entries", {"uid": "ref-00001"}, "`uid` is not one of its `prefix`"),
    ("catalogue_entries", {"uid": "val-1"}, "`uid` is not one of its `prefix`"),
    ("catalogue_entries", {"prefix": "abc", "uid": "abc-00001"}, "`uid` is not one of its `prefix`"),
    ("link_checks", {"uid": "val-00001"}, "`uid` is not the uid of a reference"),
    ("leases", {"until": "for ever"}, "`until` is not a moment"),
    ("rate_counters", {"day": "2026-02-30"}, "`day` is not a day of the calendar"),
    ("decisions", {"tally": "[1,"}, "`tally` is not JSON"),
    ("decisions", {"to_status": "golden"}, "a constraint of the table"),
    (VALUE, {"uid": "ref-00001"}, "`uid` is not the uid of a value"),
    (VALUE, {"name": "<b>"}, "`name` is not a name of the catalogue"),
    (VALUE, {"status": "draft"}, "a constraint of the table"),
    (VALUE, {"value": "NaN"}, "`value` is not JSON"),
    (VALUE, {"value": '"twelve"'}, "`value` is not of its `value_type`"),
    (VALUE, {"value": "true"}, "`value` is not of its `value_type`"),
    (VALUE, {"value": "null"}, "`value` is not of its `value_type`"),
    (VALUE, {"value": "12.5", "value_type": "integer"}, "`value` is not of its `value_type`"),
    (VALUE, {"value": "12.5", "value_type": "string"}, "`value` is not of its `value_type`"),
    (VALUE, {"previous_row_id": 2}, "`previous_row_id` is not the row before it"),
    ("references", {"url": "javascript:alert(1)", "held": 0}, "is not a web address"),
    ("references", {"url": "", "held": 0}, "is not a web address"),
    ("references", {"archived_url": "data:text/html,", "held": 0}, "is not a web address"),
    ("references", {"read_as": "guess"}, "a constraint of the table"),
    ("references", {"superseded_at": LATER}, "its uid has no current row"),
]  # fmt: skip
CHAIN: list[tuple[int, dict[str, Any], int, str]] = [
    (1, {"superseded_at": None}, 90, "`committed_at` is not when the row before it was superseded"),
    (90, {"committed_at": LATER}, 90, "`committed_at` is not when the row before it was superseded"),
    (90, {"previous_row_id": None}, 90, "`previous_row_id` is not the row before it"),
    (90, {"previous_row_id": 2}, 90, "`previous_row_id` is not the row before it"),
    (90, {"superseded_at": SUPERSEDED}, 90, "its uid has no current row"),
]  # fmt: skip
UNSENDABLE: list[tuple[str, dict[str, Any]]] = [
    ("uid_sequences", {"last": -1}),
    ("revision", {"number": -1}),
    ("rate_counters", {"count": -1}),
    ("concerns", {"row_id": -1}),
    ("leases", {"holder": "a\0b"}),
    ("leases", {"holder": "\udfff"}),
    ("concerns", {"target_id": None}),
]


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    with opened(database_url) as made:
        yield made


@pytest.fixture(scope="module")
def exported(databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return full_export(databases, tmp_path_factory.mktemp("exported") / "records.jsonl").read_bytes()


@pytest.fixture
def written(exported: bytes, tmp_path: Path) -> Path:
    file = tmp_path / "records.jsonl"
    file.write_bytes(exported)
    return file


def forged(file: Path, table: str, change: dict[str, Any], row_id: int | None = None) -> int:
    """The first row of a table, or the one of a number, changed; sealed again. The line it is on."""
    lines = [json.loads(line) for line in file.read_bytes().splitlines()]
    place = next(
        at
        for at, line in enumerate(lines)
        if line.get("table") == table and row_id in (None, line["row"].get("row_id"))
    )
    lines[place]["row"] |= change
    body = "".join(json.dumps(line) + "\n" for line in lines[:-1]).encode()
    lines[-1]["sha256"] = hashlib.sha256(body).hexdigest()
    file.write_bytes(body + json.dumps(lines[-1]).encode() + b"\n")
    return place + 1


def refusal(engine: Engine, file: Path) -> str:
    with pytest.raises(FileRefused) as refused:
        import_from(engine, file, nobody_watches)
    assert is_new(engine)
    return str(refused.value)


@pytest.mark.parametrize(("table", "change", "fault"), FORGED, ids=lambda each: str(each)[:40])
def test_a_row_that_the_service_never_writes_is_refused_by_its_line(
    table: str, change: dict[str, Any], fault: str, engine: Engine, written: Path
) -> None:
    line = forged(written, table, change)
    said = refusal(engine, written)
    twice = change.get("uid") == "con-00002"  # the next line has it too, and is the one refused
    assert said.startswith(
        f"{written}:{line + twice}: holds a row of {table} that no database of the service"
    )
    assert fault in said
    assert said.endswith(REMEDY)


@pytest.mark.parametrize(("row_id", "change", "told", "fault"), CHAIN)
def test_a_history_that_contradicts_itself_is_refused_by_its_line(
    row_id: int, change: dict[str, Any], told: int, fault: str, engine: Engine, written: Path
) -> None:
    forged(written, VALUE, change, row_id)
    line = forged(written, VALUE, {}, told)
    said = refusal(engine, written)
    assert said.startswith(f"{written}:{line}: ")
    assert fault in said


@pytest.mark.parametrize(("table", "change"), UNSENDABLE, ids=str)
def test_a_number_below_zero_and_a_text_that_cannot_be_kept_are_refused_by_their_line(
    table: str, change: dict[str, Any], engine: Engine, written: Path
) -> None:
    line = forged(written, table, change)
    assert refusal(engine, written) == (
        f"{written}:{line}: does not hold what an export holds. Export again; nothing was imported."
    )


@pytest.mark.parametrize(
    ("table", "change"),
    [
        (VALUE, {"value": "null", "status": "quarantined"}),
        (VALUE, {"value": '"(retracted)"', "held": 1}),
        (VALUE, {"value": "12.0", "value_type": "integer"}),
        (VALUE, {"value": '"twelve"', "value_type": "string"}),
        ("references", {"url": "", "archived_url": None, "title": "", "held": 0, "status": "quarantined"}),
        ("references", {"url": "(retracted)", "archived_url": "(retracted)", "held": 0}),
        ("validations", {"voter_hash": None, "rationale": None, "traversal_metadata": None}),
        ("artefacts", {"distinct_frozen": None, "cohort_started_at": "2026-11-15T08:00:00Z"}),
    ],
    ids=str,
)
def test_what_was_pulled_or_removed_comes_in(
    table: str, change: dict[str, Any], engine: Engine, written: Path
) -> None:
    forged(written, table, change)
    import_from(engine, written, nobody_watches)
    assert not is_new(engine)


@pytest.mark.parametrize("schema", ["", "0000", "abc", None])
def test_a_version_that_nobody_knows_is_refused(schema: object, engine: Engine, written: Path) -> None:
    lines = written.read_bytes().splitlines(keepends=True)
    header = json.dumps(json.loads(lines[0]) | {"schema": schema}).encode() + b"\n"
    body = b"".join([header, *lines[1:-1]])
    trailer = json.loads(lines[-1]) | {"sha256": hashlib.sha256(body).hexdigest()}
    written.write_bytes(body + json.dumps(trailer).encode() + b"\n")
    assert "was exported by a newer version" in refusal(engine, written)
