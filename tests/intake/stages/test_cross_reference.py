from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, update

from becivic.corpus.changes import drafted_skill
from becivic.corpus.findings import Severity
from becivic.corpus.load import Corpus
from becivic.intake.desk import Desk
from becivic.intake.refusal import Refusal
from becivic.intake.stages.cross_reference import check_references
from becivic.intake.submission import Submission
from becivic.rules.errors import ErrorCategory
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType
from becivic.store.reviews import Asked, answer, ask
from becivic.store.store import Store
from becivic.store.tables.catalogue import VOLATILE_VALUES
from becivic.store.tables.keeping import Queue
from becivic.store.tables.signals import CONCERNS
from tests.factories.intake import desk, fixture_files, fixture_library, service, submission
from tests.factories.oracle import HEAD, NOW, body_before
from tests.factories.payloads import ABSENT, edited
from tests.requirement import requirement

CONCERN = "concerns/valid/skill-commune-ixelles"
VOTE = "validations/valid/skill-confirm"
SKILL_FILE = "skills/nationality-application/canonical.md"


@pytest.fixture
def filled(store: Store) -> Store:
    """The records of fixtures/README.md: what is proposed is held against them too."""
    service(store)
    return store


def changed(name: str, **changes: Any) -> Submission:
    """A fixture with values at pointers changed, written with `_` for `/`."""
    found = submission(name)
    payload = edited(found.payload, {f"/{key.replace('__', '/')}": value for key, value in changes.items()})
    if payload.get("content", {}).get("skill_commit") == HEAD:
        payload["content"]["skill_commit"] = fixture_library().edition.commit
    return Submission(found.type, payload)


def judged(
    found: Submission, store: Store | None = None, corpus: Corpus | None = None
) -> Submission | Refusal:
    def look(at: Desk) -> Submission | Refusal:
        return check_references(found, replace(at, world=replace(at.world, corpus=corpus)) if corpus else at)

    return look(desk()) if store is None else store.read(lambda connection: look(desk(connection)))


def refused_at(
    found: Submission, pointer: str, store: Store | None = None, corpus: Corpus | None = None
) -> Refusal:
    refusal = judged(found, store, corpus)
    assert isinstance(refusal, Refusal)
    assert (refusal.category, refusal.pointer) == (ErrorCategory.CROSS_REF_FAIL, pointer)
    return refusal


def with_status(status: str, version: str) -> Corpus:
    files = fixture_files()
    text = files[SKILL_FILE].decode()
    for name, value in (("status", status), ("version", version)):
        before = next(line for line in text.splitlines() if line.startswith(f"{name}:"))
        text = text.replace(before, f"{name}: {value}", 1)
    return files.with_file(SKILL_FILE, text).load()


@requirement("R-PIPE-06", "R-XREF-01", "R-XREF-02", "R-API-07")
@pytest.mark.parametrize(
    ("name", "target_id"),
    [
        (VOTE, "no-such-skill"),
        ("validations/valid/path-confirm", "no-such-path"),
        ("validations/valid/path-source-confirm", "birth-certificate-belgian:no-such-source"),
        ("validations/valid/path-source-confirm", "no-such-path:commune-desk"),
        ("validations/valid/volatile-value-confirm", "val-99999"),
        ("validations/valid/reference-confirm", "ref-99999"),
        ("validations/valid/observation-up", "con-99999"),
        ("ratings/valid/skill-five", "no-such-skill"),
    ],
)
def test_a_target_that_is_not_there_is_refused_by_place(store: Store, name: str, target_id: str) -> None:
    service(store)
    assert isinstance(judged(submission(name), store), Submission)
    refusal = refused_at(submission(name, target_id=target_id), "/target_id", store)
    assert target_id not in str(refusal.said())


