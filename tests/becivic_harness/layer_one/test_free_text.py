"""Layer 1 as a whole: one call, nothing twice, never an exception."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from becivic_harness import addresses, ages, dates, free_text, numbers, people, plain_text
from becivic_harness.free_text import Removed
from becivic_harness.spans import Span
from becivic_scrub import Engine
from tests.pace import within
from tests.requirement import requirement

_anything = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@requirement("R-SCRUB-08")
def test_everything_personal_is_replaced_by_a_word_in_brackets(engine: Engine, today: date) -> None:
    cleaned = free_text.clean(
        "Amina Haddad, 34 ans, née le 12/03/1991, habite rue de la loi 16 bte 3, 1000 Bruxelles; dossier 7788123,"
        " gsm 0470 12 34 56, rendez-vous le 12 mars 2026",
        engine,
        today,
    )
    assert cleaned.text == (
        "[name], [age], née le [birth_date], habite [street_address_french]; dossier [dossier_number_loose],"
        " gsm [belgian_mobile], rendez-vous le 2026-03"
    )
    assert Removed("name", 1) in cleaned.removed
    assert Removed("date", 1) in cleaned.removed


def test_a_note_about_a_procedure_stays_as_it_is(engine: Engine, today: date) -> None:
    note = "The desk in Etterbeek asked for Annex 15 and a composition of household; the fee was 25 EUR; appointment in 2026-12"
    assert free_text.clean(note, engine, today) == (note, [])
    assert free_text.personal(note, engine, today) == []


def test_whoever_refuses_instead_is_told_the_kinds_and_never_the_text(engine: Engine, today: date) -> None:
    assert free_text.personal("Call Amina Haddad on 0470 12 34 56", engine, today) == [
        "belgian_mobile",
        "name",
    ]


def test_marks_are_read_as_such_and_other_brackets_are_not(engine: Engine, today: date) -> None:
    assert free_text.clean("[name] woont in de [street_address_dutch], [date]", engine, today).removed == []
    assert free_text.clean("[amina] came", engine, today).text == "[[name]] came"


def test_what_nobody_sees_hides_nothing(engine: Engine, today: date) -> None:
    hidden = "Ami\u200bna Had\u00addad, 0470 12\u200b 34 56\ud800"
    assert free_text.clean(hidden, engine, today).text == "[name], [belgian_mobile]\ufffd"


def test_a_date_inside_a_longer_number_goes_with_it(engine: Engine, today: date) -> None:
    assert free_text.clean("it says 2026-03-12-4711 here", engine, today).text == "it says [number] here"


@requirement("R-SCRUB-08")
@_anything
@given(st.text(max_size=80))
def test_whatever_the_text_it_is_cleaned_once_and_for_all(engine: Engine, today: date, text: str) -> None:
    cleaned = free_text.clean(text, engine, today)
    assert free_text.clean(cleaned.text, engine, today) == (cleaned.text, [])


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    "text",
    [
        "a" * 40_000,
        "Xqzt " * 8000,
        "12/03/" * 6000,
        "123," * 9000,
        "né en 1985 " * 4000,
        "Amina, 34 ans, " * 2500,
        "rue " * 9000,
    ],
)
def test_work_grows_no_faster_than_the_text(engine: Engine, today: date, text: str) -> None:
    with within(400):
        people.find(text)
        numbers.find(text, [(each.start, each.end) for each in dates.find(text, today)])
        ages.find(text, [Span(at, at + 5, "name") for at in range(0, len(text), 15)])
        addresses.find(text)


@requirement("R-SCRUB-05")
def test_text_that_cannot_be_read_is_withheld(
    engine: Engine, today: date, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(_: str) -> None:
        raise ValueError

    monkeypatch.setattr(people, "find", breaks)
    assert free_text.clean("Amina", engine, today) == ("[withheld]", [("withheld", 1)])


def test_text_that_is_never_done_with_is_withheld(
    engine: Engine, today: date, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(free_text, "_replaced", lambda text, taken: text)
    assert free_text.clean("Amina Haddad", engine, today) == ("[withheld]", [("withheld", 1)])


def test_digits_and_blanks_of_every_script_are_made_plain_in_their_place() -> None:
    assert plain_text.plain("\u0661\u0662\u00a0\u20133²\t") == "12 -32 "
    assert plain_text.visible("a\u0007b\nc") == "ab\nc"


@requirement("R-SCRUB-08")
@pytest.mark.parametrize(
    "hidden",
    [
        "&#74;ean D&#117;pont",
        "&#x4a;ean D&#x75;pont",
        "%4a%65%61%6e %44upont",
        "J<b>ea</b>n D<i>up</i>ont",
        "J.e.a.n D.u.p.o.n.t",
        "J e a n D u p o n t",
        "\\u004aean D\\u0075pont",
        "&Eacute;milie D&uacute;pont",
        "J%65an D.u.p.o.n.t",
    ],
)
def test_a_name_that_is_written_so_as_not_to_be_read_is_found(
    engine: Engine, today: date, hidden: str
) -> None:
    assert free_text.clean(f"we saw {hidden} today", engine, today).text == "we saw [name] today"


@requirement("R-SCRUB-08")
@pytest.mark.parametrize("hidden", ["0475&nbsp;12&nbsp;34&nbsp;56", "04<b>75</b>123456", "%30475123456"])
def test_a_number_that_is_written_so_as_not_to_be_read_is_found(
    engine: Engine, today: date, hidden: str
) -> None:
    assert not any(mark.isdigit() for mark in free_text.clean(f"ring {hidden} now", engine, today).text)


def test_escapes_and_abbreviations_that_hide_nobody_stay(engine: Engine, today: date) -> None:
    note = "R&amp;D, 25 % less, S.P.F. and a.s.b.l. or v.z.w., &#xffffffff; <br> &unknown; i.e. form A B C"
    assert free_text.clean(note, engine, today) == (note, [])


@requirement("R-SCRUB-08")
@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("mail jean (dot) dupont (at) example (dot) com", "mail [email_disguised]"),
        ("mail j . dupont at example dot com", "mail [email_disguised]"),
        ("mail jean dot dupont at example dot com", "mail [email_disguised]"),
        ("Use mail. dupont at example dot com", "Use mail. [email_disguised]"),
    ],
)
def test_what_is_dotted_onto_a_disguised_address_goes_with_it(
    text: str, cleaned: str, engine: Engine, today: date
) -> None:
    assert free_text.clean(text, engine, today).text == cleaned
