"""Atom feeds of what changed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree as ET

from becivic.publishing.file_changes import Change
from becivic.rules.statuses import Status, Version
from becivic.site.agents.feeds import NEWEST, Entry, entry_of, feed
from tests.factories.grounds import AT, URL

_ATOM = "{http://www.w3.org/2005/Atom}"
SINCE = datetime(2026, 1, 1, tzinfo=UTC)


def entry(number: int = 1, **more: str) -> Entry:
    told = {
        "address": "/skills/demo",
        "title": "A procedure",
        "change": "Amend demo",
        "commit": f"{number:040x}",
        "status": "beta",
        "version": "0.2.0",
        **more,
    }
    return Entry(at=AT + timedelta(hours=number), **told)


def test_a_feed_has_what_atom_asks_for() -> None:
    made = feed(URL, [entry()], SINCE)
    root = ET.fromstring(made.body)
    assert made.address == "/feed.atom"
    assert root.findtext(f"{_ATOM}id") == "tag:civic.example,2026:/feed.atom"
    assert root.findtext(f"{_ATOM}updated") == "2026-11-16T13:30:00Z"
    assert root.findtext(f"{_ATOM}author/{_ATOM}name") == "Be Civic"
    links = {each.get("rel"): each.get("href") for each in root.findall(f"{_ATOM}link")}
    assert links == {"self": f"{URL}/feed.atom", "alternate": f"{URL}/activity"}
    only = root.find(f"{_ATOM}entry")
    assert only is not None
    assert only.findtext(f"{_ATOM}id") == f"tag:civic.example,2026:/skills/demo/{1:040x}"
    assert only.findtext(f"{_ATOM}title") == "A procedure (beta, version 0.2.0)"
    assert only.findtext(f"{_ATOM}summary") == "Amend demo"


def test_the_newest_come_first_and_no_more_than_a_reader_wants() -> None:
    root = ET.fromstring(feed(URL, [entry(each) for each in range(NEWEST + 5)], SINCE).body)
    ids = [each.findtext(f"{_ATOM}id") or "" for each in root.findall(f"{_ATOM}entry")]
    assert len(ids) == NEWEST
    assert ids[0].endswith(f"{NEWEST + 4:040x}")


def test_a_procedure_has_a_feed_of_its_own() -> None:
    made = feed(URL, [entry()], SINCE, page="/skills/demo", title="A procedure")
    root = ET.fromstring(made.body)
    assert made.address == "/skills/demo/feed.atom"
    assert root.findtext(f"{_ATOM}title") == "Be Civic: A procedure"
    assert root.findall(f"{_ATOM}link")[1].get("href") == f"{URL}/skills/demo"


def test_an_empty_feed_says_when_it_began() -> None:
    root = ET.fromstring(feed(URL, [], SINCE).body)
    assert root.findtext(f"{_ATOM}updated") == "2026-01-01T00:00:00Z"


def test_nothing_a_title_says_leaves_its_place() -> None:
    hostile = '</title><script>alert(1)</script>&amp;\x0b\x00\ud800 "'
    made = feed(URL, [entry(title=hostile, change=hostile)], SINCE)
    root = ET.fromstring(made.body)
    found = root.findtext(f"{_ATOM}entry/{_ATOM}summary")
    assert found == '</title><script>alert(1)</script>&amp; "'
    assert b"<script" not in made.body


def test_a_commit_becomes_an_entry_even_where_its_state_cannot_be_read() -> None:
    known = Change("c" * 40, AT, "Promote demo", Status.STABLE, Version(1, 0, 0), None)
    assert entry_of("/skills/demo", "A procedure", known).version == "1.0.0"
    unknown = entry_of("/skills/demo", "A procedure", Change("c" * 40, AT, "Promote demo", None, None, None))
    assert (unknown.status, unknown.version) == ("", "")
    made = ET.fromstring(feed(URL, [unknown], SINCE).body)
    assert made.findtext(f"{_ATOM}entry/{_ATOM}title") == "A procedure"
    assert made.find(f"{_ATOM}entry/{_ATOM}category") is None
