"""path-urls: addresses of paths and authorities are well formed."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import path_urls
from tests.factories.corpora import PATHS, Files, assert_caught, assert_clean
from tests.factories.json_edits import PORTAL, line_at, with_value

AUTHORITIES = "data/authorities.json"
MALFORMED = [
    "https://somebody:secret@demo.belgium.be/",
    "https://somebody@demo.belgium.be/",
    "https://",
    "https:///certificate",
    "https://demo.belgium.be:99999/",
    "https://[::1/",
    "http://localhost/",
    "https://demo..belgium.be/",
]


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), path_urls.check)


@pytest.mark.parametrize("url", MALFORMED)
@pytest.mark.parametrize("key", ["url", "deeplink", "form_url", "api_url", "sitemap_url"])
def test_a_malformed_address_of_a_source_is_caught_without_being_repeated(key: str, url: str) -> None:
    files = with_value(Files.valid(), f"{PORTAL}/procedure/{key}", url)
    finding = assert_caught(files, path_urls.check, PATHS, line_at(files, f"{PORTAL}/procedure/{key}"))
    assert "secret" not in finding.message + finding.remedy


@pytest.mark.parametrize("url", MALFORMED)
def test_a_malformed_address_of_an_authority_is_caught(url: str) -> None:
    files = with_value(Files.valid(), "/demo-registry/url", url, AUTHORITIES)
    line = line_at(files, "/demo-registry/url", AUTHORITIES)
    assert_caught(files, path_urls.check, AUTHORITIES, line)


@pytest.mark.parametrize(
    "url", ["https://demo.belgium.be/a?b=c@d#e", "http://www.x.be:8080/ù".replace("ù", "u")]
)
def test_a_well_formed_address_is_clean(url: str) -> None:
    assert_clean(with_value(Files.valid(), f"{PORTAL}/procedure/url", url), path_urls.check)


@pytest.mark.parametrize("value", ["ftp://demo.belgium.be/", "demo.belgium.be", 7, None, [], ""])
def test_what_does_not_look_like_an_address_is_left_to_the_schema(value: object) -> None:
    assert_clean(with_value(Files.valid(), f"{PORTAL}/procedure/url", value), path_urls.check)


def test_other_fields_of_a_procedure_are_no_addresses() -> None:
    assert_clean(with_value(Files.valid(), f"{PORTAL}/procedure/instructions", "https://"), path_urls.check)
