"""data-schema: data files fit their schemas."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import data_schema
from tests.factories.corpora import COMMUNES, SEED, Files, assert_caught, assert_clean
from tests.requirement import requirement

AUTHORITIES = "data/authorities.json"
TYPES = "schemas/types.json"
SCRUB = "scrub/regex-rules.json"


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), data_schema.check)


@requirement("R-CI-01", "R-REPO-14")
@pytest.mark.parametrize("file", [COMMUNES, AUTHORITIES])
def test_a_data_file_that_skills_point_into_must_be_there(file: str) -> None:
    assert_caught(Files.valid().without(file), data_schema.check, file, 1, says="missing")


@pytest.mark.parametrize(
    "file", [SEED, TYPES, SCRUB, "schemas/categories.json", "schemas/source-classes.json"]
)
def test_other_files_are_missed_by_other_rules(file: str) -> None:
    assert_clean(Files.valid().without(file), data_schema.check)


@requirement("R-CI-01")
@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        (COMMUNES, '"region": "brussels"', '"region": "bruxelles"', "must be one of"),
        (AUTHORITIES, '"level": "federal"', '"level": "planetary"', "must be one of"),
        (SEED, '"uid": "val-00001"', '"uid": "value-1"', "must match"),
        (TYPES, '"countries": [\n    "ad"', '"countries": [\n    "AD"', "must match"),
        ("schemas/categories.json", '"id": "meta"', '"id": "META"', "must match"),
        ("schemas/source-classes.json", '"citable": true', '"citable": "yes"', "boolean"),
        (SCRUB, '"name": "iban"', '"name": "I BAN"', "must match"),
        (SCRUB, '"flags": "i"', '"flags": "gi"', "must match"),
        (SCRUB, '"category": "direct_identifier"', '"category": "name"', "must be one of"),
    ],
)
def test_a_value_the_schema_refuses_is_caught_at_its_line(file: str, old: str, new: str, says: str) -> None:
    files = Files.valid().replaced(file, old, new)
    line = files.line_of(file, new) + new.count("\n")
    assert_caught(files, data_schema.check, file, line, says=says)


@requirement("R-COMM-01")
@pytest.mark.parametrize(
    "name",
    [
        "nis_code", "slug", "name_fr", "name_nl", "name_de", "region", "province", "postal_codes",
        "languages_available",
    ],
)  # fmt: skip
def test_all_nine_fields_of_a_commune_are_always_present(name: str) -> None:
    files = Files.valid().replaced(COMMUNES, f'"{name}":', f'"x_{name}":')
    found = files.findings([data_schema.check])
    assert f"/communes/0: the field `{name}` is missing" in {finding.message for finding in found}


@requirement("R-COMM-01")
@pytest.mark.parametrize("name", ["nomenclature_date", "source", "fetched_at", "communes"])
def test_the_list_of_communes_says_where_it_comes_from(name: str) -> None:
    files = Files.valid().replaced(COMMUNES, f'"{name}":', f'"x_{name}":')
    messages = {finding.message for finding in files.findings([data_schema.check])}
    assert f"the file: the field `{name}` is missing" in messages


@requirement("R-COMM-02")
@pytest.mark.parametrize(
    ("old", "new", "line_of"),
    [
        ('"nis_code": "21009"', '"nis_code": 21009', '"nis_code"'),
        ('"nis_code": "21009"', '"nis_code": "2109"', '"nis_code"'),
        ('"slug": "ixelles"', '"slug": "ixéllès"', '"slug"'),
        ('"slug": "ixelles"', '"slug": "Ixelles"', '"slug"'),
        ('["fr", "nl"]', '["fr", "en"]', '"languages_available"'),
        ('"name_nl": "Aartselaar"', '"name_nl": null', '"nis_code": "11001"'),
    ],
)
def test_a_commune_that_breaks_a_field_rule_is_caught(old: str, new: str, line_of: str) -> None:
    files = Files.valid().replaced(COMMUNES, old, new)
    line = files.line_of(COMMUNES, line_of) - (1 if "11001" in line_of else 0)
    assert_caught(files, data_schema.check, COMMUNES, line)


@requirement("R-CI-01")
@pytest.mark.parametrize("value", ['"20"', "20.5", "true", "null"])
def test_a_seeded_value_that_disagrees_with_its_type_is_caught(value: str) -> None:
    files = Files.valid().replaced(SEED, '"value": 20,', f'"value": {value},')
    line = files.line_of(SEED, '"value":')
    assert_caught(files, data_schema.check, SEED, line, says="type integer")


@requirement("R-TAG-22")
@pytest.mark.parametrize("name", ["fee", "Demo-fee", "demo--fee", "demo-", "-demo-fee", "demo_fee"])
def test_a_seeded_name_is_kebab_case_with_an_agency_in_front(name: str) -> None:
    files = Files.valid().replaced(SEED, '"name": "demo-handling-fee-eur"', f'"name": "{name}"')
    assert_caught(files, data_schema.check, SEED, files.line_of(SEED, '"name":'), says="must match")
