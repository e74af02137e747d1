"""Composing: what a form is made of, and the version that says so."""

from __future__ import annotations

from dataclasses import replace

from becivic.corpus.load import Loader
from becivic.onboarding.composer import Asked, Form, Mode, composed
from becivic.onboarding.locales import chosen_locale
from tests.factories.onboarding import EVERY_INPUT, form, packaged, skill


def test_the_answer_says_what_was_made() -> None:
    made = form("fr-BE")
    assert made.as_json() == {
        "skill_id": EVERY_INPUT,
        "form_html": made.html,
        "locale_actual": "fr",
        "locale_fallback_reason": None,
        "version": made.version,
    }
    assert form("tlh", None).as_json()["locale_fallback_reason"] == "locale_not_supported"


def test_the_same_form_has_the_same_version_whatever_is_filled_in() -> None:
    plain = form()
    filled = form("en", EVERY_INPUT, Mode.FIRST_CONTACT, "region:Flanders")
    assert (form().version, filled.version) == (plain.version, plain.version)
    assert filled.html != plain.html


def test_another_language_mode_or_skill_is_another_version() -> None:
    made = [form(), form("fr"), form(name=None), form(mode=Mode.RETURNING), form(name="birth-registration")]
    assert len({each.version for each in made}) == len(made)


def test_a_skill_that_changes_changes_the_version_of_its_form() -> None:
    changed = replace(skill(), blob_id="0" * 40)
    made = composed(packaged(), Asked(locale=chosen_locale("en"), skill=changed))
    assert isinstance(made, Form)
    assert made.version != form().version


def test_communes_that_change_change_the_version() -> None:
    text = packaged().documents["data/communes.json"].text.replace("Aartselaar", "Aartselaer")
    other = Loader().amended(packaged(), {"data/communes.json": text.encode()})
    made = composed(other, Asked(locale=chosen_locale("en"), skill=skill()))
    assert isinstance(made, Form)
    assert "Aartselaer" in made.html
    assert made.version != form().version


def test_everything_that_is_wrong_is_told_at_once() -> None:
    asked = Asked(locale=chosen_locale("en"), pre_selected=("region:x", "inputs.way:post"))
    made = composed(packaged(), asked)
    assert isinstance(made, tuple)
    assert [fault.pointer for fault in made] == ["/pre_selected/0", "/pre_selected/1"]
