"""Which pages may write: our own origin, those allowed, and programs that are no browser."""

from __future__ import annotations

import pytest
from starlette.types import Scope

from becivic.web.origin_check import OriginCheck
from tests.web.scopes import scope

PUBLIC = "https://becivic.example"
FORM = ("content-type", "application/x-www-form-urlencoded")


def is_refused(check: OriginCheck, *headers: tuple[str, str], path: str = "/api/concerns") -> bool:
    asked: Scope = {**scope(*headers), "path": path}
    refused = check.refuse_write(asked)
    assert refused is None or (refused.status == 403 and refused.remedy)
    return refused is not None


@pytest.mark.parametrize(
    ("origin", "refused"),
    [
        (PUBLIC, False),
        ("HTTPS://BeCivic.example:443", False),
        ("https://becivic.example:8443", True),
        ("http://becivic.example", True),
        ("https://www.becivic.example", True),
        ("https://becivic.example.evil.example", True),
        ("https://evil.example@becivic.example", True),
        ("https://becivic.example/", True),
        ("https://becivic.example?", False),  # nothing follows the mark, and no browser sends it
        ("https://becivic.example#x", True),
        ("https://", True),
        ("https://[", True),
        ("https://becivic.example:port", True),
        ("ftp://becivic.example", True),
        ("http://127.0.0.1:8000", True),
        ("null", True),
        ("", True),
    ],
)
@pytest.mark.parametrize("site", ["cross-site", "same-site", "same-origin", "none", None])
def test_origin_decides_whatever_else_is_sent(origin: str, refused: bool, site: str | None) -> None:
    others = [("sec-fetch-site", site)] if site else []
    assert is_refused(OriginCheck(PUBLIC), ("origin", origin), *others) is refused


@pytest.mark.parametrize(
    ("site", "refused"),
    [(None, False), ("same-origin", False), ("none", False), ("same-site", True), ("cross-site", True), ("odd", True)],
)  # fmt: skip
def test_without_origin_the_browser_says_where_the_page_is_from(site: str | None, refused: bool) -> None:
    others = [("sec-fetch-site", site)] if site else []
    assert is_refused(OriginCheck(PUBLIC), *others) is refused


@pytest.mark.parametrize("name", ["origin", "sec-fetch-site"])
def test_a_header_that_is_sent_twice_is_not_believed(name: str) -> None:
    value = PUBLIC if name == "origin" else "same-origin"
    assert is_refused(OriginCheck(PUBLIC), (name, value), (name, value))


def test_an_allowed_origin_may_write_and_nothing_beside_it() -> None:
    check = OriginCheck(PUBLIC, ["https://tools.example", "http://localhost:6274"])
    assert not is_refused(check, ("origin", "https://tools.example"), ("sec-fetch-site", "cross-site"))
    assert not is_refused(check, ("origin", "http://localhost:6274"))
    assert is_refused(check, ("origin", "http://127.0.0.1:6274"))
    assert is_refused(check, ("origin", "null"))


@pytest.mark.parametrize("own", ["http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000"])
def test_the_names_of_loopback_are_one_origin_on_the_same_port(own: str) -> None:
    check = OriginCheck(own)
    for name in ("localhost", "127.0.0.1", "[::1]"):
        assert not is_refused(check, ("origin", f"http://{name}:8000"))
        assert is_refused(check, ("origin", f"http://{name}:8001"))
        assert is_refused(check, ("origin", f"https://{name}:8000"))
    assert is_refused(check, ("origin", "http://evil.example:8000"))


def test_an_origin_that_cannot_be_read_allows_nothing() -> None:
    check = OriginCheck("http://[", ["*"])
    assert is_refused(check, ("origin", "null"))
    assert is_refused(check, ("origin", "*"))


@pytest.mark.parametrize(
    ("headers", "refused"),
    [
        ([], True),
        ([("origin", PUBLIC)], False),
        ([("sec-fetch-site", "same-origin")], False),
        ([("origin", "null"), ("sec-fetch-site", "same-origin")], True),
        ([("origin", "https://evil.example")], True),
    ],
)
def test_a_form_of_the_site_comes_from_a_page_of_the_site(
    headers: list[tuple[str, str]], refused: bool
) -> None:
    """Design 7.26: neither header present is refused, for a program has the API."""
    assert is_refused(OriginCheck(PUBLIC), FORM, *headers, path="/report") is refused
    assert (
        is_refused(OriginCheck(PUBLIC), FORM, path="/api/concerns") is False
    )  # its media type is refused there


def test_a_host_is_a_name_of_this_service_or_an_ip_address() -> None:
    check = OriginCheck("http://[")
    assert check.refuse_host(scope(("host", "localhost:8000"))) is None
    assert check.refuse_host(scope(("host", "192.0.2.7"))) is None
    refused = check.refuse_host(scope(("host", "evil.example")))
    assert refused is not None
    assert (refused.status, bool(refused.remedy)) == (421, True)
