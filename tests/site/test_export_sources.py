"""Where a written-out site gets its facts: from a corpus alone, and from the records of a home."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from becivic.reading.activity import WEEKS
from becivic.reading.activity_records import read_activity
from becivic.reading.past import Pasts
from becivic.reading.reader import open_reader
from becivic.reading.readings import UNKNOWN
from becivic.reading.walker import Walker
from becivic.rules.consensus import POLICY
from becivic.rules.targets import TargetType
from becivic.site.book import Book
from becivic.site.export_records import RecordedSource
from becivic.site.static_export import export_site
from becivic.store.store import Store
from tests.factories.corpora import Files
from tests.factories.exported import filed
from tests.factories.homes import NOON
from tests.factories.site_pages import PUBLIC_URL
from tests.factories.workshops import open_workshop


@pytest.fixture
def recorded(sqlite_store: Store, tmp_path: Path) -> Iterator[RecordedSource]:
    home = tmp_path / "home"
    home.mkdir()
    workshop = open_workshop(sqlite_store, home, Files.valid())
    book = Book(workshop.corpus(), PUBLIC_URL, NOON)
    with closing(Walker.of(workshop.repository)) as walker, asyncio.Runner() as runner:
        reader = open_reader(sqlite_store, POLICY, pasts=Pasts(walker))
        yield RecordedSource(book, NOON, reader, walker.history, runner)


def test_a_corpus_alone_knows_of_no_votes_and_no_changes(sqlite_store: Store) -> None:
    source = filed()
    told = source.activity()
    empty = sqlite_store.read(lambda connection: read_activity(connection, source.book.corpus, NOON))
    assert (told.as_of, told.weeks, told.decided, told.reported) == (empty.as_of, empty.weeks, (), ())
    assert len(told.weeks) == WEEKS
    assert len(told.ages) == len(empty.ages)
    assert told.holdings[TargetType.SKILL] == empty.holdings[TargetType.SKILL]
    assert source.changed() == ()
    assert source.changes_of("demo-clock") == ()
    assert source.skill("demo-clock").changed is None
    assert source.skill("demo-clock").past is UNKNOWN
    assert source.path("demo-certificate").standing == {}


def test_a_home_knows_what_changed_and_when(recorded: RecordedSource) -> None:
    assert recorded.skill("demo-clock").changed is not None
    assert len(recorded.skill("demo-clock").past.changes) == 1
    assert set(recorded.path("demo-certificate").standing)
    assert {each.address for each in recorded.changed()} >= {"/skills/demo-clock", "/paths/demo-certificate"}
    assert [change.version for change in recorded.changes_of("demo-clock")]
    assert recorded.changes_of("no-such-skill") == ()
    assert recorded.activity().holdings[TargetType.SKILL]


def test_a_home_is_written_out_whole(recorded: RecordedSource, tmp_path: Path) -> None:
    done = export_site(recorded, tmp_path / "site", lambda _, __: None, languages=("en",))
    assert done.unresolved == {}
    assert "## Latest changes" in (tmp_path / "site/skills/demo-clock/index.md").read_text(encoding="utf-8")
    assert "<entry>" in (tmp_path / "site/skills/demo-clock/feed.atom").read_text(encoding="utf-8")
    assert "<entry>" in (tmp_path / "site/feed.atom").read_text(encoding="utf-8")
