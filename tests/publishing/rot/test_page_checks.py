"""Signals as a machine sees them on a page, and those that it leaves to people."""

from __future__ import annotations

import pytest

from becivic.fetching import Answer
from becivic.publishing.rot.page_checks import Page, check_of
from tests.factories.outside import page

FORM = page(
    """<html><body class="wide  portal"><!-- <b>x</b> --><form id="request" method=post>
    <p>Demande d&rsquo;un <b>Certificat</b></p><input type="text" name=city required></form></body></html>"""
)


def sees(check: str, value: object, answer: Answer, sitemap: str = "") -> bool:
    found = check_of(check, value)
    assert found is not None
    return found(Page(answer, sitemap))


@pytest.mark.parametrize("check", ["response-status", "api-returns-200", "page-loads-200"])
def test_a_status_is_compared_however_it_is_written(check: str) -> None:
    for value in ("200", 200, 200.0):
        assert sees(check, value, page())
        assert not sees(check, value, page(status=404))


def test_a_wall_is_no_status_of_a_page() -> None:
    assert not sees("response-status", "403", page(status=403))


def test_text_is_found_across_tags_spaces_and_letters() -> None:
    assert sees("page-text-contains", "UN certificat", FORM)
    assert not sees("page-text-contains", "b>Certificat", FORM)
    assert not sees("page-text-contains", "form", FORM)


@pytest.mark.parametrize(
    ("selector", "found"),
    [
        ("form", True),
        ("FORM#request", True),
        ("#request", True),
        ("#requests", False),
        (".portal", True),
        ("body.wide.portal", True),
        ("form.portal", False),
        ("input[required]", True),
        ("input[name=city]", True),
        ("input[name='town']", False),
        ('[type="text"]', True),
        ("select", False),
    ],
)
def test_an_element_is_found_by_a_simple_selector(selector: str, found: bool) -> None:
    assert sees("form-loaded-selector-visible", selector, FORM) is found


@pytest.mark.parametrize(
    ("path", "found"),
    [
        (".a.b[1]", True),
        ('.["a"].b[0].c', True),
        (".a.b[2]", False),
        (".a.x", False),
        (".a.none", False),
        (".a.b.c", False),
    ],
)
def test_a_place_in_json_is_followed(path: str, found: bool) -> None:
    answer = page('{"a": {"b": [{"c": 0}, 2], "none": null}}')
    assert sees("json-path-resolves", path, answer) is found
    assert not sees("json-path-resolves", path, page("<html>"))


def test_what_comes_is_told_by_its_type_and_its_first_bytes() -> None:
    pdf = page("%PDF-1.7", content_type="Application/PDF; x=y")
    assert sees("response-content-type-includes", "application/pdf", pdf)
    assert sees("downloaded-bytes-start-with", "%PDF", pdf)
    assert not sees("response-content-type-includes", "application/pdf", FORM)
    assert not sees("downloaded-bytes-start-with", "%PDF", FORM)


def chain(*urls: str, status: int = 200, body: str = "") -> Answer:
    return Answer(status, {}, body.encode(), chain=urls)


def test_where_one_was_sent_is_compared_by_pattern() -> None:
    sent = chain("https://page.example/irisbox/form", "https://page.example/irisbox/")
    assert sees("redirects-to", "/irisbox/$", sent)
    assert not sees("redirects-to", "/irisbox/$", chain("https://page.example/irisbox/"))
    assert sees("redirect-chain-matches-pattern", r"^https://([a-z]+\.)*page\.example(/|$)", sent)
    assert not sees("redirect-chain-matches-pattern", r"^https://other\.example", sent)


@pytest.mark.parametrize(
    ("answer", "reached"),
    [
        (chain("https://page.example/", "https://idp.iamfas.belgium.be/fas"), True),
        (chain("https://page.example/", "https://page.example/connexion"), True),
        (chain("https://page.example/", status=401), True),
        (chain("https://page.example/", body='<INPUT name="p" type="password">'), True),
        (chain("https://page.example/login"), False),
        (chain("https://page.example/", status=403), False),
        (chain("https://page.example/", "https://idp.iamfas.belgium.be/fas", status=500), False),
    ],
)
def test_a_sign_in_is_known_by_being_asked_for(answer: Answer, reached: bool) -> None:
    assert sees("deeplink-reaches-auth-wall", True, answer) is reached


def test_a_page_is_looked_for_in_the_sitemap() -> None:
    assert sees("sitemap-contains-path", "/a/b", page(), "<loc>https://page.example/a/b</loc>")
    assert not sees("sitemap-contains-path", "/a/b", page())


@pytest.mark.parametrize(
    ("check", "value"),
    [
        ("form-submitted-successfully", True),
        ("submit-produces-success-page", "thanks"),
        ("all-required-fields-fillable", True),
        ("user-confirms-document-received", True),
        ("captcha-unsolvable", "x"),
        ("page-text-lacks", "scripts may bring it"),
        ("no-such-check", 1),
        ("", None),
        ("response-status", True),
        ("response-status", "gone"),
        ("page-text-contains", "  "),
        ("deeplink-reaches-auth-wall", False),
        ("deeplink-reaches-auth-wall", "true"),
        ("redirects-to", "(unclosed"),
        ("redirect-chain-matches-pattern", "(?=look)ahead"),
        ("form-loaded-selector-visible", "main > form"),
        ("form-loaded-selector-visible", ""),
        ("json-path-resolves", "map(.a)"),
        ("json-path-resolves", "."),
    ],
)
def test_what_a_machine_cannot_see_is_left_to_people(check: str, value: object) -> None:
    assert check_of(check, value) is None
