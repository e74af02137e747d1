from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from becivic.lifecycle.standing import SourceHealth
from becivic.rendering.path_markdown import PathFacts, actor_words, path_markdown
from becivic.rendering.standing_words import standing_words
from becivic.rendering.voice import ENGLISH, Voice
from tests.factories.corpora import PATHS, Files
from tests.factories.path_readings import with_path
from tests.factories.path_sources import demo_source, with_sources
from tests.requirement import requirement


@dataclass(frozen=True)
class Told:
    health: SourceHealth = SourceHealth.UNTRIED
    is_audited: bool = False
    is_stale: bool = False
    is_viable: bool = True
    last_validated: datetime | None = None
    last_user_confirmation: datetime | None = None


MAY = datetime(2026, 5, 12, 9, tzinfo=UTC)


def test_a_path_in_markdown_lists_its_sources_in_turn_with_who_does_what() -> None:
    corpus = Files.valid().load()
    entry = corpus.paths.entries["demo-certificate"]
    first = entry.sources_in_turn[0]
    facts = PathFacts(standing={first.id: Told(last_validated=MAY)}, used_by=("demo-application", "gone"))
    said = path_markdown(entry, corpus, Voice("fr"), facts)
    lines = said.splitlines()
    assert lines[0] == "# Certificat de démonstration"
    assert "A certificate that exists for the tests." in lines
    assert "- Utilisé par : [Apply for a demonstration](/skills/demo-application/index.md)" in lines
    assert "- Ouvert à vous si : vous avez une carte d'identité ou de séjour belge à puce" in lines
    assert "- Adresse : `https://demo.belgium.be/certificate`" in lines
    assert "- État : confirmé pour la dernière fois le 12 mai 2026" in lines
    assert any(
        line.startswith("- Pour : anyone who was ever demonstrated; vous êtes marié") for line in lines
    )
    assert [line for line in lines if line.startswith("### ")] == [
        f"### {number}. {source.id}" for number, source in enumerate(entry.sources_in_turn, start=1)
    ]
    assert "seulement en dernier recours" in said
    assert '<Observations path="demo-certificate">' in said


def test_a_path_without_a_description_or_users_says_less() -> None:
    corpus = Files.valid().replaced(PATHS, '"en": "A certificate that exists for the tests."', "").load()
    said = path_markdown(corpus.paths.entries["demo-certificate"], corpus, Voice("nl"), PathFacts())
    assert said.startswith("# Demonstration certificate\n")
    assert "Gebruikt door" not in said


@requirement("R-QUAR-06")
def test_a_path_that_is_withheld_says_nothing_else() -> None:
    corpus = Files.valid().replaced(PATHS, '"status": "alpha"', '"status": "quarantined"').load()
    said = path_markdown(corpus.paths.entries["demo-certificate"], corpus, ENGLISH, PathFacts())
    assert said == (
        "# demo-certificate\n\n> ⚠ This page is quarantined: it was pulled for cause and must not be followed.\n"
    )


@requirement("R-PLC-03")
def test_markdown_says_that_a_path_is_over_only_when_nothing_is_left() -> None:
    files = with_sources(demo_source("x"), path_id="newer")
    corpus = with_path(files, status="deprecated", superseded_by="newer").load()
    entry = corpus.paths.entries["demo-certificate"]
    first, second = (source.id for source in entry.sources_in_turn)
    gone = Told(is_viable=False)
    partly = path_markdown(entry, corpus, ENGLISH, PathFacts(standing={first: gone, second: Told()}))
    assert "> ⚠ No online way on this page is known to work at present. Still offered: At the desk." in partly
    assert "at its end" not in partly
    assert partly.index(f"### 1. {second}") < partly.index(f"### 2. {first}")
    over = path_markdown(entry, corpus, ENGLISH, PathFacts(standing={first: gone, second: gone}))
    assert "> ⚠ This page is at its end" in over
    assert "\n> Use this one instead: [Demonstration certificate](/paths/newer/index.md)\n" in over


def test_notes_of_a_source_stand_under_whose_they_are() -> None:
    corpus = with_sources(demo_source("x", notes="Seen on a *stored* copy.")).load()
    said = path_markdown(corpus.paths.entries["demo-certificate"], corpus, ENGLISH, PathFacts())
    assert "\n- Notes of the authors: Seen on a \\*stored\\* copy.\n" in said


def test_who_acts_is_told_in_words() -> None:
    corpus = Files.valid().load()
    source = corpus.paths.entries["demo-certificate"].sources[0]
    assert actor_words(source, Voice("nl")) == "u"
    odd = Files.valid().replaced(PATHS, '"primary": "user"', '"primary": "nobody"').load()
    assert actor_words(odd.paths.entries["demo-certificate"].sources[0], ENGLISH) == "nobody"


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (Told(), ["nobody has confirmed it yet"]),
        (
            Told(last_validated=MAY, is_stale=True),
            ["last confirmed on 12 May 2026", "not confirmed for a while"],
        ),
        (Told(last_validated=MAY, last_user_confirmation=MAY), ["last user confirmation on 12 May 2026"]),
        (
            Told(is_viable=False),
            ["nobody has confirmed it yet", "people could not use it: try the next one"],
        ),
        (
            Told(last_validated=MAY, health=SourceHealth.DISPUTED),
            ["last confirmed on 12 May 2026", "as many say that it works as that it does not"],
        ),
        (
            Told(is_audited=True, last_validated=MAY),
            [
                "an audited delivery: each call issues a real document, so only with your consent",
                "nobody has confirmed it yet",
            ],
        ),
    ],
)
def test_a_sources_standing_is_told_in_words(told: Told, said: list[str]) -> None:
    assert standing_words(told, ENGLISH) == said


def test_what_to_ask_for_and_in_which_languages_is_told() -> None:
    source = demo_source("x")
    source["procedure"] |= {"instructions": "Ask at *window* 3.", "languages": ["fr", "nl"]}
    corpus = with_sources(source).load()
    said = path_markdown(corpus.paths.entries["demo-certificate"], corpus, ENGLISH, PathFacts())
    assert "\n- What to ask for: Ask at \\*window\\* 3.\n" in said
    assert "\n- Languages: fr, nl\n" in said


def test_that_an_audited_delivery_wants_consent_is_told_without_any_record() -> None:
    corpus = with_sources(demo_source("x", audited_document_delivery=True)).load()
    said = path_markdown(corpus.paths.entries["demo-certificate"], corpus, ENGLISH, PathFacts())
    assert "an audited delivery: each call issues a real document" in said
