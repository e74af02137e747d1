"""Every rule in Python, RE2 and JavaScript: the same spans on the same texts, thousands of them."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import subprocess
from functools import cache
from random import Random
from typing import Any, Final

import pytest
import re2

from becivic.scrub.linear import with_flags
from becivic_scrub import dialect, packaged_rules
from becivic_scrub.fold import fold
from tests.factories.payloads import FIXTURES
from tests.factories.scrub_rules import random_pattern
from tests.factories.scrub_texts import LABELS, SHAPES, mixed, noise
from tests.requirement import requirement

Span = tuple[int, int]
Pattern = tuple[str, str]
Answer = list[list[tuple[Span, Span | None]]]
"""For each text the matches, each the span of all of it and of its group."""

_SCRIPT: Final = """
let asked = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', part => { asked += part; });
process.stdin.on('end', () => {
  const { patterns, texts, mode } = JSON.parse(asked);
  const answers = patterns.map(([pattern, flags]) => texts.map(text => {
    const found = [];
    for (const match of text.matchAll(new RegExp(pattern, flags + mode))) {
      const whole = [match.index, match.index + match[0].length];
      const group = match.length > 1 && match[1] !== undefined ? match.indices[1] : null;
      found.push([whole, group]);
    }
    return found;
  }));
  process.stdout.write(JSON.stringify(answers));
});
"""
NODE: Final = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="no node on the PATH to run JavaScript's engine in")


@cache
def _rules() -> list[Pattern]:
    return [(rule.pattern, rule.flags) for rule in packaged_rules()]


@cache
def _texts() -> list[str]:
    """Samples, every shape beside every label, mixtures, noise: folded, as both engines see them."""
    rng = Random(20261115)
    samples = [file.read_text(encoding="utf-8") for file in sorted((FIXTURES / "pii-samples").glob("*.txt"))]
    labelled = [f"{label} {shape}" for label, shape in itertools.product(LABELS, SHAPES)]
    texts = [*samples, *SHAPES, *LABELS, *labelled]
    texts += [mixed(rng, rng.randint(1, 20)) for _ in range(1500)]
    texts += [noise(rng, rng.randint(1, 300)) for _ in range(500)]
    return [fold(text).text for text in texts]


def _python(pattern: Pattern, texts: list[str]) -> Answer:
    found = dialect.compiled(*pattern)
    return [
        [(match.span(), _taken(match.span(1)) if found.groups else None) for match in found.finditer(text)]
        for text in texts
    ]


def _re2(pattern: Pattern, texts: list[str]) -> Answer:
    found = re2.compile(with_flags(*pattern))
    return [
        [(match.span(), _taken(match.span(1)) if found.groups else None) for match in found.finditer(text)]
        for text in texts
    ]


def _taken(span: Span) -> Span | None:
    """The span of a group, or None where it took no part."""
    return None if span == (-1, -1) else span


@cache
def _expected() -> list[Answer]:
    return [_python(pattern, _texts()) for pattern in _rules()]


def _javascript(patterns: list[Pattern], texts: list[str], mode: str) -> list[Answer]:
    """All the answers of one process, in characters instead of UTF-16 units."""
    assert NODE is not None
    asked = json.dumps({"patterns": patterns, "texts": texts, "mode": mode})
    done = subprocess.run(
        [NODE, "-e", _SCRIPT], input=asked, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr[:2000]
    places = [_places(text) for text in texts]
    return [
        [_in_characters(found, place) for found, place in zip(answer, places, strict=True)]
        for answer in json.loads(done.stdout)
    ]


def _places(text: str) -> dict[int, int]:
    """Offsets in UTF-16 units to offsets in characters."""
    units = itertools.accumulate((2 if ord(each) > 0xFFFF else 1 for each in text), initial=0)
    return {unit: character for character, unit in enumerate(units)}


def _in_characters(found: Any, places: dict[int, int]) -> Any:
    return [
        tuple(None if span is None else tuple(places.get(unit, -1) for unit in span) for span in match)
        for match in found
    ]


@requirement("R-SCRUB-04")
def test_python_and_re2_give_the_same_spans_for_every_rule_and_text() -> None:
    assert len(_texts()) > 3000
    for pattern, expected in zip(_rules(), _expected(), strict=True):
        assert _different(_texts(), expected, _re2(pattern, _texts())) == [], pattern


def _different(texts: list[str], one: Answer, other: Answer) -> list[str]:
    return [text for text, here, there in zip(texts, one, other, strict=True) if here != there]


@needs_node
@requirement("R-SCRUB-04")
def test_javascript_gives_the_same_spans_as_python_for_every_rule_and_text() -> None:
    """In the mode that sees characters and not halves of them: a consumer adds the flag u."""
    answers = _javascript(_rules(), _texts(), "dgu")
    for pattern, expected, answer in zip(_rules(), _expected(), answers, strict=True):
        assert _different(_texts(), expected, answer) == [], pattern


@needs_node
@requirement("R-SCRUB-04")
def test_javascript_without_its_unicode_mode_gives_the_same_spans_where_no_character_is_split() -> None:
    whole = [number for number, text in enumerate(_texts()) if not re.search("[^\u0000-\uffff]", text)]
    assert len(whole) > 3000
    texts = [_texts()[number] for number in whole]
    answers = _javascript(_rules(), texts, "dg")
    for pattern, expected, answer in zip(_rules(), _expected(), answers, strict=True):
        assert _different(texts, [expected[number] for number in whole], answer) == [], pattern


@cache
def _drawn_patterns() -> list[Pattern]:
    """Patterns nobody would write, all within the common syntax."""
    rng = Random(7)
    drawn: list[Pattern] = []
    while len(drawn) < 400:
        pattern = (random_pattern(rng), rng.choice(("", "i", "m", "im")))
        try:
            dialect.compiled(*pattern)
        except dialect.PatternRefused:
            continue
        drawn.append(pattern)
    return drawn


@needs_node
@requirement("R-SCRUB-04")
@pytest.mark.parametrize(
    ("mode", "alphabet"), [("dgu", "aAbcé É1 9_-.@/+\n€\U0001f600"), ("dg", "aAbcé É1 9_-.@/+\n€")]
)
def test_what_the_common_syntax_takes_means_the_same_in_all_three(mode: str, alphabet: str) -> None:
    rng = Random(11)
    texts = ["".join(rng.choices(alphabet, k=rng.randint(0, 30))) for _ in range(150)]
    for pattern, answer in zip(_drawn_patterns(), _javascript(_drawn_patterns(), texts, mode), strict=True):
        expected = _python(pattern, texts)
        assert answer == expected, pattern
        assert _re2(pattern, texts) == expected, pattern
