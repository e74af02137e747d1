"""Each of the ten routes ends where the specification says, over HTTP, in rows and in git (R-JOB-03..07)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from becivic.rules.submissions import SubmissionType
from becivic.store.tables.catalogue import REFERENCES, VOLATILE_VALUES
from becivic.store.tables.keeping import ARTEFACTS, CHANGE_REQUESTS, REVIEW_ITEMS, SALTS
from becivic.store.tables.signals import AMENDMENTS, CONCERNS, DRAFTS, FEEDBACK_CHANNEL, RATINGS
from becivic.store.tables.submissions import COMMITTED, STAGED
from tests.factories.intake import AUTHOR, SOMEBODY
from tests.factories.press import Press
from tests.requirement import requirement

SKILL = "nationality-application"
PATH = "certificate-of-residence-history"


@requirement("R-JOB-01", "R-JOB-02", "R-JOB-03", "R-JOB-08")
def test_a_concern_becomes_a_row_with_a_uid_of_its_own(house: Press) -> None:
    sent = house.sends("concerns/valid/path-commune-prints")
    assert house.a_day_later().published == {"concern path": 1}
    (row,) = house.rows(CONCERNS)
    assert (row.uid, row.submission_id, row.target_id) == ("con-00001", sent, "birth-certificate-belgian")
    assert row.names_scanned == house.screen.digest
    assert row.cohort_anchor == "birth-certificate-belgian@0.1.0"
    assert row.validated_at is not None
    assert house.rows(STAGED) == []
    (salt,) = house.rows(SALTS, key=f"concern:{row.uid}:salt")
    assert salt.artefact == f"observation:{row.uid}"
    assert house.status(SubmissionType.CONCERN, sent)["state"] == "committed"
    (told,) = house.get(f"/api/concerns?target_type=path&target_id={row.target_id}").json()["items"]
    assert told["uid"] == row.uid


@requirement("R-JOB-10")
def test_again_is_nothing(house: Press) -> None:
    house.sends("concerns/valid/path-commune-prints")
    house.a_day_later()
    assert house.runs().total == 0
    assert len(house.rows(CONCERNS)) == 1
    assert len(house.rows(COMMITTED)) == 1


@requirement("R-JOB-01")
def test_what_is_not_due_yet_stays(house: Press) -> None:
    house.sends("concerns/valid/path-commune-prints")
    assert house.runs().total == 0
    assert len(house.rows(STAGED)) == 1


def test_nobody_votes_on_their_own_concern_once_it_is_public(house: Press) -> None:
    house.sends("concerns/valid/skill-general", address=AUTHOR)
    house.a_day_later()
    vote = {
        **json.loads(Path("tests/fixtures/validations/valid/observation-up.json").read_text("utf-8")),
        "target_id": "con-00001",
        "submitted_at": house.now.isoformat(),
    }
    assert house.service.post(SubmissionType.VALIDATION, vote, address=AUTHOR).status_code == 403
    assert house.service.post(SubmissionType.VALIDATION, vote, address=SOMEBODY).status_code == 200


@requirement("R-JOB-07", "R-FBK-02")
def test_feedback_becomes_a_private_row_that_an_operator_is_told_of(house: Press) -> None:
    sent = house.sends("feedback_channel/valid/bug")
    house.a_day_later()
    (row,) = house.rows(FEEDBACK_CHANNEL)
    assert row.submission_id == sent
    (item,) = house.rows(REVIEW_ITEMS, queue="feedback")
    assert (item.subject_id, item.closed_at) == (sent, None)
    assert row.body not in item.title


@requirement("R-JOB-07")
@pytest.mark.parametrize(
    ("name", "skill"),
    [("skill-four", SKILL), ("session-four", None), ("agent-protocol-five", None)],
)
def test_a_rating_becomes_a_row_that_names_no_session(house: Press, name: str, skill: str | None) -> None:
    sent = house.sends(f"ratings/valid/{name}")
    house.a_day_later()
    (row,) = house.rows(RATINGS)
    assert (row.submission_id, row.skill_id) == (sent, skill)
    assert "ses_" not in "".join(map(str, row))


@requirement("R-JOB-05", "R-CATL-03", "R-CATL-04", "R-CATL-11")
def test_a_value_is_superseded_at_once_at_alpha(house: Press) -> None:
    sent = house.sends("amendments/valid/volatile_value/number")
    target = house.rows(STAGED)[0].target_id
    before = house.rows(VOLATILE_VALUES, uid=target)
    assert house.a_day_later().published == {"amendment volatile_value": 1}
    rows = sorted(house.rows(VOLATILE_VALUES, uid=target), key=lambda row: row.row_id)
    assert [row.superseded_at is None for row in rows] == [False, True]
    assert rows[-1].previous_row_id == before[0].row_id
    assert (rows[-1].status, rows[-1].submission_id) == ("alpha", sent)
    assert rows[-1].names_scanned == house.screen.digest
    (kept,) = house.rows(AMENDMENTS)
    assert (kept.submission_id, kept.outcome, kept.change_request_id) == (sent, "applied", None)
    told = house.get(f"/api/volatile-values/{target}").json()
    assert json.loads(rows[-1].value) == told["value"]
    assert len(house.get(f"/api/volatile-values/{target}/history").json()["items"]) == 2


@requirement("R-JOB-05")
def test_a_reference_is_superseded_at_once_at_alpha(house: Press) -> None:
    sent = house.sends("amendments/valid/reference/title-only")
    house.a_day_later()
    (row,) = [row for row in house.rows(REFERENCES) if row.submission_id == sent]
    assert house.get(f"/api/references/{row.uid}").json()["title"] == row.title


@requirement("R-JOB-04", "R-JOB-13", "R-JOB-14", "R-JOB-17", "R-AMD-13")
def test_an_amendment_of_a_skill_is_merged_as_one_commit_of_the_bot(house: Press) -> None:
    before = house.corpus
    sent = house.sends("amendments/valid/skill/body-one-line")
    assert house.a_day_later().published == {"amendment skill": 1}
    head = house.workshop.repository.head()
    assert house.workshop.repository.parents(head) == [before.commit]
    told = house.workshop.repository.told(head)
    assert told.author.email == "bot@becivic.invalid"
    assert told.message.startswith("amendment: change skill nationality-application [skip ci]\n")
    assert f"Be-Civic-Submission: amendment {sent}" in told.message
    assert house.workshop.repository.changed_files(before.commit or "", head) == [
        f"skills/{SKILL}/canonical.md"
    ]
    after = house.corpus.skills[SKILL]
    assert after.body.text != before.skills[SKILL].body.text
    assert str(after.version) == "0.1.1"
    (kept,) = house.rows(AMENDMENTS)
    assert (kept.outcome, kept.change_request_id) == ("applied", sent)
    (request,) = house.rows(CHANGE_REQUESTS)
    assert (request.state, request.merge_commit, request.target_id) == ("merged", head, SKILL)
    (artefact,) = house.rows(ARTEFACTS, target_type="skill", target_id=SKILL)
    assert (artefact.version, artefact.commit_sha, artefact.blob_id) == ("0.1.1", head, after.blob_id)
    told_of = house.status(SubmissionType.AMENDMENT, sent)
    assert (told_of["state"], told_of["change_request"]) == ("committed", "merged")
    assert house.get(f"/api/skills/{SKILL}").json()["body"] == after.body.text
    chain = house.get(f"/api/skills/{SKILL}/history").json()["items"]
    assert chain[0]["commit"] == head
    assert house.workshop.forge.find(f"submissions/{sent}") is None


@requirement("R-PROV-05", "R-PROV-06")
def test_the_research_report_lands_in_the_same_commit(house: Press) -> None:
    before = house.corpus.commit or ""
    house.sends("amendments/valid/skill/body-with-provenance")
    house.a_day_later()
    head = house.workshop.repository.head()
    assert house.workshop.repository.changed_files(before, head) == [
        f"skills/{SKILL}/canonical.md",
        f"skills/{SKILL}/research-report.md",
    ]
    (kept,) = house.rows(AMENDMENTS)
    assert json.loads(kept.provenance)["research_report_path"] == f"skills/{SKILL}/research-report.md"


@requirement("R-JOB-04", "R-CI-31", "R-VER-09")
@pytest.mark.parametrize("name", ["path/audience-summary", "path_source/source-add-postal"])
def test_an_amendment_of_a_path_or_source_is_merged(house: Press, name: str) -> None:
    sent = house.sends(f"amendments/valid/{name}")
    target = house.rows(STAGED)[0].target_id
    house.a_day_later()
    entry = house.corpus.paths.entries[target.partition(":")[0]]
    assert str(entry.version) == "0.1.1"
    assert house.corpus.paths.document.fields.text("version") == "0.1.1"
    assert house.status(SubmissionType.AMENDMENT, sent)["change_request"] == "merged"
    (artefact,) = house.rows(ARTEFACTS, target_type="path", target_id=entry.key)
    assert artefact.version == "0.1.1"


@requirement("R-JOB-06", "R-DRF-06", "R-CI-31")
@pytest.mark.parametrize("name", ["skill/smallest", "path/uid-absent"])
def test_a_draft_waits_for_a_maintainer(house: Press, name: str) -> None:
    before = house.corpus.commit
    sent = house.sends(f"drafts/valid/{name}")
    house.a_day_later()
    assert house.workshop.repository.head() == before
    (draft,) = house.rows(DRAFTS)
    assert draft.outcome == "pending"
    (request,) = house.rows(CHANGE_REQUESTS)
    assert (request.state, request.branch) == ("open", f"submissions/{sent}")
    (item,) = house.rows(REVIEW_ITEMS)
    assert (item.queue, item.subject_id) == ("drafts", sent)
    told = house.status(SubmissionType.DRAFT, sent)
    assert (told["state"], told["change_request"]) == ("committed", "open")
