"""What people find, in the corpus that ships and in a small one. The bars are those of the set of questions."""

from __future__ import annotations

import json
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from becivic.corpus.load import Loader
from becivic.corpus.tree import DirectoryTree
from becivic.packaged import corpus_folder
from becivic.rules.skills import FALLBACK_SKILL
from becivic.search.entries import Field, Kind
from becivic.search.searcher import Searcher
from tests.factories.corpora import APPLICATION, FALLBACK, Files

QUESTIONS = Path(__file__).parents[1] / "fixtures" / "search-questions.json"
SKILLS = (Kind.SKILL,)
SETS = ("first", "second", "third", "fourth", "fifth")


@cache
def shipped() -> Searcher:
    return Searcher(Loader().load(DirectoryTree(corpus_folder())))


@cache
def small() -> Searcher:
    return Searcher(Files.valid().load())


@cache
def questions() -> list[dict[str, Any]]:
    return list(json.loads(QUESTIONS.read_text(encoding="utf-8")))


def first(question: str, **asked: Any) -> str:
    hits = shipped().find(question, **asked).hits
    return hits[0].id if hits else ""


def test_the_set_has_questions_in_four_languages_about_every_procedure_and_about_other_things() -> None:
    told = questions()
    assert len(told) >= 120
    assert {each["language"] for each in told} == {"en", "fr", "nl", "de"}
    assert sum(each["skill"] is None for each in told) >= 30
    corpus = Loader().load(DirectoryTree(corpus_folder()))
    procedures = {key for key, skill in corpus.skills.items() if not skill.is_meta}
    assert {each["skill"] for each in told} - {None} == procedures


@pytest.mark.parametrize("which", SETS)
def test_the_right_skill_is_among_the_first_three_for_nine_questions_of_ten(which: str) -> None:
    asked = [each for each in questions() if each["set"] == which and each["skill"]]
    found = [
        each["skill"] in [hit.id for hit in answer.hits[:3]]
        for each in asked
        for answer in [shipped().find(each["question"], each["language"], kinds=SKILLS)]
    ]
    assert sum(found) >= 0.9 * len(asked)


@pytest.mark.parametrize("which", SETS)
def test_nine_of_ten_questions_about_something_else_are_known_as_such(which: str) -> None:
    asked = [each for each in questions() if each["set"] == which and not each["skill"]]
    answers = [shipped().find(each["question"], each["language"], kinds=SKILLS) for each in asked]
    assert sum(not answer.fits for answer in answers) >= 0.9 * len(asked)


@pytest.mark.parametrize(
    "question",
    [
        "i want to be belgian",
        "je veux être belge",
        "j'habite ici depuis 5 ans je veux etre belge",
        "ik wil belg zijn",
        "ich will belgier sein",
    ],
)
def test_to_be_a_belgian_is_to_become_one(question: str) -> None:
    answer = shipped().find(question, kinds=SKILLS)
    assert "nationality-application" in [hit.id for hit in answer.hits[:3]]
    assert answer.fits


@pytest.mark.parametrize(
    "question",
    [
        "est ce que mon mari doit être belge pour que je vienne",
        "mein mann ist belgier, seine mutter lebt bei uns, ich brauche visum",
    ],
)
def test_somebody_else_who_is_belgian_is_whom_one_joins(question: str) -> None:
    first_three = [hit.id for hit in shipped().find(question, kinds=SKILLS).hits[:3]]
    assert "family-reunification-with-belgian" in first_three


@pytest.mark.parametrize(
    "question",
    [
        "death certificate",
        "Sterbeurkunde",
        "attest van woonst",
        "attest gezinssamenstelling",
        "proof of address",
        "divorce par consentement mutuel",
        "accord mutuel",
        "mutual agreement",
        "my employer did not pay",
        "limosa",
        "posted worker declaration",
        "Entsendung von Arbeitnehmern",
        "groepsopvang baby",
        "zwanger moederschapsrust",
        "recognition of disability",
        "reconnaissance handicap",
        "erkenning handicap",
        "policeman gave me a parking fine",
        "le policier m'a mis une amende",
    ],
)
def test_a_word_in_common_with_a_procedure_makes_no_answer(question: str) -> None:
    answer = shipped().find(question, kinds=SKILLS)
    assert not answer.fits
    assert answer.fallback is not None


@pytest.mark.parametrize(
    ("question", "skill"),
    [
        ("apostille on a death certificate from india", "apostille-foreign-document-hague"),
        ("got my certificate attested at mofa, what next", "consular-legalisation-foreign-document"),
        ("attest voor ziekenfonds aansluiting", "mutualite-enrolment"),
        ("i want to employ a cook from nepal", "work-permit-single-permit"),
        ("vriendin is zwanger, hoe kan ik het kind erkennen", "birth-registration"),
        ("reconnaissance du bébé a la commune", "birth-registration"),
        ("policier jamais venu pour la domiciliation", "commune-address-registration"),
    ],
)
def test_the_same_word_beside_the_name_of_a_procedure_still_leads_there(question: str, skill: str) -> None:
    answer = shipped().find(question, kinds=SKILLS)
    assert (answer.hits[0].id, answer.fits) == (skill, True)


