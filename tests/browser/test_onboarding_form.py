"""The onboarding form in a browser: filled in, handed over, held to the schemas, and fit for everybody."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import jsonschema_rs
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, expect

from becivic.onboarding.composer import Mode
from becivic.onboarding.locales import LOCALES
from becivic.onboarding.wording import wording
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.skills import FormType
from tests.factories.onboarding import EVERY_INPUT, form, packaged, skill
from tests.requirement import requirement

Opened = Callable[..., Page]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
BRUSSELS = "Bruxelles / Brussel / Brüssel"


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opened]:
    """Shows a document. Whatever it would fetch, and whatever it complains of, is a failure."""
    trouble: list[str] = []
    contexts = []

    def stop(route: Route) -> None:
        trouble.append(route.request.url)
        route.abort()

    def show(html: str, **more: Any) -> Page:
        context = browser.new_context(viewport={"width": 360, "height": 800}, **more)
        contexts.append(context)
        context.route("**/*", stop)
        page = context.new_page()
        page.on("console", lambda message: trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.set_content(html)
        return page

    yield show
    for context in contexts:
        context.close()
    assert trouble == []


def pick(page: Page, name: str, value: str) -> None:
    page.locator(f'[name="{name}"][value="{value}"]').check()


def fill(page: Page, name: str, value: str) -> None:
    field = page.locator(f'[name="{name}"]')
    field.fill(value)
    field.dispatch_event("change")


def handed_over(page: Page) -> Any:
    page.locator("#submit").click()
    expect(page.locator("#done")).to_be_visible()
    return json.loads(page.locator("#payload").input_value())


_AT_ONCE = """
(answers) => {
  for (const [name, value] of Object.entries(answers)) {
    const controls = [...document.getElementsByName(name)];
    const button = controls.find((each) => ["radio", "checkbox"].includes(each.type) && each.value === value);
    if (button) button.checked = true;
    else controls[0].value = value;
    (button || controls[0]).dispatchEvent(new Event("change", { bubbles: true }));
  }
}
"""


def fill_in_everything(page: Page) -> None:
    """Most of it in one go: a question is the same in every language, and a machine may be slow."""
    answers = {
        "profile.region": "Brussels-Capital",
        "profile.administration_language": "FR",
        "profile.nationality_status": "non-EU",
        "profile.residency_status": "non-EU-permit",
        "profile.civic_status": "married",
        "profile.dependents.spouse_abroad": "false",
        "profile.document_inventory.has_id_card": "yes",
        "profile.document_inventory.has_NN": "true",
        "profile.transitions_in_progress": "address-change",
        "profile.browser_driving_preference": "ask-each-time",
        "profile.residency_history.__mode": "rows",
        "profile.employment_history.__mode": "rows",
        "profile.education_history.__mode": "chat",
        "inputs.paper": "to_obtain",
        "inputs.agreed": "true",
        "inputs.way": "counter",
        "inputs.married": "false",
        "inputs.stays.__mode": "rows",
        "profile.commune_nis5": BRUSSELS,
        "profile.dependents.minor_children_count": "2",
        "profile.document_inventory.validity_end_id_card": "2031-04",
        "profile.residency_history.0.start": "2019-09",
        "profile.residency_history.0.visa_type": "d-visa",
        "profile.employment_history.0.start": "2020-01",
        "profile.employment_history.0.days_per_week": "4.5",
        "inputs.town": "9000",
        "inputs.word": "diploma",
        "inputs.amount": "3.5",
        "inputs.day": "2024-02-29",
        "inputs.remark": "  <b>bold</b>  ",
        "inputs.since": "2020-02",
        "inputs.stays.0.left": "2021-06",
        "inputs.stays.0.town": "21004",
        "inputs.stays.0.note": "short",
        "inputs.stays.0.days": "12",
        "profile.residency_history.0.end.current": "current",
        "profile.residency_history.0.country_of_last_residence": "ma",
        "profile.employment_history.0.type": "PT",
        "inputs.country": "ua",
        "inputs.stays.0.why": "work",
        "inputs.stays.0.alone": "true",
    }
    page.evaluate(_AT_ONCE, answers)
    page.locator('[name="inputs.until.current"]').check()
    page.locator('[data-add="inputs.stays"]').click()
    fill(page, "inputs.stays.1.left", "2022-07")
    pick(page, "inputs.stays.1.why", "family")
    page.locator("#consent").check()


EVERYTHING: Any = {
    "profile": {
        "profile_schema_version": "1.0.0",
        "region": "Brussels-Capital",
        "commune_nis5": "21004",
        "administration_language": "FR",
        "nationality_status": "non-EU",
        "residency_status": "non-EU-permit",
        "civic_status": "married",
        "dependents": {"minor_children_count": 2, "spouse_abroad": False},
        "document_inventory": {"has_id_card": "yes", "validity_end_id_card": "2031-04", "has_NN": True},
        "transitions_in_progress": ["address-change"],
        "browser_driving_preference": "ask-each-time",
        "residency_history": [
            {"start": "2019-09", "end": "current", "visa_type": "d-visa", "country_of_last_residence": "ma"}
        ],
        "employment_history": [{"start": "2020-01", "type": "PT", "days_per_week": 4.5}],
    },
    "inputs": {
        "country": "ua",
        "town": "44021",
        "paper": "to_obtain",
        "word": "diploma",
        "amount": 3.5,
        "day": "2024-02-29",
        "agreed": True,
        "way": "counter",
        "remark": "<b>bold</b>",
        "married": False,
        "since": "2020-02",
        "until": "current",
        "stays": [
            {"left": "2021-06", "town": "21004", "why": "work", "alone": True, "note": "short", "days": 12},
            {"left": "2022-07", "why": "family"},
        ],
    },
}


def assert_fits(payload: Any) -> None:
    """Section 1 is a profile; section 2 is what the types say of each input."""
    assert packaged_registry().faults(SchemaFile.PROFILE, payload["profile"]) == []
    types = packaged().types.document.fields.child("form_types")
    for told in skill().fields.children("inputs"):
        value = payload["inputs"].get(told.text("name"))
        if value is not None and told.text("type") in tuple(FormType):
            schema = types.child(told.text("type")).raw("value_schema")
            jsonschema_rs.Draft202012Validator(schema).validate(value)


@requirement("R-FORM-01", "R-FORM-02", "R-FORM-04", "R-PROF-01", "R-PROF-09", "R-PROF-10")
@pytest.mark.parametrize("locale", LOCALES)
def test_what_is_filled_in_is_handed_over_and_fits_the_schemas(opened: Opened, locale: str) -> None:
    page = opened(form(locale).html)
    fill_in_everything(page)
    payload = handed_over(page)
    assert_fits(payload)
    profile = payload["profile"]
    assert profile.pop("last_updated_at").endswith("Z")
    assert profile.pop("conversation_language") == wording(locale).own_name
    consent = profile.pop("consent")
    assert (consent.pop("alpha_bundle"), consent.pop("version")) == (True, "1")
    assert len(consent.pop("signed_at")) == len("2026-11")
    assert profile == EVERYTHING["profile"]
    assert payload["inputs"] == EVERYTHING["inputs"]
    assert payload["keep"] == ["stays"]
    assert payload["pending"] == {"education_history": {"__mode": "chat", "__status": "pending"}}
    assert (payload["skill_id"], payload["locale"], payload["version"]) == (
        EVERY_INPUT,
        locale,
        form(locale).version,
    )


def faults_for_anybody(page: Page) -> list[tuple[str, str]]:
    """What axe finds. Of long lists a few options are looked at: the rest are the same again."""
    page.evaluate("document.querySelectorAll('option:nth-child(n + 4)').forEach((each) => each.remove())")
    found = Axe().run(page, options=RULES).response["violations"]
    return [(each["id"], each["nodes"][0]["html"]) for each in found]


@pytest.mark.parametrize("locale", LOCALES)
def test_the_first_section_shuts_nobody_out(opened: Opened, locale: str) -> None:
    assert faults_for_anybody(opened(form(locale, None).html)) == []


@pytest.mark.parametrize(("locale", "scheme"), [("en", "light"), ("en", "dark"), ("ar", "light")])
def test_nothing_in_it_shuts_anybody_out(opened: Opened, locale: str, scheme: str) -> None:
    page = opened(form(locale).html, color_scheme=scheme)
    pick(page, "inputs.stays.__mode", "rows")
    page.locator("#more > summary").click()
    pick(page, "profile.document_inventory.has_id_card", "yes")
    page.locator("#submit").click()
    expect(page.locator("#faults")).to_be_focused()
    assert faults_for_anybody(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_the_short_form_shuts_nobody_out_either(opened: Opened, locale: str) -> None:
    page = opened(form(locale, None, Mode.RETURNING, "region:Wallonia").html)
    handed_over(page)
    assert faults_for_anybody(page) == []


@requirement("R-FORM-03")
@pytest.mark.parametrize("mode", ["folder_drop", "chat"])
def test_a_list_that_comes_later_is_a_mark(opened: Opened, mode: str) -> None:
    page = opened(form().html)
    pick(page, "inputs.way", "post")
    pick(page, "inputs.stays.__mode", mode)
    payload = handed_over(page)
    assert payload["inputs"]["stays"] == {"__mode": mode, "__status": "pending"}
    assert_fits(payload)


def test_a_list_that_is_left_open_is_not_there_and_an_empty_one_is_empty(opened: Opened) -> None:
    page = opened(form("en", "nationality-residence-clock").html)
    assert "stays_abroad" not in handed_over(page)["inputs"]
    pick(page, "inputs.stays_abroad.__mode", "rows")
    assert handed_over(page)["inputs"]["stays_abroad"] == []


def test_rows_come_and_go_between_the_least_and_the_most(opened: Opened) -> None:
    page = opened(form().html)
    pick(page, "inputs.way", "post")
    pick(page, "inputs.stays.__mode", "rows")
    add = page.locator('[data-add="inputs.stays"]')
    fill(page, "inputs.stays.0.left", "2021-01")
    pick(page, "inputs.stays.0.why", "work")
    add.click()
    expect(page.locator('[name="inputs.stays.1.left"]')).to_be_focused()
    expect(add).to_be_hidden()
    fill(page, "inputs.stays.1.left", "2022-02")
    page.get_by_role("button", name="Remove row 1").click()
    expect(add).to_be_visible()
    assert handed_over(page)["inputs"]["stays"] == [{"left": "2022-02"}]


def test_what_is_wrong_is_listed_and_each_line_leads_to_its_question(opened: Opened) -> None:
    page = opened(form().html)
    pick(page, "inputs.stays.__mode", "rows")
    page.locator("#more > summary").click()
    for name, value in {
        "profile.commune_nis5": "Atlantis",
        "profile.conversation_language": "English 2",
        "profile.dependents.minor_children_count": "31",
        "inputs.amount": "-1",
        "inputs.stays.0.note": "no month",
    }.items():
        fill(page, name, value)
    page.locator("#submit").click()
    expect(page.locator("#faults")).to_be_focused()
    expect(page.locator("#done")).to_be_hidden()
    told = wording("en").table("questions")
    assert page.locator("#faults li").all_inner_texts() == [
        "Commune: Pick a commune from the list.",
        f"{told['conversation_language']}: Write the name of a language: letters, spaces and hyphens.",
        "Children under 18: Write a number from 0 to 30.",
        "Amount: Write a number, 0 or more.",
        "The way: Please answer this.",
        "Left: Please answer this.",
    ]
    field = page.locator('[name="inputs.amount"]')
    page.get_by_role("link", name="Amount").click()
    expect(field).to_be_focused()
    assert field.get_attribute("aria-invalid") == "true"
    page.get_by_role("link", name="The way").click()
    expect(page.locator("#inputs-way")).to_be_focused()


def test_right_to_left_it_begins_on_the_right_and_says_what_is_in_english(opened: Opened) -> None:
    page = opened(form("ar", "nationality-residence-clock").html)
    edges = "each => [each.getBoundingClientRect().right, each.parentElement.getBoundingClientRect().right]"
    right, above = page.locator(".brand > span").evaluate(edges)
    assert right == above
    expect(page.locator("#untranslated")).to_be_visible()
    expect(page.locator("#untranslated")).to_contain_text(wording("ar").table("languages")["en"])
    labels = page.locator("section[aria-labelledby=section-inputs] legend:visible > span:not(.mark)")
    told = labels.evaluate_all("all => all.map((each) => [each.lang, each.dir])")
    assert told == [["en", "ltr"]] * 2


def test_what_is_wrong_is_told_in_the_language_of_each_part(opened: Opened) -> None:
    page = opened(form("ar").html)
    page.locator("#submit").click()
    link = page.locator("#faults a")
    assert link.inner_text() == f"The way: {wording('ar').table('errors')['required']}"
    assert link.locator("span").get_attribute("lang") == "en"


@pytest.mark.parametrize("word", ["two words", "d-1234"])
def test_a_kind_of_visa_is_a_word_and_never_a_number(opened: Opened, word: str) -> None:
    page = opened(form().html)
    pick(page, "inputs.way", "post")
    pick(page, "profile.residency_history.__mode", "rows")
    fill(page, "profile.residency_history.0.start", "2019-09")
    fill(page, "profile.residency_history.0.visa_type", word)
    page.locator("#submit").click()
    expect(page.locator("#faults li")).to_have_count(1)


def test_a_fact_of_the_profile_is_asked_once_and_handed_over_in_both_places(opened: Opened) -> None:
    page = opened(form("en", "driving-licence-exchange").html)
    expect(page.locator("input[list=communes]")).to_have_count(1)
    fill(page, "profile.commune_nis5", "9000")
    payload = handed_over(page)
    assert payload["profile"]["commune_nis5"] == payload["inputs"]["residence_commune"] == "44021"
    pick(page, "profile.region", "not-in-belgium-yet")
    payload = handed_over(page)
    assert ("commune_nis5" in payload["profile"], "residence_commune" in payload["inputs"]) == (False, False)


@requirement("R-FORM-06")
def test_the_language_of_the_administration_follows_from_the_place(opened: Opened) -> None:
    page = opened(form("en", None).html)
    pills = page.locator('[data-question="profile.administration_language"] .pill:visible')

    def offered() -> list[str]:
        return [text.strip() for text in pills.all_inner_texts()]

    assert offered() == ["Dutch", "French", "German", "Skip"]
    pick(page, "profile.region", "Flanders")
    assert offered() == []
    assert handed_over(page)["profile"]["administration_language"] == "NL"
    pick(page, "profile.region", "Brussels-Capital")
    assert offered() == ["Dutch", "French", "Skip"]
    assert "administration_language" not in handed_over(page)["profile"]
    fill(page, "profile.commune_nis5", "Eupen")
    assert offered() == ["French", "German", "Skip"]
    assert handed_over(page)["profile"]["region"] == "German-speaking-community"
    pick(page, "profile.region", "not-in-belgium-yet")
    assert offered() == ["Dutch", "French", "German", "Skip"]
    expect(page.locator('[name="profile.commune_nis5"]')).to_be_hidden()
    assert "commune_nis5" not in handed_over(page)["profile"]


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_to_skip_is_last_and_quiet_and_an_answer_is_what_stands_out(opened: Opened, locale: str) -> None:
    page = opened(form(locale, None).html)
    pills = page.locator('[data-question="profile.civic_status"] .pill')
    skip = pills.last
    assert skip.inner_text().strip() == wording(locale).table("form")["skip"]
    expect(skip.locator("input")).to_be_checked()
    seen = "each => [getComputedStyle(each).borderTopColor, getComputedStyle(each).backgroundColor]"
    assert skip.evaluate(seen) == ["rgba(0, 0, 0, 0)", "rgba(0, 0, 0, 0)"]
    before = pills.first.evaluate(seen)
    width = pills.first.evaluate("each => each.offsetWidth")
    pills.first.click()
    assert pills.first.evaluate(seen) != before
    assert pills.first.evaluate("each => each.offsetWidth") == width
    skip.click()
    assert pills.first.evaluate(seen) == before
    assert "civic_status" not in handed_over(page)["profile"]


def test_a_heading_weighs_more_than_what_is_under_it_and_no_legend_lies_across_a_line(opened: Opened) -> None:
    page = opened(form().html)
    pick(page, "inputs.stays.__mode", "rows")
    size = "each => parseFloat(getComputedStyle(each).fontSize)"
    colour = "each => getComputedStyle(each).color"
    sizes = [page.locator(each).first.evaluate(size) for each in ("h1", "section h2", "h3", "legend")]
    assert sizes == sorted(set(sizes), reverse=True)
    assert page.locator("h3").first.evaluate(colour) == page.locator("legend").first.evaluate(colour)
    inside = (
        "box => box.querySelector('legend, h2').getBoundingClientRect().top - box.getBoundingClientRect().top"
    )
    for box in (page.locator(".row:visible").first, page.locator(".consent")):
        assert box.evaluate(inside) > 4


def test_until_when_a_card_is_valid_is_asked_of_those_who_have_one(opened: Opened) -> None:
    page = opened(form("en", None).html)
    until = page.locator('[name="profile.document_inventory.validity_end_id_card"]')
    expect(until).to_be_hidden()
    pick(page, "profile.document_inventory.has_id_card", "yes")
    until.fill("2030-01")
    pick(page, "profile.document_inventory.has_id_card", "no")
    expect(until).to_be_hidden()
    assert handed_over(page)["profile"]["document_inventory"] == {"has_id_card": "no"}


def test_what_the_procedure_does_not_use_waits_in_a_fold(opened: Opened) -> None:
    page = opened(form("en", "nationality-residence-clock").html)
    heads = [
        text.strip()
        for text in page.locator("section[aria-labelledby=section-profile] h3:visible").all_inner_texts()
    ]
    assert heads == ["You", "Your history"]
    folded = page.locator("#more [data-question]")
    later = page.locator("#more [data-question*=validity_end]")
    told = wording("en").table("form")["more_count"].format(n=folded.count() - later.count())
    expect(page.locator("#more > summary .mark")).to_have_text(told)
    expect(folded.first).to_be_hidden()
    assert handed_over(page)["profile"]["conversation_language"] == "English"
    page.locator("#more > summary").focus()
    page.keyboard.press("Enter")
    pick(page, "profile.region", "Flanders")
    assert handed_over(page)["profile"]["administration_language"] == "NL"


def test_what_is_wrong_in_a_fold_is_shown_with_the_fold_open(opened: Opened) -> None:
    page = opened(form("en", "nationality-residence-clock", Mode.RETURNING).html)
    page.evaluate(_AT_ONCE, {"profile.dependents.minor_children_count": "31"})
    field = page.locator("#profile-dependents-minor_children_count")
    expect(field).to_be_hidden()
    page.locator("#submit").click()
    expect(page.locator("#faults")).to_be_focused()
    expect(page.locator("#profile-dependents-minor_children_count-fault")).to_be_visible()
    page.locator("#change > summary").click()
    page.locator("#faults a").click()
    expect(field).to_be_focused()


def test_the_first_sight_of_a_form_is_no_long_way_on_a_phone(opened: Opened) -> None:
    """It was 6,700 pixels when everything lay open."""
    page = opened(form("en", "nationality-residence-clock").html)
    assert page.evaluate("document.documentElement.scrollHeight") < 3000


def test_consent_that_is_not_given_is_said_so_and_who_returns_is_not_asked_again(opened: Opened) -> None:
    first = handed_over(opened(form("en", None).html))
    assert first["profile"]["consent"] == {"alpha_bundle": False, "version": "1"}
    again = handed_over(opened(form("en", None, Mode.RETURNING, "region:Wallonia").html))
    assert "consent" not in again["profile"]
    assert (again["mode"], again["profile"]["region"]) == ("returning", "Wallonia")
    assert again["profile"]["administration_language"] == "FR"


def test_whoever_shows_it_in_a_sandbox_gets_the_answers_as_a_message(opened: Opened) -> None:
    page = opened('<!DOCTYPE html><title>host</title><iframe sandbox="allow-scripts" title="form"></iframe>')
    page.evaluate("addEventListener('message', (event) => { window.got = event.data })")
    page.evaluate("html => { document.querySelector('iframe').srcdoc = html }", form("en", None).html)
    frame = page.frame_locator("iframe")
    frame.locator("#submit").click()
    expect(frame.locator("#done")).to_be_visible()
    page.wait_for_function("window.got")
    got = page.evaluate("window.got")
    assert got["type"] == "becivic:onboarding"
    assert got["payload"]["profile"]["conversation_language"] == "English"


def test_the_answers_are_also_an_event_and_a_prompt_where_a_host_takes_one(opened: Opened) -> None:
    page = opened(form("en", None).html)
    page.evaluate("document.addEventListener('becivic:onboarding', (event) => { window.got = event.detail })")
    page.evaluate("window.sendPrompt = (text) => { window.said = text }")
    payload = handed_over(page)
    assert page.evaluate("window.got") == payload
    assert json.loads(page.evaluate("window.said")) == payload
    page.locator("#copy").click()
    expect(page.locator("#copied")).to_have_text("Copied")


def test_it_can_be_filled_in_with_the_keyboard_alone(opened: Opened) -> None:
    page = opened(form("en", None).html)
    expect(page.locator("#no-script")).to_be_hidden()
    page.locator('[name="profile.region"]').first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    expect(page.locator("#profile-commune_nis5")).to_be_focused()
    page.keyboard.type("Ixelles")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#done-title")).to_be_focused()
    assert json.loads(page.locator("#payload").input_value())["profile"]["commune_nis5"] == "21009"


def test_the_keyboard_meets_every_question_in_the_order_of_the_page_and_sees_where_it_is(
    opened: Opened,
) -> None:
    page = opened(form("en", "nationality-residence-clock").html)
    page.locator("#more > summary").click()
    where = """() => {
        const at = document.activeElement;
        const seen = [at, at.closest(".pill")].some((each) => each && getComputedStyle(each).outlineStyle !== "none");
        return [at.closest("[data-question]")?.dataset.question || at.id || at.tagName, seen];
    }"""
    page.locator('[name="profile.nationality_status"]').last.focus()
    page.keyboard.press("Tab")  # the ring is for whoever came by key
    page.keyboard.press("Shift+Tab")
    met: list[str] = []
    for _ in range(80):
        name, seen = page.evaluate(where)
        assert seen, name
        if name not in met[-1:]:
            met.append(name)
        if name == "submit":
            break
        page.keyboard.press("Tab")
    shown = "all => all.filter((each) => each.offsetParent).map((each) => each.dataset.question)"
    assert [name for name in met if "." in name] == page.locator("[data-question]").evaluate_all(shown)
    assert met[-3:] == ["consent", "SUMMARY", "submit"]


def test_a_row_that_cannot_be_read_is_told_once(opened: Opened) -> None:
    page = opened(form().html)
    pick(page, "inputs.way", "post")
    pick(page, "inputs.stays.__mode", "rows")
    fill(page, "inputs.stays.0.days", "-1")
    page.locator("#submit").click()
    expect(page.locator("#faults li")).to_have_text(["Days: Write a number, 0 or more."])
    fill(page, "inputs.stays.0.days", "")
    page.locator("#submit").click()
    expect(page.locator("#faults li")).to_have_text(["The stays: Give at least 1, at most 2."])


_KEEPING = """
window.kept = [];
for (const [owner, name] of [[Storage.prototype, "setItem"], [IDBFactory.prototype, "open"], [History.prototype, "pushState"], [History.prototype, "replaceState"]])
  owner[name] = () => window.kept.push(name);
