"""Redirects: made for every skill and path, hand-written ones win, and nobody is led off the site or in circles."""

from __future__ import annotations

import json
from typing import Any

import pytest

from becivic.site.redirects import Redirects
from tests.factories.corpora import Files
from tests.requirement import requirement

DOCS = "docs.json"


def redirects(*written: Any, files: Files | None = None) -> Redirects:
    document = json.dumps({"name": "x", "redirects": list(written)}, indent=1)
    return Redirects.of((files or Files.valid()).with_file(DOCS, document).load())


def to(found: Redirects, path: str) -> tuple[str, int] | None:
    redirect = found.redirect_for(path)
    return None if redirect is None else (redirect.location, int(redirect.status))


def written(source: Any, destination: Any, **more: Any) -> dict[str, Any]:
    return {"source": source, "destination": destination, **more}


@requirement("R-SITE-09", "R-SITE-02")
@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/skills/demo-clock/", "/skills/demo-clock"),
        ("/skills/demo-clock/canonical", "/skills/demo-clock"),
        ("/skills/demo-clock/canonical.md", "/skills/demo-clock.md"),
        ("/skills/demo-clock.html", "/skills/demo-clock"),
        ("/paths/demo-certificate/", "/paths/demo-certificate"),
        ("/paths/themes/", "/paths/"),
        ("/agents/submit/", "/agents"),
        ("/schemas/", "/schemas/index.json"),
        ("/paths/themes/family", "/paths/themes/family/"),
        ("/skills", "/skills/"),
        ("/paths", "/paths/"),
        ("/docs", "/docs/"),
        ("/activity/", "/activity"),
        ("/agents/", "/agents"),
        ("/fr", "/fr/"),
        ("/fr/skills", "/fr/skills/"),
        ("/nl/skills/demo-clock/canonical", "/nl/skills/demo-clock"),
        ("/fr/schemas", "/schemas/index.json"),
        ("/fr/schemas/", "/schemas/index.json"),
        ("/de/skills/demo-clock/canonical.md", "/skills/demo-clock.md"),
    ],
)
def test_what_people_try_leads_to_the_one_address(path: str, location: str) -> None:
    assert to(redirects(), path) == (location, 308)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/skills/",
        "/skills/demo-clock",
        "/skills/nobody/",
        "/en/",
        "/it/skills",
        "/fr/nothing",
        "//elsewhere",
        "x",
    ],
)
def test_what_is_right_or_unknown_is_left_alone(path: str) -> None:
    assert to(redirects(), path) is None


@requirement("R-SITE-09")
def test_hand_written_ones_win() -> None:
    found = redirects(
        written("/skills/demo-clock/canonical", "/skills/demo-application"),
        written("/old", "/docs/new?x=1#there", permanent=False),
        written("/older", "/", permanent=True),
    )
    assert to(found, "/skills/demo-clock/canonical") == ("/skills/demo-application", 308)
    assert to(found, "/old") == ("/docs/new?x=1#there", 307)
    assert to(found, "/older") == ("/", 308)
    assert to(found, "/de/old") == ("/de/docs/new?x=1#there", 307)
    assert found.findings == ()
    assert found.addresses["/older"].location == "/"


@pytest.mark.parametrize(
    ("place", "location"),
    [
        ("/llms.txt", "/llms.txt"),
        ("/api/openapi", "/api/openapi"),
        ("/skills/demo-clock.md#x", "/skills/demo-clock.md#x"),
        ("/skills/demo-clock/index.md", "/fr/skills/demo-clock/index.md"),
        ("/docs/v1.2/x?y=a.b", "/fr/docs/v1.2/x?y=a.b"),
    ],
)
def test_what_there_is_once_has_no_language_in_front(place: str, location: str) -> None:
    assert to(redirects(written("/old", place)), "/fr/old") == (location, 308)


def test_nobody_is_sent_on_twice() -> None:
    found = redirects(written("/a", "/b"), written("/b", "/skills/demo-clock/"), written("/c", "/skills#x"))
    assert to(found, "/a") == to(found, "/b") == ("/skills/demo-clock", 308)
    assert to(found, "/c") == ("/skills/", 308)


@pytest.mark.parametrize(
    ("circle", "kept"),
    [
        ([("/a", "/a")], []),
        ([("/a", "/a#b")], []),
        ([("/a", "/b"), ("/b", "/a"), ("/d", "/skills/")], ["/d"]),
        ([("/a", "/b"), ("/b", "/c"), ("/c", "/b")], ["/a"]),
        ([("/skills/", "/skills")], []),
        ([("/x", "/skills/"), ("/skills/", "/skills?q=1")], ["/x"]),
    ],
)
def test_a_circle_is_left_out_and_said(circle: list[tuple[str, str]], kept: list[str]) -> None:
    found = redirects(*(written(*each) for each in circle))
    assert [source for source, _ in circle if to(found, source)] == kept
    assert len(found.findings) == len(circle) - len(kept)
    assert to(found, "/skills") == ("/skills/", 308)


@pytest.mark.parametrize(
    ("entry", "wrong"),
    [
        (written("/a", "https://elsewhere.example/"), "leads nowhere on this site"),
        (written("/a", "//elsewhere.example/"), "leads nowhere on this site"),
        (written("/a", "/\\elsewhere.example"), "leads nowhere on this site"),
        (written("/a", "/b\r\nset-cookie: x"), "leads nowhere on this site"),
        (written("/a", "javascript:alert(1)"), "leads nowhere on this site"),
        (written("/a", 3), "leads nowhere on this site"),
        (written("a", "/b"), "has no source"),
        (written("/a/:slug*", "/b"), "has no source"),
        (written(None, "/b"), "has no source"),
        ("text", "has no source"),
        (written("/twice", "/b"), "has one already"),
    ],
)
def test_what_leads_away_or_is_no_redirect_is_left_out_and_said(entry: Any, wrong: str) -> None:
    found = redirects(written("/twice", "/docs/"), entry)
    (finding,) = found.findings
    assert wrong in finding.message
    assert "elsewhere" not in finding.message
    assert (finding.place.file, finding.place.line > 5) == (DOCS, True)
    assert to(found, "/twice") == ("/docs/", 308)
    assert to(found, "/a") is None


@pytest.mark.parametrize("content", ['{"redirects": {}}', "{}", "nothing", "[]"])
def test_without_any_list_there_are_those_that_are_made(content: str) -> None:
    found = Redirects.of(Files.valid().with_file(DOCS, content).load())
    assert found.findings == ()
    assert to(found, "/skills") == ("/skills/", 308)


def test_a_corpus_without_the_file_has_them_too() -> None:
    assert to(Redirects.of(Files.valid().load()), "/skills") == ("/skills/", 308)
