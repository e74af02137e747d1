"""Somebody may be named in an id, a tag or an address, and behind a title, without a single capital."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from becivic.packaged import corpus_folder
from becivic.publishing.screening.screen import Reason
from becivic.publishing.screening.small_letters import lines_with_small_names
from becivic.rules.json_text import parse_json
from becivic.rules.publishing import HoldReason
from becivic.rules.submissions import SubmissionType
from tests.factories.payloads import payload
from tests.publishing.screening.places import screen
from tests.requirement import requirement


def lines(text: str) -> list[int]:
    return list(lines_with_small_names(text))


@requirement("R-NER-01")
@pytest.mark.parametrize(
    "text",
    [
        "sophie-peeters",
        "peeters_sophie",
        "belgium-sophie-peeters",
        "ask-sophie-peeters",
        "SOPHIE.PEETERS",
        "lieselotte-vandenbroucke",
        "sophie-van-den-broeck",
        "sophie%2Dpeeters",
        "sophie&#45;peeters",
        "https://www.belgium.be/medewerkers/lieselotte-vandenbroucke",
        "https://www.belgium.be/lieselotte/vandenbroucke?a=b",
        'The fee is <VV name="sophie-peeters">12</VV> euro.',
    ],
)
def test_a_given_name_beside_a_surname_is_found_in_whatever_is_written_as_one_word(text: str) -> None:
    assert lines(text) == [0]


@requirement("R-NER-01")
@pytest.mark.parametrize(
    "text",
    [
        "mevrouw lieselotte vandenbroucke",
        "Mevr. lieselotte vandenbroucke zei dat",
        "il y avait monsieur jean dupont au guichet de Namur",
        "herr max mustermann",
        "mr john smith",
        "mevrouw dokter sophie peeters",
        "mevrouw sophie van den broeck",
    ],
)
def test_a_title_before_a_name_in_small_letters_names_somebody(text: str) -> None:
    assert lines(text) == [0]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "sophie",
        "sophie-desk",
        "residence-permit",
        "rose-martin",
        "give me max info",
        "madame claire est partie",
        "monsieur le bourgmestre",
        "madame Claire Dupont",
        "mr john Smith",
    ],
)
def test_what_may_be_something_else_or_is_the_finders_to_see_is_left_alone(text: str) -> None:
    assert lines(text) == []


def test_the_line_is_told() -> None:
    assert lines("One\nsophie-peeters\n\nmr john smith") == [1, 3]


@requirement("R-NER-01")
@pytest.mark.parametrize(
    ("kind", "document", "pointer"),
    [
        (SubmissionType.DRAFT, {"content": {"frontmatter": {"tags": ["sophie-peeters"]}}}, "/tags/0"),
        (SubmissionType.DRAFT, {"proposed_id": "sophie-peeters"}, "/proposed_id"),
        (SubmissionType.CONCERN, {"target_id": "ask-sophie-peeters"}, "/target_id"),
        (SubmissionType.AMENDMENT, {"content": {"entry": {"id": "lieselotte-vandenbroucke"}}}, "/id"),
    ],
)
def test_such_a_name_is_held_where_it_stands(kind: SubmissionType, document: Any, pointer: str) -> None:
    ((reason,),) = screen().look([(kind, document)])
    assert reason.reason is HoldReason.PERSON_NAME
    assert reason.pointer.endswith(pointer)


def test_a_name_in_the_path_of_a_listed_address_is_held_as_a_name() -> None:
    sent = payload("drafts/valid/skill/main-skill")
    address = "https://www.belgium.be/medewerkers/lieselotte-vandenbroucke"
    sent["provenance"]["research_sources"][0]["url"] = address
    assert screen().look([(SubmissionType.DRAFT, sent)]) == [
        (Reason("/provenance/research_sources/0/url", HoldReason.PERSON_NAME),)
    ]


def test_no_id_address_file_commune_or_authority_of_the_packaged_corpus_is_taken_for_a_person() -> None:
    assert [text for text in _packaged() if lines(text)] == []


def _packaged() -> Iterator[str]:
    """Every file with its path, and every name of a place or an office as an id would have it."""
    folder = corpus_folder()
    for file in folder.rglob("*"):
        yield file.relative_to(folder).as_posix()
        if file.suffix in (".json", ".md", ".mmd"):
            yield file.read_text("utf-8")
    for commune in parse_json((folder / "data/communes.json").read_bytes())["communes"]:
        yield from (_slug(commune[name]) for name in ("name_fr", "name_nl", "name_de") if commune[name])
    for authority in parse_json((folder / "data/authorities.json").read_bytes()).values():
        yield from map(_slug, authority["name"].values())


def _slug(name: str) -> str:
    return re.sub(r"\W+", "-", name.lower())