@requirement("R-XREF-02")
def test_only_the_current_row_and_only_a_published_concern_can_be_spoken_of(store: Store) -> None:
    service(store)
    store.write(
        lambda connection: [
            connection.execute(update(VOLATILE_VALUES).values(superseded_at="2026-11-15T00:00:00.000000Z")),
            connection.execute(update(CONCERNS).values(held=1)),
        ]
    )
    refused_at(submission("validations/valid/volatile-value-confirm"), "/target_id", store)
    refused_at(submission("validations/valid/observation-up"), "/target_id", store)


def test_a_row_that_was_pulled_takes_nothing_until_somebody_has_ruled(filled: Store) -> None:
    amendment = submission("amendments/valid/volatile_value/number")
    uid = amendment.target_id
    asked = Asked(Queue.INJECTION, TargetType.VOLATILE_VALUE.value, uid, "a flag")

    def pull(connection: Connection) -> None:
        connection.execute(
            update(VOLATILE_VALUES).where(VOLATILE_VALUES.c.uid == uid).values(status="quarantined")
        )
        ask(connection, asked, NOW)

    filled.write(pull)
    assert "not ruled" in refused_at(amendment, "/target_id", filled).detail
    filled.write(lambda connection: answer(connection, uid, "upheld", NOW, Queue.INJECTION))
    assert isinstance(judged(amendment, filled), Submission)


@requirement("R-XREF-04")
@pytest.mark.parametrize("target_id", ["", "a-skill-nobody-wrote", "nationality-application"])
def test_a_gap_in_the_graph_needs_nothing_to_be_there(target_id: str) -> None:
    found = submission("concerns/valid/skill_graph_with_resolvable_target_id", target_id=target_id)
    assert judged(found) is found


@requirement("R-XREF-05")
@pytest.mark.parametrize("commune", [None, ABSENT, "21009", "ixelles", "21009-ixelles"])
def test_a_commune_is_one_of_the_list_or_is_left_out(commune: object) -> None:
    assert isinstance(judged(changed(CONCERN, context__commune=commune)), Submission)


@requirement("R-XREF-05")
def test_an_unknown_commune_is_refused_in_context_and_as_specifier() -> None:
    for wrong in ("99999", "21009-namur", "99999-ixelles"):
        refused_at(changed(CONCERN, context__commune=wrong), "/context/commune")
    refused_at(changed(CONCERN, content__specifier="atlantis"), "/content/specifier")


@requirement("R-XREF-06")
def test_audience_keys_are_those_of_the_skill(store: Store) -> None:
    refused_at(
        submission("concerns/invalid/cross-ref-applies-to-match-unknown-key"), "/context/applies_to_match"
    )
    service(store)
    value = submission("concerns/invalid/cross-ref-vv-uid-differs-from-target")
    payload = edited(value.payload, {"/context/applies_to_match": {"civic_status": ["married"]}})
    payload["content"]["vv_uid"] = payload["target_id"]
    assert isinstance(
        judged(Submission(value.type, payload), store), Submission
    )  # no skill, no keys to hold it to


@requirement("R-CON-13")
@pytest.mark.parametrize(("name", "field"), [("vv", "vv_uid"), ("ref", "ref_uid")])
def test_a_uid_in_the_content_is_that_of_the_target(store: Store, name: str, field: str) -> None:
    service(store)
    refused_at(
        submission(f"concerns/invalid/cross-ref-{name}-uid-differs-from-target"), f"/content/{field}", store
    )


@requirement("R-XREF-10", "R-AMD-12", "R-QUAR-06")
@pytest.mark.parametrize("status", ["quarantined", "deprecated"])
def test_a_terminal_skill_takes_concerns_and_nothing_else(status: str) -> None:
    corpus = with_status(status, "0.1.0")
    assert isinstance(judged(submission(CONCERN), corpus=corpus), Submission)
    for name in (VOTE, "amendments/valid/skill/body-one-line", "ratings/valid/skill-five"):
        found = changed(name, target_id="nationality-application")
        refused_at(found, "/target_id", corpus=corpus)


