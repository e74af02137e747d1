"""Which patterns every engine reads alike, what is known of them, and that Python and RE2 do agree on them."""

from __future__ import annotations

import re
import warnings

import pytest
import re2
from hypothesis import given, settings
from hypothesis import strategies as st

from becivic.scrub.linear import with_flags
from becivic_scrub import dialect
from tests.factories.scrub_rules import PATTERNS
from tests.requirement import requirement


@pytest.mark.parametrize(
    ("pattern", "flags", "widest", "groups"),
    [
        ("a", "", 1, 0),
        ("abc", "m", 3, 0),
        ("a|bcd|ef", "im", 3, 0),
        (r"\bab\b", "", 2, 0),
        ("a?b", "i", 2, 0),
        ("a{2}", "", 2, 0),
        ("a{2,5}b", "", 6, 0),
        ("(?:ab|c){3}", "", 6, 0),
        ("(?:(?:ab?){2}c){2}", "", 10, 0),
        ("a(b)c", "", 3, 1),
        ("(?:(a)b)?c", "", 3, 1),
        ("(?:a|)b", "", 2, 0),
        (r"[a-z\d\-]", "i", 1, 0),
        (r"[^\]\\^-]", "", 1, 0),
        ("[a^]", "", 1, 0),
        (r"\.\[\]\(\)\{\}\|\*\+\?\^\$\/\\", "", 15, 0),
        (r"\d\D\w\W\n\t", "", 6, 0),
        ("n° 5/-,;:'\"#&~%=<>!@_`", "i", 22, 0),
        ("é", "", 1, 0),
        ("[éÉ]", "i", 1, 0),
        ("[à-öø-þÀ-ÖØ-Þ]", "i", 1, 0),
        ("ß", "i", 1, 0),
        ("[ªº]", "i", 1, 0),
        ("ж", "", 1, 0),
        ("a{200}", "", 200, 0),
        ("(?:" * 20 + "a" + ")" * 20, "", 1, 0),
    ],
)
def test_a_pattern_in_the_common_syntax_is_taken_and_measured(
    pattern: str, flags: str, widest: int, groups: int
) -> None:
    assert dialect.read(pattern, flags) == dialect.Shape(widest, groups)
    found = dialect.compiled(pattern, flags)
    assert bool(found.flags & re.ASCII)
    assert bool(found.flags & re.IGNORECASE) is ("i" in flags)
    assert bool(found.flags & re.MULTILINE) is ("m" in flags)
    assert re2.compile(with_flags(pattern, flags)).groups == groups


DIFFERENT = "uses syntax that not every engine reads alike"
UNBOUNDED = "repeats without bound, which engines that backtrack choke on"
CASES = "ignores case on a letter beyond ASCII that does not stand beside its other case"
BOUNDS = "repeats with bounds that make no sense"
NOTHING = "can match nothing at all"

