"""What the person keeps of a traversal: readable, in their language, and nothing of the document."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic_harness.observations import NOT_PRODUCED, RECEIVED
from becivic_harness.path_history import history_markdown
from becivic_harness.path_names import localised, source_name
from becivic_harness.sources import Source
from becivic_harness.traversal import happen, next_step, report, scene, start
from tests.factories.walks import example_source, only_for, open_to_all, path_of
from tests.requirement import requirement

TITLE = {
    "en": "Residence certificate",
    "fr": "Certificat de résidence",
    "nl": "Attest",
    "de": "Bescheinigung",
}
PATH = path_of(
    open_to_all("federal-auth-handoff", id="federal-file", priority=60),
    open_to_all("federal-anonymous-form", id="open-form", priority=50),
    only_for("region", "Flanders", id="flemish-page", priority=40),
    open_to_all("offline", id="counter"),
    title=TITLE,
)
WHERE = scene(
    PATH, {"region": "Wallonia"}, today=date(2026, 11, 16), tier="T2", capabilities=["path_handoff"]
)


def walked() -> dict[str, Any]:
    """One failed, one declined, one closed, and the counter that worked."""
    traversal = happen(start("example-path", WHERE), "shown", WHERE).traversal
    traversal = report(traversal, WHERE, {NOT_PRODUCED: True}).traversal
    for event in ("decline", "choose-commune", "shown"):
        traversal = happen(traversal, event, WHERE).traversal
    return report(traversal, WHERE, {RECEIVED: True}, file_retained="no").traversal


@requirement("R-MEM-05", "R-TRAV-16")
def test_a_history_says_what_was_tried_in_order_and_how_it_ended() -> None:
    frontmatter, body = history_markdown(walked(), PATH, "en")
    assert frontmatter == {
        "name": "Residence certificate",
        "description": "How the ways to this document turned out",
        "type": "path_history",
        "path_id": "example-path",
        "last_traversed": "2026-11-16",
        "source": "counter",
        "obtained_on": "2026-11-16",
        "file_retained": "no",
    }
    assert body == (
        "# Residence certificate\n\n"
        "## Tried, in this order\n\n"
        "1. federal file (mondossier.rrn.fgov.be): did not work\n"
        "2. open form (www.belgium.be): you did not want this way\n"
        "3. counter: worked\n\n"
        "## Not open to you, so not tried\n\n"
        "- flemish page (mondossier.rrn.fgov.be)\n\n"
        "Obtained on 2026-11-16.\n"
        "Do you keep the file? no.\n"
    )


@requirement("R-MEM-05")
@pytest.mark.parametrize(
    ("locale", "heading", "worked"),
    [
        ("fr-BE", "# Certificat de résidence", "counter: a fonctionné"),
        ("NL", "# Attest", "counter: is gelukt"),
        ("de", "# Bescheinigung", "counter: hat geklappt"),
        ("tl", "# Residence certificate", "counter: worked"),
        ("", "# Residence certificate", "counter: worked"),
    ],
)
def test_a_history_is_in_the_language_of_the_person_or_in_english(
    locale: str, heading: str, worked: str
) -> None:
    _, body = history_markdown(walked(), PATH, locale)
    assert body.splitlines()[0] == heading
    assert worked in body


@requirement("R-TRAV-13")
def test_what_the_history_says_worked_is_where_the_next_traversal_begins() -> None:
    first = happen(start("example-path", WHERE), "decline", WHERE).traversal
    first = happen(first, "shown", WHERE).traversal
    sent = {"submit-produces-success-page": True, RECEIVED: True}
    frontmatter, _ = history_markdown(report(first, WHERE, sent).traversal, PATH, "en")
    again = start("example-path", WHERE, frontmatter)
    assert next_step(again, WHERE)["source"] == "open-form"


def test_a_history_of_nothing_says_so_and_one_of_a_path_that_is_gone_still_has_its_name() -> None:
    frontmatter, body = history_markdown(start("example-path", WHERE), None, "en")
    assert frontmatter["name"] == "example-path"
    assert "source" not in frontmatter
    assert "Nothing has been tried yet." in body
    assert "- flemish page\n" in body


def test_what_was_tried_before_a_restart_is_kept_below() -> None:
    again = happen(walked(), "restart", WHERE).traversal
    _, body = history_markdown(again, PATH, "en")
    assert (
        body.index("Nothing has been tried yet.")
        < body.index("## Earlier")
        < body.index("3. counter: worked")
    )


@requirement("R-MEM-05")
@pytest.mark.parametrize(
    ("said", "kept"), [("yes", "yes"), ("no", "no"), ("unknown", "unknown"), ("in my bag", "unknown")]
)
def test_whether_the_file_is_kept_is_yes_no_or_unknown(said: str, kept: str) -> None:
    frontmatter, body = history_markdown({**walked(), "file_retained": said}, PATH, "en")
    assert frontmatter["file_retained"] == kept
    assert "bag" not in body


@requirement("R-MEM-05")
@given(st.text(min_size=5), st.sampled_from(["en", "fr", "nl", "de"]))
def test_neither_content_nor_a_file_name_comes_into_a_history(said: str, locale: str) -> None:
    traversal = happen(start("example-path", WHERE), "shown", WHERE).traversal
    told = {"page-text": said, "first-bytes": said, RECEIVED: True, "user-said": said}
    change = report(traversal, WHERE, told, file_retained=said, auth_provider=said)
    before = history_markdown(report(traversal, WHERE, {RECEIVED: True}).traversal, PATH, locale)
    assert history_markdown(change.traversal, PATH, locale) == before


def test_a_history_of_what_was_edited_by_hand_is_written_all_the_same() -> None:
    odd = {**walked(), "skipped": 3, "file_retained": [], "attempts": [{"source": "x", "outcome": []}, 3]}
    frontmatter, body = history_markdown(json.loads(json.dumps(odd)), PATH, "en")
    assert "Nothing has been tried yet." in body
    assert frontmatter["last_traversed"] == "2026-11-16"


def test_a_source_is_called_by_its_id_in_words_and_the_site_it_leads_to() -> None:
    quicklink = Source(example_source("brussels-tier1-quicklink"))
    assert source_name(quicklink.id, quicklink) == "irisbox quicklink (irisbox.irisnet.be)"
    assert source_name("counter", Source(example_source("offline"))) == "counter"


@pytest.mark.parametrize(
    ("path", "found"),
    [
        (None, ""),
        ({}, ""),
        ({"title": "plain"}, ""),
        ({"title": {"de": "Nur Deutsch"}}, "Nur Deutsch"),
        ({"title": {"fr": "  ", "nl": "Attest\nhier"}}, "Attest hier"),
    ],
)
def test_a_title_is_in_some_language_or_missing(path: dict[str, Any] | None, found: str) -> None:
    assert localised(path, "title", "fr") == found
