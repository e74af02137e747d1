from __future__ import annotations

import json
import re
from dataclasses import replace
from http import HTTPStatus

import pytest

from becivic.reading.readings import Changed, Past
from becivic.rendering.changes import ChangeLine
from becivic.rendering.observed import GROUPS, ObservedBlock, ObservedGroup, ObservedItem
from becivic.rendering.story import StoryLine
from becivic.rendering.voice import Voice
from becivic.rules.statuses import Status
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType
from becivic.site import diagrams
from becivic.site.pages.skill import skill_page
from becivic.words import LANGUAGES
from tests.factories.corpora import APPLICATION, Files
from tests.factories.site_pages import Shown, markdown_of
from tests.factories.skill_readings import edited, skill_reading
from tests.requirement import requirement

STATS = {
    "affirms": 12,
    "rejects": 0,
    "distinct_ips": 11,
    "injection_flags": 0,
    "cohort_started_at": "2026-04-26T10:00:00Z",
    "last_validation_at": None,
    "n": 12,
}
DIAGRAM = "skills/demo-application/process.mmd"


@pytest.mark.parametrize("language", LANGUAGES)
@requirement("R-SITE-02")
def test_a_page_is_strict_html_in_every_language(language: str) -> None:
    shown = Shown(skill_page(skill_reading()), language)
    assert "Apply for a demonstration" in shown.text("h1")
    assert shown.root.attrib["lang"] == language
    assert bool(shown.all("h1", lang="en")) is (language != "en")


@requirement("R-SITE-03")
def test_only_what_is_stable_is_for_search_engines() -> None:
    alpha = skill_page(skill_reading())
    assert not alpha.is_indexed
    assert '<meta name="robots" content="noindex">' in Shown(alpha).source
    stable = skill_page(skill_reading(edited("status: alpha", "status: stable")))
    assert stable.is_indexed
    assert "noindex" not in Shown(stable).source


def test_the_seal_says_what_it_rests_on_and_zero_is_said_honestly() -> None:
    empty = tuple(ObservedGroup(each) for each in GROUPS)
    observed = ObservedBlock(TargetType.SKILL, "demo-application", STATS, empty)
    shown = Shown(skill_page(skill_reading(observed=observed)))
    assert "12 confirmations from 11 places since 26 April 2026" in shown.text("div", class_="standing")
    assert "No new confirmation since 26 April 2026" in _empty_cohort("beta").text("main")
    nobody = Shown(skill_page(skill_reading()))
    assert "Nobody has confirmed this yet" in nobody.text("div", class_="standing")


def _empty_cohort(status: str) -> Shown:
    empty = tuple(ObservedGroup(each) for each in GROUPS)
    stats = STATS | {"n": 0, "affirms": 0, "distinct_ips": 0}
    observed = ObservedBlock(TargetType.SKILL, "demo-application", stats, empty)
    edits = edited("status: alpha", f"status: {status}")
    return Shown(skill_page(skill_reading(edits, observed=observed)))


@pytest.mark.parametrize("status", ["beta", "stable"])
def test_a_page_that_was_confirmed_never_says_that_nobody_confirmed_it(status: str) -> None:
    counted, filed = (
        _empty_cohort(status),
        Shown(skill_page(skill_reading(edited("status: alpha", f"status: {status}")))),
    )
    for shown in (counted, filed):
        assert "Nobody has confirmed" not in shown.text("body")


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        (
            ("origin: be-civic", "origin: be-civic"),
            "Kept by the maintainers of Be Civic; no reader has confirmed it yet.",
        ),
        (("origin: be-civic", "origin: community"), "How many people confirmed it is not recorded here."),
    ],
)
def test_what_is_stable_without_votes_says_who_vouches_for_it(edits: tuple[str, str], said: str) -> None:
    files = edited("status: alpha", "status: stable").replaced(APPLICATION, *edits)
    assert said in Shown(skill_page(skill_reading(files))).text("div", class_="standing")


def test_a_method_says_that_it_is_part_of_the_service() -> None:
    shown = Shown(skill_page(skill_reading(skill_id="meta-no-skill-fallback")))
    assert "Part of Be Civic itself, kept by its maintainers." in shown.text("div", class_="standing")
    assert "Nobody has confirmed" not in shown.text("div", class_="standing")


