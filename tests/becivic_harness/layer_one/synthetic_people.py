"""People who do not exist, as they would be written in a note: names of many backgrounds, numbers, dates, addresses."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

PLANTED: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "fixtures" / "planted-people.json").read_text(encoding="utf-8")
)
LANGUAGES = sorted(PLANTED["sentences"])
_BACKGROUNDS = sorted(PLANTED["backgrounds"])
_NUMBERS = {
    "mobile": ("04{7}{0} {1}{2} {3}{4} {5}{6}", "+32 4{7}{0} {1}{2} {3}{4} {5}{6}", "047{0}/{1}{2}.{3}{4}.{5}{6}", "047{0}{1}{2}{3}{4}{5}{6}"),
    "landline": ("02 5{0}{1} {2}{3} {4}{5}", "02/5{0}{1}.{2}{3}.{4}{5}", "+32 (0)2 5{0}{1} {2}{3} {4}{5}", "081 2{0} {1}{2} {3}{4}"),
    "abroad": ("+212 6{0}{1} {2}{3}{4} {5}{6}{7}", "0033 6 {0}{1} {2}{3} {4}{5} {6}{7}", "+90 532 {0}{1}{2} {3}{4} {5}{6}"),
    "card": ("4{0}{1}{2} {3}{4}{5}{6} {7}{8}{9}{10} {11}{0}{1}{2}", "5{0}{1}{2}-{3}{4}{5}{6}-{7}{8}{9}{10}-{11}{0}{1}{2}"),
    "passport": ("EK{0}{1}{2}{3}{4}{5}", "AB{0}{1}{2}{3}{4}{5}{6}", "X {0}{1}{2}{3}{4}{5}{6}", "{0}{1}XY{2}{3}{4}{5}{6}"),
    "file": ("{0}{1}{2}{3}{4}{5}{6}", "8.{0}{1}{2}.{3}{4}{5}", "{0}{1}{2}/{3}{4}{5}/{6}{7}", "B-{0}{1}{2}{3}{4}-{5}"),
    "eid": ("59{0}-{1}{2}{3}{4}{5}{6}{7}-{8}{9}", "59{0}{1}{2}{3}{4}{5}{6}{7}{8}{9}"),
    "residence": ("B{0}{1}{2}{3}{4}{5}{6}{7}{8}", "B {0}{1}{2}{3}{4}{5}{6} {7}{8}"),
}  # fmt: skip


@st.composite
def people(draw: st.DrawFn) -> tuple[str, str]:
    """Given name and surname; now and then two surnames joined."""
    names = PLANTED["backgrounds"][draw(st.sampled_from(_BACKGROUNDS))]
    surname: str = draw(st.sampled_from(names["surnames"]))
    if draw(st.integers(0, 9)) == 0:
        other = PLANTED["backgrounds"][draw(st.sampled_from(_BACKGROUNDS))]
        surname = f"{surname}-{draw(st.sampled_from(other['surnames']))}"
    return draw(st.sampled_from(names["given"])), surname


def national_number(born: date, counter: int) -> str:
    stem = int(f"{'2' if born.year >= 2000 else ''}{born:%y%m%d}{counter:03d}")
    return f"{born:%y%m%d}{counter:03d}{97 - stem % 97:02d}"


@st.composite
def _national_numbers(draw: st.DrawFn) -> str:
    number = national_number(draw(st.dates(date(1935, 1, 1), date(2024, 12, 31))), draw(st.integers(1, 997)))
    a, b, c, d, e = number[:2], number[2:4], number[4:6], number[6:9], number[9:]
    shapes = [
        number,
        f"{a}.{b}.{c}-{d}.{e}",
        f"{a} {b} {c} {d} {e}",
        f"{a}/{b}/{c}-{d}-{e}",
        f"{number[:6]}-{d}-{e}",
    ]
    return draw(st.sampled_from(shapes))


@st.composite
def _other_numbers(draw: st.DrawFn) -> str:
    shape = draw(st.sampled_from([shape for shapes in _NUMBERS.values() for shape in shapes]))
    return shape.format(*(draw(st.integers(0, 9)) for _ in range(12)))


def numbers() -> st.SearchStrategy[str]:
    """National numbers, phones, cards, passports and file numbers, in the ways people write them."""
    return st.one_of(_national_numbers(), _other_numbers())


@st.composite
def birth_dates(draw: st.DrawFn, language: str) -> tuple[str, date]:
    born = draw(st.dates(date(1935, 1, 1), date(2022, 12, 31)))
    month: str = PLANTED["months"][language][born.month - 1]
    shapes = [
        f"{born:%d/%m/%Y}",
        f"{born:%d.%m.%Y}",
        f"{born:%d-%m-%Y}",
        f"{born:%Y-%m-%d}",
        f"{born:%d/%m/%y}",
        f"{born:%Y%m%d}",
        f"{born:%d %m %Y}",
        f"{born:%Y/%m/%d}",
        f"{born.day}.{born.month}.{born.year}",
        f"{born.day} / {born.month} / {born.year}",
        f"{born.day}{'er' if born.day == 1 else ''} {month} {born.year}",
        f"{born.day}. {month} {born.year}",
        f"{born.day} {month} {born:%y}",
        f"{born.day} {month.upper()} {born.year}",
        f"{born.day}{month[:3].upper()}{born.year}",
        f"{born.day}-{month[:4]}-{born.year}",
        f"{month} {born.day}, {born.year}",
        f"the {born.day}th of {month} {born.year}",
    ]
    return draw(st.sampled_from(shapes)), born


@st.composite
def street_addresses(draw: st.DrawFn, language: str) -> str:
    address: str = draw(st.sampled_from(PLANTED["addresses"][language]))
    return address.format(n=draw(st.integers(1, 399)), b=draw(st.integers(1, 99)))
