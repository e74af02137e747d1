from __future__ import annotations

import pytest
from sqlalchemy import Connection, insert

from becivic.intake import counters
from becivic.intake.addresses import AddressHashes
from becivic.intake.bans import Bans
from becivic.intake.counters import Counted
from becivic.intake.refusal import Refusal
from becivic.intake.stages.rate_limits import check_limits, limits_of
from becivic.rules.errors import ErrorCategory
from becivic.rules.limits import TIGHTENED, Limit
from becivic.store import written
from becivic.store.store import Store
from becivic.store.tables.keeping import BANS
from tests.factories.intake import DEFAULT_LIMITS, SOMEBODY, desk, submission
from tests.factories.oracle import NOW
from tests.requirement import requirement

CONCERN = "concerns/valid/skill-commune-ixelles"
VOTE = "validations/valid/skill-confirm"
FLAG = "validations/valid/skill-reject-injection"
HASHES = AddressHashes("hash", "hash", "hash")


@requirement("R-RATE-01", "R-PIPE-10")
@pytest.mark.parametrize(
    ("name", "limits"),
    [
        (CONCERN, (Limit.COMBINED, Limit.BURST)),
        (VOTE, (Limit.VALIDATION, Limit.COMBINED, Limit.BURST)),
        (FLAG, (Limit.INJECTION_FLAG, Limit.VALIDATION, Limit.COMBINED, Limit.BURST)),
        ("analytics/valid/session-start", (Limit.ANALYTICS,)),
    ],
)
def test_a_submission_counts_towards_the_limits_of_its_type(name: str, limits: tuple[Limit, ...]) -> None:
    assert limits_of(submission(name)) == limits


def asked(
    store: Store,
    name: str,
    before: int,
    limits: dict[Limit, int] = DEFAULT_LIMITS,
    address: str = SOMEBODY,
) -> Counted | Refusal:
    """What the stage says to one more, after so many of its kind."""
    found = submission(name)

    def job(connection: Connection) -> Counted | Refusal:
        already = counters.counted(connection, HASHES, NOW)
        for _ in range(before):
            counters.count(connection, already, limits_of(found))
        return check_limits(found, desk(connection, address=address), HASHES, limits, Bans())

    return store.write(job)


@requirement("R-RATE-01", "R-PIPE-10")
@pytest.mark.parametrize(
    ("name", "limit"), [(CONCERN, Limit.COMBINED), (VOTE, Limit.VALIDATION), (FLAG, Limit.INJECTION_FLAG)]
)
def test_the_last_one_fits_and_the_next_is_told_how_long_to_wait(
    store: Store, name: str, limit: Limit
) -> None:
    number = DEFAULT_LIMITS[limit]
    assert isinstance(asked(store, name, number - 1), Counted)
    refused = asked(store, name, 1)
    assert isinstance(refused, Refusal)
    assert (refused.category, refused.status) == (ErrorCategory.RATE_LIMIT_EXCEEDED, 429)
    assert refused.retry_after == 13 * 3600 + 30 * 60 + 1  # until midnight
    assert f"{number} a day" in refused.detail


@requirement("R-RATE-02", "R-RATE-04")
def test_the_burst_is_told_apart_from_the_day(store: Store) -> None:
    refused = asked(store, CONCERN, 3, {**DEFAULT_LIMITS, Limit.BURST: 3})
    assert isinstance(refused, Refusal)
    assert "3 an hour" in refused.detail
    assert refused.retry_after == 3600


def ban(connection: Connection, level: str, address: str = SOMEBODY) -> None:
    connection.execute(
        insert(BANS).values(
            salt="an artefact's",
            address_hash=desk().hasher.hash("an artefact's", address),
            level=level,
            reason="two false flags",
            created_at=written.moment(NOW),
        )
    )


@requirement("R-RATE-05")
def test_a_ruling_tightens_the_limits_and_a_second_one_closes_them(store: Store) -> None:
    store.write(lambda connection: ban(connection, "banned", "203.0.113.77"))
    assert isinstance(asked(store, VOTE, TIGHTENED[Limit.VALIDATION]), Counted)
    store.write(lambda connection: ban(connection, "limited"))
    tightened = asked(store, VOTE, 0)
    assert isinstance(tightened, Refusal)
    assert tightened.category is ErrorCategory.RATE_LIMIT_EXCEEDED
    store.write(lambda connection: ban(connection, "banned"))
    closed = asked(store, VOTE, 0)
    assert isinstance(closed, Refusal)
    assert (closed.category, closed.status) == (ErrorCategory.FORBIDDEN, 403)


@requirement("R-RATE-05")
def test_nobody_gains_by_a_ruling_where_the_operator_allows_less(store: Store) -> None:
    store.write(lambda connection: ban(connection, "limited"))
    refused = asked(store, VOTE, 1, {**DEFAULT_LIMITS, Limit.VALIDATION: 1})
    assert isinstance(refused, Refusal)
    assert "1 a day" in refused.detail