@requirement("R-BODY-11", "R-BODY-13")
@pytest.mark.parametrize("language", LANGUAGES)
def test_one_notice_says_all_and_folds_what_is_not_for_people(language: str) -> None:
    page = skill_page(skill_reading())
    shown, t = Shown(page, language), Voice(language).t
    (notice,) = shown.all("div", role="note")
    people = " ".join("".join(notice.iter("p").__next__().itertext()).split())
    assert people == t("body.notice_alpha_new")
    assert len(re.findall(r"[.](?: |$)", people)) == 2, "people are told two sentences"
    others, agents = list(notice.iter("details"))
    assert "/skills/demo-clock" in {each.attrib.get("href") for each in others.iter("a")}
    assert "injection_flag: true" in "".join(agents.itertext())
    assert "open" not in agents.attrib
    told = markdown_of(page, language)
    assert t("body.notice_review") in told
    assert f"{t('body.notice_recursive', n=1)} [" in told
    assert "](/skills/demo-clock/index.md)" in told


def test_the_parts_come_in_the_order_of_the_counter() -> None:
    shown = Shown(skill_page(skill_reading()))
    titles = [" ".join("".join(each.itertext()).split()) for each in shown.all("h2")]
    assert titles[1:5] == ["At a glance", "Which case is yours", "What you need", "Steps"]
    assert titles[-3:] == ["Sources", "History", "Tell us what you saw"]
    assert all(f'id="{address[1:]}"' in shown.source for address in shown.links() if address.startswith("#"))


@requirement("R-SITE-08")
def test_required_documents_can_be_ticked_and_carry_their_notes() -> None:
    shown = Shown(skill_page(skill_reading()))
    needed = shown.text("section", id="what_you_need")
    assert "Hand this in Demonstration certificate" in needed
    assert "Not older than the commune accepts." in needed
    assert len(shown.all("li", class_="checkable")) == 3
    assert shown.all("li", id="need_path-1")


@requirement("R-SITE-10", "R-PRIN-05")
def test_nobody_is_sent_to_a_forge_and_everybody_to_the_commune() -> None:
    shown = Shown(skill_page(skill_reading()))
    assert "github" not in shown.source.lower()
    assert "Verify with your commune" in shown.text("header")
    assert shown.links()["/agents/submit/concern"]


@requirement("R-SITE-07", "R-SITE-14")
def test_agents_are_sent_to_agents_and_the_foot_says_whose_this_is() -> None:
    source = Shown(skill_page(skill_reading())).source
    assert 'AI agents: read <a href="/agents">/agents</a> before anything else.' in source
    foot = " ".join(source[source.index('<footer class="foot"') :].split())
    for words in ("CC BY 4.0", "Not affiliated with the Belgian government", "MCP"):
        assert words in foot


def test_somebodys_words_stay_words() -> None:
    item = ObservedItem(
        type=SubmissionType.CONCERN,
        target_type=TargetType.SKILL,
        target_id="demo-application",
        up=1,
        down=0,
        body='<script>alert(1)</script><img src=x onerror="alert(1)">',
        committed_at="2026-11-01T00:00:00Z",
    )
    groups = (ObservedGroup(TargetType.SKILL, (item,)),)
    observed = ObservedBlock(TargetType.SKILL, "demo-application", STATS, groups)
    source = Shown(skill_page(skill_reading(observed=observed))).source
    assert "<script>alert" not in source
    assert "&lt;script&gt;alert(1)" in source
    assert " style=" not in source


def test_what_changed_last_is_said_where_it_is_known() -> None:
    changed = Changed("a" * 40, "2026-11-02T08:00:00Z")
    page = skill_page(skill_reading(changed=changed))
    assert "This text last changed on 2 November 2026." in Shown(page).text("section", id="history")


def test_a_diagram_is_a_picture_where_it_can_be_drawn_and_text_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files = Files.valid().with_file(DIAGRAM, "flowchart TD\n  a --> b\n")
    monkeypatch.setattr(diagrams, "process_svg", lambda _: '<svg viewBox="4 4 566.04 1701">')
    drawn = Shown(skill_page(skill_reading(files)))
    [picture] = drawn.all("img")
    assert picture.attrib["src"] == "/skills/demo-application/process.svg"
    assert (picture.attrib["width"], picture.attrib["height"]) == ("567", "1701"), (
        "nothing moves when it comes"
    )
    assert picture.attrib["loading"] == "lazy"
    assert picture.attrib["alt"]
    monkeypatch.setattr(diagrams, "process_svg", lambda _: None)
    told = Shown(skill_page(skill_reading(files)))
    assert not told.all("img")
    assert "a --> b" in told.text("pre")


def test_a_procedure_without_much_to_say_has_a_page_too() -> None:
    bare = "---\nid: bare-one\ntitle: Bare\nschema_version: 4\nstatus: draft\n---\n\nNothing yet.\n\n## Notes\n\nSome.\n"
    reading = skill_reading(Files.valid().with_file("skills/bare-one/canonical.md", bare), "bare-one")
    shown = Shown(skill_page(reading), "fr")
    assert "Cette page ne cite aucune source." in shown.text("section", id="sources")
    assert [each.attrib.get("lang") for each in shown.all("h2", id="notes_title")] == ["en"]


