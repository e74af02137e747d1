"""GET /api/concerns and those on one skill, over HTTP: what is told, and what never is."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, update

from becivic.rendering.observed import DATA
from becivic.rules.identifiers import UidPrefix
from becivic.rules.limits import Limit
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType
from becivic.store import sequences
from becivic.store.store import Store
from becivic.store.tables.signals import CONCERNS, VALIDATIONS
from becivic.store.written import moment
from tests.factories.documented import assert_documented
from tests.factories.intake import DEFAULT_LIMITS, Service, service
from tests.factories.numbered import submission, submission_id
from tests.factories.oracle import NOW
from tests.factories.payloads import payload
from tests.factories.records import record
from tests.factories.signals import REJECT, vote
from tests.requirement import requirement

SKILL = "nationality-application"
OF_SKILL = f"/api/skills/{SKILL}/concerns"


@pytest.fixture
def asked(store: Store) -> Service:
    return service(store)


def read(asked: Service, path: str, status: int = 200) -> Any:
    answer = asked.ask("GET", path)
    assert_documented(answer)
    assert answer.status_code == status, answer.text
    return answer.json()


def publish(asked: Service, **given: Any) -> str:
    def job(connection: Connection) -> str:
        uid = sequences.next_uid(connection, UidPrefix.CONCERN)
        made = record(CONCERNS, UidPrefix.CONCERN.number(uid))
        told = {
            "uid": uid,
            "target_id": SKILL,
            "context": '{"country":"be"}',
            "content": '{"body":"The desk was closed."}',
            "evidence_date": "2026-11-10",
            "committed_at": moment(NOW),
            "cohort_anchor": None,
        }
        connection.execute(CONCERNS.insert(), [{**made, **told, **given}])
        return uid

    return asked.store.write(job)


def uids(told: Any) -> list[str]:
    return [each["uid"] for each in told["items"]]


@requirement("R-CON-10", "R-READ-07")
def test_a_published_concern_is_told_by_both_routes(asked: Service) -> None:
    told = read(asked, OF_SKILL)
    assert told == {
        "items": [
            {
                "uid": "con-00001",
                "target_type": "skill",
                "target_id": SKILL,
                "context": {},
                "content": {"body": "The counter asked for a second copy."},
                "evidence_date": "2026-11-10",
                "committed_at": "2026-11-13T10:30:00Z",
                "votes": {"confirms": 0, "rejects": 0},
                "score": 0,
                "net_score": 0,
                "up": 0,
                "down": 0,
                "hidden": False,
            }
        ],
        "notice": DATA,
        "pending": {"staged": 0},
    }
    for query in ("", f"?skill={SKILL}", f"?target_type=skill&target_id={SKILL}"):
        assert read(asked, f"/api/concerns{query}") == told
    answer = asked.ask("GET", OF_SKILL)
    assert answer.headers["cache-control"] == "public, max-age=30, s-maxage=30"
    kept = asked.ask("GET", OF_SKILL, headers={"if-none-match": answer.headers["etag"]})
    assert kept.status_code == 304
    assert asked.ask("HEAD", OF_SKILL).content == b""


def test_on_the_skill_stands_what_is_about_the_skill_alone(asked: Service) -> None:
    publish(asked, target_type="skill_graph")
    publish(asked, target_type="volatile_value", target_id="val-00001")
    newest = publish(asked, cohort_anchor=f"{SKILL}@0.1.0")
    told = read(asked, OF_SKILL)
    assert uids(told) == [newest, "con-00001"]
    assert told["items"][0]["cohort_anchor"] == f"{SKILL}@0.1.0"
    assert len(read(asked, "/api/concerns")["items"]) == 4


@requirement("R-READ-08")
def test_of_a_staged_concern_there_is_a_number_and_not_a_word(asked: Service) -> None:
    sent = submission(SubmissionType.CONCERN, 1)
    assert asked.post(SubmissionType.CONCERN, sent).json()["status"] == "staged"
    about = f"/api/concerns?target_id={sent['target_id']}"
    assert read(asked, about)["pending"] == {"staged": 1}
    assert read(asked, "/api/concerns?target_type=reference")["pending"] == {"staged": 0}
    alone = read(asked, f"{about}&status=pending")
    assert alone == {"items": [], "notice": DATA, "pending": {"staged": 1}}
    assert "pending" not in read(asked, f"{about}&status=committed")
    whole = asked.ask("GET", "/api/concerns").text
    assert sent["content"]["body"] not in whole
    assert submission_id(SubmissionType.CONCERN, 1) not in whole


@requirement("R-NER-07")
def test_a_held_concern_is_not_told_and_one_that_is_released_is_told_again(asked: Service) -> None:
    uid = publish(asked, content='{"body":"Something only Wilhelmina Vandersmissen knows."}')

    def hold(held: int) -> None:
        job = update(CONCERNS).where(CONCERNS.c.uid == uid).values(held=held)
        asked.store.write(lambda connection: connection.execute(job))

    hold(1)
    assert uid not in asked.ask("GET", "/api/concerns").text
    assert "Wilhelmina" not in asked.ask("GET", OF_SKILL).text
    hold(0)
    assert uids(read(asked, OF_SKILL)) == [uid, "con-00001"]


@requirement("R-OBSV-15")
def test_votes_are_counted_where_the_concern_stands(asked: Service) -> None:
    up = payload("validations/valid/observation-up")
    for number, (address, verdict) in enumerate(
        [("192.0.2.1", "confirm"), ("192.0.2.2", "confirm"), ("192.0.2.3", "reject")]
    ):
        why = {"rationale": "It was otherwise for me."} if verdict == "reject" else {}
        own = {"validation_id": submission_id(SubmissionType.VALIDATION, number), "verdict": verdict, **why}
        said = asked.post(SubmissionType.VALIDATION, {**up, **own}, address=address)
        assert said.json()["status"] == "applied", said.text
    assert read(asked, OF_SKILL)["items"][0]["votes"] == {"confirms": 2, "rejects": 0}
    seen = update(VALIDATIONS).values(names_scanned="rules")
    asked.store.write(lambda connection: connection.execute(seen).rowcount)
    told = read(asked, OF_SKILL)["items"][0]
    assert told["votes"] == {"confirms": 2, "rejects": 1}
    assert (told["score"], told["net_score"], told["up"], told["down"]) == (1, 1, 2, 1)
    assert told["hidden"] is False


@requirement("R-OBSV-04")
@pytest.mark.parametrize(("rejects", "hidden"), [(2, False), (3, True)])
def test_what_many_voted_down_is_told_to_be_and_stays(asked: Service, rejects: int, hidden: bool) -> None:
    for number in range(rejects):
        vote(asked.store, (TargetType.OBSERVATION, "con-00001"), REJECT, voter=f"voter {number}")
    (told,) = read(asked, OF_SKILL)["items"]
    assert (told["net_score"], told["hidden"]) == (-rejects, hidden)


def test_pages_go_on_after_a_uid(asked: Service) -> None:
    made = [publish(asked) for _ in range(4)]
    first = read(asked, f"{OF_SKILL}?limit=2")
    assert (uids(first), first["next"]) == (made[:1:-1], made[2])
    second = read(asked, f"{OF_SKILL}?limit=3&after={first['next']}")
    assert uids(second) == [made[1], made[0], "con-00001"]
    assert "next" not in second


@requirement("R-READ-07")
def test_since_is_a_day_or_a_moment(asked: Service) -> None:
    uid = publish(asked, committed_at=moment(NOW - timedelta(hours=1)))
    for since, found in (
        ("2026-11-13", [uid, "con-00001"]),
        ("2026-11-13T10:30:00Z", [uid, "con-00001"]),
        ("2026-11-13T10:30:01Z", [uid]),
        ("2026-11-13T10:30:00.000Z", [uid, "con-00001"]),
        ("2026-11-13T10:30:00.5Z", [uid]),
        ("2026-11-13T11:30:00%2B01:00", [uid, "con-00001"]),
        ("2026-11-13T11:30:00+01:00", [uid, "con-00001"]),
        ("2026-11-13T09:30:00.001-01:00", [uid]),
        ("2026-11-15", [uid]),
        ("2026-11-16", []),
    ):
        assert uids(read(asked, f"/api/concerns?since={since}")) == found
        assert uids(read(asked, f"{OF_SKILL}?since={since}")) == found


@pytest.mark.parametrize(
    ("query", "pointers"),
    [
        ("target_type=observation", ["/target_type"]),
        ("target_id=%00", ["/target_id"]),
        ("skill=No", ["/skill"]),
        ("status=secret&limit=many&after=val-00001", ["/status", "/after", "/limit"]),
        ("since=2026-11-15%2010:00", ["/since"]),
        ("since=2026-02-30", ["/since"]),
        ("since=2026-11-15T10:00:00", ["/since"]),
        ("since=0001-01-01T00:00:00%2B01:00", ["/since"]),
    ],
)
def test_a_wrong_query_is_refused_by_name(asked: Service, query: str, pointers: list[str]) -> None:
    told = read(asked, f"/api/concerns?{query}", 400)
    assert (told["error"], told["schema_pointer"]) == ("schema_fail", pointers[0])
    assert [each["schema_pointer"] for each in told.get("faults", [])] in ([], pointers)
    assert "secret" not in json.dumps(told)


@requirement("R-READ-07")
def test_a_skill_that_is_not_there_is_no_empty_list(asked: Service) -> None:
    answers = [asked.ask("GET", path) for path in ("/api/concerns?skill=nope", "/api/skills/nope/concerns")]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].json() == answers[1].json()


def test_an_unknown_parameter_is_left_alone(asked: Service) -> None:
    assert read(asked, "/api/concerns?tracking=1") == read(asked, "/api/concerns")


def test_a_store_that_cannot_be_reached_is_said(asked: Service) -> None:
    asked.store.close()
    assert read(asked, "/api/concerns", 503)["error"] == "staging_unavailable"


def test_reading_and_sending_stand_at_one_address(asked: Service) -> None:
    answer = asked.ask("PUT", "/api/concerns")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD, POST")


@requirement("R-READ-13")
@pytest.mark.parametrize("path", ["/api/concerns", OF_SKILL])
def test_who_asks_too_often_is_told_to_wait_and_nobody_else(sqlite_store: Store, path: str) -> None:
    asked = service(sqlite_store, {**DEFAULT_LIMITS, Limit.CONCERN_READ: 2})
    for _ in range(2):
        assert asked.ask("GET", path).status_code == 200
    refused = asked.ask("GET", path)
    assert_documented(refused)
    assert (refused.status_code, refused.json()["error"]) == (429, "rate_limit_exceeded")
    assert int(refused.headers["retry-after"]) > 0
    assert asked.ask("GET", path, address="203.0.113.9").status_code == 200, "an address of its own"
    asked.clock.move(hours=1, minutes=1)
    assert asked.ask("GET", path).status_code == 200
    assert asked.ask("GET", "/skills/becivic").status_code == 200, "pages are not counted"
