"""Seats of an IPv6 /48: what frees one, what an injection flag needs, and two replicas at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import Connection, select, text, update

from becivic.app import create_app
from becivic.intake.addresses import AddressHasher
from becivic.intake.seats import take_seat
from becivic.lifecycle import Evidence, Vote
from becivic.publishing.cohort_stats import addresses_on
from becivic.publishing.consensus.votes import votes_on
from becivic.rules.consensus import POLICY
from becivic.rules.targets import TargetType
from becivic.store.store import Store, open_store
from becivic.store.tables.keeping import ARTEFACTS
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.voters import distinct_voters, forget_voters
from becivic.store.written import moment
from tests.factories.databases import Databases
from tests.factories.intake import KEY, NO_LIMITS, Service, fixture_library, service, state
from tests.factories.oracle import NOW
from tests.factories.table_contents import rows
from tests.intake.test_ipv6_voices import SKILL, VALUE, counted, votes
from tests.requirement import requirement

FLAG = "skill-reject-injection"


@pytest.fixture
def replicas(databases: Databases) -> Iterator[tuple[Store, Store]]:
    with databases.fresh("postgresql") as url:
        opened = open_store(url), open_store(url)
        yield opened
        for each in opened:
            each.close()


def voice(number: int) -> str:
    return f"2001:db8:1:{number:x}00::1"


def stored(store: Store, target: tuple[TargetType, str] = SKILL) -> Evidence:
    return store.read(lambda connection: votes_on(connection, *target))


def test_a_new_cohort_has_two_seats_of_its_own(store: Store) -> None:
    running = service(store, NO_LIMITS)
    for number in range(3):
        votes(running, voice(number))
    running.clock.move(hours=1)
    began = update(ARTEFACTS).where(ARTEFACTS.c.target_id == SKILL[1])
    begin = began.values(cohort_started_at=moment(NOW + timedelta(minutes=1)))
    store.write(lambda connection: connection.execute(begin).rowcount)
    assert "counted" not in votes(running, voice(2)).json()
    assert counted(store) == (1, 0, 1)


def test_a_discarded_vote_frees_its_seat_and_a_held_one_keeps_it(store: Store) -> None:
    running = service(store, NO_LIMITS)
    votes(running, voice(0), "skill-reject")
    votes(running, voice(1))
    own = VALIDATIONS.c
    hold = update(VALIDATIONS).where(own.rationale.is_not(None)).values(held=1)
    store.write(lambda connection: connection.execute(hold).rowcount)
    assert votes(running, voice(2)).json()["counted"] is False
    discard = update(VALIDATIONS).where(own.held == 1).values(rationale=None)
    store.write(lambda connection: connection.execute(discard).rowcount)
    assert "counted" not in votes(running, voice(3)).json()


def test_a_path_and_its_sources_share_two_seats(store: Store) -> None:
    running = service(store, NO_LIMITS)
    path = (TargetType.PATH, "certificate-of-residence-history")
    assert "counted" not in votes(running, voice(0), "path-confirm", target_id=path[1]).json()
    source = f"{path[1]}:commune-desk"
    assert "counted" not in votes(running, voice(1), "path-source-confirm", target_id=source).json()
    assert votes(running, voice(2), "path-source-confirm", target_id=source).json()["counted"] is False
    assert votes(running, voice(2), "path-confirm", target_id=path[1]).json()["counted"] is False
    assert "counted" not in votes(running, voice(0), "path-source-confirm", target_id=source).json()


@requirement("R-SM-10")
def test_an_injection_flag_is_heard_without_a_seat_and_a_48_is_at_most_two_flags(store: Store) -> None:
    running = service(store, NO_LIMITS)
    for number in range(2):
        votes(running, voice(number))
    for number in range(2, 5):
        assert votes(running, voice(number), FLAG).json()["counted"] is False
        flags = min(number - 1, 2)
        assert counted(store) == (2, 0, 2)
        found = store.read(lambda connection: addresses_on(connection, *SKILL, POLICY))
        assert (found.distinct, found.flagging) == (2, flags)
        frozen = store.read(lambda connection: distinct_voters(connection, *SKILL, NOW - timedelta(days=1)))
        assert frozen == {"distinct_ips": 2, "distinct_ips_with_injection_flag": flags}


def test_a_vote_without_a_seat_waits_for_nothing_unless_it_flags() -> None:
    from becivic.rules.submissions import Verdict  # noqa: PLC0415

    unread = partial(Vote, id="1", verdict=Verdict.REJECT, at=NOW, is_looked_through=False)
    assert unread(voter="one").is_pending
    assert unread(unseated="one", flagged=True).is_pending
    assert not unread(unseated="one").is_pending


@requirement("R-SALT-02")
def test_all_hashes_of_votes_are_destroyed_together(store: Store) -> None:
    running = service(store, NO_LIMITS)
    for number in range(3):
        votes(running, voice(number), "volatile-value-confirm")
    assert [vote.has_seat for vote in stored(store, VALUE).votes] == [True, True, False]
    store.write(lambda connection: forget_voters(connection, *VALUE))
    for row in rows(store, VALIDATIONS):
        assert {row["voter_hash"], row["voter_network_hash"], row["unseated_hash"]} == {None}
    assert counted(store, VALUE) == (0, 0, 0)


@requirement("R-SM-10")
def test_two_replicas_never_give_a_third_seat(replicas: tuple[Store, Store]) -> None:
    """The second waits until the first has written its vote, and sees it then."""
    first, second = replicas
    running = service(first, NO_LIMITS)
    votes(running, voice(0))
    hasher = AddressHasher(KEY)
    salt = "salt of nationality-application"
    found: list[bool] = []

    def late(connection: Connection) -> None:
        found.append(take_seat(connection, *SKILL, hasher.hashes(salt, "2001:db8:1:200::/64")))

    waiting = threading.Thread(target=lambda: second.write(late))

    def early(connection: Connection) -> None:
        hashes = hasher.hashes(salt, "2001:db8:1:100::/64")
        found.append(take_seat(connection, *SKILL, hashes))
        waiting.start()
        _until_somebody_waits(connection)
        (before,) = connection.execute(select(VALIDATIONS)).mappings()
        copied = {name: value for name, value in before.items() if name != "row_id"}
        another = {"validation_id": "val_2", "voter_hash": hashes.voice}
        connection.execute(VALIDATIONS.insert(), {**copied, **another})

    first.write(early)
    waiting.join(60)
    assert found == [True, False]


def _until_somebody_waits(connection: Connection) -> None:
    """PostgreSQL says so; bounded, since a check that waits for ever fails nobody."""
    query = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
    for _ in range(3000):
        if connection.execute(query).scalar_one():
            return
        connection.execute(text("SELECT pg_sleep(0.01)"))
    raise AssertionError("the second replica did not wait")


@requirement("R-SM-10")
def test_eight_voices_of_one_48_at_two_replicas_at_once_take_two_seats(replicas: tuple[Store, Store]) -> None:
    one = service(replicas[0], NO_LIMITS)
    library = fixture_library()
    two = Service(
        create_app(state(library, replicas[1], one.clock, NO_LIMITS)), replicas[1], one.clock, library
    )
    barrier, said = threading.Barrier(8), []

    def vote(number: int) -> None:
        barrier.wait(60)
        said.append(votes((one, two)[number % 2], voice(number)).json().get("counted", True))

    threads = [threading.Thread(target=vote, args=(number,)) for number in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(120)
    assert sorted(said) == [False] * 6 + [True] * 2
    assert counted(replicas[0]) == (2, 0, 2)
