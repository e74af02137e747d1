"""Where a body cites: by tags that lead to a source, and by brackets that stand for one."""

from __future__ import annotations

import pytest

from becivic.corpus.body import Body
from becivic.corpus.citing import cited_in
from tests.factories.corpora import Files

CATALOGUE = Files.valid().load().catalogue


def cited(text: str) -> list[int]:
    return cited_in(Body(text), CATALOGUE, 0, len(text))


@pytest.mark.parametrize(
    "text",
    [
        '. <Ref name="a-b">law</Ref>',
        '. <VV name="a-b">1</VV>',
        '. <Path id="a-b" />',
        '. <Skill id="a-b" />',
        ". [demo-law-article-one]",
        ". [ref-00001]",
    ],
)
def test_tags_and_references_cite_where_they_begin(text: str) -> None:
    assert cited(text) == [2]


@pytest.mark.parametrize(
    "text", ["<Risk>x</Risk>", '<Observations skill="a-b" />', "[unknown-name]", "`[ref-00001]`", "x"]
)
def test_nothing_else_cites(text: str) -> None:
    assert cited(text) == []


def test_a_name_is_known_once_a_tag_has_it_even_if_the_catalogue_does_not() -> None:
    assert cited('[a-b] <Ref name="a-b">x</Ref><Ref>y</Ref>') == [0, 6, 29]


def test_only_the_stretch_asked_for_is_looked_at() -> None:
    text = '[ref-00001] <Path id="a" /> [ref-00001] <Path id="b" />'
    assert cited_in(Body(text), CATALOGUE, 12, 30) == [12, 28]
