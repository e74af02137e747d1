from __future__ import annotations

import logging
from datetime import timedelta

import pytest

from becivic.intake import meter as meter_module
from becivic.intake.addresses import AddressHashes
from becivic.intake.meter import Meter, RollingHour, TripWire
from becivic.rules.limits import Limit
from tests.factories.oracle import NOW
from tests.requirement import requirement

MINUTE = timedelta(minutes=1)


def of(address: str) -> AddressHashes:
    """An IPv4 address: its hashes are one."""
    return AddressHashes(address, address, address)


def test_an_hour_rolls_minute_by_minute() -> None:
    hour = RollingHour()
    assert (hour.total(NOW), hour.wait(NOW)) == (0, 3601)
    hour.add(NOW, 2)
    hour.add(NOW + timedelta(seconds=20), 1)
    hour.add(NOW + 30 * MINUTE, 5)
    assert hour.total(NOW + 59 * MINUTE) == 8
    assert hour.total(NOW + 60 * MINUTE) == 5
    assert hour.total(NOW + 90 * MINUTE) == 0


def test_a_meter_gives_what_is_left_and_says_how_long_to_wait() -> None:
    meter = Meter(Limit.BURST, 10)
    assert meter.take(of("a"), NOW, 7)[0] == 7
    assert meter.take(of("a"), NOW + MINUTE, 7)[:2] == (3, 59 * 60 + 1)
    assert meter.take(of("a"), NOW + MINUTE, 1)[0] == 0
    assert meter.take(of("b"), NOW + MINUTE, 1)[0] == 1
    assert meter.take(of("a"), NOW + 60 * MINUTE, 20)[0] == 7


def test_a_meter_forgets_addresses_that_have_been_quiet_for_an_hour() -> None:
    meter = Meter(Limit.BURST, 10)
    for number in range(50):
        meter.take(of(f"address {number}"), NOW, 1)
    meter.take(of("another"), NOW + 61 * MINUTE, 1)
    assert list(meter._addresses) == ["another"]


@requirement("R-RATE-02")
def test_the_trip_wire_says_so_once_an_hour_and_refuses_nobody(caplog: pytest.LogCaptureFixture) -> None:
    wire = TripWire(100)
    with caplog.at_level(logging.ERROR):
        said = [wire.passed(NOW + number * MINUTE, 60) for number in range(64)]
    assert said.count(True) == 2
    assert said.index(True) == 1
    assert [record.levelname for record in caplog.records] == ["ERROR", "ERROR"]


def test_a_flood_of_addresses_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meter_module, "_MOST_ADDRESSES", 10)
    meter = Meter(Limit.BURST, 10)
    for number in range(25):
        assert meter.take(of(f"address {number}"), NOW, 1)[0] == 1
    assert len(meter._addresses) <= 10
