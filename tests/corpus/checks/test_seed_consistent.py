"""seed-consistent: the first values and references hold together."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import data_schema, seed_consistent
from tests.factories.corpora import SEED, Files, assert_caught, assert_clean
from tests.requirement import requirement

URL = '"url": "https://www.ejustice.just.fgov.be/eli/demo2"'


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), seed_consistent.check)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"uid": "val-00002"', '"uid": "val-00001"'),
        ('"uid": "val-00002"', '"uid": "val-000001"'),
        ('"uid": "ref-00002"', '"uid": "ref-00001"'),
    ],
)
def test_a_uid_given_out_twice_is_caught_at_the_second_line(old: str, new: str) -> None:
    line = Files.valid().line_of(SEED, old)
    assert_caught(Files.valid().replaced(SEED, old, new), seed_consistent.check, SEED, line, says="twice")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"name": "demo-answer-term-days"', '"name": "demo-handling-fee-eur"'),
        ('"name": "demo-law-article-two"', '"name": "demo-law-article-one"'),
    ],
)
def test_a_name_used_twice_by_one_kind_is_caught_at_the_second_line(old: str, new: str) -> None:
    line = Files.valid().line_of(SEED, old)
    assert_caught(Files.valid().replaced(SEED, old, new), seed_consistent.check, SEED, line, says="twice")


def test_a_value_and_a_reference_may_share_a_name() -> None:
    files = Files.valid().replaced(SEED, '"name": "demo-law-article-two"', '"name": "demo-handling-fee-eur"')
    assert_clean(files, seed_consistent.check)


def test_a_value_whose_source_is_not_seeded_is_caught() -> None:
    files = Files.valid().replaced(SEED, '"source": "ref-00001"', '"source": "ref-00009"')
    line = files.line_of(SEED, "ref-00009")
    assert_caught(files, seed_consistent.check, SEED, line, says="source")


@requirement("R-CI-02")
@pytest.mark.parametrize(
    "url", ["https://nowhere", "https://a@demo.be/", "http://demo.be:99999/", "https://.be/"]
)
def test_an_address_that_is_not_well_formed_is_caught_at_its_line(url: str) -> None:
    files = Files.valid().replaced(SEED, URL, f'"url": "{url}"')
    assert_caught(files, seed_consistent.check, SEED, files.line_of(SEED, f'"{url}"'), says="url")
    files = Files.valid().replaced(SEED, URL, f'{URL},\n      "archived_url": "{url}"')
    line = files.line_of(SEED, "archived_url")
    assert_caught(files, seed_consistent.check, SEED, line, says="archived_url")


def test_a_day_that_does_not_exist_is_caught_at_its_line() -> None:
    files = Files.valid().replaced(SEED, '"last_verified": "2026-11-15"', '"last_verified": "2026-11-31"')
    assert_caught(files, seed_consistent.check, SEED, files.line_of(SEED, "2026-11-31"), says="last_verified")


@pytest.mark.parametrize(
    ("page_date", "says"),
    [("2025-02-30", "does not exist"), ("2026-11-16", "later"), ("2026-12", "later"), ("2027", "later")],
)
def test_a_page_is_dated_by_a_day_that_exists_and_not_after_it_was_read(page_date: str, says: str) -> None:
    files = Files.valid().replaced(SEED, URL, f'{URL},\n      "page_date": "{page_date}"')
    assert_caught(files, seed_consistent.check, SEED, files.line_of(SEED, "page_date"), says=says)


@pytest.mark.parametrize("page_date", ["undated", "2024", "2026", "2026-11", "2026-11-15"])
def test_a_page_says_its_date_as_exactly_as_it_can(page_date: str) -> None:
    files = Files.valid().replaced(
        SEED, URL, f'{URL},\n      "read_as": "stored_copy", "page_date": "{page_date}"'
    )
    assert_clean(files, seed_consistent.check)
    assert_clean(files, data_schema.check)


@pytest.mark.parametrize(
    "facts", ['"read_as": "looked"', '"read_as": null', '"page_date": null', '"page_date": "2026-13"']
)
def test_other_words_for_how_a_source_was_read_are_refused_by_the_schema(facts: str) -> None:
    files = Files.valid().replaced(SEED, URL, f"{URL},\n      {facts}")
    assert_caught(files, data_schema.check, SEED, files.line_of(SEED, facts))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"uid": "val-00002"', '"uid": "val-2"'),
        ('"name": "demo-answer-term-days"', '"name": "Demo"'),
        ('"name": "demo-answer-term-days"', '"name": "demo--days"'),
        ('"name": "demo-answer-term-days",', ""),
        ('"source": "ref-00001"', '"source": "val-00001"'),
        ('"source": "ref-00001",', ""),
        (URL, '"url": "ftp://demo.be/"'),
        ('"last_verified": "2026-11-15"', '"last_verified": "15/11/2026"'),
        (URL, '"url": 3'),
    ],
)
def test_what_the_schema_refuses_is_reported_there_alone(old: str, new: str) -> None:
    found = Files.valid().replaced(SEED, old, new).findings([data_schema.check, seed_consistent.check])
    assert [finding.rule for finding in found] == ["data-schema"]


@pytest.mark.parametrize("content", ["[]\n", '{"volatile_values": [3], "references": {}}\n'])
def test_a_file_of_another_shape_never_stops_the_rule(content: str) -> None:
    assert_clean(Files.valid().with_file(SEED, content), seed_consistent.check)
