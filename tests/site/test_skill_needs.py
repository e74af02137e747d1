from __future__ import annotations

from becivic.rendering.voice import Voice
from becivic.rules.statuses import Status
from becivic.site.pages.skill_needs import needed, needed_paths, needed_skills
from becivic.site.pages.skill_needs_markdown import needs_markdown
from tests.factories.path_readings import with_path
from tests.factories.skill_readings import edited, skill_reading
from tests.requirement import requirement

ENGLISH = Voice("en")


@requirement("R-SITE-08")
def test_a_path_is_shown_with_its_role_timing_notes_and_title() -> None:
    reading = skill_reading()
    (need,) = needed_paths(reading.skill, reading.corpus, Voice("fr", is_chosen=True))
    assert need.title == ("Certificat de démonstration", "fr")
    assert need.address == "/fr/paths/demo-certificate"
    assert (need.role, need.timing) == ("À remettre", "avant la demande")
    assert need.notes == "Not older than the commune accepts."
    assert need.status is Status.ALPHA
    assert not need.is_preparation


@requirement("R-SITE-08")
def test_a_check_and_a_preparation_differ_by_phrasing_and_the_preparation_stands_out() -> None:
    words = {}
    for role, timing in (("preparation", "any"), ("check-only", "pre-filing"), ("check-only", "post-filing")):
        reading = skill_reading(
            edited("role: submission\n    timing: pre-filing", f"role: {role}\n    timing: {timing}")
        )
        (need,) = needed_paths(reading.skill, reading.corpus, ENGLISH)
        words[role, timing] = need.role, need.is_preparation
    assert words == {
        ("preparation", "any"): ("Get this first", True),
        ("check-only", "pre-filing"): ("Verify this before filing", False),
        ("check-only", "post-filing"): ("Verify this afterwards", False),
    }


@requirement("R-PATH-09")
def test_what_is_to_be_put_right_first_stands_first() -> None:
    extra = "  - id: absent-path\n    role: preparation\n    timing: sometime\ninputs:\n"
    reading = skill_reading(edited("inputs:\n", extra))
    first, second = needed_paths(reading.skill, reading.corpus, ENGLISH)
    assert (first.id, first.address, first.status, first.title.text) == (
        "absent-path",
        "",
        None,
        "absent-path",
    )
    assert first.timing == ""
    assert second.id == "demo-certificate"


def test_a_role_that_is_not_said_is_the_purpose_of_the_path() -> None:
    reading = skill_reading(edited("    role: submission\n", ""))
    assert needed_paths(reading.skill, reading.corpus, ENGLISH)[0].role == "Hand this in"
    unknown = skill_reading(edited("role: submission", "role: whim"))
    assert needed_paths(unknown.skill, unknown.corpus, ENGLISH)[0].role == ""
    nothing = skill_reading(edited("id: demo-certificate\n    role: submission", "id: absent-path"))
    assert needed_paths(nothing.skill, nothing.corpus, ENGLISH)[0].role == ""


@requirement("R-QUAR-06")
def test_nobody_is_led_to_what_is_withheld() -> None:
    reading = skill_reading(with_path(status="quarantined"))
    (need,) = needed_paths(reading.skill, reading.corpus, ENGLISH)
    assert (need.address, need.title.text, need.status) == ("", "demo-certificate", None)


def test_procedures_are_needed_by_some_alone() -> None:
    reading = skill_reading()
    (need,) = needed_skills(reading.skill, reading.corpus, ENGLISH)
    assert need.address == "/skills/demo-clock"
    assert need.cases == ("Brussels", "country of origin: US")
    gone = skill_reading(edited("- id: demo-clock", "- id: gone-skill"))
    (absent,) = needed_skills(gone.skill, gone.corpus, ENGLISH)
    assert (absent.address, absent.title.text) == ("", "gone-skill")


def test_what_is_withheld_is_said_to_be_and_what_is_missing_is_missing() -> None:
    held = skill_reading(with_path(status="quarantined"))
    (need,) = needed_paths(held.skill, held.corpus, ENGLISH)
    assert need.is_withheld
    absent = skill_reading(edited("inputs:\n", "  - id: absent-path\n    role: tool\ninputs:\n"))
    assert [each.is_withheld for each in needed_paths(absent.skill, absent.corpus, ENGLISH)] == [False, False]


@requirement("R-SITE-08")
def test_markdown_tells_of_every_need_what_the_page_tells() -> None:
    reading = skill_reading()
    told = needs_markdown(needed(reading.skill, reading.corpus, ENGLISH), ENGLISH)
    assert told.startswith("\n## What you need\n\n### ")
    assert (
        "- [Demonstration certificate](/paths/demo-certificate/index.md). Hand this in. "
        "Not older than the commune accepts. Before you file.\n"
    ) in told
    assert "](/skills/demo-clock/index.md). Only for: Brussels; country of origin: US.\n" in told
    french = needs_markdown(
        needed(reading.skill, reading.corpus, Voice("fr", is_chosen=True)), Voice("fr", is_chosen=True)
    )
    assert "(/fr/paths/demo-certificate/index.md). À remettre." in french


@requirement("R-QUAR-06")
def test_markdown_leads_nobody_to_what_is_withheld_or_missing() -> None:
    reading = skill_reading(with_path(status="quarantined"))
    told = needs_markdown(needed(reading.skill, reading.corpus, ENGLISH), ENGLISH)
    assert "- `demo-certificate` (withheld: do not follow it). Hand this in." in told
    gone = skill_reading(edited("- id: demo-clock", "- id: gone-skill"))
    assert "- `gone-skill` (" in needs_markdown(needed(gone.skill, gone.corpus, ENGLISH), ENGLISH)


def test_nothing_is_said_where_nothing_is_needed() -> None:
    reading = skill_reading()
    assert needs_markdown(needed(reading.corpus.skills["demo-clock"], reading.corpus, ENGLISH), ENGLISH) == ""
