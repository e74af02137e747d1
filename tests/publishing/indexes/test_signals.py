"""What the indexes read: at one moment, with the newest thing there is as its now."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import update

from becivic.publishing.indexes.signals import WINDOW, Signals, read_signals
from becivic.publishing.records import fill_records
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.catalogue import VOLATILE_VALUES
from becivic.store.tables.keeping import ARTEFACTS
from tests.factories.corpora import Files
from tests.factories.homes import NOON
from tests.factories.signals import REJECT, concern, vote
from tests.factories.workshops import open_workshop
from tests.requirement import requirement

APPLY = (TargetType.SKILL, "demo-application")
CERTIFICATE = (TargetType.PATH, "demo-certificate")
PORTAL = (TargetType.PATH_SOURCE, "demo-certificate:federal-portal")
SKILLS, PATHS = (TargetType.SKILL,), (TargetType.PATH,)


def _signals(store: Store) -> Signals:
    return store.read(read_signals)


def _days(days: int) -> datetime:
    return NOON + timedelta(days=days)


@requirement("R-IDX-02", "R-IDX-03")
def test_an_index_is_of_the_last_change_or_the_last_vote_of_its_kind(store: Store, tmp_path: Path) -> None:
    open_workshop(store, tmp_path)
    assert _signals(store).generated_at() == "2026-11-15T12:00:00Z"
    vote(store, APPLY, at=_days(1))
    vote(store, PORTAL, at=_days(2))
    vote(store, (TargetType.REFERENCE, "ref-00001"), at=_days(3))
    vote(store, APPLY, at=_days(4), held=1)
    vote(store, (TargetType.SKILL, "demo-gone"), at=_days(5))
    signals = _signals(store)
    assert signals.generated_at(SKILLS) == "2026-11-16T12:00:00Z"
    assert signals.generated_at(PATHS) == signals.generated_at() == "2026-11-17T12:00:00Z"


def test_before_anything_happened_there_is_a_moment_too(store: Store) -> None:
    assert _signals(store).generated_at() == "1970-01-01T00:00:00Z"


@requirement("R-IDX-02")
def test_the_window_is_counted_back_from_the_newest_thing_there_is(store: Store, tmp_path: Path) -> None:
    open_workshop(store, tmp_path)
    concern(store, APPLY, at=NOON)
    assert _signals(store).lately[APPLY].count == 1
    concern(store, CERTIFICATE, at=NOON + WINDOW)
    assert _signals(store).lately[APPLY].count == 1
    vote(store, PORTAL, at=NOON + WINDOW + timedelta(seconds=1))
    assert APPLY not in _signals(store).lately
    assert _signals(store).concerns[APPLY].total == 1


@requirement("R-IDX-03", "R-OBSV-09")
def test_a_path_is_validated_by_votes_on_it_and_on_its_sources(store: Store, tmp_path: Path) -> None:
    open_workshop(store, tmp_path)
    vote(store, CERTIFICATE, voter="one")
    vote(store, PORTAL, REJECT, voter="two", at=_days(1))
    signals = _signals(store)
    assert signals.validation(CERTIFICATE) == {
        "confirms": 1,
        "rejects": 1,
        "distinct_ips": 2,
        "cohort_started_at": "2026-11-15T12:00:00Z",
    }
    assert signals.last_used(CERTIFICATE) == "2026-11-16"


def test_the_last_use_is_a_vote_or_a_concern_of_whatever_cohort(store: Store, tmp_path: Path) -> None:
    open_workshop(store, tmp_path)
    assert _signals(store).last_used(APPLY) is None
    vote(store, APPLY, at=_days(-9), version="0.0.1")
    assert _signals(store).last_used(APPLY) == "2026-11-06"
    concern(store, APPLY, at=_days(-3))
    assert _signals(store).last_used(APPLY) == "2026-11-12"


def test_voters_counted_before_their_hashes_were_destroyed_still_count(store: Store) -> None:
    fill_records(store, Files.valid().load(), NOON)
    frozen = update(ARTEFACTS).values(distinct_frozen='{"distinct_ips":11}')
    store.write(lambda connection: connection.execute(frozen).rowcount)
    vote(store, APPLY)
    assert _signals(store).validation(APPLY)["distinct_ips"] == 11


def test_catalogue_rows_are_counted_by_status_while_they_are_current_and_shown(store: Store) -> None:
    fill_records(store, Files.valid().load(), NOON)
    assert _signals(store).rows[TargetType.VOLATILE_VALUE] == {"alpha": 2}
    held = update(VOLATILE_VALUES).where(VOLATILE_VALUES.c.uid == "val-00001").values(held=1)
    store.write(lambda connection: connection.execute(held).rowcount)
    assert _signals(store).rows[TargetType.VOLATILE_VALUE] == {"alpha": 1}
