"""A web address is well-formed and leads to a source that may be cited, or a person looks first."""

from __future__ import annotations

import pytest

from becivic.corpus.reference_data import SourceClasses
from becivic.publishing.screening import sources as module
from becivic.publishing.screening.free_texts import free_texts
from becivic.publishing.screening.sources import Sources, addresses, cited_before, own_hosts
from tests.publishing.screening.places import packaged
from tests.requirement import requirement


def sources(*own: str) -> Sources:
    return Sources(packaged().source_classes, own)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See https://www.belgium.be/fr, then go on.", ["https://www.belgium.be/fr"]),
        ("[here](https://www.belgium.be/fr).", ["https://www.belgium.be/fr"]),
        ('<Ref url="https://www.belgium.be/fr">law</Ref>', ["https://www.belgium.be/fr"]),
        ("HTTPS://WWW.BELGIUM.BE", ["https://WWW.BELGIUM.BE"]),
        ("« https://www.belgium.be/fr»", ["https://www.belgium.be/fr"]),
        (r"^https://idp\.iamfas\.belgium\.be/$", ["https://idp.iamfas.belgium.be/"]),
        ("www.belgium.be says so", ["https://www.belgium.be"]),
        ("[x](//evil.example/a)", ["https://evil.example/a"]),
        ("[x](https:evil.example)", ["https:evil.example"]),
        (r"[x](https:\\evil.example)", ["https:\\evil.example", r"https:\\evil.example"]),
        (r"https\://evil.example", ["https://evil.example"]),
        (
            r"https://evil.example\.belgium.be/",
            ["https://evil.example.belgium.be/", r"https://evil.example\.belgium.be/"],
        ),
        ("https://evil.example\x1f.belgium.be/", ["https://evil.example\x1f.belgium.be/"]),
        ("[x](https&#58;//evil.example)", ["https://evil.example"]),
        ("[x](javascript:alert)", ["javascript:alert"]),
        ("[x](data:text/html,a)", ["data:text/html,a"]),
        ("file:/etc and ftp://a.be/b", ["file:/etc", "ftp://a.be/b"]),
        ("over https: it works; data: none; a//b; 1.www.a", []),
    ],
)
def test_addresses_are_found_as_a_page_would_link_to_them(text: str, found: list[str]) -> None:
    assert list(addresses(text)) == found


@requirement("R-NER-02")
@pytest.mark.parametrize(
    "address",
    [
        "https://www.belgium.be/fr/papiers",
        "https://www.notaire.be/a",
        "https://www.ixelles.be/",
        "https://becivic.be/paths/x",
        "https://www.becivic.be/",
        "http://localhost:8000/skills/",
        "https://web.archive.org/web/2026/https://justitie.belgium.be/nl",
        "https://web.archive.org/web/20260101000000id_/https://justitie.belgium.be/nl",
    ],
)
def test_listed_sources_our_own_pages_and_copies_of_them_may_be_cited(address: str) -> None:
    assert sources("localhost").is_citable(address)


@requirement("R-NER-02")
@pytest.mark.parametrize(
    "address",
    [
        "https://www.reddit.com/r/belgium",
        "https://unlisted.example/",
        "https://web.archive.org/web/2026/https://unlisted.example/",
        "https://web.archive.org/about",
        "https://notbecivic.be/",
        "https://becivic.be@unlisted.example/",
        "https://somebody@www.belgium.be/",
        "https://www.belgium.be/é",
        "https://[bad",
        "https:www.belgium.be",
        "ftp://www.belgium.be/a",
        r"https://evil.example\.belgium.be/",
        r"https://www.belgium.be/a\b",
        r"https://becivic.be/a\b",
        "https://www.belgium.be/\x1fa",
        "https://becivic.be/\x7f",
        "javascript:alert",
    ],
)
def test_what_is_tertiary_unlisted_or_not_well_formed_may_not(address: str) -> None:
    assert not sources().is_citable(address)


@requirement("R-NER-02")
def test_an_address_is_judged_as_written_too_but_a_pattern_is_none() -> None:
    document = {
        "rationale": r"See https://evil.example\.belgium.be/",
        "pattern": r"^https://idp\.belgium\.be/",
    }
    assert list(sources().unlisted(document, list(free_texts(document)))) == ["/rationale"]


def test_what_a_diff_leaves_or_takes_away_is_not_judged_again() -> None:
    diff = (
        "--- a\n+++ b\n@@ -1,2 +1,3 @@\n See https://old.example/a\n"
        "-And https://old.example/b.\n+And https://old.example/b!\n+And https://new.example/\n"
    )
    document = {"content": {"body_diff": diff}, "rationale": "See https://new.example/"}
    assert cited_before(document) == {"https://old.example/a", "https://old.example/b"}
    assert set(sources().unlisted(document, list(free_texts(document)))) == {
        "/content/body_diff",
        "/rationale",
    }
    kept = {"content": {"body_diff": diff.replace("+And https://new.example/\n", "")}}
    assert list(sources().unlisted(kept, list(free_texts(kept)))) == []


@pytest.mark.parametrize("content", [None, "text", {}, {"body_diff": 1}])
def test_without_a_diff_nothing_was_cited_before(content: object) -> None:
    assert cited_before({"content": content}) == frozenset()


def test_a_host_is_asked_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    class Counted(SourceClasses):
        def classify(self, url: str) -> str | None:
            asked.append(url)
            return super().classify(url)

    classes = packaged().source_classes
    counted = Sources(Counted(classes.document, packaged().communes))
    for number in range(3):
        assert counted.is_citable(f"https://www.belgium.be/{number}")
    assert len(asked) == 1
    monkeypatch.setattr(module, "_REMEMBERED", 1)
    assert counted.is_citable("https://www.belgium.be/")  # forgotten, and asked again: memory has an end
    assert len(asked) == 2


def test_the_own_host_is_the_one_of_the_settings() -> None:
    assert own_hosts("http://127.0.0.1:8000/") == ("127.0.0.1",)
    assert own_hosts("nowhere") == ()
