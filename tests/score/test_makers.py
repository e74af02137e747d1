"""Every number the makers make is one the reference library accepts, in whatever spelling."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from random import Random

import pytest
from stdnum import iban, luhn
from stdnum.be import bis, eid, nn, ogm_vcs, vat
from stdnum.fr import nir
from stdnum.nl import bsn
from stdnum.pl import pesel
from stdnum.us import ssn

from becivic.score.makers import addresses, birth_dates, mail_addresses, national, phones, query_strings
from becivic.score.makers.catalogue import PLAIN, SPELLINGS
from becivic.score.makers.disguises import SPACE_DISGUISES, disguised
from becivic.score.makers.spelling import Spelling, drawn, laid
from tests.requirement import requirement

REFERENCE: dict[str, Callable[[str], bool]] = {
    "national_number": nn.is_valid,
    "bis_number": bis.is_valid,
    "eid_card": eid.is_valid,
    "iban": lambda number: iban.is_valid(number, check_country=False),
    "structured_communication": ogm_vcs.is_valid,
    "enterprise_number": vat.is_valid,
    "payment_card": luhn.is_valid,
    "french_nir": nir.is_valid,
    "dutch_bsn": bsn.is_valid,
    "polish_pesel": pesel.is_valid,
    "us_ssn": ssn.is_valid,
}
CHECKED = [spelling for spelling in SPELLINGS if spelling.kind in REFERENCE]


def called(spelling: Spelling) -> str:
    return f"{spelling.kind}: {spelling.name} ({'/'.join(spelling.langs)})"


def bare(text: str) -> str:
    """Letters and digits alone, every disguise off."""
    return "".join(mark for mark in unicodedata.normalize("NFKC", text).upper() if mark.isalnum())


def with_its_key(kind: str, number: str) -> str:
    if kind == "french_nir" and len(number) == 13:
        return number + nir.calc_check_digits(number)
    return number


@requirement("R-SCRUB-10")
@pytest.mark.parametrize("spelling", CHECKED, ids=called)
def test_the_reference_library_accepts_what_is_made(spelling: Spelling) -> None:
    rng = Random(20)
    made = [with_its_key(spelling.kind, bare(spelling.make(rng))) for _ in range(25)]
    assert [number for number in made if not REFERENCE[spelling.kind](number)] == []


@pytest.mark.parametrize("spelling", SPELLINGS, ids=called)
def test_a_maker_gives_the_same_for_the_same_seed_and_not_always_the_same(spelling: Spelling) -> None:
    first, again = ([spelling.make(rng) for _ in range(30)] for rng in (Random(7), Random(7)))
    assert first == again
    assert len(set(first)) > 1


def test_both_centuries_are_told_apart_by_their_check_digits() -> None:
    rng = Random(3)
    years = [nn.get_birth_year(national.born_before_2000(rng)) or 0 for _ in range(200)]
    assert all(1935 <= year < 2000 for year in years)
    years = [nn.get_birth_year(national.born_since_2000(rng)) or 0 for _ in range(200)]
    assert all(2000 <= year < 2025 for year in years)


def test_a_spelling_is_listed_once() -> None:
    keys = [(spelling.kind, spelling.name, spelling.langs) for spelling in SPELLINGS]
    assert len(set(keys)) == len(keys)


def undisguised(worn: Spelling) -> Spelling:
    return next(s for s in PLAIN if s.kind == worn.kind and worn.name.startswith(f"{s.name}, "))


@pytest.mark.parametrize("worn", SPELLINGS[len(PLAIN) :], ids=called)
def test_a_disguise_changes_a_number_and_keeps_its_digits(worn: Spelling) -> None:
    under, plain = worn.make(Random(5)), undisguised(worn).make(Random(5))
    assert under != plain
    assert bare(under) == bare(plain)


def test_a_disguised_spelling_keeps_its_kind_and_family() -> None:
    spelling = PLAIN[0]
    name, disguise = next(iter(SPACE_DISGUISES.items()))
    worn = disguised(spelling, name, disguise, ("nl", "en"))
    assert (worn.kind, worn.family, worn.langs) == (spelling.kind, spelling.family, ("nl", "en"))


def test_mail_is_at_example_domains_only() -> None:
    rng = Random(11)
    for spelling in mail_addresses.SPELLINGS:
        for _ in range(20):
            assert "example" in spelling.make(rng).lower()


def test_pasted_addresses_are_at_example_domains_only() -> None:
    assert all(".example." in spelling.around for spelling in query_strings.SPELLINGS)


def test_an_address_has_a_house_number_and_a_birth_date_a_year() -> None:
    rng = Random(12)
    for spelling in (*addresses.SPELLINGS, *birth_dates.SPELLINGS):
        assert any(mark.isdigit() for mark in spelling.make(rng))


def test_a_mobile_number_has_nine_digits_after_its_zero() -> None:
    assert len(phones.mobile(Random(1))) == 9


def test_a_pattern_draws_digits_and_letters_and_keeps_the_rest() -> None:
    made = drawn(Random(2), "@@-## x")
    assert made[:2].isalpha()
    assert made[3:5].isdigit()
    assert made[2] + made[5:] == "- x"


def test_characters_that_do_not_fit_a_pattern_are_refused() -> None:
    assert laid("##.#", "123") == "12.3"
    with pytest.raises(ValueError, match="too few marks"):
        laid("##", "123")