@requirement("R-XREF-10")
def test_nobody_votes_on_a_draft_and_what_cannot_be_read_is_withheld() -> None:
    drafted = with_status("draft", "0.0.1")
    found = submission(VOTE, target_id="nationality-application")
    refused_at(found, "/target_id", corpus=drafted)
    assert isinstance(judged(submission(CONCERN), corpus=drafted), Submission)
    refused_at(submission(CONCERN), "/target_id", corpus=with_status("alpha", "old"))
    refused_at(submission(CONCERN), "/target_id", corpus=with_status("fine", "0.1.0"))


@requirement("R-XREF-10")
def test_a_quarantined_row_takes_no_votes_and_may_still_be_amended(store: Store) -> None:
    service(store)
    store.write(lambda connection: connection.execute(update(VOLATILE_VALUES).values(status="quarantined")))
    refused_at(submission("validations/valid/volatile-value-confirm"), "/target_id", store)
    found = submission("amendments/valid/volatile_value/integer")
    assert judged(found, store) is found


@requirement("R-VERS-04")
def test_a_contract_of_another_major_is_refused() -> None:
    pointer = "/submission_contract_version"
    refused_at(submission(CONCERN, submission_contract_version="1.9.0"), pointer)
    refused_at(submission(CONCERN, submission_contract_version="9" * 40 + ".0.0"), pointer)
    files = fixture_files()
    text = files[SKILL_FILE].decode()
    line = next(each for each in text.splitlines() if each.startswith("submission_contract_version"))
    other = files.with_file(SKILL_FILE, text.replace(line, "submission_contract_version: 3.0.0")).load()
    refused_at(submission(CONCERN), pointer, corpus=other)


# --- amendments -----------------------------------------------------------------------------------------------


@requirement("R-AMD-04", "R-XREF-07")
@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("/content/body_diff", "--- a\n+++ b\n@@ -1 +1 @@\n-Not what is there.\n+Another.\n"),
        ("/content/skill_commit", "f" * 40),
    ],
)
def test_a_diff_that_does_not_fit_is_a_conflict(filled: Store, pointer: str, value: str) -> None:
    found = changed("amendments/valid/skill/body-one-line")
    refusal = judged(Submission(found.type, edited(found.payload, {pointer: value})), filled)
    assert isinstance(refusal, Refusal)
    assert (refusal.category, refusal.status, refusal.pointer) == (
        ErrorCategory.DIFF_APPLY_FAILED,
        409,
        pointer,
    )


@requirement("R-XREF-07")
def test_a_body_that_breaks_a_rule_is_taken_with_a_warning_for_its_change_request(filled: Store) -> None:
    lines = body_before().splitlines(keepends=True)
    at = next(index for index, line in enumerate(lines) if "<Observations" in line)
    diff = f"--- a\n+++ b\n@@ -{at + 1} +{at},0 @@\n-{lines[at]}"
    found = changed("amendments/valid/skill/body-one-line", content__body_diff=diff)
    passed = judged(found, filled)
    assert isinstance(passed, Submission)
    assert {warning["rule"] for warning in passed.warnings} >= {"body-observations"}
    assert all(set(warning) == {"rule", "summary", "line"} for warning in passed.warnings)


@requirement("R-AMD-05", "R-AMD-06", "R-XREF-07")
@pytest.mark.parametrize("field", ["status", "version", "id", "origin", "no_such_field", "applies_to.nobody"])
def test_a_field_that_is_not_declared_or_not_theirs_is_refused(filled: Store, field: str) -> None:
    found = changed(
        "amendments/valid/skill/frontmatter-summary", content__frontmatter_change__field_path=field
    )
    refused_at(found, "/content/frontmatter_change/field_path", filled)


@requirement("R-AMD-05")
def test_a_value_of_another_type_is_refused(filled: Store) -> None:
    found = changed(
        "amendments/valid/skill/frontmatter-summary", content__frontmatter_change__proposed_value=7
    )
    refused_at(found, "/content/frontmatter_change/proposed_value", filled)


