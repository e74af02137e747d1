"""The rules file as a whole: what every rule owes to those who run it and to the tables beside this file."""

from __future__ import annotations

import unicodedata
from typing import Final

import pytest
from tools import scrub_rules

from becivic.packaged import corpus_folder
from becivic.rules.json_text import parse_json
from becivic.rules.scrub import BASELINE_RULES
from becivic_scrub import Rule, dialect
from becivic_scrub.checksums import CHECKSUMS
from tests.requirement import requirement
from tests.scrub import (
    test_rules_banking,
    test_rules_belgian_numbers,
    test_rules_contact,
    test_rules_documents,
    test_rules_foreign_numbers,
    test_rules_phones,
    test_rules_places_and_dates,
    test_rules_urls,
)
from tests.scrub.rule_tables import engine, fired

TABLES: Final = (
    *test_rules_banking.FIRES,
    *test_rules_belgian_numbers.FIRES,
    *test_rules_contact.FIRES,
    *test_rules_documents.FIRES,
    *test_rules_foreign_numbers.FIRES,
    *test_rules_phones.FIRES,
    *test_rules_places_and_dates.FIRES,
    *test_rules_urls.FIRES,
)
RULES: Final = engine().rules


def test_the_committed_file_is_what_its_source_composes() -> None:
    assert (corpus_folder() / "scrub/regex-rules.json").read_text(encoding="utf-8") == scrub_rules.text()


@requirement("R-SCRUB-02")
def test_the_baseline_comes_first_in_its_order() -> None:
    assert tuple(rule.name for rule in RULES[: len(BASELINE_RULES)]) == BASELINE_RULES


@requirement("R-SCRUB-01", "R-SCRUB-03")
def test_every_rule_has_a_name_of_its_own_and_a_line_of_description() -> None:
    entries = parse_json((corpus_folder() / "scrub/regex-rules.json").read_bytes())["rules"]
    assert len({entry["name"] for entry in entries}) == len(entries)
    assert all(entry["description"].endswith(".") for entry in entries)


def test_every_rule_has_rows_in_a_table_and_every_row_its_rule() -> None:
    assert {rule for rule, _ in TABLES} == {rule.name for rule in RULES}


@requirement("R-SCRUB-02")
@pytest.mark.parametrize(("rule", "marked"), [row for row in TABLES if not row[1].isascii()])
def test_letters_whose_marks_stand_apart_hide_nothing(rule: str, marked: str) -> None:
    text = unicodedata.normalize("NFD", marked.replace("«", "").replace("»", ""))
    assert rule in {name for name, _ in fired(text)}


@requirement("R-SCRUB-03")
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_checksum_is_one_the_engine_knows_and_every_string_is_looked_at(rule: Rule) -> None:
    assert rule.checksum is None or rule.checksum in CHECKSUMS
    assert rule.fields is None


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_fires_on_nothing_but_text(rule: Rule) -> None:
    pattern = dialect.compiled(rule.pattern, rule.flags)
    assert not any(pattern.search(text) for text in (" " * 500, "a" * 500, "0" * 500, "-" * 500, "\n" * 500))