def test_what_a_method_needs_stands_there_though_it_lists_no_papers() -> None:
    files = edited("## Required documents", "## Other things")
    shown = Shown(skill_page(skill_reading(files)))
    assert "Demonstration certificate" in shown.text("section", id="what_you_need")
    assert not shown.all("li", class_="checkable")


def test_a_procedure_that_comes_back_says_so() -> None:
    files = edited(
        "authority_id: demo-registry", "authority_id: nobody-known\nrecurring: true\nregional_variation: true"
    )
    glance = Shown(skill_page(skill_reading(files))).text("section", id="at_glance")
    assert "You may have to do this more than once." in glance
    assert "Where, and who decides nobody-known The rules differ between regions." in glance


@requirement("R-QUAR-06", "R-SITE-02")
def test_a_quarantined_procedure_is_a_notice_with_its_successor() -> None:
    files = edited("status: alpha", "status: quarantined\nsuperseded_by: demo-clock")
    page = skill_page(skill_reading(files))
    assert (page.status, page.is_indexed) == (HTTPStatus.GONE, False)
    shown = Shown(page)
    assert "must not be followed" in shown.text()
    assert "/skills/demo-clock" in shown.links()
    assert "demonstration form" not in shown.source
    assert "Suggest that the person" not in markdown_of(page)


def test_a_status_that_cannot_be_read_fails_closed() -> None:
    page = skill_page(skill_reading(edited("status: alpha", "status: splendid")))
    assert page.status is HTTPStatus.NOT_FOUND
    assert "cannot be read" in Shown(page).text()
    assert "Apply for a demonstration" not in Shown(page).source


@requirement("R-SITE-02")
def test_a_deprecated_procedure_warns_and_leads_to_what_replaced_it() -> None:
    files = edited("status: alpha", "status: deprecated\nsuperseded_by: demo-clock")
    page = skill_page(skill_reading(files))
    shown = Shown(page, "de", is_chosen=True)
    assert page.status is HTTPStatus.OK
    assert shown.all("div", class_="notice--stop")
    assert "/de/skills/demo-clock" in shown.links()


def test_what_machines_are_told_of_it_cannot_leave_its_element() -> None:
    shown = Shown(skill_page(skill_reading(edited("title: Apply", "title: </script><b>Apply"))))
    (block,) = (each for each in shown.root.iter("script") if each.attrib["type"] == "application/ld+json")
    assert json.loads(block.text or "")["@context"] == "https://schema.org"


def test_the_markdown_of_a_page_holds_its_facts() -> None:
    assert "Apply for a demonstration" in markdown_of(skill_page(skill_reading()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_turns_of_its_status_are_told_in_every_language(language: str) -> None:
    turns = tuple(
        StoryLine("2026-04-26T10:00:00Z", "rollback", status.value, Status.ALPHA.value) for status in Status
    )
    page = skill_page(replace(skill_reading(), story=turns))
    shown = Shown(page, language).text("section", id="history")
    for turn in turns:
        told = turn.words(Voice(language))
        assert told in shown
        assert f"\n- {told}\n" in markdown_of(page, language)


def test_of_one_that_never_changed_no_story_is_told() -> None:
    page = skill_page(skill_reading())
    assert 'id="story_title"' not in Shown(page).source
    assert "## History" not in markdown_of(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_latest_changes_are_told_in_every_language(language: str) -> None:
    changes = (
        ChangeLine("2026-04-26T10:00:00Z", "amendment: change skill x [skip ci]", "alpha", "0.1.1"),
        ChangeLine("2026-04-01T10:00:00Z", "Mend a slip", "stable", "1.0.0", "/skills/x/versions/abc"),
    )
    page = skill_page(skill_reading(past=Past(changes=changes)))
    shown = Shown(page, language, is_chosen=True)
    told = shown.text("section", id="history")
    for each in changes:
        assert f"{each.words(Voice(language))} “{each.subject}”" in told
        assert f'\n- {each.words(Voice(language))}: "{each.subject}"' in markdown_of(page, language)
    assert f"/{language}/skills/x/versions/abc" in shown.links()
    assert "/api/skills/demo-application/history" in shown.links()


def test_what_a_commit_says_is_escaped_on_the_page() -> None:
    change = ChangeLine("2026-04-26T10:00:00Z", '<script>alert(1)</script>"')
    source = Shown(skill_page(skill_reading(past=Past(changes=(change,))))).source
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&#34;" in source


def test_where_no_change_is_known_no_list_is_shown() -> None:
    page = skill_page(skill_reading())
    assert 'id="changes_title"' not in Shown(page).source
    assert "## Latest changes" not in markdown_of(page)
