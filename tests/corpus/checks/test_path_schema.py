"""path-schema: paths/index.json fits its schema, and a fault of a branch says what called for it."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import path_schema
from tests.factories.corpora import PATHS, Files, assert_caught, assert_clean
from tests.factories.json_edits import DEMO, DESK, PORTAL, line_at, value_at, with_value, without_value
from tests.requirement import requirement

SIGNALS = f"{PORTAL}/validation_path/success_signals"
OUTCOMES = {
    "brussels-tier1-quicklink": "source-retired",
    "brussels-tier2-inquiry": "form-not-found",
    "flanders-api-page": "api-shape-changed",
    "wallonia-sitemap-page": "sitemap-entry-removed",
    "federal-anonymous-form": "fields-missing",
    "federal-auth-handoff": "redirect-to-unrelated-page",
}


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), path_schema.check)


@requirement("R-CI-26", "R-PCAT-01")
def test_a_missing_catalogue_is_an_error() -> None:
    assert_caught(Files.valid().without(PATHS), path_schema.check, PATHS, 1, says="missing")


def test_a_catalogue_that_cannot_be_read_is_left_to_the_loader() -> None:
    files = Files.valid().with_file(PATHS, "{")
    assert [each.rule for each in files.findings([path_schema.check])] == ["unreadable"]


@requirement("R-PATH-01", "R-CI-26")
@pytest.mark.parametrize(
    "field",
    [
        "id", "uid", "title", "description", "themes", "authority_id", "schema_version", "version", "status",
        "origin", "category", "purpose", "applies_to", "outputs", "sources", "related_skills", "last_verified",
    ],
)  # fmt: skip
def test_every_field_of_a_path_is_required(field: str) -> None:
    files = without_value(Files.valid(), f"{DEMO}/{field}")
    finding = assert_caught(files, path_schema.check, PATHS, line_at(files, DEMO), says=f"`{field}`")
    assert f"`{field}`" in finding.remedy


@requirement("R-SRC-01", "R-CI-26")
@pytest.mark.parametrize(
    "field",
    ["id", "source_class", "audience", "auth", "procedure", "validation_path", "priority", "actor"],
)
def test_every_field_of_a_source_is_required(field: str) -> None:
    files = without_value(Files.valid(), f"{PORTAL}/{field}")
    found = files.findings([path_schema.check])
    assert (PATHS, line_at(files, PORTAL)) in [(each.place.file, each.place.line) for each in found]
    assert any(f"`{field}`" in each.message for each in found)


@requirement("R-PATH-02", "R-PATH-03", "R-PATH-06", "R-PATH-07", "R-PATH-08", "R-SRC-03", "R-ACT-01")
@pytest.mark.parametrize(
    ("pointer", "value", "below"),
    [
        (f"{DEMO}/title", {}, ""),
        (f"{DEMO}/title", {"fr": ""}, "/fr"),
        (f"{DEMO}/description", {"en": "x" * 501}, "/en"),
        (f"{DEMO}/themes", [], ""),
        (f"{DEMO}/themes", ["weather"], "/0"),
        (f"{DEMO}/status", "rolled_back", ""),
        (f"{DEMO}/sources", [], ""),
        (f"{DEMO}/unheard_of", 1, ""),
        (f"{DEMO}/uid", "pth-1", ""),
        (f"{DEMO}/previous_stable_sha", "abc", ""),
        (f"{PORTAL}/priority", 101, ""),
        (f"{PORTAL}/source_class", "federal-something", ""),
        (f"{PORTAL}/unheard_of", 1, ""),
        (f"{PORTAL}/notes", "x" * 501, ""),
        (f"{PORTAL}/actor/handoff/when", "sometime", ""),
        (f"{PORTAL}/actor/handoff/resumption", "x" * 501, ""),
        (f"{PORTAL}/audience/predicates/0/op", "neq", ""),
        ("/generated_at", "yesterday", ""),
        ("/unheard_of", 1, ""),
    ],
)
def test_a_value_out_of_its_law_is_caught_at_its_line(pointer: str, value: object, below: str) -> None:
    files = with_value(Files.valid(), pointer, value)
    assert_caught(files, path_schema.check, PATHS, line_at(files, pointer + below), says=pointer + below)


@requirement("R-GRAPH-08")
@pytest.mark.parametrize("field", ["requires", "requires_paths"])
def test_a_path_requires_nothing(field: str) -> None:
    files = with_value(Files.valid(), f"{DEMO}/{field}", [{"id": "demo-clock"}])
    assert_caught(files, path_schema.check, PATHS, line_at(files, f"{DEMO}/{field}"), says="no such field")


@requirement("R-PATH-06")
def test_a_successor_of_a_live_path_is_explained_at_its_status() -> None:
    files = with_value(Files.valid(), f"{DEMO}/superseded_by", "demo-other")
    assert_caught(
        files, path_schema.check, PATHS, line_at(files, f"{DEMO}/status"), says="because it names a successor"
    )


@requirement("R-PATH-06")
def test_a_successor_of_a_deprecated_path_fits() -> None:
    files = with_value(Files.valid(), f"{DEMO}/superseded_by", "demo-other")
    assert_clean(with_value(files, f"{DEMO}/status", "deprecated"), path_schema.check)


@requirement("R-CI-26", "R-SRC-11")
@pytest.mark.parametrize(
    ("tail", "value"),
    [
        ("validation_path/kind", "user-confirms"),
        ("validation_path/user_confirms_required", False),
        ("validation_path/failure_signals/0/outcome", "gone"),
        ("validation_path/failure_signals", []),
        ("procedure/kind", "postal"),
    ],
)
def test_a_fault_of_a_class_branch_names_the_class(tail: str, value: object) -> None:
    files = with_value(Files.valid(), f"{PORTAL}/{tail}", value)
    line = line_at(files, f"{PORTAL}/{tail}")
    assert_caught(files, path_schema.check, PATHS, line, says="because the class is `federal-auth-handoff`")


@requirement("R-SRC-13", "R-SRC-16")
def test_an_offline_source_that_leaves_fallback_only_out_is_caught() -> None:
    files = without_value(Files.valid(), f"{DESK}/fallback_only")
    finding = assert_caught(
        files, path_schema.check, PATHS, line_at(files, DESK), says="because the class is `offline`"
    )
    assert "`fallback_only`" in finding.message


@requirement("R-SRC-13")
def test_an_offline_source_that_is_no_fallback_is_caught() -> None:
    files = with_value(Files.valid(), f"{DESK}/fallback_only", False)
    assert_caught(files, path_schema.check, PATHS, line_at(files, f"{DESK}/fallback_only"), says="`offline`")


@requirement("R-SRC-05", "R-SRC-16")
def test_a_quicklink_without_the_audited_flag_is_caught() -> None:
    files = with_value(Files.valid(), f"{PORTAL}/source_class", "brussels-tier1-quicklink")
    messages = [each.message for each in files.findings([path_schema.check])]
    assert any(
        "`audited_document_delivery` is missing, because the class is `brussels-tier1-quicklink`" in each
        for each in messages
    )


@requirement("R-SRC-04", "R-SRC-11")
def test_the_signals_that_a_class_misses_are_named() -> None:
    files = without_value(Files.valid(), f"{SIGNALS}/1")
    assert_caught(
        files,
        path_schema.check,
        PATHS,
        line_at(files, SIGNALS),
        says="lacks redirect-chain-matches-pattern, because the class is `federal-auth-handoff`",
    )


@requirement("R-SRC-04", "R-SRC-11")
def test_a_signal_with_a_wrong_value_is_explained() -> None:
    files = with_value(Files.valid(), f"{SIGNALS}/0/value", False)
    assert_caught(files, path_schema.check, PATHS, line_at(files, SIGNALS), says="wrong value for")


@requirement("R-SRC-04")
@pytest.mark.parametrize("source_class", OUTCOMES)
def test_every_class_holds_the_outcomes_of_its_failures(source_class: str) -> None:
    files = with_value(Files.valid(), f"{PORTAL}/source_class", source_class)
    pointer = f"{PORTAL}/validation_path/failure_signals/0/outcome"
    right = with_value(files, pointer, OUTCOMES[source_class])
    wrong = with_value(files, pointer, "something-else")
    assert not any("outcome" in each.message for each in right.findings([path_schema.check]))
    assert any(
        each.place.line == line_at(wrong, pointer) and OUTCOMES[source_class] in each.message
        for each in wrong.findings([path_schema.check])
    )


@requirement("R-ACT-05")
def test_a_captcha_belongs_to_the_class_that_has_one() -> None:
    files = with_value(Files.valid(), f"{DESK}/actor/handoff/when", "captcha")
    assert_caught(
        files,
        path_schema.check,
        PATHS,
        line_at(files, f"{DESK}/source_class"),
        says='must be "brussels-tier3-noauth", because the handoff is `captcha`',
    )


@requirement("R-ACT-02", "R-ACT-06")
@pytest.mark.parametrize(("when", "primary"), [("none", "agent"), ("full-takeover", "user")])
def test_a_handoff_fixes_who_acts_first(when: str, primary: str) -> None:
    files = with_value(Files.valid(), f"{PORTAL}/actor/handoff/when", when)
    assert_caught(
        with_value(files, f"{PORTAL}/actor/primary", "both"),
        path_schema.check,
        PATHS,
        line_at(files, f"{PORTAL}/actor/primary"),
        says=f'must be "{primary}", because the handoff is `{when}`',
    )
    assert_clean(with_value(files, f"{PORTAL}/actor/primary", primary), path_schema.check)


@requirement("R-ACT-03")
def test_an_auth_wall_needs_a_way_to_sign_in() -> None:
    files = with_value(Files.valid(), f"{DESK}/actor/handoff/when", "auth-wall")
    assert_caught(
        files,
        path_schema.check,
        PATHS,
        line_at(files, f"{DESK}/auth/method"),
        says="must be a way to sign in, because the handoff is `auth-wall`",
    )


@requirement("R-ACT-04")
def test_physical_presence_is_for_offline_sources() -> None:
    files = with_value(Files.valid(), f"{PORTAL}/actor/handoff/when", "physical-presence")
    assert_caught(
        files,
        path_schema.check,
        PATHS,
        line_at(files, f"{PORTAL}/source_class"),
        says='must be "offline", because the handoff is `physical-presence`',
    )


@requirement("R-ACT-04")
@pytest.mark.parametrize("kind", ["commune-visit", "email", "postal"])
def test_physical_presence_takes_the_three_offline_procedures(kind: str) -> None:
    assert_clean(with_value(Files.valid(), f"{DESK}/procedure/kind", kind), path_schema.check)


@requirement("R-PRED-01")
@pytest.mark.parametrize(
    ("op", "value"), [("eq", ["yes"]), ("in", "yes"), ("gte", True), ("exists", False), ("lte", "soon")]
)
def test_a_predicate_value_of_the_wrong_shape_names_the_operator(op: str, value: object) -> None:
    predicate = {"field": "user.region", "op": op, "value": value}
    files = with_value(Files.valid(), f"{PORTAL}/audience/predicates/0", predicate)
    line = line_at(files, f"{PORTAL}/audience/predicates/0/value")
    assert_caught(files, path_schema.check, PATHS, line, says=f"because the operator is `{op}`")


@requirement("R-PRED-01")
def test_a_predicate_without_a_value_names_the_operator() -> None:
    files = without_value(Files.valid(), f"{PORTAL}/audience/predicates/0/value")
    line = line_at(files, f"{PORTAL}/audience/predicates/0")
    assert_caught(files, path_schema.check, PATHS, line, says="because the operator is `eq`")


@pytest.mark.parametrize(
    ("pointer", "schema"),
    [(PORTAL, "path-source.schema.json"), (DEMO, "path.schema.json"), ("", "paths-index.schema.json")],
)
def test_the_remedy_names_the_schema_that_speaks(pointer: str, schema: str) -> None:
    files = with_value(Files.valid(), f"{pointer}/unheard_of", 1)
    finding = assert_caught(files, path_schema.check, PATHS, line_at(files, f"{pointer}/unheard_of"))
    assert f"schemas/{schema}" in finding.remedy


def test_a_predicate_without_a_field_has_no_operator_to_blame() -> None:
    files = without_value(Files.valid(), f"{PORTAL}/audience/predicates/0/field")
    line = line_at(files, f"{PORTAL}/audience/predicates/0")
    finding = assert_caught(files, path_schema.check, PATHS, line, says="`field` is missing")
    assert "because" not in finding.message


@requirement("R-PATH-08")
def test_an_identity_field_is_refused_at_its_line_without_repeating_it() -> None:
    files = with_value(Files.valid(), f"{DEMO}/user_email", "somebody@example.org")
    finding = assert_caught(files, path_schema.check, PATHS, line_at(files, f"{DEMO}/user_email"))
    assert "somebody" not in finding.message + finding.remedy


def test_a_key_that_is_no_path_id_is_explained_without_repeating_it() -> None:
    files = with_value(Files.valid(), "/paths/Some Body", value_at(Files.valid(), DEMO))
    finding = assert_caught(files, path_schema.check, PATHS, line_at(files, "/paths"), says="path id")
    assert "Some Body" not in finding.message


@pytest.mark.parametrize("value", [[], 7, None, "x", {"demo-certificate": 7}])
def test_paths_of_any_shape_never_stop_the_rule(value: object) -> None:
    assert with_value(Files.valid(), "/paths", value).findings([path_schema.check])


@pytest.mark.parametrize("value", [7, None, [7], {"a": 1}, [[]]])
@pytest.mark.parametrize(
    "tail",
    ["sources", "sources/0", "sources/0/audience", "sources/0/actor", "sources/0/validation_path",
     "sources/0/audience/predicates", "sources/0/validation_path/success_signals", "status"],
)  # fmt: skip
def test_values_of_any_shape_never_stop_the_rule(tail: str, value: object) -> None:
    found = with_value(Files.valid(), f"{DEMO}/{tail}", value).findings([path_schema.check])
    assert found
    assert not any("could not run" in each.message for each in found)


def test_a_catalogue_of_another_shape_is_described_whole() -> None:
    finding = assert_caught(Files.valid().with_file(PATHS, "[]"), path_schema.check, PATHS, 1)
    assert finding.message.startswith("the catalogue:")
