"""What a day later is left of an amendment or a draft: its files, or one reason why not."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from becivic.corpus.load import Corpus
from becivic.publishing.changes.composing import compose
from becivic.publishing.changes.refused import Unpublishable
from becivic.publishing.changes.submitted import Submitted
from becivic.publishing.repository import CorpusRepository
from becivic.rules.publishing import Failure
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType
from tests.factories.changes import (
    SHA,
    body_amendment,
    field_amendment,
    never_merges,
    never_there,
    path_draft,
    skill_draft,
    submitted,
)
from tests.factories.corpora import APPLICATION, CLOCK, PATHS, Files
from tests.factories.homes import NOON, filled_home
from tests.factories.json_edits import DEMO, with_value
from tests.factories.payloads import Fixture, fixtures
from tests.factories.proposals import fixture_corpus, proposed_files
from tests.requirement import requirement

SKILL, PATH, SOURCE = TargetType.SKILL, TargetType.PATH, TargetType.PATH_SOURCE
PROVENANCE = {"kind": "discovery_session", "session_count": 1, "research_notes_markdown": "Read."}
REPORT = "skills/demo-clock/research-report.md"


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Files.valid().load()


def _composed(sent: Submitted, corpus: Corpus) -> dict[str, bytes]:
    return compose(sent, corpus, never_there, never_merges, NOON)


def _failure(sent: Submitted, corpus: Corpus) -> Failure:
    with pytest.raises(Unpublishable) as stopped:
        _composed(sent, corpus)
    assert re.fullmatch(r"[A-Z][^\n]*\.", stopped.value.detail)
    return stopped.value.failure


_MARK = re.compile(rb'(?m)^reported:\n(?: .*\n)+|,\n *"reported": (?:\{[^{}]*\}|\[\n *\{[^{}]*\}\n *\])')


def _without_mark(text: bytes) -> bytes:
    """As it would be without the mark that every amendment carries."""
    return _MARK.sub(b"", text, count=1)


def _without_uids(text: bytes) -> bytes:
    return re.sub(rb'"uid": "(?:pth-[0-9]+)?"', b'"uid"', text)


@requirement("R-JOB-04", "R-DRF-07")
@pytest.mark.parametrize(
    "fixture",
    [
        each
        for each in (*fixtures("amendments/valid/**/*.json"), *fixtures("drafts/valid/**/*.json"))
        if each.read()["target_type"] in (SKILL, PATH, SOURCE)
    ],
    ids=str,
)
def test_what_intake_accepted_is_composed_as_it_was_judged(fixture: Fixture) -> None:
    corpus, payload = fixture_corpus(), fixture.read()
    name = payload["proposed_id" if fixture.type is SubmissionType.DRAFT else "target_id"]
    sent = Submitted(
        payload[fixture.type.id_field], fixture.type, TargetType(payload["target_type"]), name, payload, NOON
    )
    files = _composed(sent, corpus)
    expected = proposed_files(corpus, fixture.type, payload)
    is_draft = fixture.type is SubmissionType.DRAFT
    marked = [path for path in expected if sent.id.encode() in files[path]]
    assert marked == ([] if is_draft else [*expected])
    assert {path: _without_mark(_without_uids(files[path])) for path in expected} == {
        path: _without_uids(text) for path, text in expected.items()
    }
    reports = [path for path in files if path not in expected]
    assert bool(reports) is bool(payload.get("provenance"))


@requirement("R-PROV-06")
def test_canonical_and_report_are_one_change(corpus: Corpus) -> None:
    sent = field_amendment(SKILL, "demo-clock", "summary", "Other.", PROVENANCE)
    assert [*_composed(sent, corpus)] == [CLOCK, REPORT]
    sent = field_amendment(SOURCE, "demo-certificate:commune-desk", "priority", 11, PROVENANCE)
    assert [*_composed(sent, corpus)] == [PATHS, "paths/research-reports/demo-certificate.md"]


@requirement("R-UID-04")
def test_a_drafted_path_waits_for_its_uid(corpus: Corpus) -> None:
    files = _composed(path_draft(corpus, "demo-second"), corpus)
    assert b'"id": "demo-second",\n      "uid": "",' in files[PATHS]


# --- bodies ---------------------------------------------------------------------------------------------------


@pytest.fixture
def repository(tmp_path: Path) -> CorpusRepository:
    return filled_home(tmp_path / "home")


def _as_read(corpus: Corpus) -> Callable[[str, str], str | None]:
    """The bodies of the commit that the diffs were made against."""
    return lambda skill, commit: corpus.skills[skill].body.text if commit == SHA else None


def _amended(files: Files, old: str, new: str) -> tuple[Submitted, Corpus]:
    """An amendment that was made against these files, and they."""
    corpus = files.load()
    body = corpus.skills["demo-clock"].body.text
    assert old in body
    return body_amendment(body, body.replace(old, new)), corpus


@requirement("R-JOB-12")
def test_a_diff_is_rebased_where_others_changed_other_lines(repository: CorpusRepository) -> None:
    sent, read = _amended(Files.valid(), "Leap years count once.", "Leap years count twice.")
    main = Files.valid().replaced(CLOCK, "**Starter", "Hello.\n\nAgain.\n\n**Starter").load()
    files = compose(sent, main, _as_read(read), repository.merged_text, NOON)
    expected = Files.valid().replaced(CLOCK, "**Starter", "Hello.\n\nAgain.\n\n**Starter")
    unmarked = {path: _without_mark(text) for path, text in files.items()}
    assert unmarked == {CLOCK: expected.replaced(CLOCK, "count once", "count twice")[CLOCK]}


@requirement("R-JOB-12")
def test_of_two_amendments_of_one_line_the_first_wins(repository: CorpusRepository) -> None:
    sent, read = _amended(Files.valid(), "Leap years count once.", "Leap years count twice.")
    main = Files.valid().replaced(CLOCK, "Leap years count once.", "Leap years never count.").load()
    with pytest.raises(Unpublishable) as stopped:
        compose(sent, main, _as_read(read), repository.merged_text, NOON)
    assert stopped.value.failure is Failure.DIFF_APPLY_FAILED
    assert "Leap" not in stopped.value.detail


def test_the_same_amendment_again_has_nothing_left_to_change(repository: CorpusRepository) -> None:
    sent, read = _amended(Files.valid(), "Leap years count once.", "Leap years count twice.")
    main = Files.valid().replaced(CLOCK, "count once", "count twice").load()
    with pytest.raises(Unpublishable) as stopped:
        compose(sent, main, _as_read(read), repository.merged_text, NOON)
    assert stopped.value.failure is Failure.DIFF_APPLY_FAILED


def test_a_diff_against_a_body_that_never_was_is_refused(repository: CorpusRepository) -> None:
    sent, read = _amended(Files.valid(), "Leap", "All leap")
    main = Files.valid().replaced(CLOCK, "Leap years", "Years").load()
    unknown = body_amendment("One.\n", "Two.\n", commit="b" * 40)
    for each, body_at in ((unknown, _as_read(read)), (unknown, lambda *_: "Three.\n"), (sent, never_there)):
        with pytest.raises(Unpublishable) as stopped:
            compose(each, main, body_at, repository.merged_text, NOON)
        assert stopped.value.failure is Failure.DIFF_APPLY_FAILED


@requirement("R-UID-02")
@pytest.mark.parametrize("rebased", [False, True])
def test_a_uid_that_a_submitter_gave_out_is_refused_here_too(
    repository: CorpusRepository, rebased: bool
) -> None:
    minted = 'Leap years cost <VV name="demo-handling-fee-eur" uid="val-00001">€20</VV>.'
    sent, read = _amended(Files.valid(), "Leap years count once.", minted)
    main = Files.valid().replaced(CLOCK, "**Starter", "Hello.\n\n**Starter").load() if rebased else read
    with pytest.raises(Unpublishable) as stopped:
        compose(sent, main, _as_read(read), repository.merged_text, NOON)
    assert stopped.value.failure is Failure.CHANGE_REFUSED


def test_a_uid_that_the_body_had_when_it_was_read_is_nobodys_invention(repository: CorpusRepository) -> None:
    """Another name was given to the reference meanwhile; the line with it is not touched."""
    sent, read = _amended(Files.valid(), "Leap years count once.", "Leap years count twice.")
    main = Files.valid().replaced(CLOCK, 'name="demo-law-article-two"', 'name="demo-law-second"').load()
    files = compose(sent, main, _as_read(read), repository.merged_text, NOON)
    assert b"demo-law-second" in files[CLOCK]


# --- what cannot be done any more -------------------------------------------------------------------------------


@requirement("R-JOB-11")
def test_a_skill_that_is_gone_is_not_found_and_one_in_disorder_is_waited_for() -> None:
    sent = field_amendment(SKILL, "demo-clock", "summary", "Other.")
    assert _failure(sent, Files.valid().without(CLOCK).load()) is Failure.CANONICAL_NOT_FOUND
    broken = _failure(sent, Files.valid().with_file(CLOCK, "no frontmatter").load())
    assert (broken, broken.is_permanent) == (Failure.MAIN_UNREADABLE, False)


@pytest.mark.parametrize("target_id", ["nowhere", "nowhere:commune-desk", "demo-certificate:nowhere"])
def test_a_path_or_source_that_is_gone_is_gone(corpus: Corpus, target_id: str) -> None:
    target = SOURCE if ":" in target_id else PATH
    assert _failure(field_amendment(target, target_id, "priority", 1), corpus) is Failure.TARGET_GONE


def test_a_catalogue_that_cannot_be_read_is_waited_for(corpus: Corpus) -> None:
    broken = Files.valid().with_file(PATHS, "{").load()
    for sent in (field_amendment(PATH, "demo-certificate", "priority", 1), path_draft(corpus, "demo-second")):
        assert _failure(sent, broken) is Failure.MAIN_UNREADABLE


@pytest.mark.parametrize(
    ("status", "failure"),
    [("quarantined", Failure.TARGET_QUARANTINED), ("deprecated", Failure.CHANGE_REFUSED)],
)
def test_what_has_ended_takes_no_amendments(status: str, failure: Failure) -> None:
    skill = Files.valid().replaced(CLOCK, "status: beta", f"status: {status}").load()
    assert _failure(field_amendment(SKILL, "demo-clock", "summary", "Other."), skill) is failure
    path = with_value(Files.valid(), f"{DEMO}/status", status).load()
    assert _failure(field_amendment(PATH, "demo-certificate", "description.en", "Other."), path) is failure


def test_an_id_that_was_taken_meanwhile_stays_with_its_owner(corpus: Corpus) -> None:
    assert (
        _failure(skill_draft(corpus, "demo-clock", "demo-application"), corpus) is Failure.PROPOSED_ID_TAKEN
    )
    assert _failure(path_draft(corpus, "demo-certificate"), corpus) is Failure.PROPOSED_ID_TAKEN


def test_a_draft_is_refused_for_two_ids_and_for_uids_of_its_own(corpus: Corpus) -> None:
    skill = skill_draft(corpus, "demo-clock", "demo-new", id="demo-other")
    assert _failure(skill, corpus) is Failure.CHANGE_REFUSED
    assert _failure(path_draft(corpus, "demo-second", id="demo-third"), corpus) is Failure.CHANGE_REFUSED
    content = skill_draft(corpus, "demo-clock", "demo-new").content
    minted = {**content, "body": corpus.skills["demo-clock"].body.text}
    sent = submitted(SubmissionType.DRAFT, SKILL, "demo-new", minted)
    assert _failure(sent, corpus) is Failure.CHANGE_REFUSED


def test_a_field_that_has_the_value_already_is_refused(corpus: Corpus) -> None:
    text = corpus.skills["demo-application"].fields.text("summary")
    assert (
        _failure(field_amendment(SKILL, "demo-application", "summary", text), corpus)
        is Failure.CHANGE_REFUSED
    )
    assert APPLICATION in _composed(field_amendment(SKILL, "demo-application", "summary", "x"), corpus)
