"""What a bracket cites again: a reference under its name or its uid, joined by the catalogue."""

from __future__ import annotations

import pytest

from becivic.corpus.body import Body
from becivic.corpus.brackets import first_references, is_reference
from becivic.corpus.seed import Row, RowCatalogue
from tests.requirement import requirement

CATALOGUE = RowCatalogue([Row("ref-00001", "demo-law"), Row("val-00001", "demo-fee-eur")])


@requirement("R-TAG-11")
@pytest.mark.parametrize(
    ("tag", "keys"),
    [
        ('<Ref name="demo-law">a</Ref>', {"demo-law", "ref-00001"}),
        ('<Ref uid="ref-00001">a</Ref>', {"demo-law", "ref-00001"}),
        ('<Ref name="demo-act" uid="ref-00001">a</Ref>', {"demo-act", "demo-law", "ref-00001"}),
        ('<Ref name="demo-act" uid="ref-99999">a</Ref>', {"demo-act", "ref-99999"}),
        ("<Ref>a</Ref>", set()),
        ('<VV name="demo-fee-eur">a</VV>', set()),
    ],
)
def test_a_reference_is_known_under_its_name_and_its_uid(tag: str, keys: set[str]) -> None:
    assert first_references(Body(f"x {tag}"), CATALOGUE) == dict.fromkeys(keys, 2)


def test_the_first_of_several_tags_counts() -> None:
    tag = '<Ref name="demo-act">a</Ref>'
    assert first_references(Body(f"x {tag} {tag}"), CATALOGUE) == {"demo-act": 2}


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("demo-law", True),
        ("ref-00001", True),
        ("ref-99999", True),
        ("demo-fee-eur", False),
        ("val-00001", False),
        ("x", False),
    ],
)
def test_a_uid_by_its_shape_and_a_name_by_the_catalogue_mean_a_reference(key: str, *, expected: bool) -> None:
    assert is_reference(key, CATALOGUE) is expected
