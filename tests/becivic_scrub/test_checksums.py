"""Each checksum against python-stdnum, on numbers that hold, on numbers that nearly do, and on noise.

Three differences are wanted, and nothing else may differ:
- stdnum knows other separators for each kind; here it is given the number without any;
- stdnum tries the 2000s only for years that have begun; here its clock stands at the end of 2099;
- Luhn has no length in stdnum; here a card has 12 to 19 digits.
"""

from __future__ import annotations

import datetime as dt
import pickle
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from string import ascii_letters, digits
from types import SimpleNamespace
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stdnum import iban, luhn
from stdnum.be import bis, eid, nn, ogm_vcs, vat
from stdnum.fr import nir
from stdnum.nl import bsn
from stdnum.pl import pesel

from becivic_scrub.checksums import CHECKSUMS, LONGEST, SEPARATORS, compact
from becivic_scrub.checksums_banking import IBAN_STRUCTURES
from becivic_scrub.checksums_belgian import register_centuries
from tests.factories.checked_numbers import ACCIDENTS, MAKERS, Accident, bank_countries, drawn, valid_numbers
from tests.requirement import requirement


def _is_card(number: str) -> bool:
    return 12 <= len(number) <= 19 and luhn.is_valid(number)


STDNUM: Final[Mapping[str, Callable[[str], bool]]] = {
    "luhn": _is_card,
    "modulo_10_polish_pesel": pesel.is_valid,
    "modulo_11_dutch_bsn": bsn.is_valid,
    "modulo_97_belgian_bce": vat.is_valid,
    "modulo_97_belgian_bis": bis.is_valid,
    "modulo_97_belgian_eid": eid.is_valid,
    "modulo_97_belgian_nrn": nn.is_valid,
    "modulo_97_french_nir": nir.is_valid,
    "modulo_97_iban": partial(iban.is_valid, check_country=False),
    "modulo_97_structured_communication": ogm_vcs.is_valid,
}

EACH = pytest.mark.parametrize("name", sorted(STDNUM))


def _clock_at(year: int) -> SimpleNamespace:
    return SimpleNamespace(date=SimpleNamespace(today=lambda: dt.date(year, 12, 31)))


@pytest.fixture(autouse=True, scope="module")
def _stdnum_stands_at_the_end_of_the_century() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nn, "datetime", _clock_at(2099))
        yield


def _without_separators(text: str) -> str:
    return re.sub(f"[{re.escape(SEPARATORS)}]", "", text).strip()


def _agreed(name: str, text: str) -> bool:
    """The verdict of both; whatever stdnum takes as it is written, ours must take too."""
    verdict = CHECKSUMS[name](text)
    assert verdict is STDNUM[name](_without_separators(text)), text
    assert verdict or not STDNUM[name](text), text
    return verdict


@requirement("R-SCRUB-10")
@EACH
def test_numbers_that_hold_hold(name: str) -> None:
    assert all(_agreed(name, number) for number in valid_numbers(name))


@requirement("R-SCRUB-10")
@EACH
def test_a_number_after_an_accident_gets_the_verdict_of_stdnum(name: str) -> None:
    rng = Random(f"accident {name}")
    verdicts = []
    for number in valid_numbers(name):
        verdicts += [_agreed(name, accident(rng, number)) for accident in ACCIDENTS]
    assert 300 < sum(verdicts) < 1200, "separators leave a number whole, the rest mostly breaks it"


@requirement("R-SCRUB-10")
@EACH
def test_digits_at_random_get_the_verdict_of_stdnum(name: str) -> None:
    rng = Random(f"random {name}")
    for _ in range(3000):
        _agreed(name, drawn(rng, rng.randrange(22)))
    for length in range(LONGEST + 1):
        _agreed(name, "0" * length)


@requirement("R-SCRUB-10")
@EACH
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), accidents=st.lists(st.sampled_from(ACCIDENTS), max_size=3))
def test_several_accidents_in_a_row_get_the_verdict_of_stdnum(
    name: str, seed: int, accidents: list[Accident]
) -> None:
    rng = Random(seed)
    text = rng.choice(valid_numbers(name))
    for accident in accidents:
        text = accident(rng, text)
    _agreed(name, text[:LONGEST])


@EACH
@settings(max_examples=150, deadline=None)
@given(text=st.text(digits + SEPARATORS + ascii_letters + "\n\t_,", max_size=LONGEST))
def test_any_short_text_gets_the_verdict_of_stdnum(name: str, text: str) -> None:
    _agreed(name, text)


@EACH
@settings(max_examples=100, deadline=None)
@given(text=st.text(st.characters()))
def test_no_text_whatsoever_makes_a_check_raise(name: str, text: str) -> None:
    assert CHECKSUMS[name](text) in {True, False}


