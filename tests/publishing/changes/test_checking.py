"""The checks on the merged result, and on main whoever moved it."""

from __future__ import annotations

import pytest

from becivic.corpus.load import Corpus, Loader
from becivic.corpus.seed import Row, RowCatalogue
from becivic.publishing.changes.checking import broken_on_main, checked, with_commit
from becivic.publishing.changes.first_rows import WithFirstRows
from becivic.publishing.changes.refused import Unpublishable
from becivic.rules.publishing import Failure
from becivic.rules.submissions import SubmissionType
from tests.factories.changes import SHA, Names, body_amendment, landed, made, path_draft, skill_draft, stable
from tests.factories.corpora import APPLICATION, CLOCK, PATHS, Files
from tests.factories.corpus_edits import NEW, differences, with_new_skill
from tests.factories.json_edits import DEMO, with_value, without_value
from tests.requirement import requirement

AMENDMENT, DRAFT = SubmissionType.AMENDMENT, SubmissionType.DRAFT


def _rules(before: Files, after: Files, catalogue: RowCatalogue | None = None) -> list[str]:
    return [each.rule for each in broken_on_main(before.load(), after.load(), catalogue)]


def _amended(corpus: Corpus, old: str, new: str) -> tuple[Names, Corpus]:
    names = Names(corpus)
    body = corpus.skills["demo-clock"].body.text
    assert old in body
    return names, landed(corpus, body_amendment(body, body.replace(old, new)), names, SHA)


@requirement("R-AMD-13", "R-CI-09", "R-VER-02")
def test_an_amendment_passes_with_its_uids_filled_and_its_version_counted() -> None:
    corpus = Files.valid().load()
    _, after = _amended(corpus, "Leap", '<VV name="demo-new-fee">€5</VV> for leap')
    skill = after.skills["demo-clock"]
    assert (after.commit, skill.fields.text("version"), skill.fields.text("status")) == (
        SHA,
        "0.1.0",
        "alpha",
    )
    assert 'uid="val-00900"' in skill.body.text
    assert corpus.skills["demo-application"] is after.skills["demo-application"]


@requirement("R-CI-09")
def test_without_the_rows_that_come_with_it_a_new_uid_resolves_to_nothing() -> None:
    corpus = Files.valid().load()
    names, body = Names(corpus), corpus.skills["demo-clock"].body.text
    sent = body_amendment(body, body.replace("Leap", '<VV name="demo-new-fee">€5</VV> for leap'))
    done = made(corpus, sent, names)
    with pytest.raises(Unpublishable) as stopped:
        checked(corpus, done.files, AMENDMENT)
    assert [each.rule for each in stopped.value.findings] == ["rule-08"]


@requirement("R-JOB-04", "R-CI-12")
def test_what_would_break_a_rule_is_refused_by_the_names_of_rules_alone() -> None:
    corpus = Files.valid().load()
    names, body = Names(corpus), corpus.skills["demo-clock"].body.text
    broken = body.replace("Leap", '<Path id="secret-place" /> Leap').replace("## Process", "Process")
    done = made(corpus, body_amendment(body, broken), names)
    with pytest.raises(Unpublishable) as stopped:
        checked(corpus, done.files, AMENDMENT, WithFirstRows(names, done.cited))
    assert stopped.value.failure is Failure.CHECKS_FAILED
    assert (
        stopped.value.detail
        == "With it the corpus would break: body-uncited, body-documents-cited, body-sections, unresolved-path."
    )
    assert {each.place.file for each in stopped.value.findings} == {CLOCK}


@requirement("R-CI-15", "R-CI-19", "R-VER-06")
@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("Leap years count", "Years count", "rule-18"),
        ("[demo-law-article-two]", "[ref-00002]", "rule-14"),
    ],
)
def test_versions_are_judged_of_machine_commits_too(old: str, new: str, rule: str) -> None:
    before = Files.valid()
    corpus = before.load()
    bumped = before.replaced(CLOCK, old, new)
    if rule == "rule-14":
        bumped = bumped.replaced(CLOCK, "0.2.3", "0.2.4")
    with pytest.raises(Unpublishable) as stopped:
        checked(corpus, differences(before, bumped), AMENDMENT)
    assert [each.rule for each in stopped.value.findings] == [rule]
    by_hand = with_value(before, f"{DEMO}/description/en", "Other.")
    with pytest.raises(Unpublishable) as stopped:
        checked(corpus, differences(before, by_hand), AMENDMENT)
    assert {each.rule for each in stopped.value.findings} == {"rule-18", "path-catalogue-version"}


@requirement("R-VER-08")
def test_a_version_that_never_fitted_does_not_stop_a_change_of_form() -> None:
    before = Files.valid().replaced(CLOCK, "0.2.3", "3.2.1")
    after = before.replaced(CLOCK, "[demo-law-article-two]", "[ref-00002]")
    assert checked(before.load(), differences(before, after), AMENDMENT).skills["demo-clock"].version == (
        3,
        2,
        1,
    )


@requirement("R-DRF-07", "R-CI-18")
def test_drafts_pass_once_they_are_finished() -> None:
    corpus = Files.valid().load()
    names = Names(corpus)
    skill = landed(corpus, skill_draft(corpus, "demo-clock", "demo-new"), names, SHA)
    assert skill.skills["demo-new"].status == "alpha"
    path = landed(skill, path_draft(skill, "demo-second"), names, SHA)
    assert path.paths.entries["demo-second"].fields.text("uid").startswith("pth-0090")
    assert path.paths.document.fields.text("version") == "0.1.1"