@requirement("R-XREF-07")
def test_a_field_that_names_what_is_not_there_is_refused_with_the_rule(filled: Store) -> None:
    found = changed(
        "amendments/valid/skill/frontmatter-tags",
        content__frontmatter_change={"field_path": "related", "proposed_value": ["no-such-skill"]},
    )
    refusal = refused_at(found, "/content/frontmatter_change", filled)
    assert refusal.more["checks"]
    assert "no-such-skill" not in str(refusal.said())


@requirement("R-AMD-10", "R-AMD-11", "R-XREF-03", "R-XREF-08")
def test_a_source_is_added_to_a_path_that_is_there_and_must_be_whole(filled: Store) -> None:
    name = "amendments/valid/path_source/source-add-postal"
    found = changed(name)
    assert isinstance(judged(found, filled), Submission)
    refused_at(changed(name, target_id="no-such-path"), "/target_id", filled)
    existing = changed("amendments/invalid/path_source/cross-ref-source-id-exists")
    assert isinstance(judged(existing, filled), Refusal)


# --- drafts ---------------------------------------------------------------------------------------------------


@requirement("R-DRF-03", "R-XREF-09")
@pytest.mark.parametrize("target", ["skill", "path"])
def test_what_is_there_already_cannot_be_drafted(filled: Store, target: str) -> None:
    refused_at(submission(f"drafts/invalid/{target}/cross-ref-proposed-id-exists"), "/proposed_id", filled)


@requirement("R-XREF-09")
@pytest.mark.parametrize(
    ("name", "pointer"),
    [
        ("drafts/valid/skill/main-skill", "/content/frontmatter/id"),
        ("drafts/valid/path/document-two-sources", "/content/entry/id"),
    ],
)
def test_a_draft_has_one_id(filled: Store, name: str, pointer: str) -> None:
    refused_at(changed(name, proposed_id="another-name-for-it"), pointer, filled)


@requirement("R-DRF-04")
def test_a_draft_gives_out_no_uid(filled: Store) -> None:
    refused_at(submission("drafts/invalid/skill/uid-value-uid-filled-in"), "/content/body", filled)


@requirement("R-XREF-09", "R-GRAPH-13")
def test_a_draft_is_refused_by_the_very_rules_that_a_corpus_is_checked_with(filled: Store) -> None:
    found = changed(
        "drafts/valid/skill/main-skill",
        content__body="Too little of a procedure.",
        content__frontmatter__related=["no-such-skill"],
    )
    refusal = refused_at(found, "/content", filled)
    told = {(check["rule"], check["line"]) for check in refusal.more["checks"]}
    file = f"skills/{found.target_id}/canonical.md"
    text = drafted_skill(found.content["frontmatter"], found.content["body"])
    errors = [
        finding
        for finding in fixture_files().with_file(file, text).findings()
        if finding.severity is Severity.ERROR and finding.place.file == file
    ]
    assert told == {(finding.rule, finding.place.line) for finding in errors}
    assert "graph-neighbours" in {rule for rule, _ in told}


@requirement("R-XREF-09")
def test_a_draft_that_cannot_be_written_is_refused_by_place(filled: Store) -> None:
    found = changed("drafts/valid/skill/main-skill", content__frontmatter__volatile_values=[10**39])
    refused_at(found, "/content/frontmatter", filled)


def test_types_without_a_target_have_only_their_contract_to_answer_for() -> None:
    found = submission("analytics/valid/session-start")
    assert found.type is SubmissionType.ANALYTICS
    assert judged(found) is found


@requirement("R-PIPE-06")
def test_a_diff_that_gives_out_a_uid_is_refused_at_the_diff(filled: Store) -> None:
    refused_at(changed("amendments/invalid/skill/uid-minted-in-diff"), "/content/body_diff", filled)
