"""Uids are filled and renames followed in the tags alone; what is bound wrongly stays for the checks to see."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.corpus.body import Body
from becivic.corpus.load import Corpus
from becivic.corpus.tag_only import tag_only
from becivic.publishing.changes.refused import Unpublishable
from becivic.publishing.changes.uid_filling import CitedFirst, Filled, filled
from becivic.rules import caps
from becivic.rules.identifiers import UidPrefix
from becivic.rules.publishing import Failure
from tests.factories.changes import Names
from tests.factories.corpora import Files
from tests.requirement import requirement

REF = 'title="T" url="https://www.ejustice.just.fgov.be/x" last_verified="2026-11-01"'


@pytest.fixture
def names() -> Names:
    return Names(_corpus())


def _corpus() -> Corpus:
    return Files.valid().load()


def _filled(names: Names, text: str, before: str | None = None) -> Filled:
    return filled(None if before is None else Body(before), text, names.mint, names.name_of)


@requirement("R-UID-03", "R-CI-09")
@pytest.mark.parametrize(
    ("written", "becomes"),
    [
        ('<VV name="demo-new-fee">', '<VV name="demo-new-fee" uid="val-00900">'),
        ('<VV name="demo-new-fee" uid="">', '<VV name="demo-new-fee" uid="val-00900">'),
        ("<VV uid='' name='demo-new-fee'>", "<VV uid=\"val-00900\" name='demo-new-fee'>"),
        ('<VV\n  name = "demo-new-fee"\n  uid = "" >', '<VV\n  name = "demo-new-fee"\n  uid = "val-00900" >'),
    ],
)
def test_an_empty_or_absent_uid_is_filled_and_every_other_byte_stays(
    names: Names, written: str, becomes: str
) -> None:
    text = 'Pay {}€5</VV>, été `<VV name="demo-code">` and\n\n```\n<VV name="demo-code">x</VV>\n```\n'
    found = _filled(names, text.format(written))
    assert found.body.text == text.format(becomes)
    assert found.cited == (CitedFirst(UidPrefix.VOLATILE_VALUE, "val-00900", "demo-new-fee", "€5", ""),)


@requirement("R-UID-06")
def test_a_known_name_keeps_its_uid_and_a_new_one_gets_one_for_all_its_tags(names: Names) -> None:
    tags = '<VV name="demo-handling-fee-eur">€20</VV> <VV name="demo-new">1</VV> <VV name="demo-new">2</VV>'
    found = _filled(names, f'{tags} <Ref name="demo-new" {REF}>law</Ref>')
    assert [each.uid for each in found.cited] == ["val-00001", "val-00900", "ref-00901"]
    assert found.cited[1].label == "1"
    assert found.cited[2] == CitedFirst(
        UidPrefix.REFERENCE,
        "ref-00901",
        "demo-new",
        "law",
        "https://www.ejustice.just.fgov.be/x",
        "T",
        "2026-11-01",
    )


@pytest.mark.parametrize(
    "text",
    [
        '<VV name="demo-new" />',
        "<VV>5</VV>",
        '<VV name="">5</VV>',
        '<VV name="single">5</VV>',
        '<VV name="Demo-New">5</VV>',
        '<VV name="demo-new" uid=" ">5</VV>',
        '<VV name="demo-new" uid="val-1">5</VV>',
        '<VV name="demo-new" uid="ref-00001">5</VV>',
        '<VV name="demo-new" uid="val-00777">5</VV>',
        '<VV name="demo-new">never closed',
        "No tags, [demo-law-article-one].",
    ],
)
def test_what_the_catalogue_cannot_fill_is_left_to_the_checks(names: Names, text: str) -> None:
    found = _filled(names, text)
    assert (found.body.text, found.cited, names.given) == (text, (), {})


def test_a_name_that_is_too_long_to_be_entered_stops_the_change(names: Names) -> None:
    name = "demo-" + "a" * caps.CATALOGUE_NAME
    with pytest.raises(Unpublishable) as stopped:
        _filled(names, f'<VV name="{name}">5</VV>')
    assert (stopped.value.failure, name in stopped.value.detail) == (Failure.CHANGE_REFUSED, False)


@requirement("R-UID-05", "R-CI-12")
def test_a_tag_takes_the_name_that_its_uid_has_now_and_brackets_follow(names: Names) -> None:
    before = f'<Ref name="demo-law-article-one" uid="ref-00001" {REF}>law</Ref> and [demo-law-article-one].'
    names.given["ref-00001"] = "demo-law-first"
    found = _filled(names, f"More. {before} [demo-law-article-two]", before)
    expected = before.replace("demo-law-article-one", "demo-law-first")
    assert (found.body.text, found.cited) == (f"More. {expected} [demo-law-article-two]", ())
    assert tag_only(Body(before), Body(expected))


@requirement("R-UID-05")
def test_a_name_that_was_given_up_still_finds_its_uid_and_is_replaced(names: Names) -> None:
    names.given["val-00001"] = "demo-fee-now"
    found = _filled(names, '<VV name="demo-handling-fee-eur">€20</VV>')
    assert found.body.text == '<VV name="demo-fee-now" uid="val-00001">€20</VV>'
    assert [each.name for each in found.cited] == ["demo-fee-now"]


@requirement("R-CI-12")
def test_a_uid_that_is_bound_to_a_name_it_never_had_is_not_put_right(names: Names) -> None:
    before = '<VV name="demo-handling-fee-eur" uid="val-00001">€20</VV>'
    wrong = before.replace("demo-handling-fee-eur", "demo-answer-term-days")
    assert _filled(names, wrong, before).body.text == wrong
    assert _filled(names, wrong).body.text == wrong


def test_what_a_body_cited_before_is_not_cited_first(names: Names) -> None:
    old = '<VV name="demo-handling-fee-eur" uid="val-00001">€20</VV>'
    new = '<VV name="demo-answer-term-days" uid="val-00002">30 days</VV>'
    assert [each.uid for each in _filled(names, old + new, old).cited] == ["val-00002"]


_PIECES = [
    "a ", "été\n", "\n\n", "[demo-new]", "[demo-law-article-one]", "`<VV>`", '<VV name="demo-new">5</VV>',
    '<VV name="demo-handling-fee-eur" uid="">5</VV>', f'<Ref name="demo-law-article-one" {REF}>l</Ref>',
    '<Path id="x" />', '<VV name="bad">5</VV>', "<Risk>", "</VV>", "```\n",
]  # fmt: skip


@given(st.lists(st.sampled_from(_PIECES)))
def test_filling_is_done_once_and_changes_no_content(pieces: list[str]) -> None:
    names, text = Names(_corpus()), "".join(pieces)
    once = _filled(names, text)
    again = _filled(names, once.body.text)
    assert (again.body.text, again.cited) == (once.body.text, once.cited)
    assert tag_only(Body(text), once.body)
