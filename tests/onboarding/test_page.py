"""The document itself: whole, closed to everything outside, and nothing in it runs but its own script."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from typing import Any

import html5lib
import pytest

from becivic.corpus.load import Loader
from becivic.onboarding.composer import Asked, Form, Mode, composed
from becivic.onboarding.locales import LOCALES, chosen_locale
from becivic.onboarding.page import asset, style
from becivic.onboarding.wording import wording
from becivic.rules import palette
from tests.factories.onboarding import EVERY_INPUT, form, packaged, skill
from tests.requirement import requirement

CLAUSES = ("anonymity", "documents", "forward", "review")
NASTY = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"


def tree(html: str) -> Any:
    """Parsed by a parser that says where HTML is not HTML."""
    return html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(html)


def told(html: str) -> Any:
    """What the script is told."""
    found = re.search(r'<script type="application/json" id="form-data">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    return json.loads(found.group(1))


def by_id(html: str, name: str) -> Any:
    return tree(html).find(f".//*[@id='{name}']")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("mode", Mode)
def test_it_is_html_in_its_language_with_every_id_once(locale: str, mode: Mode) -> None:
    parsed = tree(form(locale, mode=mode).html)
    assert parsed.get("lang") == locale
    assert parsed.get("dir") == ("rtl" if locale == "ar" else "ltr")
    ids = [each.get("id") for each in parsed.iter() if each.get("id")]
    assert len(ids) == len(set(ids))


def test_every_control_has_a_label_and_every_description_is_there() -> None:
    parsed = tree(form().html)
    ids = {each.get("id") for each in parsed.iter()}
    labelled = {each.get("for") for each in parsed.iter("label")}
    within = {each.get("id") for label in parsed.iter("label") for each in label.iter("input")}
    for tag in ("input", "select", "textarea"):
        for control in parsed.iter(tag):
            assert control.get("id") in labelled | within
    for each in parsed.iter():
        assert set((each.get("aria-describedby") or "").split()) <= ids


def test_it_asks_for_nothing_and_sends_nothing() -> None:
    html = form().html
    parsed = tree(html)
    assert [
        each.attrib for each in parsed.iter() if {"src", "href", "action", "style"} & set(each.attrib)
    ] == []
    assert not re.search(r"https?:|url\(|@import|fetch\(|XMLHttpRequest|sendBeacon|WebSocket", html)
    assert parsed.find(".//form").get("method") == "dialog"


def test_its_policy_lets_exactly_its_own_style_and_script_through() -> None:
    parsed = tree(form().html)
    policy = parsed.find(".//meta[@http-equiv='Content-Security-Policy']").get("content")
    scripts = [each for each in parsed.iter("script") if each.get("type") is None]
    for element in (*scripts, *parsed.iter("style")):
        digest = base64.b64encode(hashlib.sha256(element.text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    assert (len(scripts), "unsafe" in policy) == (1, False)
    assert policy.startswith("default-src 'none';")


def test_no_element_has_a_handler() -> None:
    for each in tree(form().html).iter():
        assert not [name for name in each.attrib if name.startswith("on")]


@pytest.mark.parametrize("mode", Mode)
def test_what_a_caller_or_an_author_writes_stays_text(mode: Mode) -> None:
    html = form("en", "every-input", mode, f"inputs.remark:{NASTY}").html
    assert "<img" not in html
    assert "<b>word</b>" not in html
    assert "Ask &lt;for&gt; everything" in html
    assert by_id(html, "inputs-remark").get("value") == NASTY


def test_labels_in_another_language_say_so() -> None:
    legend = tree(form("ar").html).find(".//fieldset[@data-question='inputs.agreed']/legend/span")
    assert (legend.get("lang"), legend.get("dir"), legend.text) == ("en", "ltr", "Agreed")


@pytest.mark.parametrize(
    ("locale", "name", "key", "language"),
    [
        ("ar", "nationality-residence-clock", "untranslated", "en"),
        ("uk", "nationality-residence-clock", "untranslated", "en"),
        ("fr", "nationality-residence-clock", None, ""),
        ("en", EVERY_INPUT, "untranslated_part", "nl"),
        ("fr", EVERY_INPUT, "untranslated_part", "en, nl"),
    ],
)
def test_that_a_procedure_is_in_another_language_is_said_in_that_of_the_form(
    locale: str, name: str, key: str | None, language: str
) -> None:
    note = by_id(form(locale, name).html, "untranslated")
    names = wording(locale).table("languages")
    if key is None:
        assert note is None
    else:
        languages = ", ".join(names[each] for each in language.split(", "))
        assert note.text == wording(locale).table("form")[key].format(languages=languages)


def test_what_is_known_says_which_language_it_is_in() -> None:
    said = ("inputs.way:counter", "inputs.remark:Hallo")
    html = form("ar", EVERY_INPUT, Mode.RETURNING, *said).html
    assert '<dd dir="auto"><span lang="en" dir="ltr">Counter</span></dd>' in html
    assert '<dd dir="auto">Hallo</dd>' in html


@requirement("R-FORM-03")
def test_a_list_can_be_given_in_three_ways() -> None:
    modes = [
        each.get("value")
        for each in tree(form().html).iter("input")
        if each.get("name") == "inputs.stays.__mode"
    ]
    assert modes == ["rows", "folder_drop", "chat", ""]


@pytest.mark.parametrize(
    ("least", "most", "said"), [(0, 5, "up to 5"), (2, 5, "At least 2, up to 5"), (0, 1, "")]
)
def test_how_many_there_may_be_is_said_where_there_may_be_several(least: int, most: int, said: str) -> None:
    text = packaged().tree.read(f"skills/{EVERY_INPUT}/canonical.md").decode()
    rows = text.replace("min_rows: 1, max_rows: 2", f"min_rows: {least}, max_rows: {most}").encode()
    corpus = Loader().amended(packaged(), {f"skills/{EVERY_INPUT}/canonical.md": rows})
    made = composed(corpus, Asked(locale=chosen_locale("en"), skill=corpus.skills[EVERY_INPUT]))
    assert isinstance(made, Form)
    how = by_id(made.html, "inputs-stays-how").text
    assert (
        how.removeprefix(wording("en").table("form")["rows_how"]).strip().endswith(said + "." if said else "")
    )


@requirement("R-FORM-04")
def test_the_script_knows_what_is_kept_across_procedures() -> None:
    kept = [each["name"] for each in told(form().html)["questions"] if each.get("kept")]
    assert kept == ["inputs.stays"]


@requirement("R-FORM-06")
def test_the_script_knows_the_languages_of_every_region() -> None:
    assert told(form().html)["languages"]["Brussels-Capital"] == ["NL", "FR"]


def test_consent_is_one_box_that_nobody_has_ticked_and_the_reasons_are_folded() -> None:
    html = form().html
    box = by_id(html, "consent")
    assert (box.get("type"), "checked" in box.attrib) == ("checkbox", False)
    why = by_id(html, "why")
    assert (why.tag, "open" in why.attrib) == ("details", False)
    clauses = [each.text for each in why.iter("li")]
    assert clauses == [wording("en").table("consent")[clause] for clause in CLAUSES]


def test_who_returns_sees_what_is_known_and_is_asked_what_has_changed() -> None:
    said = (
        "region:Brussels-Capital",
        "commune_nis5:21004",
        "dependents.spouse_abroad:false",
        "dependents.minor_children_count:2",
        "transitions_in_progress:divorce",
        "inputs.until:current",
    )
    html = form("en", "every-input", Mode.RETURNING, *said).html
    parsed = tree(html)
    assert parsed.find(".//h1").text == wording("en").table("returning")["question"]
    noted = [each.text for each in parsed.iter("dd")]
    assert noted == [
        "Brussels", "Bruxelles / Brussel / Brüssel", "2", "No", "Divorce", "Still so today",
    ]  # fmt: skip
    assert by_id(html, "consent") is None
    assert "open" not in by_id(html, "change").attrib


def test_what_is_known_is_filled_in() -> None:
    said = (
        "region:Brussels-Capital",
        "transitions_in_progress:divorce",
        "inputs.country:ma",
        "inputs.since:2024-05",
        "inputs.until:2024-06",
        "inputs.agreed:true",
        "inputs.amount:0",
        "inputs.town:21004",
    )
    parsed = tree(form("en", "every-input", Mode.FIRST_CONTACT, *said).html)
    checked = {
        (each.get("name"), each.get("value")) for each in parsed.iter("input") if "checked" in each.attrib
    }
    assert {
        ("profile.region", "Brussels-Capital"),
        ("profile.transitions_in_progress", "divorce"),
        ("inputs.agreed", "true"),
        ("inputs.married", ""),
    } <= checked
    values = {each.get("name"): each.get("value") for each in parsed.iter("input")}
    assert (values["inputs.since"], values["inputs.until"], values["inputs.amount"]) == (
        "2024-05",
        "2024-06",
        "0",
    )
    assert values["inputs.town"] == "Bruxelles / Brussel / Brüssel"
    (chosen,) = [each for each in parsed.iter("option") if "selected" in each.attrib]
    assert chosen.get("value") == "ma"


def test_nobody_is_noted_as_having_said_what_they_have_not() -> None:
    html = form("en", None, Mode.RETURNING).html
    assert list(tree(html).iter("dd")) == []
    assert wording("en").table("returning")["nothing"] in html


def test_without_a_skill_there_is_no_second_section() -> None:
    html = form("en", None).html
    assert by_id(html, "section-inputs") is None
    assert told(html)["skill_id"] is None


@requirement("R-FORM-05")
@pytest.mark.parametrize("name", sorted(packaged().skills))
def test_every_skill_of_the_library_has_a_form(name: str) -> None:
    questions = told(form("fr", name).html)["questions"]
    asked = {name for each in questions for name in (each["name"], *each.get("also", ()))}
    assert {f"inputs.{each.text('name')}" for each in skill(name).fields.children("inputs")} <= asked


def asked_in(html: str, fold: str) -> set[str]:
    found = by_id(html, fold)
    return set() if found is None else {each.get("data-question") for each in found.iter()} - {None}


def test_only_what_the_procedure_uses_lies_open_and_all_of_it_where_there_is_no_procedure() -> None:
    needed = {"profile.region", "profile.commune_nis5"}
    waiting = asked_in(form("en", "apostille-foreign-document-hague").html, "more")
    asked = {each["name"] for each in told(form("en", None).html)["questions"]}
    assert waiting == asked - needed
    assert asked_in(form("en", None).html, "more") == set()


def test_until_when_a_document_is_valid_stands_by_the_document() -> None:
    waiting = asked_in(form("en", "driving-licence-exchange").html, "more")
    assert not [name for name in waiting if "document_inventory" in name]


def test_what_came_with_an_answer_is_never_folded_away() -> None:
    said = ("civic_status:married", "document_inventory.has_id_card:yes")
    html = form("en", "nationality-residence-clock", Mode.FIRST_CONTACT, *said).html
    assert not {
        "profile.civic_status",
        "profile.document_inventory.has_id_card",
        "profile.document_inventory.validity_end_id_card",
    } & asked_in(html, "more")


@pytest.mark.parametrize("locale", LOCALES)
def test_the_buttons_say_what_they_do(locale: str) -> None:
    """A word whose key is also a method of a table was once shown as that method."""
    html = form(locale).html
    words = wording(locale).table("form")
    assert [by_id(html, name).text for name in ("submit", "copy")] == [words["submit"], words["copy"]]
    assert "built-in" not in html


def test_it_is_in_the_colours_of_the_house() -> None:
    told = style()
    used = set(re.findall(r"var\(--([a-z-]+)\)", told))
    declared = re.findall(r"--([a-z-]+):(#[0-9A-F]{6})", told)
    assert {name for name, _ in declared} == used
    assert all(colour in (palette.LIGHT[name], palette.DARK[name]) for name, colour in declared)
    assert re.findall(r"#[0-9A-Fa-f]{3,6}\b", asset("form.css")) == []
