"""The words of the interface: every saying in four languages, each with the same places for what is put in."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from becivic.words import LANGUAGES, Saying, sayings, words
from becivic.words.dates import written_day

SOURCES = Path(__file__).parents[2] / "src" / "becivic"


def forms(saying: Saying) -> list[str]:
    return [saying] if isinstance(saying, str) else [saying["one"], saying["other"]]


def places(saying: Saying) -> set[str]:
    """What one form of it may hold; a form for one thing need not say the number."""
    return {name for form in forms(saying) for _, name, _, _ in Formatter().parse(form) if name is not None}


@pytest.mark.parametrize("key", sorted(sayings()))
def test_a_saying_is_there_in_every_language_and_takes_the_same(key: str) -> None:
    saying = sayings()[key]
    assert set(saying) == set(LANGUAGES)
    assert all(form.strip() for language in LANGUAGES for form in forms(saying[language]))
    assert len({frozenset(places(saying[language])) for language in LANGUAGES}) == 1
    assert len({isinstance(saying[language], str) for language in LANGUAGES}) == 1


def test_everything_that_is_said_by_name_exists() -> None:
    parts = {key.partition(".")[0] for key in sayings()}
    texts = [
        path.read_text(encoding="utf-8") for suffix in ("*.py", "*.html") for path in SOURCES.rglob(suffix)
    ]
    named = {
        key
        for text in texts
        for key in re.findall(r"""\bt\(\s*["']([a-z_]+\.[A-Za-z0-9_-]+)["'] *[,)]""", text)
    }
    assert named - set(sayings()) == set()
    assert {key.partition(".")[0] for key in named} <= parts


def test_a_counted_saying_knows_one_from_many() -> None:
    counted = next(key for key, saying in sayings().items() if not isinstance(saying["en"], str))
    told = sayings()[counted]["en"]
    assert not isinstance(told, str)
    others = dict.fromkeys(places(told) - {"n"}, "x")
    assert words("en")(counted, n=1, **others) == told["one"].format(n=1, **others)
    assert words("en")(counted, n=2, **others) == told["other"].format(n=2, **others)


def test_what_data_names_and_nobody_knows_is_said_as_it_is() -> None:
    assert words("fr")("list.domain-space travel") == "space travel"
    assert words("fr")("nothing.like_it") == "nothing.like_it"


@pytest.mark.parametrize(
    ("language", "day"),
    [("en", "1 April 2026"), ("fr", "1er avril 2026"), ("nl", "1 april 2026"), ("de", "1. April 2026")],
)
def test_a_day_is_written_as_people_write_it(language: str, day: str) -> None:
    assert written_day("2026-04-01", language) == day
    assert written_day("2026-04-01T10:00:00Z", language) == day
    assert written_day("soon", language) == "soon"
