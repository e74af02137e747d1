"""Well-formed web addresses."""

from __future__ import annotations

import pytest

from becivic.rules.web_addresses import is_web_address
from tests.requirement import requirement


@requirement("R-CI-02")
@pytest.mark.parametrize(
    "text",
    [
        "https://www.ejustice.just.fgov.be/eli/loi/1984/06/28/1984900065/justel",
        "http://example.be",
        "https://example.be:8443/a?b=c#d",
        "https://EXAMPLE.be/",
        "https://xn--lige-6oa.be/",
        "https://be.brussels/%C3%A9t%C3%A9",
    ],
)
def test_a_whole_address_is_well_formed(text: str) -> None:
    assert is_web_address(text)


@requirement("R-CI-02")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "example.be",
        "ftp://example.be/",
        "https://",
        "https:///path",
        "https://localhost/",
        "https://-x.be/",
        "https://x..be/",
        "https://example.be:99999/",
        "https://example.be:0/",
        "https://example.be:port/",
        "https://somebody@example.be/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://[broken/",
        "https://example.be/with space",
        "https://example.be/été",
        "javascript:alert(1)",
        None,
        3,
    ],
)
def test_anything_less_is_not(text: object) -> None:
    assert not is_web_address(text)
