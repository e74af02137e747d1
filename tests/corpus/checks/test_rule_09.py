"""rule-09: what edges select on is listed in types.json."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import fm_schema, rule_09
from becivic.rules.skills import Selector
from tests.factories.corpora import APPLICATION, Files, assert_caught, assert_clean
from tests.factories.json_edits import assert_warned, without_value
from tests.requirement import requirement

TYPES = "schemas/types.json"
REGION = "      region: [brussels]\n"
COUNTRY = "      origin_country: [us]\n"
GOOD = {
    Selector.REGION: "flanders",
    Selector.ORIGIN_COUNTRY: "ma",
    Selector.SPONSOR_TYPE: "employer",
    Selector.ENTRY_TYPE: "visa-exempt",
    Selector.CARD_OUTCOME: "f-card",
    Selector.SUB_CATEGORY: "1.3-spouse-of-belgian",
}


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), rule_09.check)


@requirement("R-GRAPH-03", "R-CI-10")
@pytest.mark.parametrize("key", Selector)
def test_each_of_the_six_keys_selects_on_listed_values(key: Selector) -> None:
    files = Files.valid().replaced(APPLICATION, REGION + COUNTRY, f"      {key}: [{GOOD[key]}]\n")
    assert_clean(files, rule_09.check)
    assert_clean(files, fm_schema.check)


@requirement("R-GRAPH-03", "R-CI-10")
@pytest.mark.parametrize("key", [key for key in Selector if key is not Selector.ORIGIN_COUNTRY])
def test_a_value_that_types_json_does_not_list_is_caught_at_its_line(key: Selector) -> None:
    files = Files.valid().replaced(APPLICATION, REGION, f"      {key}: [{GOOD[key]}, elsewhere]\n")
    finding = assert_caught(
        files, rule_09.check, APPLICATION, files.line_of(APPLICATION, "elsewhere"), says=f"`{key}`"
    )
    assert GOOD[key] in finding.remedy
    assert "elsewhere" not in finding.message


@requirement("R-GRAPH-03", "R-CI-10")
def test_a_country_that_does_not_exist_is_caught() -> None:
    files = Files.valid().replaced(APPLICATION, COUNTRY, "      origin_country: [xx]\n")
    finding = assert_caught(files, rule_09.check, APPLICATION, files.line_of(APPLICATION, "[xx]"))
    assert "alpha-2" in finding.remedy


@requirement("R-GRAPH-03")
def test_a_required_path_is_held_to_the_same_values() -> None:
    note = "    notes: Not older than the commune accepts.\n"
    files = Files.valid().replaced(
        APPLICATION, note, f"{note}    selects_on:\n      entry_type: [by-tunnel]\n"
    )
    assert_caught(files, rule_09.check, APPLICATION, files.line_of(APPLICATION, "by-tunnel"))


@requirement("R-GRAPH-03")
def test_a_seventh_key_is_refused_by_the_schema_alone() -> None:
    files = Files.valid().replaced(APPLICATION, REGION, "      weather: [rain]\n")
    assert_clean(files, rule_09.check)
    assert_caught(files, fm_schema.check, APPLICATION, files.line_of(APPLICATION, "weather"))


@pytest.mark.parametrize("written", ["brussels", "[7]", '["two words"]', "{a: b}"])
def test_what_the_schema_refuses_is_not_reported_again(written: str) -> None:
    files = Files.valid().replaced(APPLICATION, REGION, f"      region: {written}\n")
    assert_clean(files, rule_09.check)
    assert files.findings([fm_schema.check])


@requirement("R-CI-10", "R-CI-29")
def test_without_types_json_there_is_one_warning_and_nothing_else() -> None:
    files = Files.valid().replaced(APPLICATION, REGION, "      region: [elsewhere]\n").without(TYPES)
    assert_warned(files, rule_09.check, TYPES, 1, says="missing")


def test_a_types_json_that_cannot_be_read_is_left_to_the_loader() -> None:
    files = Files.valid().with_file(TYPES, "{")
    assert [each.rule for each in files.findings([rule_09.check])] == ["unreadable"]


def test_a_selector_that_types_json_leaves_open_takes_any_value() -> None:
    files = without_value(Files.valid(), "/selects_on/region", TYPES)
    assert_clean(files.replaced(APPLICATION, REGION, "      region: [elsewhere]\n"), rule_09.check)
