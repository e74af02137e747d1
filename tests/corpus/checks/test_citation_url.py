"""citation-url: every reference has the address of a citable source."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import citation_url
from becivic.corpus.findings import Severity
from tests.factories.corpora import APPLICATION, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = citation_url.check
URL = 'url="https://www.ejustice.just.fgov.be/eli/demo"'


def cited(url: str) -> Files:
    return Files.valid().replaced(APPLICATION, URL, f'\nurl="{url}"')


@requirement("R-CI-02")
def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-CI-02")
@pytest.mark.parametrize(
    "url",
    [
        "www.belgium.be",
        "//www.belgium.be/x",
        "/eli/demo",
        "ftp://www.belgium.be/x",
        "javascript:alert(1)",
        "https://",
        "https:///eli",
        "https://localhost/x",
        "https://-a.be/",
        "https://a..be/",
        "https://me@www.belgium.be/",
        "https://me:pw@www.belgium.be/",
        "https://@www.belgium.be/",
        "https://www.belgium.be/a b",
        " https://www.belgium.be/",
        "https://www.belgium.be/\na",
        "https://www.belgium.be\\@a.be/",
        "https://www.belgium.be:99999/",
        "https://www.belgium.be:x/",
        "https://[::1/",
        "https://www.belgium.be/&lt;script&gt;",
    ],
)
def test_an_ill_formed_address_is_an_error_at_its_line(url: str) -> None:
    files = cited(url)
    assert_caught(
        files, RULE, APPLICATION, files.line_of(APPLICATION, '\nurl="') + 1, says="whole web address"
    )


@requirement("R-BODY-16")
@pytest.mark.parametrize("url", ["https://www.reddit.com/r/belgium", "https://fr.wikipedia.org/wiki/Droit"])
def test_a_source_that_may_never_be_cited_is_an_error(url: str) -> None:
    files = cited(url)
    assert_caught(files, RULE, APPLICATION, files.line_of(APPLICATION, '\nurl="') + 1, says="never cited")


@requirement("R-BODY-16")
def test_an_unlisted_host_is_a_warning_each_time() -> None:
    files = cited("https://unlisted.example/a").replaced(
        APPLICATION, "Some counters", '<Ref name="a-b" url="https://unlisted.example/b">b</Ref> counters'
    )
    found = files.findings([RULE])
    assert [finding.severity for finding in found] == [Severity.WARNING] * 2
    assert [finding.place.line for finding in found] == [
        files.line_of(APPLICATION, "example/a"),
        files.line_of(APPLICATION, "example/b"),
    ]


@requirement("R-BODY-16")
@pytest.mark.parametrize(
    "url",
    [
        "http://www.belgium.be/a?b=c&amp;d=%C3%A9#e",
        "HTTPS://WWW.BELGIUM.BE/",
        "https://www.notaire.be:8443/x",
        "https://www.belgium.be",
    ],
)
def test_primary_and_secondary_sources_are_clean(url: str) -> None:
    assert_clean(cited(url), RULE)


@pytest.mark.parametrize("url", ["", " "])
def test_a_missing_address_is_another_rules(url: str) -> None:
    assert_clean(cited(url), RULE)
