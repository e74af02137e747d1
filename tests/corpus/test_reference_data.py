"""Communes, types and source classes as the rules ask for them."""

from __future__ import annotations

from typing import Any

import pytest

from becivic.corpus.documents import JsonDocument
from becivic.corpus.load import Corpus, Loader
from becivic.corpus.reference_data import Communes, SourceClasses, Types
from becivic.corpus.tree import DirectoryTree
from becivic.packaged import corpus_folder
from becivic.rules.places import COMMUNE_GROUPS
from becivic.rules.skills import FormType, IoType, Selector
from tests.requirement import requirement

COMMUNES = Communes(
    JsonDocument(
        "data/communes.json",
        {"communes": [{"nis_code": "21009", "slug": "ixelles"}, {"nis_code": "44021", "slug": "gent"}, "x"]},
    )
)
CLASSES = SourceClasses(
    JsonDocument(
        "schemas/source-classes.json",
        {
            "classes": {
                "primary": {
                    "citable": True,
                    "hosts": ["justice.belgium.be", "*.fgov.be"],
                    "patterns": ["www.{commune}.be", "{commune}.brussels", "plain.example.be"],
                },
                "secondary": {"citable": True, "hosts": ["kluwer.be"], "patterns": []},
                "tertiary": {"citable": False, "hosts": ["*.wordpress.com", "kluwer.be"], "patterns": []},
            }
        },
    ),
    COMMUNES,
)


@pytest.fixture(scope="module")
def packaged() -> Corpus:
    return Loader().load(DirectoryTree(corpus_folder()))


@requirement("R-BODY-16")
@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://justice.belgium.be/fr", "primary"),
        ("https://JUSTICE.Belgium.BE:443/fr?x#y", "primary"),
        ("https://www.ejustice.just.fgov.be/eli", "primary"),
        ("https://fgov.be/", "primary"),
        ("https://notfgov.be/", None),
        ("https://sub.justice.belgium.be/", None),
        ("https://www.ixelles.be/", "primary"),
        ("https://gent.brussels/", "primary"),
        ("https://www.atlantis.be/", None),
        ("https://www.x.ixelles.be/", None),
        ("https://www.ixelles.be.example.org/", None),
        ("https://plain.example.be/", "primary"),
        ("https://kluwer.be/", "secondary"),
        ("https://someone.wordpress.com/", "tertiary"),
        ("https://example.org/justice.belgium.be", None),
        ("https://justice.belgium.be@example.org/", None),
        ("not an address", None),
        ("", None),
    ],
)
def test_a_host_belongs_to_the_first_class_that_lists_it(url: str, name: str | None) -> None:
    assert CLASSES.classify(url) == name


@requirement("R-BODY-16")
def test_only_a_class_that_says_so_may_be_cited() -> None:
    assert [name for name in ("primary", "secondary", "tertiary", "unknown") if CLASSES.is_citable(name)] == [
        "primary",
        "secondary",
    ]


@pytest.mark.parametrize("value", [None, [], {"classes": []}, {"classes": {"primary": {"hosts": "x"}}}])
def test_a_list_of_the_wrong_shape_knows_no_host(value: Any) -> None:
    classes = SourceClasses(JsonDocument("schemas/source-classes.json", value), COMMUNES)
    assert classes.classify("https://justice.belgium.be/") is None
    assert not classes.is_citable("primary")


def test_a_commune_is_known_by_its_code_and_a_group_by_its_name() -> None:
    assert COMMUNES.knows("21009")
    assert all(COMMUNES.knows(group) for group in COMMUNE_GROUPS)
    assert not COMMUNES.knows("ixelles")
    assert not COMMUNES.knows("21010")
    assert COMMUNES.slugs == {"ixelles", "gent"}
    assert COMMUNES.by_code["44021"].text("slug") == "gent"


def test_types_name_what_types_json_lists() -> None:
    types = Types(
        JsonDocument(
            "schemas/types.json",
            {
                "io_types": {"string": {}},
                "form_types": {"row_list": {}},
                "countries": ["be", 1, "fr"],
                "selects_on": {"region": ["brussels"]},
            },
        )
    )
    assert types.names == {"string", "row_list"}
    assert types.countries == {"be", "fr"}
    assert types.selector_values("region") == frozenset({"brussels"})
    assert types.selector_values("origin_country") is None


@requirement("R-FM-11", "R-GRAPH-03")
def test_the_packaged_types_hold_the_law(packaged: Corpus) -> None:
    assert packaged.types.names == {each.value for each in (*IoType, *FormType)}
    for selector in Selector:
        values = packaged.types.selector_values(selector.value)
        assert (values is None) is (selector is Selector.ORIGIN_COUNTRY)
    assert {"be", "fr", "ma", "us"} <= packaged.types.countries


@requirement("R-BODY-16")
@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://www.ejustice.just.fgov.be/eli/loi/1984/06/28/justel", "primary"),
        ("https://dofi.ibz.be/fr", "primary"),
        ("https://statbel.fgov.be/en", "primary"),
        ("https://example.org/", None),
    ],
)
def test_the_packaged_classes_know_the_official_sources(packaged: Corpus, url: str, name: str | None) -> None:
    assert packaged.source_classes.classify(url) == name


def test_the_packaged_communes_are_the_565_of_the_nomenclature(packaged: Corpus) -> None:
    assert len(packaged.communes.by_code) == 565
    assert len(packaged.communes.slugs) == 565


def test_a_corpus_offers_its_lists(packaged: Corpus) -> None:
    assert "commune-population" in packaged.authorities
    assert "meta" in packaged.categories
    assert packaged.commit is None
