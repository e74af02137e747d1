"""Rules for e-mail addresses, plain and thinly disguised."""

from __future__ import annotations

import pytest

from tests.requirement import requirement
from tests.scrub.rule_tables import assert_clean, assert_fires

FIRES = [
    ("email", "écris à «_jan@example.be»_ demain"),
    ("email", "«o'brien@example.be»"),
    ("email_disguised", "«jan.peeters@example(dot)be»"),
    ("email", "«jan@example.be»"),
    ("email", "<«jan.janssens+visa@mail.example.be»>"),
    ("email", "mailto:«jan@example.be»?subject=x"),
    ("email", "«JAN@EXAMPLE.BE»"),
    ("email", "Écrivez à «josé@example.be»."),
    ("email", "«jan@ example.be»"),
    ("email", "«jan @ example.be»"),
    ("email", "«jan @example.be»"),
    ("email", "«jan%40example.be»"),
    ("email", "«jan&#64;example.be»"),
    ("email", "«jan_1985@example.co.uk»"),
    ("email_disguised", "«jan (at) example.be»"),
    ("email_disguised", "«jan(at)example.be»"),
    ("email_disguised", "«jan[at]example.be»"),
    ("email_disguised", "«jan [at] example [dot] be»"),
    ("email_disguised", "«jan[at]example[dot]be»"),
    ("email_disguised", "«jan {at} example {dot} be»"),
    ("email_disguised", "«jan (at) example (dot) be»"),
    ("email_disguised", "«jan AT example DOT be»"),
    ("email_disguised", "write to «jan at example dot com» please"),
    ("email_disguised", "«jan.janssens at mail dot example dot be»"),
    ("email_disguised", "«jan arobase example point be»"),
    ("email_disguised", "«jan (arobase) example (point) be»"),
    ("email_disguised", "«jan arobase example.be»"),
    ("email_disguised", "«jan apenstaartje example punt be»"),
    ("email_disguised", "«jan apestaartje example.be»"),
    ("email_disguised", "«jan at example punkt de»"),
    ("email_disguised", "«jan (ät) example (punkt) de»"),
    ("email_disguised", "«jan klammeraffe example punkt de»"),
    ("email_disguised", "«jan_at_example.be»"),
    ("email_disguised", "«jan.janssens at gmail.com»"),
    ("email_disguised", "«jan<at>example.be»"),
    ("email_disguised", "«jan (a) example.be»"),
    ("email_disguised", "«jan[@]example.be»"),
    ("email_disguised", "«jan (@) example.be»"),
    ("email_disguised", "«jan @ example dot be»"),
    ("email_disguised", "«jan@example dot be»"),
    ("email_disguised", "«jan-at-example-dot-be»"),
    ("email_disguised", "«jan at-teken example.be»"),
]

CLEAN = [
    "Come at noon. Look at example.",
    "Apply at ibz.be or look at example.be; the form is at belgium.be.",
    "You can do it at the town hall dot the i's.",
    "Le point be de la liste; at point 3.",
    "See @becivic/scrub@1.0.0 and user@host.",
    "The office at example point 12 is closed.",
    "Meet at gate 4 (at noon).",
    "De punt bij de komma, op punt 3.",
    "A l'arobase près, l'adresse est bonne.",
    "Pay @ the desk. 2 documents @ 5 EUR each.",
    "www.example.be, https://example.be/at/dot.html",
]


@requirement("R-SCRUB-01", "R-SCRUB-02")
@pytest.mark.parametrize(("rule", "marked"), FIRES)
def test_an_address_is_found_as_people_write_it(rule: str, marked: str) -> None:
    assert_fires(rule, marked)


@requirement("R-SCRUB-02")
@pytest.mark.parametrize("text", CLEAN)
def test_prose_with_the_same_words_is_left_alone(text: str) -> None:
    assert_clean(text)
