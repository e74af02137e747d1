"""A reported text that was confirmed stays confirmed after a promotion, which destroys what told the voters apart (ADR 45)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from becivic.publishing.rot.machine_votes import MachineVote, cast
from becivic.rules.changes import ChangeState
from becivic.rules.statuses import Status
from becivic.rules.submissions import Verdict
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.keeping import CHANGE_REQUESTS, SALTS
from becivic.store.tables.signals import VALIDATIONS
from becivic.store.voters import forget_voters
from tests.factories.polls import A_FORTNIGHT, PATH, SKILL, TWO_DAYS, Poll, begun
from tests.security.orders import NEW_SOURCE, source_add
from tests.security.test_reported_passages import LABEL
from tests.security.test_reported_sources import LABELS, merged

REPORTED_SOURCE = (TargetType.PATH_SOURCE, f"{PATH[1]}:{NEW_SOURCE}")


@pytest.fixture
def poll(sqlite_store: Store, tmp_path: Path) -> Poll:
    return Poll(begun(sqlite_store, tmp_path / "home"))


def amended(poll: Poll) -> None:
    """A second after the merge: votes of the same moment may be about the text before."""
    poll.amend()
    poll.later(timedelta(seconds=1))


def added(poll: Poll) -> None:
    merged(poll.press, source_add())
    poll.later(timedelta(seconds=1))


def skill_mark(poll: Poll) -> dict[str, Any]:
    (mark,) = poll.press.get(f"/api/skills/{SKILL[1]}").json()["reported"]
    return dict(mark)


def source_mark(poll: Poll) -> dict[str, Any]:
    sources = poll.press.get(f"/api/paths/{PATH[1]}").json()["sources"]
    return next(dict(each["reported"]) for each in sources if each["id"] == NEW_SOURCE)


def test_a_confirmed_skill_stays_confirmed_at_stable(poll: Poll) -> None:
    amended(poll)
    assert "confirmed" not in skill_mark(poll)
    poll.confirm(SKILL, 1)
    assert "confirmed" in skill_mark(poll)
    poll.promote(SKILL, Status.STABLE)
    assert poll.press.rows(SALTS, artefact=":".join(SKILL)) == []
    assert {row.voter_hash for row in poll.press.rows(VALIDATIONS)} == {None}
    assert "confirmed" in skill_mark(poll)
    for page in (f"/skills/{SKILL[1]}/index.md", f"/skills/{SKILL[1]}"):
        assert LABEL not in poll.press.get(page).text


def test_a_promotion_before_the_mark_confirms_nothing(poll: Poll) -> None:
    poll.promote(SKILL, Status.STABLE)
    amended(poll)
    assert "confirmed" not in skill_mark(poll)
    assert LABEL in poll.press.get(f"/skills/{SKILL[1]}/index.md").text


def test_a_promotion_that_was_rolled_back_confirms_nothing(poll: Poll) -> None:
    amended(poll)
    poll.promote(SKILL, Status.BETA)
    assert "confirmed" in skill_mark(poll)
    poll.reject(SKILL, 2)
    assert poll.decided(poll.tick()) == [("rollback", SKILL[1], "beta", "alpha")]
    poll.press.store.write(lambda connection: forget_voters(connection, *SKILL))
    assert "confirmed" not in skill_mark(poll)


def test_a_promotion_that_was_never_merged_confirms_nothing(poll: Poll) -> None:
    amended(poll)
    poll.promote(SKILL, Status.STABLE)
    closed = update(CHANGE_REQUESTS).values(state=ChangeState.CLOSED.value)
    poll.press.store.write(lambda connection: connection.execute(closed).rowcount)
    assert "confirmed" not in skill_mark(poll)


@pytest.mark.parametrize("voters", [1, 3])
def test_a_confirmed_source_stays_confirmed_at_stable(poll: Poll, voters: int) -> None:
    added(poll)
    poll.confirm(REPORTED_SOURCE, voters)
    poll.promote(PATH, Status.STABLE)
    assert {row.voter_hash for row in poll.press.rows(VALIDATIONS)} == {None}
    assert "confirmed" in source_mark(poll)
    assert LABELS["en"] not in poll.press.get(f"/paths/{PATH[1]}").text


def test_votes_on_the_path_alone_confirm_no_source(poll: Poll) -> None:
    added(poll)
    poll.promote(PATH, Status.STABLE)
    assert "confirmed" not in source_mark(poll)


def test_a_probe_confirms_no_source_by_a_promotion_either(poll: Poll) -> None:
    added(poll)
    now = poll.press.now
    vote = MachineVote.on(REPORTED_SOURCE, Verdict.CONFIRM, now, bytes)
    poll.press.store.write(lambda connection: cast(connection, [vote], now))
    poll.confirm(PATH, 3)
    poll.later(TWO_DAYS + timedelta(seconds=1))
    assert poll.decided(poll.tick()) == [("promote", PATH[1], "alpha", "beta")]
    logged = poll.log(PATH)[-1].tally["sources"][NEW_SOURCE]
    assert logged["confirming_ips"] == 1
    poll.promote(PATH, Status.STABLE)
    assert "confirmed" not in source_mark(poll)


def test_a_later_vote_is_the_moment_of_the_confirmation(poll: Poll) -> None:
    amended(poll)
    poll.promote(SKILL, Status.STABLE)
    before = skill_mark(poll)["confirmed"]
    poll.later(A_FORTNIGHT)
    poll.confirm(SKILL, 1)
    assert skill_mark(poll)["confirmed"] > before
