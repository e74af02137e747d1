"""What amendments and drafts make of files: exactly that, in the corpus's own form, or a refusal with its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from becivic.corpus import frontmatter
from becivic.corpus.changes import (
    ChangeRefused,
    body_diff,
    changed_paths,
    changed_skill,
    drafted_paths,
    drafted_skill,
    with_body,
)
from becivic.corpus.diffs import DiffRefused
from becivic.corpus.directory import PATHS_INDEX
from becivic.corpus.load import Corpus
from becivic.rules import caps
from becivic.rules.json_text import pretty_json
from becivic.rules.submissions import SubmissionType
from tests.factories.corpora import APPLICATION, CLOCK, PATHS, Files
from tests.factories.json_edits import DEMO, with_value
from tests.factories.mutations import mutated
from tests.factories.oracle import body_before
from tests.factories.payloads import Fixture, fixtures, payload
from tests.factories.proposals import AMENDED_SKILL, fixture_corpus, proposed_files
from tests.requirement import requirement

SKILL, CERTIFICATE = "demo-application", "demo-certificate"
ADDED = payload("amendments/valid/path_source/source-add-postal")["content"]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Files.valid().load()


def _body(diff: str) -> dict[str, Any]:
    return {"amendment_subtype": "body", "skill_commit": "0" * 40, "body_diff": diff}


def _field(path: Any, value: Any, subtype: str = "frontmatter") -> dict[str, Any]:
    return {"amendment_subtype": subtype, "frontmatter_change": {"field_path": path, "proposed_value": value}}


def _edit(path: Any, value: Any) -> dict[str, Any]:
    return _field(path, value, "field_edit")


# --- skills ---------------------------------------------------------------------------------------------------


@requirement("R-AMD-04")
def test_a_diff_changes_the_body_and_not_a_character_above_it(corpus: Corpus) -> None:
    first = corpus.skills[SKILL].body.text.split("\n", 1)[0]
    diff = f"--- a\n+++ b\n@@ -1 +1,2 @@\n {first}\n+More.\n"
    before = Files.valid()[APPLICATION].decode()
    assert changed_skill(corpus, SKILL, _body(diff)) == before.replace(f"{first}\n", f"{first}\nMore.\n")


def test_a_diff_against_something_else_is_refused_as_a_diff(corpus: Corpus) -> None:
    with pytest.raises(DiffRefused, match="other lines"):
        changed_skill(corpus, SKILL, _body("--- a\n+++ b\n@@ -1 +1 @@\n-Another line.\n+More.\n"))


def test_blank_lines_above_the_body_are_no_change(corpus: Corpus) -> None:
    with pytest.raises(DiffRefused, match="blank lines"):
        changed_skill(corpus, SKILL, _body("--- a\n+++ b\n@@ -0,0 +1 @@\n+\n"))


def test_another_body_stands_below_the_same_fields(corpus: Corpus) -> None:
    skill = corpus.skills["demo-clock"]
    head = Files.valid()[CLOCK].decode().partition("**Starter")[0]
    assert with_body(skill, "\n\nOne.\n") == f"{head}One.\n"
    with pytest.raises(DiffRefused):
        with_body(skill, f"\n{skill.body.text}")


def test_the_diff_of_an_amendment_is_told_once_it_is_known_to_be_one() -> None:
    assert body_diff(_body("--- a\n+++ b\n")) == "--- a\n+++ b\n"
    with pytest.raises(ChangeRefused):
        body_diff({"amendment_subtype": "body", "body_diff": 7})


@pytest.mark.parametrize("gap", ["", "\n", "\n\n\n"])
@pytest.mark.parametrize("body", ["One.\n", "One.", ""])
def test_the_space_between_frontmatter_and_body_stays(gap: str, body: str) -> None:
    head = Files.valid()[CLOCK].decode().partition("\n---\n")[0]
    file = f"{head}\n---\n{gap}{body}"
    corpus = Files.valid().with_file(CLOCK, file).load()
    assert changed_skill(corpus, "demo-clock", _field("title", "Other")) == file.replace(
        "title: Count the waiting time", "title: Other"
    )


def test_a_file_that_ends_with_its_fence_can_be_given_a_body() -> None:
    head = Files.valid()[CLOCK].decode().partition("\n---\n")[0]
    corpus = Files.valid().with_file(CLOCK, f"{head}\n---").load()
    made = changed_skill(corpus, "demo-clock", _body("--- a\n+++ b\n@@ -0,0 +1 @@\n+One.\n"))
    assert made == f"{head}\n---\nOne.\n"


@requirement("R-AMD-05", "R-XREF-07")
def test_a_field_changes_and_every_other_line_stays(corpus: Corpus) -> None:
    before = Files.valid()[APPLICATION].decode()
    made = changed_skill(corpus, SKILL, _field("applies_to.communes", ["11001", "21009"]))
    assert made == before.replace('  communes: ["21009"]\n', '  communes:\n    - "11001"\n    - "21009"\n')
    assert frontmatter.split(made)[0].fields.child("applies_to").raw("communes") == ["11001", "21009"]
    made = changed_skill(corpus, SKILL, _field("recurring", True))
    assert made == before.replace("version: 2.1.0\n---", "version: 2.1.0\nrecurring: true\n---")


@requirement("R-AMD-05", "R-AMD-06", "R-XREF-07")
@pytest.mark.parametrize(
    ("content", "pointer", "says"),
    [
        (_field("no_such_field", 1), "/content/frontmatter_change/field_path", "declares no such field"),
        (_field("tags.0", "a"), "/content/frontmatter_change/field_path", "declares no such field"),
        (_field("status", "stable"), "/content/frontmatter_change/field_path", "Only the service"),
        (_field("version", "9.9.9"), "/content/frontmatter_change/field_path", "Only the service"),
        (_field("version_pin", True), "/content/frontmatter_change/field_path", "Only the service"),
        (_field("id.below", "x"), "/content/frontmatter_change/field_path", "Only the service"),
        (_field("summary", 7), "/content/frontmatter_change/proposed_value", "not of the type"),
        (_field("summary", None), "/content/frontmatter_change/proposed_value", "not of the type"),
        (_field("summary", "a\nb"), "/content/frontmatter_change/proposed_value", "not of the type"),
        (_field("tags", ["demo"]), "/content/frontmatter_change/proposed_value", "already"),
        (_field("Summary", "x"), "/content/frontmatter_change/field_path", "Must match"),
        (_field(7, "x"), "/content/frontmatter_change/field_path", ""),
        (_field("volatile_values", [10**39]), "/content/frontmatter_change/proposed_value", "too long"),
        (_field("volatile_values", [{"k" * 2000: 1}]), "/content/frontmatter_change/proposed_value", "key of more"),
        ({"amendment_subtype": "frontmatter"}, "/content", "missing"),
        ({}, "/content", "missing"),
        (None, "/content", "Must be of type object"),
        ({"amendment_subtype": "field_edit"}, "/content/amendment_subtype", "Must be one of"),
        (_field("summary", "\ud800"), "/content", "surrogate"),
        (_field("summary", float("nan")), "/content", "cannot be written as JSON"),
        (_field("summary", object()), "/content", "cannot be written as JSON"),
    ],
)  # fmt: skip
def test_a_field_that_may_not_change_so_is_refused_at_its_place(
    corpus: Corpus, content: Any, pointer: str, says: str
) -> None:
    with pytest.raises(ChangeRefused) as refused:
        changed_skill(corpus, SKILL, content)
    assert (refused.value.pointer, says in refused.value.reason) == (pointer, True), str(refused.value)


def test_a_skill_that_is_not_there_is_said_to_be_missing(corpus: Corpus) -> None:
    with pytest.raises(ChangeRefused) as refused:
        changed_skill(corpus, "no-such-skill", _field("summary", "x"))
    assert refused.value.pointer == "/target_id"


def test_what_was_wrong_before_does_not_stand_in_the_way() -> None:
    corpus = Files.valid().replaced(APPLICATION, "domain: nationality", "domain: elsewhere").load()
    assert "summary: Short.\n" in changed_skill(corpus, SKILL, _field("summary", "Short."))


def _nested(levels: int) -> Any:
    value: Any = "leaf"
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize("levels", [63, 100, 100_000])
def test_a_value_that_nests_too_deep_is_refused(corpus: Corpus, levels: int) -> None:
    assert "volatile_values:\n" in changed_skill(corpus, SKILL, _field("volatile_values", _nested(62)))
    with pytest.raises(ChangeRefused):
        changed_skill(corpus, SKILL, _field("volatile_values", _nested(levels)))


# --- paths ----------------------------------------------------------------------------------------------------


def _changed(corpus: Corpus, target: str, content: Any) -> Any:
    """The catalogue after a change, which must be written as it is committed."""
    made = changed_paths(corpus, target, content)
    assert made == pretty_json(json.loads(made))
    return json.loads(made)


@requirement("R-AMD-09", "R-XREF-08")
def test_a_field_of_a_path_changes_and_nothing_moves(corpus: Corpus) -> None:
    wanted = json.loads(with_value(Files.valid(), f"{DEMO}/description/en", "Another.")[PATHS])
    made = _changed(corpus, CERTIFICATE, _edit("description.en", "Another."))
    assert json.dumps(made) == json.dumps(wanted)  # the order too


@requirement("R-AMD-10", "R-XREF-08")
def test_a_field_of_one_source_changes(corpus: Corpus) -> None:
    wanted = json.loads(with_value(Files.valid(), f"{DEMO}/sources/1/priority", 9)[PATHS])
    source = wanted["paths"][CERTIFICATE]["sources"][1]["id"]
    assert _changed(corpus, f"{CERTIFICATE}:{source}", _edit("priority", 9)) == wanted


@requirement("R-AMD-10", "R-AMD-11", "R-XREF-08")
def test_a_source_is_added_behind_the_others(corpus: Corpus) -> None:
    wanted = json.loads(with_value(Files.valid(), f"{DEMO}/sources/-", ADDED["source_add"])[PATHS])
    assert _changed(corpus, CERTIFICATE, ADDED) == wanted


def _added(**changes: Any) -> dict[str, Any]:
    return {**ADDED, "source_add": {**ADDED["source_add"], **changes}}


@requirement("R-AMD-06", "R-AMD-09", "R-AMD-10", "R-AMD-11", "R-XREF-08")
@pytest.mark.parametrize(
    ("target", "content", "pointer", "says"),
    [
        ("no-such-path", _edit("themes", ["family"]), "/target_id", "no path"),
        (f"{CERTIFICATE}:nowhere", _edit("priority", 1), "/target_id", "no source"),
        (f"{CERTIFICATE}:commune-desk", ADDED, "/target_id", "the path alone"),
        (CERTIFICATE, _edit("uid", "pth-00009"), "/content/frontmatter_change/field_path", "Only the service"),
        (CERTIFICATE, _edit("sources", []), "/content/frontmatter_change/field_path", "Only the service"),
        (CERTIFICATE, _edit("priority", 1), "/content/frontmatter_change/field_path", "declares no such field"),
        (CERTIFICATE, _edit("themes", []), "/content/frontmatter_change/proposed_value", "not of the type"),
        (CERTIFICATE, _edit("themes", ["identity-civil-status"]), "/content/frontmatter_change/proposed_value", "already"),
        (CERTIFICATE, _field("themes", ["family"]), "/content/amendment_subtype", "Must be"),
        (f"{CERTIFICATE}:federal-portal", _edit("id", "x"), "/content/frontmatter_change/field_path", "Only the service"),
        (f"{CERTIFICATE}:federal-portal", _edit("post_handoff_observed", True), "/content/frontmatter_change/field_path", "Only"),
        (f"{CERTIFICATE}:federal-portal", _edit("themes", ["family"]), "/content/frontmatter_change/field_path", "declares"),
        (f"{CERTIFICATE}:federal-portal", _edit("validation_path.kind", "x"), "/content/frontmatter_change/proposed_value", "would not fit"),
        (f"{CERTIFICATE}:federal-portal", _edit("source_class", "offline"), "/content/frontmatter_change/proposed_value", "would not fit"),
        (CERTIFICATE, _added(id="federal-portal"), "/content/source_add/id", "already"),
        (CERTIFICATE, _added(source_class="elsewhere"), "/content/source_add/source_class", "Must be"),
        (CERTIFICATE, _added(fallback_only=False), "/content/source_add/fallback_only", "Must be true"),
        (CERTIFICATE, _added(post_handoff_observed=True), "/content/source_add/post_handoff_observed", "Must be false"),
        (CERTIFICATE, {"amendment_subtype": "source_add"}, "/content", "missing"),
        (CERTIFICATE, [], "/content", "Must be of type object"),
    ],
)  # fmt: skip
def test_a_path_that_may_not_change_so_is_refused_at_its_place(
    corpus: Corpus, target: str, content: Any, pointer: str, says: str
) -> None:
    with pytest.raises(ChangeRefused) as refused:
        changed_paths(corpus, target, content)
    assert (refused.value.pointer, says in refused.value.reason) == (pointer, True), str(refused.value)


def test_a_path_without_a_list_of_sources_is_given_its_first() -> None:
    corpus = with_value(Files.valid(), f"{DEMO}/sources", None).load()
    made = _changed(corpus, CERTIFICATE, ADDED)
    assert made["paths"][CERTIFICATE]["sources"] == [ADDED["source_add"]]


# --- drafts ---------------------------------------------------------------------------------------------------

DRAFT = payload("drafts/valid/skill/main-skill")["content"]
ENTRY = payload("drafts/valid/path/uid-absent")["content"]["entry"]


@requirement("R-DRF-02")
def test_a_drafted_skill_is_written_in_the_order_of_the_schema() -> None:
    shuffled = dict(sorted(DRAFT["frontmatter"].items()))
    made = drafted_skill(shuffled, f"\n\n{DRAFT['body']}")
    front, body, _ = frontmatter.split(made)
    assert dict(front.fields.data) == DRAFT["frontmatter"]
    assert body == DRAFT["body"]
    assert made.startswith(
        "---\nid: change-of-address\ntitle: Declare a change of address inside Belgium\nschema_version: 4\n"
    )
    assert made == drafted_skill(DRAFT["frontmatter"], DRAFT["body"])


def test_a_drafted_body_ends_with_a_newline() -> None:
    assert drafted_skill(DRAFT["frontmatter"], "Text").endswith("---\n\nText\n")


@requirement("R-DRF-02", "R-DRF-05", "R-XREF-09")
@pytest.mark.parametrize(
    ("changes", "body", "pointer"),
    [
        ({"status": "draft"}, "Text", "/content/frontmatter/status"),
        ({"origin": "be-civic"}, "Text", "/content/frontmatter/origin"),
        ({"version_pin": True}, "Text", "/content/frontmatter/version_pin"),
        ({"title": ""}, "Text", "/content/frontmatter/title"),
        ({}, "", "/content/body"),
        ({}, None, "/content/body"),
        ({"volatile_values": [10**39]}, "Text", "/content/frontmatter"),
        ({"volatile_values": _nested(100)}, "Text", "/content"),
    ],
)
def test_a_drafted_skill_that_cannot_be_one_is_refused(
    changes: dict[str, Any], body: Any, pointer: str
) -> None:
    with pytest.raises(ChangeRefused) as refused:
        drafted_skill({**DRAFT["frontmatter"], **changes}, body)
    assert refused.value.pointer == pointer


@requirement("R-DRF-02", "R-DRF-04")
def test_a_drafted_path_stands_behind_the_others_with_the_next_uid(corpus: Corpus) -> None:
    made = json.loads(drafted_paths(corpus, ENTRY))
    assert list(made["paths"]) == [CERTIFICATE, ENTRY["id"]]
    assert made["paths"][ENTRY["id"]] == {**ENTRY, "uid": "pth-00002"}
    assert list(made["paths"][ENTRY["id"]])[:3] == ["id", "uid", "title"]
    given = json.loads(drafted_paths(corpus, {**ENTRY, "uid": ""}, "pth-00777"))
    assert given["paths"][ENTRY["id"]]["uid"] == "pth-00777"
    waiting = json.loads(drafted_paths(corpus, ENTRY, ""))
    assert waiting["paths"][ENTRY["id"]]["uid"] == ""


@requirement("R-DRF-02", "R-DRF-03", "R-DRF-04", "R-XREF-09")
@pytest.mark.parametrize(
    ("entry", "pointer"),
    [
        ({**ENTRY, "id": CERTIFICATE}, "/content/entry/id"),
        ({**ENTRY, "uid": "pth-00009"}, "/content/entry/uid"),
        ({**ENTRY, "status": "beta"}, "/content/entry/status"),
        ({**ENTRY, "sources": []}, "/content/entry/sources"),
        (None, "/content/entry"),
    ],
)
def test_a_drafted_path_that_cannot_be_one_is_refused(corpus: Corpus, entry: Any, pointer: str) -> None:
    with pytest.raises(ChangeRefused) as refused:
        drafted_paths(corpus, entry)
    assert refused.value.pointer == pointer


def test_nothing_is_added_to_a_catalogue_that_cannot_be_read() -> None:
    with pytest.raises(ChangeRefused, match="cannot be read"):
        drafted_paths(Files.valid().with_file(PATHS, "{").load(), ENTRY)


# --- anything -------------------------------------------------------------------------------------------------

CHANGING = [
    each
    for each in (*fixtures("amendments/*/**/*.json"), *fixtures("drafts/*/**/*.json"))
    if each.read().get("target_type") in ("skill", "path", "path_source")
]
VALID = [each for each in CHANGING if "/valid/" in each.name]


def _made(kind: SubmissionType, content: Any, target: str) -> str | None:
    """What becomes of any content, by every way there is; None where it is refused."""
    corpus = fixture_corpus()
    fields = content if isinstance(content, dict) else {}
    try:
        if kind is SubmissionType.DRAFT and "entry" in fields:
            return drafted_paths(corpus, fields["entry"])
        if kind is SubmissionType.DRAFT:
            return drafted_skill(fields.get("frontmatter"), fields.get("body"))
        change = changed_skill if target in corpus.skills else changed_paths
        return change(corpus, target, content)
    except (ChangeRefused, DiffRefused) as refused:
        assert refused.args
        return None


@settings(max_examples=300)
@given(st.data())
def test_broken_content_is_made_into_a_file_or_refused_and_nothing_else(data: st.DataObject) -> None:
    fixture = data.draw(st.sampled_from(VALID))
    found = fixture.read()
    content = data.draw(mutated(found["content"]))
    made = _made(fixture.type, content, found.get("target_id", ""))
    assert made is None or made.encode("utf-8")


@pytest.mark.parametrize("fixture", VALID, ids=str)
def test_a_refusal_repeats_nothing_that_was_sent(fixture: Fixture) -> None:
    """Every string of a valid payload is made into something that no message would say by itself."""
    found = fixture.read()
    marked = json.loads(json.dumps(found["content"]).replace('": "', '": "zqx'))
    corpus = fixture_corpus()
    with pytest.raises((ChangeRefused, DiffRefused)) as refused:
        proposed_files(corpus, fixture.type, {**found, "content": marked})
    assert "zqx" not in str(refused.value)


@pytest.mark.parametrize("fixture", VALID, ids=str)
def test_an_accepted_change_is_one_file_that_differs(fixture: Fixture) -> None:
    corpus = fixture_corpus()
    ((file, text),) = proposed_files(corpus, fixture.type, fixture.read()).items()
    assert file not in corpus.files or corpus.tree.read(file) != text
    assert file == PATHS_INDEX or file.startswith("skills/")


def test_a_diff_of_the_largest_size_is_refused_at_once() -> None:
    with pytest.raises(DiffRefused):
        changed_skill(fixture_corpus(), AMENDED_SKILL, _body("+" * caps.BODY_BYTES))
    assert fixture_corpus().skills[AMENDED_SKILL].body.text == body_before()
