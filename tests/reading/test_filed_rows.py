"""Where the records are away, the files of a corpus say what they know."""

from __future__ import annotations

import json

from becivic.corpus.seed import SNAPSHOT_FILES
from becivic.reading.filed_rows import cited_rows, filed_rows
from becivic.rendering.shown import ShownRows
from becivic.rules.identifiers import UidPrefix
from becivic.rules.statuses import Status
from tests.factories.corpora import APPLICATION, Files
from tests.requirement import requirement

VALUES, REFERENCES = SNAPSHOT_FILES[UidPrefix.VOLATILE_VALUE], SNAPSHOT_FILES[UidPrefix.REFERENCE]


def lines(*rows: dict[str, object]) -> str:
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def rows_of(files: Files) -> ShownRows:
    return filed_rows(files.load())


def test_the_seed_is_shown_where_there_is_no_snapshot() -> None:
    found = rows_of(Files.valid())
    value, reference = found.values["val-00002"], found.references["ref-00002"]
    assert (value.name, value.text, value.value, value.unit) == (
        "demo-answer-term-days",
        "30 days",
        30,
        "days",
    )
    assert (value.status, value.source, value.last_verified) == (Status.ALPHA, "ref-00001", "2026-11-15")
    assert (reference.title, reference.is_resolved) == ("Law on demonstrations, article 2", True)


@requirement("R-TAG-19")
def test_a_snapshot_is_newer_than_the_seed_and_its_superseded_rows_are_past() -> None:
    row = {"uid": "val-00001", "name": "demo-handling-fee-eur", "unit": "EUR", "value_type": "integer"}
    snapshot = lines(
        {**row, "value": 20, "status": "stable", "superseded_at": "2026-11-16T00:00:00Z"},
        {**row, "value": 25, "status": "beta"},
    )
    value = rows_of(Files.valid().with_file(VALUES, snapshot)).values["val-00001"]
    assert (value.text, value.status, value.last_stable) == ("€25", Status.BETA, None)


def test_a_row_without_words_or_in_quarantine_gives_none() -> None:
    value = {"uid": "val-00001", "name": "demo-handling-fee-eur"}
    pulled = {"value": 7, "status": "quarantined"}
    reference = {
        "uid": "ref-00001",
        "name": "demo-law-article-one",
        "title": "Words",
        "url": "https://a.example",
    }
    wordless = rows_of(Files.valid().with_file(VALUES, lines({**value, "status": "alpha"})))
    assert (wordless.values["val-00001"].text, wordless.values["val-00001"].is_resolved) == ("", False)
    files = Files.valid().with_file(VALUES, lines({**value, **pulled}))
    found = rows_of(files.with_file(REFERENCES, lines({**reference, "status": "quarantined"})))
    assert (found.values["val-00001"].text, found.references["ref-00001"].title) == ("", "")


def test_a_row_that_says_no_status_is_as_new_as_can_be() -> None:
    snapshot = lines({"uid": "val-00001", "name": "demo-handling-fee-eur", "value": 1})
    assert rows_of(Files.valid().with_file(VALUES, snapshot)).values["val-00001"].status is Status.ALPHA


def test_of_all_rows_those_are_taken_that_a_body_cites_and_those_below_them() -> None:
    cited = 'uid="val-00001">'
    files = Files.valid().replaced(APPLICATION, cited, 'uid="">')
    files = files.replaced(APPLICATION, 'uid="val-00002"', 'uid="val-00099"')
    files = files.replaced(APPLICATION, 'name="demo-law-article-one" uid="ref-00001"', 'name="nobody" uid=""')
    corpus = files.load()
    found = cited_rows(filed_rows(corpus), corpus.skills["demo-application"].body)
    assert (list(found.values), list(found.references)) == (["val-00001"], ["ref-00001"])
    clock = cited_rows(filed_rows(corpus), corpus.skills["demo-clock"].body)
    assert (list(clock.values), list(clock.references)) == ([], ["ref-00002"])
