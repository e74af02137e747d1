"""The communes that are offered, and the languages of an administration."""

from __future__ import annotations

from becivic.corpus.documents import JsonDocument
from becivic.corpus.reference_data import Communes
from becivic.onboarding.places import languages_by_region, offered_communes
from becivic.rules.places import ProfileRegion
from tests.factories.onboarding import packaged
from tests.requirement import requirement

OFFERED = offered_communes(packaged().communes)


def communes(*entries: dict[str, object]) -> Communes:
    return Communes(JsonDocument("data/communes.json", {"communes": list(entries)}))


def test_every_commune_is_offered_once_under_a_label_of_its_own() -> None:
    assert {each.nis5 for each in OFFERED} == set(packaged().communes.by_code)
    assert len({each.label.casefold() for each in OFFERED}) == len(OFFERED) == 565


def test_a_label_holds_every_name_its_own_language_first() -> None:
    labels = {each.nis5: each.label for each in OFFERED}
    assert labels["21004"] == "Bruxelles / Brussel / Brüssel"
    assert labels["63001"] == "Amel / Amblève"


def test_two_that_read_the_same_are_told_apart_by_their_codes() -> None:
    twins: list[dict[str, object]] = [
        {"nis_code": code, "name_fr": "Ville", "languages_available": ["fr"]} for code in ("1", "2")
    ]
    assert [each.label for each in offered_communes(communes(*twins))] == ["Ville (1)", "Ville (2)"]


def test_a_commune_without_a_name_or_a_known_region_is_still_offered() -> None:
    (only,) = offered_communes(communes({"nis_code": "12345", "region": "moon"}))
    assert (only.label, only.region) == ("12345", ProfileRegion.NOT_YET)


@requirement("R-FORM-06", "R-PROF-02")
def test_languages_follow_from_the_region_and_all_three_are_there_for_who_is_not_here_yet() -> None:
    assert languages_by_region(OFFERED) == {
        "Flanders": ("NL",),
        "Wallonia": ("FR",),
        "Brussels-Capital": ("NL", "FR"),
        "German-speaking-community": ("FR", "DE"),
        "not-in-belgium-yet": ("NL", "FR", "DE"),
    }


def test_without_a_list_of_communes_no_language_is_ruled_out() -> None:
    assert set(languages_by_region(()).values()) == {("NL", "FR", "DE")}
