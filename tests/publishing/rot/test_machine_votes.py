"""A machine's votes: rows like everybody's, marked, and of nobody's address."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from sqlalchemy import select

from becivic.publishing.rot.machine_votes import MachineVote, cast, vote_id
from becivic.rules.identifiers import UUID7
from becivic.rules.submissions import Verdict
from becivic.rules.targets import TargetType
from becivic.store import revision, watched
from becivic.store.store import Store
from becivic.store.tables.signals import LOOKED_THROUGH, VALIDATIONS
from tests.factories.homes import NOON
from tests.requirement import requirement

SOURCE = (TargetType.PATH_SOURCE, "demo-certificate:federal-portal")


def test_an_id_tells_its_millisecond_and_is_shaped_like_every_other() -> None:
    moment = datetime(2026, 11, 15, 12, 0, 0, 123_000, tzinfo=UTC)
    for chance in (b"\0", b"\xff", b"\xa5"):
        made = vote_id(moment, lambda size, chance=chance: chance * size)  # type: ignore[misc]
        assert re.fullmatch(rf"val_{UUID7}", made)
        assert int(made[4:].replace("-", "")[:12], 16) == int(moment.timestamp() * 1000)


@requirement("R-PLC-05")
def test_votes_are_kept_with_their_marker_and_whoever_they_are_about_is_looked_at(store: Store) -> None:
    one = MachineVote.on(SOURCE, Verdict.CONFIRM, NOON, lambda size: b"\1" * size)
    two = MachineVote.on((TargetType.REFERENCE, "ref-00001"), Verdict.REJECT, NOON, lambda size: b"\2" * size)
    before = store.read(revision.current)
    store.write(lambda connection: cast(connection, [one, two], NOON))
    query = select(VALIDATIONS).where(VALIDATIONS.c.held == 0, LOOKED_THROUGH).order_by(VALIDATIONS.c.row_id)
    first, second = store.read(lambda connection: connection.execute(query).all())
    assert (first.validation_id, first.target_type, first.target_id) == (one.id, *SOURCE)
    assert (first.verdict, second.verdict) == ("confirm", "reject")
    assert (first.submitter_type, first.regex_passes, first.injection_flag) == ("ci_probe", "[]", 0)
    for name in (
        "voter_hash",
        "rationale",
        "injection_reason",
        "traversal_metadata",
        "session_id",
        "cohort_anchor",
    ):
        assert first._mapping[name] is None
    assert first.validated_at == second.validated_at == "2026-11-15T12:00:00.000000Z"
    seen = store.read(lambda connection: watched.to_look_at(connection, NOON))
    assert [(each.target, each.id, each.mark) for each in seen] == [
        (TargetType.PATH, "demo-certificate", one.id),
        (TargetType.REFERENCE, "ref-00001", two.id),
    ]
    assert store.read(revision.current) == before + 1


def test_no_votes_change_nothing(sqlite_store: Store) -> None:
    before = sqlite_store.read(revision.current)
    sqlite_store.write(lambda connection: cast(connection, [], NOON))
    assert sqlite_store.read(revision.current) == before
