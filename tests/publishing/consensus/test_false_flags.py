"""The whole story of a false flagger over HTTP: less room after one bogus flag, none after two, on any day."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from becivic.rules.consensus import Ruling
from becivic.rules.limits import TIGHTENED, Limit
from becivic.rules.statuses import Status
from becivic.rules.submissions import SubmissionType
from becivic.store.store import Store
from tests.factories.courts import FLAGGER, Court, court
from tests.factories.numbered import submission_id
from tests.factories.payloads import payload
from tests.factories.polls import PATH, REFERENCE, SKILL, VALUE
from tests.requirement import requirement

HONEST = "192.0.2.201"
A_DAY = timedelta(days=1)


@pytest.fixture
def own(store: Store, tmp_path: Path) -> Court:
    return court(store, tmp_path / "home")


def vote(own: Court, number: int, by: str = FLAGGER, **changes: object) -> httpx.Response:
    sent = payload("validations/valid/skill-confirm")
    sent |= {
        "validation_id": submission_id(SubmissionType.VALIDATION, number),
        "submitted_at": f"{own.press.now:%Y-%m-%dT%H:%M:%SZ}",
        "target_type": "reference",
        "target_id": REFERENCE[1],
        **changes,
    }
    return own.press.service.post(SubmissionType.VALIDATION, sent, address=by)


def concern(own: Court, number: int, by: str = FLAGGER) -> httpx.Response:
    sent = payload("concerns/valid/skill-general")
    sent |= {
        "concern_id": submission_id(SubmissionType.CONCERN, number),
        "submitted_at": f"{own.press.now:%Y-%m-%dT%H:%M:%SZ}",
    }
    return own.press.service.post(SubmissionType.CONCERN, sent, address=by)


@requirement("R-RATE-05", "R-QUAR-03", "R-QUAR-04")
def test_one_bogus_flag_leaves_less_room_and_a_second_none_anywhere_on_any_day(own: Court) -> None:
    own.quarantine(SKILL)
    assert own.press.get(f"/api/skills/{SKILL[1]}").status_code == 410
    assert [item.title for item in own.items(SKILL)] == [
        f"A skill was flagged as an injection and pulled: {SKILL[1]}"
    ]
    own.releases(SKILL)
    assert own.press.get(f"/api/skills/{SKILL[1]}").status_code == 200
    own.later(A_DAY)
    most = TIGHTENED[Limit.VALIDATION]
    assert [vote(own, 9000 + each).status_code for each in range(most + 1)] == [*[200] * most, 429]
    own.later(A_DAY)
    own.quarantine(VALUE)
    assert own.status(VALUE) is Status.QUARANTINED
    assert vote(own, 9100, injection_flag=True, injection_reason="It lies.").status_code == 429
    assert concern(own, 9100).status_code == 200
    own.releases(VALUE)
    for _ in range(3):
        refused = vote(own, 9200)
        assert (refused.status_code, refused.json()["error"]) == (403, "forbidden")
        assert concern(own, 9201).status_code == 403
        own.later(A_DAY)
    assert vote(own, 9300, by=HONEST).status_code == 200


@requirement("R-RATE-05")
def test_two_flags_that_were_sent_before_either_was_ruled_about_are_a_repeat_too(own: Court) -> None:
    own.quarantine(VALUE)
    own.quarantine(PATH)
    own.releases(VALUE)
    own.later(A_DAY)
    assert vote(own, 9400).status_code == 200
    own.releases(PATH)
    assert vote(own, 9401).status_code == 403


@requirement("R-RATE-05")
def test_whoever_flagged_rightly_keeps_all_the_room_there_is(own: Court) -> None:
    own.quarantine(VALUE, by=HONEST)
    own.rules(VALUE, Ruling.UPHELD)
    more = TIGHTENED[Limit.VALIDATION] + 2
    assert {vote(own, 9500 + each, by=HONEST).status_code for each in range(more)} == {200}
    flag = {"injection_flag": True, "injection_reason": "It lies."}
    answers = [
        vote(own, 9600 + each, by=HONEST, verdict="reject", rationale="No.", **flag) for each in range(2)
    ]
    assert {answer.status_code for answer in answers} == {200}


def amendment(own: Court) -> httpx.Response:
    sent = payload("amendments/valid/skill/body-one-line")
    sent["content"] |= {"skill_commit": own.press.corpus.commit}
    sent["submitted_at"] = f"{own.press.now:%Y-%m-%dT%H:%M:%SZ}"
    return own.press.service.post(SubmissionType.AMENDMENT, sent, address=HONEST)


def refuses_everything_but_concerns(own: Court) -> bool:
    answers = [amendment(own), vote(own, 9700, by=HONEST, target_type="skill", target_id=SKILL[1])]
    told = {(answer.status_code, answer.json()["error"]) for answer in answers}
    return told == {(422, "cross_ref_fail")} and concern(own, 9700, by=HONEST).status_code == 200


@requirement("R-QUAR-06")
def test_what_is_pulled_is_a_notice_and_takes_no_votes_and_no_amendments(own: Court) -> None:
    own.quarantine(SKILL)
    read = own.press.get(f"/api/skills/{SKILL[1]}")
    assert read.status_code == 410
    assert "quarantined" in read.text
    assert own.skill().body.text[:80] not in read.text
    assert refuses_everything_but_concerns(own)
    assert own.decided(own.tick(everything=True)) == []


@requirement("R-QUAR-05")
def test_what_is_deprecated_is_still_read_with_its_status_and_takes_no_votes_either(own: Court) -> None:
    own.reject(SKILL, 2)
    own.tick()
    read = own.press.get(f"/api/skills/{SKILL[1]}")
    assert (read.status_code, read.json()["status"]) == (200, "deprecated")
    assert read.json()["body"] == own.skill().body.text
    assert refuses_everything_but_concerns(own)
    assert own.decided(own.tick(everything=True)) == []