SPELLINGS = [
    ("luhn", "4111 1111 1111 1111"),
    ("luhn", "3782-822463-10005"),
    ("modulo_10_polish_pesel", "85073003325"),
    ("modulo_11_dutch_bsn", "1234.56.782"),
    ("modulo_11_dutch_bsn", "123 456 782"),
    ("modulo_97_belgian_bce", "BE 0123.456.749"),
    ("modulo_97_belgian_bce", "be (0)123 456 749"),
    ("modulo_97_belgian_bce", "123/456/749"),
    ("modulo_97_belgian_bis", "85.47.30-211.33"),
    ("modulo_97_belgian_bis", "01/26/15 048/25"),
    ("modulo_97_belgian_eid", "592-1234567-32"),
    ("modulo_97_belgian_eid", "592 1234567 32"),
    ("modulo_97_belgian_nrn", "85/07/30-033/28"),
    ("modulo_97_belgian_nrn", "85.07.30 - 033.28"),
    ("modulo_97_belgian_nrn", "05041211872"),
    ("modulo_97_belgian_nrn", "40.00.00-961.73"),
    ("modulo_97_french_nir", "2 84 05 99 000 001 77"),
    ("modulo_97_french_nir", "1-53-05-2a-073-004-61"),
    ("modulo_97_iban", "be68 5390 0754 7034"),
    ("modulo_97_iban", "GB82-WEST-1234-5698-7654-32"),
    ("modulo_97_structured_communication", "+++090/9337/55493+++"),
    ("modulo_97_structured_communication", "***090/9337/55493***"),
    ("modulo_97_structured_communication", "090933755493"),
]


@requirement("R-SCRUB-10")
@pytest.mark.parametrize(("name", "text"), SPELLINGS)
def test_every_usual_spelling_of_a_number_holds(name: str, text: str) -> None:
    assert CHECKSUMS[name](text)


NO_NUMBERS = [
    ("luhn", "41111111111", "eleven digits"),
    ("luhn", "0" * 20, "twenty digits"),
    ("modulo_10_polish_pesel", "85023003320", "the check holds, but 30 February is no day"),
    ("modulo_11_dutch_bsn", "000000000", "no digit but nought"),
    ("modulo_97_belgian_bce", "0000000000", "no digit but nought"),
    ("modulo_97_belgian_bce", "FR0123456749", "not Belgium"),
    ("modulo_97_belgian_bis", "85.07.30-033.28", "a number of the national register"),
    ("modulo_97_belgian_nrn", "85.47.30-211.33", "a BIS number"),
    ("modulo_97_french_nir", "2840599000001", "no key"),
    ("modulo_97_iban", "ZZ68539007547034", "no such country"),
    ("modulo_97_iban", "BE6853900754703", "too short for Belgium"),
]


@pytest.mark.parametrize(("name", "text", "why"), NO_NUMBERS)
def test_what_is_no_number_of_its_kind_does_not_hold(name: str, text: str, why: str) -> None:
    assert not CHECKSUMS[name](text), why
    assert not _agreed(name, text)


@EACH
def test_text_that_is_too_long_or_not_normalised_does_not_hold(name: str) -> None:
    number = valid_numbers(name)[0]
    assert CHECKSUMS[name](number.ljust(LONGEST))
    assert not CHECKSUMS[name](number.ljust(LONGEST + 1))
    assert not CHECKSUMS[name](number + "\N{NO-BREAK SPACE}")
    assert not CHECKSUMS[name](number[:-1] + "\N{SUPERSCRIPT TWO}")


@pytest.mark.parametrize("name", ["modulo_97_belgian_nrn", "modulo_97_belgian_bis"])
def test_before_2099_only_people_born_in_years_to_come_differ(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = valid_numbers(name)
    monkeypatch.setattr(nn, "datetime", _clock_at(2026))
    differ = {number for number in numbers if not STDNUM[name](number)}
    assert differ == {
        number for number in numbers if int(number[:2]) > 26 and register_centuries(number) == (2000,)
    }
    assert differ


def test_a_register_number_belongs_to_one_century() -> None:
    found = {register_centuries(number) for number in valid_numbers("modulo_97_belgian_nrn")}
    assert found == {(1900,), (2000,)}


@requirement("R-SCRUB-10")
def test_the_ibans_of_every_country_have_the_structure_of_the_registry() -> None:
    def places(structure: str) -> str:
        return "".join(kind * int(length) for length, kind in re.findall("([0-9]+)!?([nac])", structure))

    ours = {country: places(structure) for country, structure in IBAN_STRUCTURES.items()}
    assert ours == {country: places(structure) for country, structure in bank_countries().items()}
    assert len(ours["BE"]) + 4 == 16
    assert max(len(each) for each in ours.values()) + 4 <= 34


def test_every_algorithm_has_its_reference_and_can_be_sent_to_another_process() -> None:
    assert set(CHECKSUMS) == set(STDNUM) == set(MAKERS)
    again = pickle.loads(pickle.dumps(dict(CHECKSUMS)))
    assert again["modulo_97_belgian_nrn"]("85.07.30-033.28")


def test_a_number_is_compared_bare_and_in_capitals() -> None:
    assert compact(" be.68-(53)*90+/\t") == "BE685390"
