"""How much one address may send, told over HTTP: replays, days, hours, votes, bans and neighbours (design 7.3, 7.10)."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection

from becivic.intake.addresses import AddressHasher
from becivic.rules.limits import TIGHTENED, Limit
from becivic.rules.submissions import EnvelopeMode, SubmissionType
from becivic.store import written
from becivic.store.store import Store
from becivic.store.tables.catalogue import VOLATILE_VALUES
from becivic.store.tables.keeping import BANS, RATE_COUNTERS, SALTS, BanLevel
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.tables.submissions import STAGED
from tests.factories.intake import DEFAULT_LIMITS, KEY, SOMEBODY, Service, service
from tests.factories.numbered import concerns, envelope, item, submission, submission_id
from tests.factories.oracle import NOW
from tests.factories.payloads import payload
from tests.factories.table_contents import contents, rows
from tests.requirement import requirement

CONCERN, VALIDATION, ANALYTICS = (
    SubmissionType.CONCERN,
    SubmissionType.VALIDATION,
    SubmissionType.ANALYTICS,
)
ELSEWHERE = "203.0.113.20"
DAILY = DEFAULT_LIMITS[Limit.COMBINED]
FLAG = {
    name: value
    for name, value in payload("validations/valid/skill-confirm-injection").items()
    if name in ("injection_flag", "injection_reason")
}


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    """One is enough: the SQL that runs here is tested on both databases beside what it belongs to."""
    return sqlite_store


def _concern(running: Service, number: int, address: str = SOMEBODY) -> httpx.Response:
    return running.post(CONCERN, submission(CONCERN, number), address=address)


def _vote(running: Service, number: int, **given: Any) -> httpx.Response:
    return running.post(VALIDATION, submission(VALIDATION, number, **given))


def _statuses(answer: httpx.Response) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [result["status"] for result in answer.json()["results"]]


def _is_over(answer: httpx.Response) -> int:
    """The seconds to wait."""
    said = answer.json()
    assert (answer.status_code, said["error"]) == (429, "rate_limit_exceeded"), answer.text
    assert answer.headers["retry-after"] == str(said["retry_after"])
    return int(said["retry_after"])


def _counts(running: Service) -> Counter[str]:
    found: Counter[str] = Counter()
    for row in rows(running.store, RATE_COUNTERS):
        found[row["counter"]] += row["count"]
    return found


# --- the same again -------------------------------------------------------------------------------------------


@requirement("R-ENV-06", "R-ENV-09", "R-STAGE-04", "R-PIPE-11")
def test_a_replayed_envelope_is_all_duplicate_and_costs_nothing_even_when_its_target_is_gone(
    store: Store,
) -> None:
    running = service(store)
    about = {"target_type": "volatile_value", "target_id": "val-00001"}
    sent = envelope(
        [
            *concerns([1]),
            item(SubmissionType.AMENDMENT, 2, **about),
            item(VALIDATION, 3, **about),
            item(SubmissionType.DRAFT, 4),
            item(SubmissionType.FEEDBACK, 5),
            item(SubmissionType.RATING, 6),
        ]
    )
    assert Counter(_statuses(running.send(sent))) == {"staged": 5, "applied": 1}
    store.write(_supersede)
    before = contents(store)
    again = running.send(sent)
    assert _statuses(again) == ["duplicate"] * 6
    assert all(result["ok"] and result["id"] for result in again.json()["results"])
    assert contents(store) == before
    gone = running.send(envelope([item(VALIDATION, 7, **about)])).json()["results"][0]
    assert gone["error"] == "cross_ref_fail"


def _supersede(connection: Connection) -> None:
    row = VOLATILE_VALUES.update().where(VOLATILE_VALUES.c.uid == "val-00001")
    connection.execute(row.values(superseded_at=written.moment(NOW)))


@requirement("R-ENV-09")
def test_a_replay_beyond_the_limit_is_still_a_duplicate(store: Store) -> None:
    running = service(store)
    sent = envelope(concerns(range(DAILY)))
    running.send(sent)
    assert _statuses(running.send(sent)) == ["duplicate"] * DAILY
    assert _concern(running, 0).json()["status"] == "duplicate"
    _is_over(_concern(running, DAILY))


@requirement("R-STAGE-04")
@pytest.mark.parametrize("kind", SubmissionType)
def test_the_same_id_from_another_address_is_refused_and_changes_nothing(
    kind: SubmissionType, store: Store
) -> None:
    running = service(store)
    sent = submission(kind, 1)
    assert running.post(kind, sent).status_code == 200
    before = _without_counts(store)
    alone = running.post(kind, sent, address=ELSEWHERE)
    assert (alone.status_code, alone.json()["error"]) == (409, "duplicate_id_different_submitter")
    if kind.facts.in_envelope:
        inside = running.send(envelope([item(kind, 1)]), address=ELSEWHERE)
        (result,) = inside.json()["results"]
        assert (inside.status_code, result["status"]) == (200, "rejected")
        assert result["error"] == "duplicate_id_different_submitter"
    assert _without_counts(store) == before


def _without_counts(store: Store) -> dict[str, Any]:
    return {name: held for name, held in contents(store).items() if name != RATE_COUNTERS.name}


@requirement("R-ENV-08", "R-ENV-09")
@pytest.mark.parametrize(
    ("mode", "first"), [(EnvelopeMode.STAGE, "staged"), (EnvelopeMode.VALIDATE, "validated")]
)
def test_the_second_item_with_one_id_is_a_duplicate_of_the_first(
    mode: EnvelopeMode, first: str, store: Store
) -> None:
    running = service(store)
    answer = running.send(envelope(concerns([1, 2, 1]), mode=mode))
    assert _statuses(answer) == [first, first, "duplicate"]


# --- a day ----------------------------------------------------------------------------------------------------


@requirement("R-RATE-01", "R-RATE-03", "R-PIPE-10")
def test_the_fifty_first_of_a_day_waits_until_midnight(store: Store) -> None:
    running = service(store)
    for number in range(DAILY):
        assert _concern(running, number).status_code == 200
    wait = _is_over(_concern(running, DAILY))
    assert _concern(running, DAILY + 1, ELSEWHERE).status_code == 200
    assert len(rows(store, STAGED)) == DAILY + 1
    running.clock.move(seconds=wait - 2)
    _is_over(_concern(running, DAILY))
    running.clock.move(seconds=2)
    assert f"{running.clock.now():%F %R}" == "2026-11-16 00:00"
    assert _concern(running, DAILY).json()["status"] == "staged"


@requirement("R-SALT-01", "R-RATE-03", "R-PRIN-13")
def test_a_new_day_destroys_the_salt_and_the_counters_of_the_one_before(store: Store) -> None:
    running = service(store)
    _concern(running, 1)
    running.post(CONCERN, submission(CONCERN, 2, target_id="no-such-skill"))
    (before,) = _daily(store)
    hashes = {row["address_hash"] for row in rows(store, RATE_COUNTERS)}
    assert _counts(running) == {"COMBINED": 1, "BURST": 1, "rejected": 1}
    running.clock.move(days=1)
    _concern(running, 3)
    (after,) = _daily(store)
    assert (before["key"], after["key"]) == ("daily:2026-11-15", "daily:2026-11-16")
    assert before["salt"] != after["salt"]
    assert {row["day"] for row in rows(store, RATE_COUNTERS)} == {"2026-11-16"}
    assert hashes.isdisjoint(row["address_hash"] for row in rows(store, RATE_COUNTERS))


def _daily(store: Store) -> list[dict[str, Any]]:
    return [row for row in rows(store, SALTS) if row["key"].startswith("daily:")]


@requirement("R-RATE-01", "R-ENV-08")
def test_an_envelope_of_fifty_one_keeps_fifty_and_the_next_is_refused_whole(store: Store) -> None:
    running = service(store)
    answer = running.send(envelope(concerns(range(DAILY + 1))))
    assert _statuses(answer) == [*["staged"] * DAILY, "rejected"]
    last = answer.json()["results"][-1]
    assert (last["error"], last["schema_pointer"]) == ("rate_limit_exceeded", f"/items/{DAILY}")
    assert last["retry_after"] > 0
    none = running.send(envelope(concerns([100, 101, 102])))
    assert _is_over(none) == last["retry_after"]
    assert [result["error"] for result in none.json()["results"]] == ["rate_limit_exceeded"] * 3
    mixed = running.send(envelope(concerns([0, 100])))
    assert _statuses(mixed) == ["duplicate", "rejected"]
    assert len(rows(store, STAGED)) == DAILY


@requirement("R-RATE-01", "R-ENV-08")
def test_one_failure_in_an_envelope_aborts_no_other_item_and_takes_no_room(store: Store) -> None:
    running = service(store)
    unknown = item(CONCERN, 999, target_id="no-such-skill")
    items = concerns(range(DAILY))
    answer = running.send(envelope([items[0], unknown, {"type": "observation"}, *items[1:]]))
    assert _statuses(answer) == ["staged", "rejected", "rejected", *["staged"] * (DAILY - 1)]
    assert _counts(running) == {"COMBINED": DAILY, "BURST": DAILY, "rejected": 2}


@requirement("R-ENV-08")
def test_an_envelope_without_items_is_fine_and_leaves_nothing(store: Store) -> None:
    running = service(store)
    before = contents(store)
    assert _statuses(running.send(envelope([]))) == []
    assert contents(store) == before


@requirement("R-RATE-01")
def test_ten_votes_a_day_and_other_types_after_them(store: Store) -> None:
    running = service(store)
    most = DEFAULT_LIMITS[Limit.VALIDATION]
    assert {_vote(running, number).status_code for number in range(most)} == {200}
    _is_over(_vote(running, most))
    assert _concern(running, 1).status_code == 200
    assert len(rows(store, VALIDATIONS)) == most


@requirement("R-RATE-01")
def test_two_flags_a_day_and_plain_votes_after_them(store: Store) -> None:
    running = service(store)
    most = DEFAULT_LIMITS[Limit.INJECTION_FLAG]
    assert {_vote(running, number, **FLAG).status_code for number in range(most)} == {200}
    _is_over(_vote(running, most, **FLAG))
    assert _vote(running, most + 1).status_code == 200


@requirement("R-PRIN-18")
def test_another_name_for_the_agent_makes_no_room(store: Store) -> None:
    running = service(store)
    running.send(envelope(concerns(range(DAILY))))
    _is_over(running.post(CONCERN, submission(CONCERN, DAILY, submitting_agent="another-runtime/9.9.9")))


@requirement("R-STAGE-05", "R-RATE-01")
def test_taking_something_back_makes_no_room(store: Store) -> None:
    """Else sending and cancelling in turn would be free."""
    running = service(store)
    sent = running.send(envelope(concerns(range(DAILY)))).json()["results"]
    bearer = {"authorization": f"Bearer {sent[0]['cancel_token']}"}
    assert running.ask("DELETE", f"/api/concerns/{sent[0]['id']}", headers=bearer).status_code == 200
    _is_over(_concern(running, DAILY))


# --- an hour --------------------------------------------------------------------------------------------------


@requirement("R-PIPE-14", "R-ENV-05", "R-ENV-11")
def test_three_hundred_validated_items_an_hour_cost_no_daily_quota(store: Store) -> None:
    running = service(store)
    before = contents(store)

    def validate(numbers: range) -> httpx.Response:
        return running.send(envelope(concerns(numbers), mode=EnvelopeMode.VALIDATE))

    assert _statuses(validate(range(200))) == ["validated"] * 200
    assert _statuses(validate(range(200, 301))) == [*["validated"] * 100, "rejected"]
    wait = _is_over(validate(range(301, 302)))
    assert {name: held for name, held in contents(store).items() if name in (STAGED.name, BANS.name)} == {
        name: before[name] for name in (STAGED.name, BANS.name)
    }
    assert _counts(running)["COMBINED"] == 0
    assert _statuses(running.send(envelope(concerns(range(DAILY))))) == ["staged"] * DAILY
    running.clock.move(seconds=wait)
    assert _statuses(validate(range(301, 302))) == ["validated"]


@requirement("R-RATE-02", "R-RATE-04")
def test_a_burst_is_stopped_within_the_hour_and_no_longer(store: Store) -> None:
    running = service(store, {**DEFAULT_LIMITS, Limit.BURST: 4})
    for number in range(2):
        assert _concern(running, number).status_code == 200
    running.clock.move(minutes=20)
    for number in range(2, 4):
        assert _concern(running, number).status_code == 200
    running.clock.move(minutes=10)
    wait = _is_over(_concern(running, 4))
    assert timedelta(seconds=wait) == timedelta(minutes=30)
    running.clock.move(seconds=wait - 60)
    _is_over(_concern(running, 4))
    running.clock.move(seconds=60)
    assert [_concern(running, number).status_code for number in (4, 5, 6)] == [200, 200, 429]


@requirement("R-RATE-02")
def test_sixty_an_hour_hold_where_an_operator_allows_more_a_day(store: Store) -> None:
    running = service(store, {**DEFAULT_LIMITS, Limit.COMBINED: 1000})
    most = DEFAULT_LIMITS[Limit.BURST]
    assert _statuses(running.send(envelope(concerns(range(most + 1))))) == [*["staged"] * most, "rejected"]


@requirement("R-RATE-01", "R-RATE-04")
def test_analytics_have_a_pool_of_their_own(store: Store) -> None:
    running = service(store, {**DEFAULT_LIMITS, Limit.ANALYTICS: 3})

    def event(number: int) -> httpx.Response:
        return running.post(ANALYTICS, submission(ANALYTICS, number))

    assert {event(number).status_code for number in range(3)} == {200}
    _is_over(event(3))
    assert _statuses(running.send(envelope(concerns(range(DAILY))))) == ["staged"] * DAILY
    _is_over(_concern(running, DAILY))
    running.clock.move(days=1)
    assert _statuses(running.send(envelope(concerns(range(100, 100 + DAILY))))) == ["staged"] * DAILY
    assert event(4).status_code == 200


# --- whose limit ----------------------------------------------------------------------------------------------


@requirement("R-RATE-03")
@pytest.mark.parametrize(
    ("first", "second", "share"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("198.51.100.7", "198.51.100.8", False),
        ("198.51.100.7", "::ffff:198.51.100.7", True),
    ],
)
def test_an_ipv6_network_counts_as_one_and_ipv4_addresses_do_not(
    first: str, second: str, share: bool, store: Store
) -> None:
    running = service(store, {**DEFAULT_LIMITS, Limit.COMBINED: 1})
    assert _concern(running, 1, first).status_code == 200
    assert _concern(running, 1, second).status_code == (
        200 if share else 409
    )  # a duplicate, or somebody else's
    assert _concern(running, 2, second).status_code == (429 if share else 200)


def _ban(store: Store, address: str, level: BanLevel) -> None:
    salt = "salt of an artefact"

    def job(connection: Connection) -> None:
        connection.execute(
            BANS.insert().values(
                salt=salt,
                address_hash=AddressHasher(KEY).hash(salt, address),
                level=level.value,
                reason="a flag that was ruled bogus",
                created_at=written.moment(NOW),
            )
        )

    store.write(job)


@requirement("R-RATE-05")
def test_a_bogus_flag_leaves_less_room_for_its_address_alone(store: Store) -> None:
    running = service(store)
    _ban(store, SOMEBODY, BanLevel.LIMITED)
    assert [_vote(running, number, **FLAG).status_code for number in range(2)] == [200, 429]
    assert [_vote(running, number).status_code for number in range(2, 4)] == [200, 429]
    left = TIGHTENED[Limit.COMBINED] - TIGHTENED[Limit.VALIDATION]
    answer = running.send(envelope(concerns(range(left + 1))))
    assert _statuses(answer) == [*["staged"] * left, "rejected"]
    running.clock.move(days=1)
    assert [_vote(running, number, **FLAG).status_code for number in range(10, 12)] == [200, 429]
    assert {_concern(running, 100 + number, ELSEWHERE).status_code for number in range(DAILY)} == {200}


@requirement("R-RATE-05")
def test_a_repeated_one_ends_it_for_good(store: Store) -> None:
    running = service(store)
    assert _concern(running, 1).status_code == 200
    _ban(store, SOMEBODY, BanLevel.LIMITED)
    _ban(store, SOMEBODY, BanLevel.BANNED)
    for _ in range(2):
        refused = _concern(running, 2)
        assert (refused.status_code, refused.json()["error"]) == (403, "forbidden")
        inside = running.send(envelope(concerns([1, 2])))
        assert _statuses(inside) == ["duplicate", "rejected"]
        assert inside.json()["results"][1]["error"] == "forbidden"
        assert _concern(running, 1).json()["status"] == "duplicate"
        running.clock.move(days=1)
    assert _concern(running, 3, ELSEWHERE).status_code == 200
    assert {row["id"] for row in rows(store, STAGED)} == {
        submission_id(CONCERN, 1),
        submission_id(CONCERN, 3),
    }
