"""Communes by code and by name, as the corpus has them; and what a profile may not say of a place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.corpus.load import Corpus
from becivic.intake.references.concerns import _check_commune
from becivic.intake.references.refused import NotHeld
from becivic.onboarding.places import offered_communes
from becivic_harness.communes import by_name, commune, disagreements, is_named
from tests.factories.oracle import corpus
from tests.factories.payloads import Fixture, fixtures
from tests.requirement import requirement

CORPUS: Corpus = corpus()
LISTED = CORPUS.communes.by_code


@requirement("R-COMM-01")
def test_every_commune_of_the_corpus_is_here_with_all_that_is_known_of_it() -> None:
    for code, entry in LISTED.items():
        found = commune(code)
        assert found is not None
        assert (found.nis5, found.slug, found.region) == (code, entry.text("slug"), entry.text("region"))
        assert [found.name_fr, found.name_nl, found.name_de] == [
            entry.raw(f"name_{each}") for each in ("fr", "nl", "de")
        ]
        assert list(found.languages) == entry.raw("languages_available")
        assert list(found.postal_codes) == entry.raw("postal_codes")


def test_a_profile_calls_its_region_as_the_form_does() -> None:
    for offered in offered_communes(CORPUS.communes):
        found = commune(offered.nis5)
        assert found is not None
        assert (found.profile_region, tuple(each.upper() for each in found.languages)) == (
            offered.region,
            offered.languages,
        )
        assert " / ".join(found.names) == offered.label.removesuffix(f" ({offered.nis5})")


@pytest.mark.parametrize("code", ["", "99999", "2100", "21009 ", "ixelles"])
def test_a_code_that_is_none_finds_nothing(code: str) -> None:
    assert commune(code) is None


@pytest.mark.parametrize(("text", "codes"), [
    ("Ixelles", ["21009"]), ("ELSENE", ["21009"]), ("ixelles", ["21009"]), ("Liege", ["62063"]), ("Lüttich", ["62063"]),
    ("sint genesius rode", ["23101"]), ("Saint-Nicolas", ["46021", "62093"]), ("1050", ["21004", "21009"]),
    ("woluwe", ["21018", "21019"]), ("Atlantis", []), ("wo", []), ("", []), ("---", []),
])  # fmt: skip
def test_a_commune_is_found_by_what_people_call_it(text: str, codes: list[str]) -> None:
    assert [each.nis5 for each in by_name(text)] == codes


def test_every_name_and_slug_leads_to_its_commune() -> None:
    for code in LISTED:
        found = commune(code)
        assert found is not None
        for name in (*found.names, found.slug, *found.postal_codes):
            assert found in by_name(name)


def test_somebody_who_types_a_beginning_is_not_told_everything() -> None:
    assert len(by_name("sai")) == 10


def _server_knows(named: str) -> bool:
    try:
        _check_commune(CORPUS.communes, named, "/context/commune")
    except NotHeld:
        return False
    return True


@requirement("R-XREF-05")
@given(st.sampled_from(sorted(LISTED)), st.sampled_from(sorted(LISTED)), st.sampled_from((
    "{code}", "{slug}", "{code}-{slug}", "{code}-{other}", "{code}-", "{slug}-{code}", "9{code}", "all-19-rbc-communes", "",
)))  # fmt: skip
def test_a_concern_names_a_commune_as_the_server_wants_it(code: str, another: str, form: str) -> None:
    written = form.format(code=code, slug=LISTED[code].text("slug"), other=LISTED[another].text("slug"))
    assert is_named(written) is _server_knows(written)


@requirement("R-PROF-02")
@pytest.mark.parametrize("fixture", fixtures("profiles/valid/*.json"), ids=str)
def test_a_valid_profile_agrees_with_itself(fixture: Fixture) -> None:
    assert disagreements(fixture.read()) == []


@requirement("R-PROF-02")
@pytest.mark.parametrize(("profile", "pointers"), [
    ({}, []),
    ({"region": "Flanders", "administration_language": "NL"}, []),
    ({"region": "Flanders", "administration_language": "FR"}, ["/administration_language"]),
    ({"region": "Flanders", "administration_language": "FR", "commune_nis5": "23102"}, []),
    ({"region": "Brussels-Capital", "administration_language": "DE"}, ["/administration_language"]),
    ({"region": "not-in-belgium-yet", "administration_language": "DE"}, []),
    ({"region": "not-in-belgium-yet", "commune_nis5": "21009", "administration_language": "NL"}, []),
    ({"region": "Wallonia", "commune_nis5": "21009"}, ["/region"]),
    ({"region": "Wallonia", "commune_nis5": "63023"}, ["/region"]),
    ({"region": "German-speaking-community", "commune_nis5": "63023", "administration_language": "FR"}, []),
    ({"region": "German-speaking-community", "commune_nis5": "63023", "administration_language": "NL"}, ["/administration_language"]),
    ({"commune_nis5": "99999", "region": "Flanders"}, ["/commune_nis5"]),
    ({"commune_nis5": "21009", "administration_language": "DE"}, ["/administration_language"]),
    ({"commune_nis5": 21009, "region": "Atlantis", "administration_language": "DE"}, []),
])  # fmt: skip
def test_a_profile_cannot_say_of_a_place_what_is_not_so(profile: dict[str, Any], pointers: list[str]) -> None:
    assert [fault.pointer for fault in disagreements(profile)] == pointers


def test_a_code_and_a_slug_must_be_of_one_commune() -> None:
    assert is_named("21009-ixelles")
    assert not is_named("21009-eupen")
