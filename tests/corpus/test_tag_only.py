"""Which edits change tag form alone, and which change what a body says."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from becivic.corpus.body import Body
from becivic.corpus.tag_only import tag_only
from tests.corpus.test_tokens import ANY_TEXT
from tests.requirement import requirement

REF = '<Ref name="demo-law" uid="ref-00001" title="T" url="https://a.be" last_verified="2026-01-01">law</Ref>'
VV = '<VV name="demo-fee-eur" uid="val-00001">€20</VV>'


def only(before: str, after: str) -> bool:
    return tag_only(Body(before), Body(after))


@requirement("R-TAG-23", "R-CI-15")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("see [demo-law].", f"see {REF}."),
        ("see [ref-00001].", f"see {REF}."),
        (f"{REF} and [demo-law]", f"{REF} and {REF}"),
        (f"{REF} and [ref-00001]", f"{REF} and [demo-law]"),
        (f"pay {VV.replace('€20', '')}", f"pay {VV}"),
        (f"pay {VV.replace('€20', '  ')}", f"pay {VV}"),
        ('pay <VV name="demo-fee-eur" uid="val-00001" />', f"pay {VV}"),
        (VV.replace("val-00001", ""), VV),
        (VV.replace(' uid="val-00001"', ""), VV),
        (VV, VV.replace("demo-fee-eur", "demo-handling-fee-eur")),
        (REF, REF.replace('"T"', '"Title"').replace("a.be", "b.be").replace("2026-01-01", "2026-02-02")),
        (f"<Risk>{VV.replace('€20', '')}</Risk>", f"<Risk>{VV}</Risk>"),
        ("a [x] b [demo-law]", f"a [x] b {REF}"),
        (f"{REF} [ref-00001]", f"{REF.replace('demo-law', 'demo-act')} [demo-act]"),
    ],
)
def test_an_edit_of_the_form_of_citations_is_tag_only(before: str, after: str) -> None:
    assert only(before, after)
    assert only(after, before)


@requirement("R-TAG-23", "R-CI-15")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"pay {VV}", f"now pay {VV}"),
        (VV, VV.replace("€20", "€25")),
        (VV, VV.replace("demo-fee-eur", "demo-tax-eur").replace(' uid="val-00001"', "")),
        (VV, VV.replace("val-00001", "val-00002")),
        (VV, REF),
        (f"{VV} {REF}", f"{REF} {VV}"),
        (VV, "€20"),
        ("€20", VV),
        (VV, f"{VV}{VV}"),
        ("[demo-law]", "[demo-act]"),
        ("[ref-00001]", "[ref-00002]"),
        ("[demo-law]", REF.replace("demo-law", "demo-act")),
        ("[demo-fee-eur]", VV),
        ('<Path id="a" />', '<Path id="b" />'),
        ('<Path id="a" />', '<Path id="a"/>'),
        ("<Risk>a</Risk>", '<Risk reason="b">a</Risk>'),
        ('<Skill id="a" />', ""),
        ("`[demo-law]`", REF),
        ("<!-- a -->", "<!-- b -->"),
        (VV, VV + "\n"),
        ("<VV>a", "<VV>b"),
    ],
)
def test_an_edit_of_anything_else_is_content(before: str, after: str) -> None:
    assert not only(before, after)
    assert not only(after, before)


def test_what_stands_inside_a_label_belongs_to_the_label() -> None:
    outer = REF.replace("law</Ref>", f"law [x] {VV}</Ref>")
    assert only("[demo-law]", outer)
    assert not only(outer, outer.replace("€20", "€25"))


@settings(deadline=None)
@given(ANY_TEXT)
def test_a_body_differs_from_itself_in_nothing(text: str) -> None:
    assert only(text, text)


@settings(deadline=None)
@given(ANY_TEXT, ANY_TEXT)
def test_the_comparison_reads_the_same_both_ways(one: str, other: str) -> None:
    assert only(one, other) == only(other, one)


def test_a_citation_inside_a_citation_is_filled_in_without_a_change_of_content() -> None:
    before = '`<VV>````\n<VV name="demo-new">5</VV></VV>'
    after = before.replace('"demo-new"', '"demo-new" uid="val-00900"')
    assert tag_only(Body(before), Body(after))
    assert not tag_only(Body(before), Body(before.replace("demo-new", "demo-old")))
    assert not tag_only(Body(before), Body(before.replace("5", "6")))


@pytest.mark.parametrize(
    ("inside", "changed"),
    [
        ('<Risk reason="slow">q</Risk>', '<Risk reason="ruinous">q</Risk>'),
        ('<Skill id="demo-clock" />', '<Skill id="demo-application" />'),
        ('<VV name="demo-fee">5</VV>', '<VV name="demo-fee">6</VV>'),
        ('<VV uid="val-00001">5</VV>', '<VV uid="val-00002">5</VV>'),
        ('<Ref name="a" url="https://a.be">x</Ref>', '<Ref name="a" url="https://b.be">x</Ref>'),
    ],
)
def test_what_stands_inside_a_label_is_content(inside: str, changed: str) -> None:
    label = '<Ref name="demo-law" uid="ref-00001">the text {}</Ref>'
    assert not tag_only(Body(label.format(inside)), Body(label.format(changed)))
