"""IPv6 prefixes: a /56 is one voice, a /48 at most two, and limits count at /64, /56 and /48 (design 7.9)."""

from __future__ import annotations

from itertools import count
from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlalchemy import update

from becivic.publishing.cohort_stats import CohortStats, cohort_stats
from becivic.rules.consensus import POLICY
from becivic.rules.limits import Limit
from becivic.rules.moments import rfc3339
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.signals import VALIDATIONS
from tests.factories.intake import DEFAULT_LIMITS, NO_LIMITS, Service, service
from tests.factories.payloads import payload
from tests.factories.press import Press
from tests.factories.table_contents import rows
from tests.requirement import requirement

SKILL = (TargetType.SKILL, "nationality-application")
VALUE = (TargetType.VOLATILE_VALUE, "val-00001")
IPV4 = "203.0.113.7"
_NUMBERS = count(1)
_LOOKED_THROUGH = update(VALIDATIONS).values(names_scanned="by some rules")


def ballot(name: str = "skill-confirm", **changes: Any) -> dict[str, Any]:
    """A fixture under an id of its own."""
    number = 0x01A1DB63_79E0_79CE_A1CD_000000000000 + next(_NUMBERS)
    return {**payload(f"validations/valid/{name}"), "validation_id": f"val_{UUID(int=number)}", **changes}


def votes(running: Service, address: str, name: str = "skill-confirm", **changes: Any) -> httpx.Response:
    return running.post(SubmissionType.VALIDATION, ballot(name, **changes), address=address)


def stats(store: Store, target: tuple[TargetType, str] = SKILL) -> CohortStats:
    found = store.read(lambda connection: cohort_stats(connection, *target, POLICY))
    assert found is not None
    return found


def counted(store: Store, target: tuple[TargetType, str] = SKILL) -> tuple[int, int, int]:
    """Confirms, rejects and distinct addresses, when words were looked through for names."""
    store.write(lambda connection: connection.execute(_LOOKED_THROUGH).rowcount)
    found = stats(store, target)
    return int(found.affirms), int(found.rejects), found.addresses.distinct


@requirement("R-SM-10")
def test_twelve_votes_of_one_56_count_as_one(store: Store) -> None:
    running = service(store, NO_LIMITS)
    for number in range(12):
        said = votes(running, f"2001:db8:1:{0xAB00 + number:x}::1").json()
        assert (said["status"], "counted" in said) == ("applied", False)
    assert counted(store) == (1, 0, 1)


@requirement("R-SM-10")
def test_of_one_48_the_first_two_voices_count_and_each_may_turn_its_vote(store: Store) -> None:
    running = service(store, NO_LIMITS)
    said = [votes(running, f"2001:db8:1:{number:x}00::1").json() for number in range(12)]
    assert [each.get("counted", True) for each in said] == [True, True, *[False] * 10]
    assert all(each["status"] == "applied" for each in said)
    assert "/48" in said[2]["detail"]
    assert counted(store) == (2, 0, 2)
    assert "counted" not in votes(running, "2001:db8:1:1ff::2", "skill-reject").json()
    assert counted(store) == (1, 1, 2)
    assert votes(running, "2001:db8:1:500::2", "skill-reject").json()["counted"] is False
    assert counted(store) == (1, 1, 2)
    assert "counted" not in votes(running, "2001:db8:2::1").json()
    assert counted(store) == (2, 1, 3)


@pytest.mark.parametrize(
    "wrapped",
    [
        "2002:cb00:7107::1",  # 6to4
        "2002:cb00:7107:ffff::9",
        "64:ff9b::cb00:7107",  # NAT64
        "64:ff9b:1::cb00:7107",
        "64:ff9b:1:cb00:71:700::",  # RFC 6052, a prefix of 48 bits
        "2001:0:4136:e378:8000:63bf:34ff:8ef8",  # Teredo: the client is XORed
        "::ffff:203.0.113.7",
        "::203.0.113.7",
    ],
)
def test_a_wrapped_ipv4_address_is_the_voice_of_the_ipv4_address(sqlite_store: Store, wrapped: str) -> None:
    running = service(sqlite_store)
    assert votes(running, IPV4).json()["status"] == "applied"
    assert votes(running, wrapped, "skill-reject").json()["status"] == "applied"
    assert counted(sqlite_store) == (0, 1, 1)
    first, second = rows(sqlite_store, VALIDATIONS)
    assert first["voter_hash"] == second["voter_hash"]


@requirement("R-RATE-01", "R-RATE-03")
@pytest.mark.parametrize(
    ("bits", "most"), [(64, 3), (56, 6), (48, 12)], ids=["of a /64", "of a /56", "of a /48"]
)
def test_limits_count_at_three_widths_with_growing_caps(store: Store, bits: int, most: int) -> None:
    running = service(store, {**DEFAULT_LIMITS, Limit.VALIDATION: 3})

    def address(number: int) -> str:
        """The next one in the same prefix, in another of the width below."""
        within = {64: f"0:{number + 1:x}", 56: f"{number:x}:0", 48: f"{number:x}00:0"}[bits]
        return f"2001:db8:7:{within}:0:0:1"

    for number in range(most):
        assert votes(running, address(number)).status_code == 200
    refused = votes(running, address(most))
    assert refused.status_code == 429
    assert refused.headers["retry-after"] == str(13 * 3600 + 30 * 60 + 1)
    assert f"{most} a day" in refused.json()["detail"]
    assert votes(running, "2001:db8:8::1").status_code == 200


@requirement("R-SALT-03", "R-SALT-08")
def test_author_and_voter_of_one_48_are_one_voice(house: Press) -> None:
    author, neighbour, stranger = "2001:db8:1:100::1", "2001:db8:1:ff00::9", "2001:db8:2::1"
    house.sends("amendments/valid/volatile_value/number", address=author)
    house.a_day_later()
    name = "volatile-value-confirm"
    sent = {"target_id": "val-00003", "submitted_at": rfc3339(house.now)}
    for address in (author, neighbour):
        refused = votes(house.service, address, name, **sent)
        assert refused.json()["error"] == "self_validation_blocked"
    assert votes(house.service, stranger, name, **sent).status_code == 200


@requirement("R-STAGE-04")
def test_a_known_id_from_the_same_64_is_a_duplicate_and_from_another_is_refused(store: Store) -> None:
    running, sent = service(store), ballot()
    assert running.post(SubmissionType.VALIDATION, sent, address="2001:db8:1:101::1").status_code == 200
    again = running.post(SubmissionType.VALIDATION, sent, address="2001:db8:1:101:ffff::2")
    assert again.json()["status"] == "duplicate"
    other = running.post(SubmissionType.VALIDATION, sent, address="2001:db8:1:102::1")
    assert (other.status_code, other.json()["error"]) == (409, "duplicate_id_different_submitter")
