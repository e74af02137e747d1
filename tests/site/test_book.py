"""Every page of a corpus by its address."""

from __future__ import annotations

import pytest

from becivic.rules.limits import Limit
from becivic.site.agents.submit_pages import PAGES
from becivic.site.book import Book
from tests.factories.homes import NOON
from tests.factories.oracle import corpus
from tests.factories.site_pages import PUBLIC_URL, Shown, markdown_of
from tests.requirement import requirement

BOOK = Book(corpus(), PUBLIC_URL, NOON, {Limit.BURST: 4321})


@requirement("R-AGT-03")
@pytest.mark.parametrize("kind", PAGES, ids=lambda kind: kind.value)
def test_a_submit_page_has_its_prose_and_all_that_is_made_from_the_schemas(kind: object) -> None:
    page = BOOK.fixed[f"/agents/submit/{kind}"]
    shown, written = Shown(page), markdown_of(page)
    titles = [title for address, title in shown.links().items() if address.startswith("#")]
    for title in ("Every field", "Every refusal", "Limits here", "From a command line"):
        assert title in titles
        assert f"\n## {title}\n" in written
    assert written.index("## Every field") > 200
    assert "4,321" in shown.text()
    assert f"{PUBLIC_URL}/api/" in written


def test_other_documents_stand_alone() -> None:
    assert "Every field" not in markdown_of(BOOK.fixed["/docs/privacy"])
