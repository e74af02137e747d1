"""A path for a person to read."""

from __future__ import annotations

from becivic.publishing.previews.path_card import path_card
from tests.factories.corpora import Files
from tests.factories.json_edits import DEMO, with_value, without_value
from tests.requirement import requirement


def card(files: Files) -> str:
    corpus = files.load()
    return path_card(corpus.paths.entries["demo-certificate"], corpus)


@requirement("R-CI-32")
def test_a_card_has_titles_in_four_languages_and_sources_in_order_with_who_does_what() -> None:
    said = card(Files.valid())
    assert said.startswith("# Demonstration certificate\n")
    for line in (
        "- French: Certificat de démonstration",
        "- German: *missing*",
        "- authority: Demonstration registry",
        "- gives: demo\\_certificate",
        "- priority: 10, only as a fallback",
        "- address: `https://demo.belgium.be/certificate`",
        "- the person: Sign in and download the certificate.",
        "- condition: user.region eq Brussels-Capital",
    ):
        assert f"{line}\n" in said
    assert said.index("1. federal-portal") < said.index("2. commune-desk")


def test_what_is_missing_is_left_out() -> None:
    files = with_value(Files.valid(), f"{DEMO}/authority_id", "nobody")
    files = without_value(without_value(files, f"{DEMO}/purpose"), f"{DEMO}/sources/0/priority")
    said = card(files)
    assert "- purpose" not in said
    assert "- authority: nobody\n" in said
    assert said.index("1. federal-portal") < said.index("2. commune-desk")
