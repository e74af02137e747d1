"""Caps that grow with the prefix: meters in memory, rulings on a /56 and a /48, and the wait that is told."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, insert

from becivic.intake import counters
from becivic.intake.addresses import AddressHasher, AddressHashes
from becivic.intake.bans import NO_SANCTION, Bans, Sanction
from becivic.intake.counters import Counted
from becivic.intake.meter import Meter
from becivic.intake.refusal import Refusal
from becivic.intake.stages.rate_limits import check_limits
from becivic.rules.limits import BANNED_FROM, LIMITED_FROM, TIGHTENED, Limit, Width
from becivic.store.store import Store
from becivic.store.tables.keeping import BANS, BanLevel
from tests.factories.intake import DEFAULT_LIMITS, KEY, desk, submission
from tests.factories.oracle import NOW
from tests.factories.records import record
from tests.requirement import requirement

VOTE = "validations/valid/skill-confirm"
LIMITED, BANNED = BanLevel.LIMITED, BanLevel.BANNED


def prefix(voice: int, subnet: int = 0) -> str:
    return f"2001:db8:1:{voice * 256 + subnet:x}::/64"


def hashes(address: str, salt: str = "of the day") -> AddressHashes:
    return AddressHasher(KEY).hashes(salt, address)


def rule(connection: Connection, number: int, address: str) -> None:
    """One bogus flag of an address."""
    seen = hashes(address, f"salt {number}")
    given: dict[str, Any] = {
        "salt": f"salt {number}",
        "address_hash": seen.voice,
        "network_hash": seen.network,
        "level": LIMITED.value,
    }
    row = {name: value for name, value in record(BANS, **given).items() if name != "row_id"}
    connection.execute(insert(BANS).values(row))


def sanction(connection: Connection, address: str) -> Sanction:
    return Bans().sanction(desk(connection, address=address), "today")


def test_an_address_has_three_hashes_and_an_ipv4_address_one() -> None:
    ipv6, ipv4 = hashes(prefix(1)), hashes("203.0.113.7")
    assert list(ipv6.by_width) == [Width.NETWORK, Width.VOICE, Width.ADDRESS]
    assert len(set(ipv6.by_width.values())) == 3
    assert ipv4.by_width == {Width.ADDRESS: ipv4.voice} == {Width.ADDRESS: ipv4.network}
    assert hashes(prefix(1, 7)).voice == ipv6.voice != hashes(prefix(2)).voice
    assert hashes(prefix(2)).network == ipv6.network != hashes("2001:db8:2::/64").network


@requirement("R-RATE-05")
def test_a_ruling_is_about_the_56_and_many_are_about_the_48(store: Store) -> None:
    def job(connection: Connection) -> None:
        rule(connection, 0, prefix(0))
        assert sanction(connection, prefix(0, 9)) == Sanction(LIMITED, Width.VOICE)
        assert sanction(connection, prefix(1)).level is NO_SANCTION.level
        rule(connection, 1, prefix(0, 5))
        assert sanction(connection, prefix(0)) == Sanction(BANNED, Width.VOICE)
        for number in range(2, LIMITED_FROM[Width.NETWORK]):
            rule(connection, number, prefix(number))
        assert sanction(connection, prefix(99)) == Sanction(LIMITED, Width.NETWORK)
        assert sanction(connection, prefix(2)) == Sanction(LIMITED, Width.NETWORK)
        assert sanction(connection, prefix(0)) == Sanction(BANNED, Width.VOICE)
        for number in range(LIMITED_FROM[Width.NETWORK], BANNED_FROM[Width.NETWORK]):
            rule(connection, number, prefix(number))
        assert sanction(connection, prefix(99)) == Sanction(BANNED, Width.NETWORK)
        assert sanction(connection, "2001:db8:2::/64").level is None
        refused = asked(connection, prefix(99))
        assert isinstance(refused, Refusal)
        assert (refused.status, refused.detail.split()[1]) == (403, "network")

    store.write(job)


def asked(connection: Connection, address: str, before: tuple[str, ...] = ()) -> Counted | Refusal:
    """What one more vote is answered after one of each of these addresses."""
    found = submission(VOTE)
    for each in before:
        already = counters.counted(connection, hashes(each), NOW)
        counters.count(connection, already, [Limit.VALIDATION])
    here = desk(connection, address=address)
    return check_limits(found, here, hashes(address), DEFAULT_LIMITS, Bans())


@requirement("R-RATE-05")
def test_a_sanction_tightens_its_56_and_leaves_the_48_its_caps(store: Store) -> None:
    def job(connection: Connection) -> None:
        rule(connection, 0, prefix(0))
        most = TIGHTENED[Limit.VALIDATION]
        others = tuple(prefix(1, number) for number in range(most))
        assert isinstance(asked(connection, prefix(0), others), Counted)
        own = tuple(prefix(0, number) for number in range(1, most + 1))
        refused = asked(connection, prefix(0), own)
        assert isinstance(refused, Refusal)
        assert f"{most} a day for one IPv6 /56" in refused.detail

    store.write(job)


@requirement("R-RATE-03")
def test_of_several_limits_that_are_reached_the_one_that_ends_last_is_told(store: Store) -> None:
    def job(connection: Connection) -> None:
        already = counters.counted(connection, hashes(prefix(0)), NOW)
        for _ in range(DEFAULT_LIMITS[Limit.BURST]):
            counters.count(connection, already, [Limit.BURST])
        soon = asked(connection, prefix(0))
        assert isinstance(soon, Refusal)
        assert (soon.retry_after, "an hour" in soon.detail) == (3600, True)
        later = asked(connection, prefix(0), (prefix(0),) * DEFAULT_LIMITS[Limit.VALIDATION])
        assert isinstance(later, Refusal)
        assert later.retry_after == 13 * 3600 + 30 * 60 + 1
        assert "10 a day for one address" in later.detail

    store.write(job)


@pytest.mark.parametrize(
    ("width", "most"), [(Width.ADDRESS, 5), (Width.VOICE, 20), (Width.NETWORK, 80)], ids=str
)
def test_a_meter_counts_at_three_widths(width: Width, most: int) -> None:
    meter, taken = Meter(Limit.VALIDATE_MODE, 5), 0
    for number in range(most + 1):
        address = {
            Width.ADDRESS: prefix(0),
            Width.VOICE: prefix(0, number),
            Width.NETWORK: prefix(number),
        }[width]
        room = meter.take(hashes(address), NOW, 1)
        taken += room.fitting
    assert (taken, room.fitting, room.most, room.width) == (most, 0, most, width)
    assert room.wait == 3601
    assert meter.take(hashes("2001:db8:2::/64"), NOW, 9).fitting == 5
    assert meter.take(hashes(prefix(0)), NOW + timedelta(hours=1), 9).fitting == 5


def test_what_does_not_fit_leaves_nothing_in_memory() -> None:
    meter = Meter(Limit.VALIDATE_MODE, 1)
    for number in range(100):
        meter.take(hashes(prefix(number)), NOW, 1)
    assert len(meter._addresses) == 16 * 2 + 1