@pytest.mark.parametrize(
    ("title", "document"),
    [
        ("privacy", "docs/privacy"),
        ("vie privée", "docs/privacy"),
        ("Datenschutz", "docs/privacy"),
        ("submission contract", "docs/submission-contract-v2"),
        ("threat model", "docs/threat-model"),
        ("agent guidelines", "docs/agent-guidelines"),
        ("retraction protocol", "docs/retraction-protocol"),
        ("feedback template", "agents/feedback-template"),
    ],
)
def test_a_document_that_is_asked_for_by_its_title_fits(title: str, document: str) -> None:
    answer = shipped().find(title)
    assert (answer.hits[0].id, answer.fits, answer.fallback) == (document, True, None)
    assert not shipped().find(title, kinds=SKILLS).fits


def test_a_document_whose_title_has_only_some_of_it_does_not_fit() -> None:
    assert not shipped().find("privacy of my aquarium").fits


def test_most_questions_that_are_covered_fit() -> None:
    asked = [each for each in questions() if each["skill"]]
    fitting = [shipped().find(each["question"], each["language"], kinds=SKILLS).fits for each in asked]
    assert sum(fitting) >= 0.85 * len(asked)


@pytest.mark.parametrize(
    "question", ["carte de séjour", "verblijfskaart", "residence card", "Aufenthaltskarte", "titre de sejour"]
)
def test_the_card_is_found_by_its_name_in_every_language(question: str) -> None:
    answer = shipped().find(question, kinds=SKILLS)
    assert answer.hits[0].id == "residence-card-renewal"
    assert answer.fits


def test_accents_capitals_and_sharp_s_do_not_count() -> None:
    assert first("ÜBERSETZUNG") == first("ubersetzung") == first("Übersetzung")
    assert first("traducteur juré") == first("TRADUCTEUR JURE")
    assert first("Straße") == first("strasse")


def test_a_typing_mistake_is_read_as_what_was_meant_and_told() -> None:
    answer = shipped().find("apostile", kinds=SKILLS)
    assert answer.corrected == "apostille"
    assert answer.hits[0].id == "apostille-foreign-document-hague"
    assert shipped().find("apostille").corrected == ""


def test_joined_words_are_taken_apart() -> None:
    answer = shipped().find("rijbewijsomwisseling", "nl", kinds=SKILLS)
    assert answer.hits[0].id == "driving-licence-exchange"
    assert answer.corrected == ""
    assert first("Führerscheinumtausch", kinds=SKILLS) == "driving-licence-exchange"


def test_a_hit_says_by_what_it_was_found() -> None:
    hit = shipped().find("verblijfskaart verlengen", "nl", kinds=SKILLS).hits[0]
    assert [reason.asked for reason in hit.why] == ["verblijfskaart", "verlengen"]
    assert all(reason.found and Field.TITLE in reason.fields for reason in hit.why)


@pytest.mark.parametrize("asked", ["contract", "contrat", "work contract"])
def test_a_contract_is_not_taken_for_one_about_a_phone(asked: str) -> None:
    assert "sim card" not in shipped().find(asked).understood


def test_a_phone_contract_is() -> None:
    assert shipped().find("phone contract").understood == ("sim card",)


@pytest.mark.parametrize(
    "asked",
    [
        "CPAS",
        "OCMW",
        "ÖSHZ",
        "public centre for social welfare",
        "centre public d'action sociale",
        "openbaar centrum voor maatschappelijk welzijn",
        "cpas bruxelles",
        "leefloon",
    ],
)
def test_what_no_page_covers_fits_nothing_and_leads_to_what_to_do_then(asked: str) -> None:
    answer = shipped().find(asked)
    assert not answer.fits
    assert answer.fallback is not None
    assert answer.fallback.id == FALLBACK_SKILL
    assert all(hit.score < 0.15 for hit in answer.hits), "a page that mentions it in passing ranks as one"


def test_only_what_was_found_counts_as_understood() -> None:
    assert shipped().find("residence card zzzzqqqq").understood == ("residence card",)
    assert shipped().find("zzzzqqqq").understood == ()


def test_what_was_understood_is_said_in_the_language_of_whoever_asks() -> None:
    assert shipped().find("residence card", "fr").understood == ("carte de séjour",)
    assert shipped().find("carte de séjour", "nl").understood == ("verblijfskaart",)


