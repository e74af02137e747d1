"""Every string is read, wherever it stands."""

from __future__ import annotations

from typing import Any

import pytest

from becivic.publishing.screening.free_texts import DIFF, FreeText, Reading, free_texts, readings
from becivic.rules.schemas import SchemaFile, packaged_registry
from becivic.rules.submissions import SubmissionType
from tests.factories.payloads import payload
from tests.factories.schema_tree import subschemas
from tests.publishing.screening.places import SENTENCE, SOMEBODY, leaves, screened, with_text
from tests.requirement import requirement


def read(text: str, language: str | None = None) -> list[Reading]:
    return list(readings(FreeText(text, "/body", language)))


def texts(document: Any) -> dict[str, str]:
    return {each.pointer: each.text for each in free_texts(document)}


@requirement("R-NER-01")
@pytest.mark.parametrize("kind", [kind for kind in SubmissionType if kind is not SubmissionType.ANALYTICS])
def test_no_field_that_a_schema_declares_is_passed_over(kind: SubmissionType) -> None:
    """Whatever a schema calls a field: put somebody's name there, and it is read."""
    files = [kind.schema_file, SchemaFile.COMMON, SchemaFile.SKILL, SchemaFile.PATH, SchemaFile.PATH_SOURCE]
    declared = {
        name
        for file in files
        for node in subschemas(file)
        if isinstance(node.value.get("properties"), dict)
        for name in node.value["properties"]
    }
    assert kind.id_field in declared
    for name in declared:
        for document in ({name: SOMEBODY}, {"content": {"entry": [{name: SOMEBODY}]}}):
            (found,) = [each for each in free_texts(document) if each.text == SOMEBODY]
            assert [reading.text for reading in readings(found)] == [SOMEBODY]


@requirement("R-NER-01")
@pytest.mark.parametrize("fixture", screened(), ids=str)
def test_no_string_of_a_submission_is_passed_over(fixture: Any) -> None:
    sent = fixture.read()
    for pointer in leaves(sent):
        found = texts(with_text(sent, pointer, SENTENCE))
        assert any(SENTENCE in text for text in found.values()), pointer


def test_of_a_diff_only_what_it_brings_is_read() -> None:
    sent = payload("amendments/valid/skill/body-one-line")
    diff = sent["content"]["body_diff"]
    removed = next(
        line[1:] for line in diff.split("\n") if line.startswith("-") and not line.startswith("---")
    )
    assert removed not in texts(sent)[DIFF]


def test_a_key_that_somebody_chose_is_read_and_not_repeated() -> None:
    document = {"content": {SOMEBODY: {"note": "A remark"}}}
    assert list(free_texts(document)) == [
        FreeText(SOMEBODY, "/content"),
        FreeText("A remark", "/content/*/note"),
    ]


def test_what_is_public_already_is_named_by_its_own_keys() -> None:
    document = {"paths": {"own-key": {"note": "A remark"}}}
    assert FreeText("A remark", "/paths/own-key/note") in free_texts(document, masked=False)


def test_a_place_that_says_the_language_passes_it_on() -> None:
    document = {"title": {"fr": "Un titre", "nl": "Een titel"}, "note": "Une note"}
    assert {each.pointer: each.language for each in free_texts(document)} == {
        "/title/fr": "fr", "/title/nl": "nl", "/note": None,
    }  # fmt: skip


def test_the_field_that_an_amendment_sets_says_the_language_of_its_new_value() -> None:
    document = {"content": {"frontmatter_change": {"field_path": "title.de", "proposed_value": "Ein Titel"}}}
    languages = {each.text: each.language for each in free_texts(document)}
    assert languages["Ein Titel"] == "de"


@pytest.mark.parametrize("content", [None, "text", {}, {"frontmatter_change": 1}, {"frontmatter_change": {}}])
def test_content_of_another_form_says_no_language(content: Any) -> None:
    assert all(each.language is None for each in free_texts({"content": content, "note": "A"}))


def test_a_value_that_holds_languages_itself_is_read_in_them() -> None:
    change = {"field_path": "title", "proposed_value": {"fr": "Un titre"}}
    (found,) = [
        each for each in free_texts({"content": {"frontmatter_change": change}}) if each.text == "Un titre"
    ]
    assert found.language == "fr"


@pytest.mark.parametrize(
    "text", ["", "lost-card-report", "2.1.0", "https://www.belgium.be/fr/papiers", "customer-report", "12"]
)
def test_one_word_without_a_capital_says_nothing(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Fatima.Benhaddou", "Fatima Benhaddou"),
        ("Fatima_Benhaddou", "Fatima Benhaddou"),
        ("https://a.be/F%61tima/Benhaddou", "https a be Fatima Benhaddou"),
        ("Fatima&nbsp;Benhaddou", "Fatima Benhaddou"),
        ("Grez-Doiceau", "Grez-Doiceau"),
        ("O\u2019Hara", "O\u2019Hara"),
    ],
)
def test_a_single_word_is_read_as_the_words_it_is_made_of(text: str, words: str) -> None:
    assert read(text, "fr") == [Reading(words, "fr")]


@pytest.mark.parametrize(
    "text", ["was F*at*ima Benhaddou", "was F<b>at</b>ima Benhaddou", "was &#70;atima Benhaddou"]
)
def test_a_name_that_markup_parts_is_read_whole_too(text: str) -> None:
    assert read(text) == [Reading(text, None), Reading("was Fatima Benhaddou", None)]


def test_markup_between_words_needs_no_second_reading() -> None:
    assert len(read('**Fatima** and <Ref name="a">a law</Ref> and a_field')) == 1


def test_markup_over_several_lines_keeps_them() -> None:
    assert read("a<b\n>c</b>d e")[1].text == "a\ncd e"


LONG = "Somebody has to go there in person and wait until a number is called, which takes long."


def test_paragraphs_are_read_by_themselves_with_the_line_they_begin_on() -> None:
    assert read(f"One\ntwo\n\n{LONG}\nMore\n \n\n{LONG}\n") == [
        Reading("One\ntwo", None, 0), Reading(f"{LONG}\nMore", None, 3), Reading(f"{LONG}\n", None, 7),
    ]  # fmt: skip


def test_a_short_paragraph_goes_on_with_the_one_before() -> None:
    assert read(f"{LONG}\n\nMany greetings,\n\nFatima\n\n{LONG}") == [
        Reading(f"{LONG}\n\nMany greetings,\n\nFatima", None, 0), Reading(LONG, None, 6),
    ]  # fmt: skip


def test_where_the_language_is_told_the_whole_is_one() -> None:
    assert read(f"{LONG}\n\n{LONG}", "fr") == [Reading(f"{LONG}\n\n{LONG}", "fr")]


def test_the_declared_names_are_those_of_every_schema() -> None:
    assert packaged_registry().documents
    assert list(free_texts({"research_notes_markdown": 1, "submitting_agent": None})) == [
        FreeText("1", "/research_notes_markdown")
    ]
