"""What a request asks for is read from its address first, then its query, then its headers."""

from __future__ import annotations

import pytest

from becivic.site.asked import Asked, Form, asked_of
from tests.requirement import requirement


def asked(path: str, query: str = "", **headers: str) -> Asked:
    said = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return asked_of({"type": "http", "path": path, "query_string": query.encode("latin-1"), "headers": said})


@pytest.mark.parametrize(
    ("path", "address", "language", "is_chosen"),
    [
        ("/skills/x", "/skills/x", "en", False),
        ("/fr/skills/x", "/skills/x", "fr", True),
        ("/en/", "/", "en", True),
        ("/de", "/", "de", True),
        ("/frites/x", "/frites/x", "en", False),
    ],
)
def test_an_address_may_say_the_language(path: str, address: str, language: str, is_chosen: bool) -> None:
    found = asked(path)
    assert (found.address, found.voice.language, found.voice.is_chosen) == (address, language, is_chosen)


def test_otherwise_the_reader_s_browser_says_it() -> None:
    assert asked("/", accept_language="nl-BE, fr;q=0.8").voice.language == "nl"
    assert asked("/fr/", accept_language="nl").voice.language == "fr"
    assert not asked("/", accept_language="nl").voice.is_chosen


@pytest.mark.parametrize(
    ("path", "query", "address", "form"),
    [
        ("/paths/x/index.md", "", "/paths/x", Form.MARKDOWN),
        ("/index.md", "", "/", Form.MARKDOWN),
        ("/docs/privacy.md", "", "/docs/privacy", Form.MARKDOWN),
        ("/paths/x", "format=json", "/paths/x", Form.JSON),
        ("/paths/x", "format=pdf", "/paths/x", None),
        ("/paths/x/index.md", "format=html", "/paths/x", Form.HTML),
    ],
)
def test_an_address_or_a_query_may_say_the_form(
    path: str, query: str, address: str, form: Form | None
) -> None:
    found = asked(path, query)
    assert (found.address, found.form) == (address, form)


@requirement("R-SITE-06")
def test_otherwise_accept_decides_among_what_there_is() -> None:
    found = asked("/skills/x", accept="text/markdown, text/html;q=0.9")
    assert found.best(has_markdown=True, has_json=True) is Form.MARKDOWN
    assert found.best(has_markdown=False, has_json=False) is Form.HTML
    assert asked("/skills/x", accept="application/json").best(has_markdown=True, has_json=True) is Form.JSON
    assert asked("/skills/x", accept="image/png").best(has_markdown=True, has_json=True) is Form.HTML
    assert asked("/skills/x").best(has_markdown=True, has_json=True) is Form.HTML
    assert (
        asked("/x", "format=md", accept="text/html").best(has_markdown=True, has_json=True) is Form.MARKDOWN
    )


def test_a_query_is_kept_without_the_form_and_never_raises() -> None:
    assert asked("/skills/", "status=alpha&format=md&q=caf%C3%A9").query == (
        ("status", "alpha"),
        ("q", "café"),
    )
    assert asked("/skills/", "&".join(f"a{number}=1" for number in range(99))).query == ()
    assert asked("/skills/", "q=\xff").query == ()
