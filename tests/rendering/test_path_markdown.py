from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from becivic.rendering.path_markdown import PathFacts, actor_words, path_markdown
from becivic.rendering.standing_words import standing_words
from becivic.rendering.voice import ENGLISH, Voice
from tests.factories.corpora import PATHS, Files
from tests.requirement import requirement


@dataclass(frozen=True)
class Told:
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
        (Told(last_validated=MAY, last_user_confirmation=MAY), ["last confirmed by a person on 12 May 2026"]),
        (
            Told(is_viable=False),
            ["nobody has confirmed it yet", "people could not use it: try the next one"],
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
