from __future__ import annotations

import pytest

from becivic.rendering.slugs import Slugs


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Required documents", "required-documents"),
        ("Où aller ? (été)", "ou-aller-ete"),
        ("Note 1", "note-1-part"),
        ("Sources", "sources-2"),
        ("§", "part"),
        ("x" * 200, "x" * 80),
    ],
)
def test_a_title_becomes_an_id(title: str, slug: str) -> None:
    assert Slugs().of(title) == slug


def test_no_two_headings_of_a_page_have_the_same() -> None:
    slugs = Slugs()
    assert [slugs.of("Same"), slugs.of("same!"), slugs.of("Same 2")] == ["same", "same-2", "same-2-2"]


def test_many_headings_of_one_title_cost_no_search_each() -> None:
    slugs = Slugs()
    found = [slugs.of("Again") for _ in range(20_000)]
    assert (found[0], found[1], found[-1]) == ("again", "again-2", "again-20000")