Object.defineProperty(document, "cookie", { set: () => window.kept.push("cookie"), get: () => "" });
"""


def test_nothing_that_was_said_is_kept_in_the_browser(opened: Opened) -> None:
    page = opened("<!DOCTYPE html><title>before</title>")
    page.add_init_script(_KEEPING)
    page.goto("about:blank")
    page.set_content(form().html)
    fill_in_everything(page)
    handed_over(page)
    assert page.evaluate("window.kept") == []


def test_who_returns_finds_it_filled_in_and_is_told_so(opened: Opened) -> None:
    said = ("commune_nis5:21004", "civic_status:married", "document_inventory.validity_end_id_card:2031-04")
    page = opened(form("en", "driving-licence-exchange", Mode.RETURNING, *said).html)
    noted = page.locator(".summary dd")
    assert noted.all_inner_texts() == [BRUSSELS, "Married", "Yes", "2031-04"]
    payload = handed_over(page)
    assert payload["profile"]["commune_nis5"] == payload["inputs"]["residence_commune"] == "21004"
    assert (payload["profile"]["region"], payload["profile"]["civic_status"]) == (
        "Brussels-Capital",
        "married",
    )
    papers = {"has_id_card": "yes", "validity_end_id_card": "2031-04"}
    assert payload["profile"]["document_inventory"] == papers
    page.locator("#change > summary").click()
    expect(page.locator(".filled:visible")).to_have_text(["(filled in already)"] * 4)
    pick(page, "profile.document_inventory.has_id_card", "no")
    assert handed_over(page)["profile"]["document_inventory"] == {"has_id_card": "no"}


def test_countries_have_their_names_in_the_language_of_the_form(opened: Opened) -> None:
    page = opened(form("fr").html)
    option = page.locator('[name="inputs.country"] option[value="ma"]')
    assert option.inner_text() == "Maroc"


def test_without_scripts_every_question_can_be_read(opened: Opened) -> None:
    page = opened(form().html, java_script_enabled=False)
    expect(page.get_by_text(wording("en").table("form")["no_script"])).to_be_visible()
    expect(page.get_by_role("group", name="The stays")).to_be_visible()
    expect(page.locator("#submit")).to_be_hidden()


def test_what_a_caller_writes_never_runs(opened: Opened) -> None:
    nasty = "</textarea></script><script>window.ran=1</script><img src=x onerror='window.ran=1'>"
    page = opened(form("en", EVERY_INPUT, Mode.RETURNING, f"inputs.remark:{nasty}", "inputs.way:post").html)
    assert handed_over(page)["inputs"]["remark"] == nasty
    assert page.evaluate("window.ran") is None
