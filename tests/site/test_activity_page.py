"""/activity in four languages: charts with their tables, and what was decided, by name."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import html5lib
import pytest

from becivic.reading.activity import WEEKS, Activity, Decided, Reported, Week
from becivic.rendering.voice import Voice
from becivic.rules.consensus import DecisionKind
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType
from becivic.site.frame import Frame
from becivic.site.pages.activity import activity_page
from becivic.words import LANGUAGES
from tests.factories.corpora import CLOCK, PATHS, Files
from tests.requirement import requirement

MONDAY = date(2026, 11, 16)
QUIET = Activity(
    as_of="2026-11-16T12:00:00Z",
    holdings={TargetType.SKILL: {Status.ALPHA: 2, Status.STABLE: 1}, TargetType.PATH: {}},
    weeks=tuple(Week(MONDAY - timedelta(weeks=WEEKS - 1 - number)) for number in range(WEEKS)),
    ages=(3, 0, 0, 0, 1),
    decided=(),
    reported=(),
)
BUSY = replace(
    QUIET,
    weeks=(*QUIET.weeks[:-1], Week(MONDAY, 5, 1, 2, 1)),
    decided=tuple(
        Decided("2026-11-15T12:00:00Z", DecisionKind.PROMOTE, kind, name, Status.ALPHA, Status.BETA)
        for kind, name in (
            (TargetType.SKILL, "demo-clock"),
            (TargetType.PATH, "demo-certificate"),
            (TargetType.VOLATILE_VALUE, "val-00001"),
            (TargetType.SKILL, "gone"),
        )
    ),
    reported=(Reported(TargetType.PATH_SOURCE, "demo-certificate:portal", 3),),
)


def shown(activity: Activity, voice: Voice, files: Files | None = None) -> str:
    page = activity_page((files or Files.valid()).load(), activity)
    return page.html(Frame(voice=voice, address=page.address, public_url="https://becivic.test"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("activity", [QUIET, BUSY], ids=["quiet", "busy"])
def test_the_page_is_whole_in_every_language(language: str, activity: Activity) -> None:
    html = shown(activity, Voice(language, is_chosen=True))
    html5lib.HTMLParser(strict=True).parse(html)
    assert f'<html lang="{language}">' in html
    drawn = 3 if activity is BUSY else 1
    assert html.count("<svg viewBox") == 2 + drawn, (
        "two bars of holdings, and what came in once something did"
    )
    assert html.count('class="chart-table"') == 1 + drawn


def test_decisions_and_reports_lead_to_their_pages() -> None:
    html = shown(BUSY, Voice("fr", is_chosen=True))
    for address in ("/fr/skills/demo-clock", "/fr/paths/demo-certificate"):
        assert f'href="{address}"' in html
    assert "val-00001" in html
    assert 'href="/fr/skills/gone"' not in html


def test_a_value_is_titled_by_its_name_and_an_unchanged_status_by_what_happened() -> None:
    at = "2026-11-15T12:00:00Z"
    turns = [
        Decided(
            at,
            DecisionKind.PROMOTE,
            TargetType.VOLATILE_VALUE,
            "val-00001",
            Status.ALPHA,
            Status.BETA,
            "ibz-card-fee",
        ),
        Decided(at, DecisionKind.OBSERVE, TargetType.PATH, "demo-certificate", Status.ALPHA, Status.ALPHA),
        Decided(
            at,
            DecisionKind.ROLLBACK,
            TargetType.REFERENCE,
            "ref-00001",
            Status.ALPHA,
            Status.ALPHA,
            "Cards <b>",
        ),
    ]
    reported = (Reported(TargetType.VOLATILE_VALUE, "val-00001", 2, "ibz-card-fee"),)
    activity = replace(QUIET, decided=tuple(turns), reported=reported)
    page = activity_page(Files.valid().load(), activity)
    assert page.markdown is not None
    for language in LANGUAGES:
        voice = Voice(language, is_chosen=True)
        html, text = shown(activity, voice), page.markdown(voice)
        decided = html.partition('id="decided"')[2]
        assert "ibz card fee" in decided
        assert "Cards &lt;b&gt;" in decided
        assert "val-00001" not in decided
        for status in ("alpha", "Alpha"):
            assert f"{status} → {status}" not in html
            assert f"{status} → {status}" not in text
    assert "seen in practice by enough people, still alpha" in page.markdown(Voice())


@requirement("R-QUAR-06")
def test_of_what_is_withheld_the_id_is_told_and_nobody_is_led_to_it() -> None:
    held = Files.valid().replaced(CLOCK, "status: beta", "status: quarantined")
    held = held.replaced(PATHS, '"status": "', '"status": "quarantined", "was": "')
    html, page = shown(BUSY, Voice(), held), activity_page(held.load(), BUSY)
    assert page.markdown is not None
    for told in (html, page.markdown(Voice())):
        assert "demo-clock" in told
        assert "demo-certificate" in told
        assert not any(title in told for title in _titles())
    assert 'href="/skills/demo-clock"' not in html
    assert 'href="/paths/demo-certificate"' not in html


def _titles() -> list[str]:
    corpus = Files.valid().load()
    return [corpus.skills["demo-clock"].title, corpus.paths.entries["demo-certificate"].title]


def test_a_title_is_words_in_markdown_and_has_its_language_on_a_page() -> None:
    files = Files.valid().replaced(CLOCK, "title: ", 'title: "[here](https://evil.example) **now**" #')
    page = activity_page(files.load(), BUSY)
    assert page.markdown is not None
    assert "[here](https://evil.example)" not in page.markdown(Voice())
    assert 'href="/fr/skills/demo-clock" lang="en"' in shown(BUSY, Voice("fr", is_chosen=True), files)


def test_agents_get_the_same_numbers_as_markdown_and_json() -> None:
    page = activity_page(Files.valid().load(), BUSY)
    assert page.markdown is not None
    assert page.json is not None
    text = page.markdown(Voice())
    assert "5 confirmations and 1 rejections" in text
    assert "`demo-clock`" in text
    assert page.json()["weeks"][-1]["confirms"] == 5
    quiet = activity_page(Files.valid().load(), QUIET)
    assert quiet.markdown is not None
    assert "Nothing was decided yet." in quiet.markdown(Voice())
