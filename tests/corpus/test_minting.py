"""Uids are given out by the service alone: a draft has none, an amended body keeps those it had as they were."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.corpus.minting import minted_by_submitter
from becivic.rules.submissions import SubmissionType
from tests.factories.oracle import apply_diff, body_before
from tests.factories.payloads import Fixture, fixtures
from tests.requirement import requirement

REF = (
    '<Ref name="a-law" uid="ref-00001" title="A law" url="https://a.be/" last_verified="2026-11-15">it</Ref>'
)
VALUE = '<VV name="a-fee" uid="val-00001">€20</VV>'
OLD = f"See {REF}.\n\nPay {VALUE}, again [ref-00001] and [a-law].\n"


@requirement("R-DRF-04")
@pytest.mark.parametrize(
    "body",
    [
        REF, VALUE, '<VV name="a" uid="x"/>', "<VV uid='val-00009'>", '<Ref uid=" "></Ref>', "See [ref-00001].", "See [val-00001].",
        '<VV uid="" uid="val-00001">a</VV>', '<Risk>\n<VV\n  name="a"\n  uid="val-00001">a</VV></Risk>',
    ],
)  # fmt: skip
def test_a_draft_that_fills_in_a_uid_is_found_out(body: str) -> None:
    assert minted_by_submitter(None, body)


@requirement("R-DRF-04")
@pytest.mark.parametrize(
    "body",
    [
        "", "Text.", '<Ref name="a-law" uid="" title="A law">it</Ref>', '<VV name="a-fee">€20</VV>', "See [a-law] and [con-00001].",
        "`<VV uid=\"val-00001\">`", f"```\n{REF}\n```", f"<!-- {REF} -->", '<Skill id="a" uid="ref-00001" />', "</VV>", "<VV uid=val-00001>",
        "ref-00001", "[ref-00001](https://a.be/)",
    ],
)  # fmt: skip
def test_a_draft_that_leaves_them_empty_is_fine(body: str) -> None:
    assert not minted_by_submitter(None, body)


@requirement("R-DRF-04", "R-XREF-07")
@pytest.mark.parametrize(
    "body",
    [
        OLD.replace("ref-00001\" title", "ref-00002\" title"),
        OLD.replace("[ref-00001]", "[ref-00002]"),
        OLD + '<VV name="a-fee" uid="val-00002">€30</VV>',
        OLD.replace("https://a.be/", "https://b.be/"),
        OLD.replace('name="a-law"', 'name="b-law"'),
        OLD.replace(' url="https://a.be/"', ""),
        OLD.replace('name="a-fee" uid="val-00001"', 'name="a-fee" uid="ref-00001"'),
        OLD.replace(VALUE, VALUE.replace("VV", "Ref")),
        OLD + '<VV name="other" uid="val-00001">€20</VV>',
    ],
)  # fmt: skip
def test_an_amendment_that_gives_out_or_rebinds_a_uid_is_found_out(body: str) -> None:
    assert minted_by_submitter(OLD, body)


@requirement("R-DRF-04")
@pytest.mark.parametrize(
    "body",
    [
        OLD, "", OLD * 2, OLD.replace("€20", "€30"), OLD.replace("A law", "The law"), OLD.replace("2026-11-15", "2026-11-16"),
        OLD + '<VV name="new-fee" uid="">€1</VV>', OLD.replace(REF, "[ref-00001]"), OLD.replace(VALUE, "nothing"), OLD + REF,
        OLD.replace('uid="val-00001"', 'uid=""'), OLD.replace('"', "'"),
    ],
)  # fmt: skip
def test_an_amendment_that_keeps_each_uid_bound_as_it_was_is_fine(body: str) -> None:
    assert not minted_by_submitter(OLD, body)


def test_a_bracket_alone_does_not_stand_for_a_tag() -> None:
    assert minted_by_submitter("See [ref-00001].", REF)


@requirement("R-DRF-04")
@pytest.mark.parametrize(
    "fixture", [*fixtures("drafts/*/skill/*.json"), *fixtures("amendments/*/skill/*.json")], ids=str
)
def test_of_the_fixtures_those_named_for_it_are_found_out_and_no_other(fixture: Fixture) -> None:
    content = fixture.read().get("content", {})
    if fixture.type is SubmissionType.DRAFT:
        minted = minted_by_submitter(None, content.get("body", ""))
    else:
        after = apply_diff(body_before(), content.get("body_diff", "")) if "body_diff" in content else ""
        minted = minted_by_submitter(body_before(), after or "")
    assert minted is fixture.file.stem.startswith("uid-")


@given(
    st.text()
    | st.lists(st.sampled_from((REF, VALUE, "<VV uid=", "[ref-1]", '"', ">", "`", "\n")), max_size=20).map(
        "".join
    )
)
def test_any_text_has_an_answer_and_nobody_mints_what_was_there(body: str) -> None:
    assert minted_by_submitter(None, body) in (True, False)
    assert not minted_by_submitter(body, body)