REFUSED = [
    ("a", "g", "has flags that not every engine knows"),
    ("a", "mi", "has flags that not every engine knows"),
    ("a*", "", UNBOUNDED),
    ("a+", "", UNBOUNDED),
    ("a{2,}", "", UNBOUNDED),
    ("(?:ab){1,}c", "", UNBOUNDED),
    (".", "", DIFFERENT),
    ("^a", "", DIFFERENT),
    ("a$", "", DIFFERENT),
    ("a{,3}", "", DIFFERENT),
    ("a{b}", "", DIFFERENT),
    ("a{00001}", "", DIFFERENT),
    ("a]", "", DIFFERENT),
    ("a}", "", DIFFERENT),
    ("?a", "", DIFFERENT),
    ("a??", "", DIFFERENT),
    ("a{2}{3}", "", DIFFERENT),
    ("a{2}?", "", DIFFERENT),
    ("a?+", "", DIFFERENT),
    (r"\b?a", "", DIFFERENT),
    (r"\b{2}a", "", DIFFERENT),
    ("(?:a?)?b", "", DIFFERENT),
    ("(?:|a){0,2}b", "", DIFFERENT),
    (r"\s", "", DIFFERENT),
    (r"\x41", "", DIFFERENT),
    (r"\u0041", "", DIFFERENT),
    (r"\1", "", DIFFERENT),
    (r"\p{L}", "", DIFFERENT),
    (r"\Aa", "", DIFFERENT),
    (r"a\Z", "", DIFFERENT),
    (r"a\Ba", "", DIFFERENT),
    (r"a\-b", "", DIFFERENT),
    ("a\\", "", DIFFERENT),
    ("(?=a)b", "", DIFFERENT),
    ("(?!a)b", "", DIFFERENT),
    ("(?<=a)b", "", DIFFERENT),
    ("(?P<n>a)", "", DIFFERENT),
    ("(?<n>a)", "", DIFFERENT),
    ("(?i)a", "", DIFFERENT),
    ("(?>a)", "", DIFFERENT),
    ("[]a]", "", DIFFERENT),
    ("[^]", "", DIFFERENT),
    ("[^]a]", "", DIFFERENT),
    ("[^][a]", "", DIFFERENT),
    ("[]", "", DIFFERENT),
    ("[a", "", DIFFERENT),
    ("[a\\", "", DIFFERENT),
    ("[[:alpha:]]", "", DIFFERENT),
    ("[a[b]", "", DIFFERENT),
    ("[a--b]", "", DIFFERENT),
    ("[a&&b]", "", DIFFERENT),
    ("[a~~b]", "", DIFFERENT),
    ("[a||b]", "", DIFFERENT),
    (r"[\b]", "", DIFFERENT),
    (r"[\s]", "", DIFFERENT),
    (r"[\x41]", "", DIFFERENT),
    ("a\U0001f600", "", DIFFERENT),
    ("[\U0001f600]", "", DIFFERENT),
    ("a\ud83d", "", DIFFERENT),
    ("é", "i", CASES),
    ("[é]", "i", CASES),
    ("[é-üÉ]", "i", CASES),
    ("[^é]", "i", CASES),
    ("[à-ÿÀŸ]", "i", CASES),
    ("[0-\u0400]", "i", CASES),
    ("[жЖ]", "i", CASES),
    ("[σΣ]", "i", CASES),
    ("µ", "i", CASES),
    ("\u0131", "i", CASES),
    ("(a", "", "opens a group that it never closes"),
    ("(?:a|b", "", "opens a group that it never closes"),
    ("a)", "", "closes a group that it never opened"),
    ("(a)(b)", "", "has more than one capturing group"),
    ("((a))", "", "has more than one capturing group"),
    ("(a){2}", "", "captures inside a repetition"),
    ("(?:(a)|b){2}", "", "captures inside a repetition"),
    ("(?:(?:(a)|b)c){1,3}", "", "captures inside a repetition"),
    ("(a?)b", "", "captures what may be empty"),
    (r"(\b)b", "", "captures what may be empty"),
    ("()b", "", "captures what may be empty"),
    ("a{0}", "", BOUNDS),
    ("a{0,0}", "", BOUNDS),
    ("a{3,2}", "", BOUNDS),
    ("a{1001}", "", BOUNDS),
    ("a{201}", "", "can match more than 200 characters"),
    ("(?:a{10}){21}", "", "can match more than 200 characters"),
    ("(?:" * 21 + "a" + ")" * 21, "", "nests its groups too deeply"),
    ("(" * 100_000, "", "nests its groups too deeply"),
    ("", "", NOTHING),
    ("a?", "", NOTHING),
    (r"\b", "", NOTHING),
    (r"\b(?:ab)?\b", "", NOTHING),
    ("a|", "", NOTHING),
    ("a{0,3}", "", NOTHING),
    ("[z-a]", "", "is refused by Python's engine"),
    (r"[\d-z]", "", "is refused by Python's engine"),
]


@requirement("R-SCRUB-04")
@pytest.mark.parametrize(("pattern", "flags", "sentence"), REFUSED)
def test_a_pattern_outside_the_common_syntax_is_refused_in_one_sentence(
    pattern: str, flags: str, sentence: str
) -> None:
    with pytest.raises(dialect.PatternRefused) as refused:
        dialect.compiled(pattern, flags)
    assert str(refused.value) == sentence


def _taken(pattern: str, flags: str) -> re.Pattern[str] | None:
    """With every warning of Python's engine an error: a pattern it doubts is not one that all read alike."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return dialect.compiled(pattern, flags)
        except dialect.PatternRefused:
            return None


TEXTS = st.text(st.sampled_from("aAbBcé É1 29_-.@/+\n\u20ac\U0001f600"), max_size=24)


@requirement("R-SCRUB-04")
@settings(max_examples=600)
@given(PATTERNS, st.sampled_from(["", "i", "m", "im"]), TEXTS)
def test_python_and_re2_agree_on_whatever_is_taken(pattern: str, flags: str, text: str) -> None:
    python = _taken(pattern, flags)
    if python is None:
        return
    linear = re2.compile(with_flags(pattern, flags))
    both = [
        [(match.span(), match.span(1) if python.groups else None) for match in engine.finditer(text)]
        for engine in (python, linear)
    ]
    assert both[0] == both[1]


@given(PATTERNS, st.sampled_from(["", "i"]), TEXTS)
def test_no_match_is_empty_or_wider_than_the_shape_says(pattern: str, flags: str, text: str) -> None:
    found = _taken(pattern, flags)
    if found is None:
        return
    widest = dialect.read(pattern, flags).widest
    for match in found.finditer(text):
        assert 1 <= len(match[0]) <= widest
        assert match.lastindex is None or match[1], "a group that took part holds something"


@settings(max_examples=300)
@given(st.text(st.sampled_from(r"ab1é-^$.|?*+(){}[]\,:dbsD"), max_size=14), st.sampled_from(["", "i"]))
def test_no_string_whatever_breaks_the_reader_and_re2_takes_what_it_takes(pattern: str, flags: str) -> None:
    found = _taken(pattern, flags)
    if found is not None:
        assert re2.compile(with_flags(pattern, flags)).groups == found.groups