def test_a_thousand_changes_in_one_run_do_not_pile_up() -> None:
    corpus = Files.valid().load()
    for number in range(1100):
        text = Files.valid()[CLOCK] + b"%d\n" % number
        corpus = with_commit(Loader().amended(corpus, {CLOCK: text}), f"{number:040x}")
    assert corpus.tree.read(CLOCK).endswith(b"1099\n")
    assert corpus.tree.read(APPLICATION) == Files.valid()[APPLICATION]
    assert corpus.commit == f"{1099:040x}"


def test_the_same_corpus_at_a_commit_has_nothing_to_work_out_again() -> None:
    corpus = Files.valid().load()
    worked_out = corpus.paths, corpus.catalogue
    known = with_commit(corpus, SHA)
    assert (known.paths, known.catalogue) == worked_out
    assert (known.commit, corpus.commit) == (SHA, None)


# --- main -----------------------------------------------------------------------------------------------------


@requirement("R-GRAPH-01", "R-CI-20")
def test_two_drafts_that_are_sound_alone_and_make_a_circle_together_are_caught_after_the_merge() -> None:
    """Main names both already, which is an old fault; either draft mends one half of it."""
    before = Files.valid().replaced(CLOCK, "outputs:", "requires:\n  - id: demo-two\noutputs:")
    before = before.replaced(APPLICATION, "requires:\n  - id: demo-clock", "requires:\n  - id: demo-one")
    corpus = before.load()
    names = Names(corpus)
    one = skill_draft(Files.valid().load(), "demo-clock", "demo-one", requires=[{"id": "demo-clock"}])
    two = skill_draft(Files.valid().load(), "demo-clock", "demo-two", requires=[{"id": "demo-application"}])
    after = {sent.target_id: landed(corpus, sent, names, SHA) for sent in (one, two)}
    assert [broken_on_main(corpus, each) for each in after.values()] == [[], []]
    file = "skills/demo-two/canonical.md"
    both = Loader().amended(after["demo-one"], {file: after["demo-two"].tree.read(file)})
    for base in (corpus, after["demo-one"]):
        assert [each.rule for each in broken_on_main(base, both)] == ["graph-acyclic"]
    with pytest.raises(Unpublishable) as stopped:
        landed(after["demo-one"], two, names, SHA)
    assert [each.rule for each in stopped.value.findings] == ["graph-acyclic"]


def test_a_draft_that_everybody_already_requires_can_close_a_circle() -> None:
    """Nothing but the new skill differs: those who name it were broken before, and no circle."""
    before = Files.valid().replaced(CLOCK, "outputs:", "requires:\n  - id: demo-new\noutputs:")
    corpus = before.load()
    made_of = with_new_skill(Files.valid(), outputs="requires:\n  - id: demo-clock\noutputs")
    with pytest.raises(Unpublishable) as stopped:
        checked(corpus, {NEW: made_of[NEW]}, DRAFT)
    assert [each.rule for each in stopped.value.findings] == ["graph-acyclic"]


@requirement("R-VER-08")
def test_main_is_told_what_it_broke_and_nothing_that_it_had_before() -> None:
    before = Files.valid().replaced(CLOCK, "## Process", "Process")
    assert _rules(before, before) == []
    after = before.replaced(CLOCK, "Leap", 'See <Path id="nowhere" />. Leap').replaced(
        CLOCK, "0.2.3", "0.2.9"
    )
    assert _rules(before, after) == ["unresolved-path"]
    legacy = before.replaced(CLOCK, "0.2.3", "7.0.0")
    assert _rules(legacy, legacy.replaced(CLOCK, "Leap", "All leap")) == []


@requirement("R-VER-04")
def test_a_change_on_main_that_nobody_counted_is_noticed() -> None:
    before = Files.valid()
    words = before.replaced(CLOCK, "Leap", "All leap")
    assert _rules(before, words) == ["rule-18"]
    assert _rules(before, words.replaced(CLOCK, "0.2.3", "0.2.6")) == []
    assert _rules(before, before.replaced(CLOCK, "[demo-law-article-two]", "[ref-00002]")) == []
    assert _rules(before, stable(before)) == []
    path = with_value(before, f"{DEMO}/description/en", "Other.")
    assert _rules(before, path) == ["rule-18"]
    assert _rules(before, with_new_skill(before)) == []


def test_what_is_gone_from_main_is_missed_by_whoever_named_it() -> None:
    before = Files.valid()
    assert {"graph-requires", "graph-neighbours", "unresolved-skill"} <= {
        *_rules(before, before.without(CLOCK))
    }
    assert "unresolved-path" in _rules(before, without_value(before, DEMO))


def test_generated_files_and_snapshots_make_nothing_else_be_judged_again() -> None:
    before = Files.valid()
    rows = RowCatalogue([*(Row(f"{kind}-0000{n}", "x") for kind in ("val", "ref") for n in (1, 2))])
    index = before.with_file("skills/index.json", "{}\n")
    assert _rules(before, index) == []
    concern = '{"target_type": "skill", "target_id": "gone", "uid": "con-00001"}\n'
    snapshot = index.with_file("data-snapshot/concerns.jsonl", concern)
    assert _rules(before, snapshot, rows) == ["rule-15"]
    assert _rules(before, snapshot) == ["rule-15"]


def test_a_running_catalogue_vouches_for_what_no_file_knows() -> None:
    before = Files.valid()
    after = before.replaced(CLOCK, "Leap", '<VV name="demo-new" uid="val-00900">5</VV> Leap').replaced(
        CLOCK, "0.2.3", "0.2.4"
    )
    rows = RowCatalogue([Row("val-00900", "demo-new"), Row("ref-00002", "demo-law-article-two")])
    assert _rules(before, after) == ["rule-08"]
    assert _rules(before, after, rows) == []


def test_a_catalogue_that_is_no_json_any_more_is_named() -> None:
    assert "unreadable" in _rules(Files.valid(), Files.valid().with_file(PATHS, "{"))