def test_paths_come_with_their_title_in_the_language_and_skills_in_english() -> None:
    path = shipped().find("composition de ménage", "fr", kinds=[Kind.PATH]).hits[0]
    assert (path.title, path.language, path.address) == (
        "Composition de ménage",
        "fr",
        "/paths/household-composition",
    )
    skill = shipped().find("apostille", "fr", kinds=SKILLS).hits[0]
    assert skill.language == "en"
    assert skill.address == "/skills/apostille-foreign-document-hague"


def test_documents_are_found_by_title_and_heading() -> None:
    hit = shipped().find("threat model", kinds=[Kind.DOC]).hits[0]
    assert (hit.kind, hit.id, hit.address) == (Kind.DOC, "docs/threat-model", "/docs/threat-model")


def test_kinds_narrow_and_a_limit_cuts() -> None:
    everything = shipped().find("birth certificate", limit=50).hits
    assert {Kind.SKILL, Kind.PATH} <= {hit.kind for hit in everything}
    assert {hit.kind for hit in shipped().find("birth certificate", kinds=[Kind.PATH]).hits} == {Kind.PATH}
    assert len(shipped().find("birth certificate", limit=2).hits) == 2
    assert shipped().find("birth certificate", limit=-1).hits == ()
    scores = [hit.score for hit in everything]
    assert scores == sorted(scores, reverse=True)


def test_where_nothing_fits_the_fallback_is_named() -> None:
    answer = shipped().find("best pizza in brussels")
    assert not answer.fits
    assert answer.fallback is not None
    assert (answer.fallback.id, answer.fallback.kind) == (FALLBACK_SKILL, Kind.SKILL)
    assert shipped().find("become belgian").fallback is None


def test_a_corpus_without_the_fallback_names_none() -> None:
    answer = Searcher(Files.valid().without(FALLBACK).load()).find("pizza")
    assert (answer.fits, answer.fallback) == (False, None)


def test_circumstances_alone_are_no_question() -> None:
    assert not shipped().find("belgium").fits
    assert not shipped().find("a b c").fits


def test_meta_skills_come_far_below_procedures() -> None:
    hits = shipped().find("procedure application papers commune", kinds=SKILLS, limit=40).hits
    is_meta = [hit.id.startswith("meta-") or hit.id == "becivic" for hit in hits]
    assert [key for key, _ in groupby(is_meta)] in ([False], [False, True])


def test_what_is_withheld_is_never_found() -> None:
    name = APPLICATION.split("/")[1]
    assert name in {hit.id for hit in small().find("demo application", limit=50).hits}
    files = Files.valid().replaced(APPLICATION, "status: alpha", "status: quarantined")
    assert name not in {hit.id for hit in Searcher(files.load()).find("demo application", limit=50).hits}


HOSTILE = {
    "long": "x" * 200_000,
    "many words": "carte séjour " * 20_000,
    "operators": 'title:* AND OR NOT "~^{}[]() +-&&||!:\\/ id:["a" TO "z"]',
    "control characters": "\x00\x01\x1b[31m\u202ecarte\u200f",
    "half a character": "carte \ud800 sejour",
    "other scripts": "بطاقة الإقامة שלום 居留卡 карта",
    "an expression": "(a+)+$.*.*" * 100,
    "one joined word": "verblijf" * 7,
    "emoji": "🚗" * 100,
    "nothing": "",
    "blanks": " \n\t ",
}


@pytest.mark.parametrize("question", HOSTILE.values(), ids=HOSTILE)
def test_hostile_questions_are_answered_like_any_other(question: str) -> None:
    answer = shipped().find(question)
    assert len(answer.hits) <= 10
    assert len(answer.corrected) <= 4_000


def test_no_question_is_a_query_language() -> None:
    plain = shipped().find("carte séjour").hits
    assert shipped().find('+carte -"séjour"^9~2').hits[0].id == plain[0].id


@pytest.mark.parametrize(
    "question",
    [
        "my birth certificate is from Algeria, how do I get it accepted in Belgium",
        "acte de naissance algérien pour la commune",
        "algerische Geburtsurkunde in Belgien vorlegen",
        "my diploma from Vietnam, what stamp does it need",
        "Vietnamese huwelijksakte",
        "Indonesian marriage certificate to use in Belgium",
        "Indonesische huwelijksakte",
        "marriage certificate from Bangladesh for the commune",
    ],
)
def test_a_country_that_joined_the_apostille_convention_leads_to_the_apostille(question: str) -> None:
    assert first(question, kinds=SKILLS) == "apostille-foreign-document-hague"


def test_a_country_outside_the_apostille_convention_leads_to_legalisation() -> None:
    assert first("document from Congo", kinds=SKILLS) == "consular-legalisation-foreign-document"
