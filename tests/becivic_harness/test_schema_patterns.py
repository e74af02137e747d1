"""A pattern means here what it means to the server's validator, or it is refused."""

from __future__ import annotations

import jsonschema_rs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from becivic_harness.schema_patterns import PatternRefused, found_in, translated
from tests.factories.schema_tree import documents, subschemas

OURS = sorted(
    {
        pattern
        for file in documents()
        for node in subschemas(file)
        for pattern in (node.value.get("pattern", ""), *node.value.get("patternProperties", ()))
        if isinstance(pattern, str)  # and no field that is called so
    }
)
MORE = (
    r"^\d+$",
    r"^\w+$",
    r"\D",
    r"\W",
    r"^[\d-]$",
    r"^[\w.]{2,}$",
    r"^a?b+?c*?$",
    r"^(?:ab|cd){1,2}$",
    r"\u00e9|\x41",
    r"\t",
)

_TEXTS = st.text(alphabet=st.sampled_from("aAbz09-_.:/@!~ \r\n\té\u0661\u2028[]{}\\$^*"), max_size=12)


def _server_finds(pattern: str, text: str) -> bool:
    return bool(jsonschema_rs.Draft202012Validator({"pattern": pattern}).is_valid(text))


@pytest.mark.parametrize("pattern", [*OURS, *MORE])
@given(text=_TEXTS | st.text(max_size=6))
@example(text="a\n")
@example(text="")
@example(text="\u0661")
def test_it_finds_what_the_server_finds(pattern: str, text: str) -> None:
    assert found_in(pattern, text) is _server_finds(pattern, text)


@pytest.mark.parametrize("pattern", OURS)
@settings(max_examples=25)  # of each of many
@given(data=st.data())
def test_what_a_pattern_of_ours_is_made_for_is_found_whole_and_not_with_a_line_more(
    pattern: str, data: st.DataObject
) -> None:
    text = data.draw(st.from_regex(translated(pattern)).filter(lambda made: "\x00" not in made))
    for each in (text, f"{text}\n", f"\n{text}", text.upper()):
        assert found_in(pattern, each) is _server_finds(pattern, each)


def test_the_end_is_the_very_end_and_digits_are_ascii() -> None:
    assert not found_in("^a$", "a\n")
    assert not found_in(r"\d", "\u0661")
    assert found_in("[$]", "$")


@pytest.mark.parametrize("pattern", [
    "a.b", "(?=a)", "(?!a)", "(?<=a)b", "(?P<n>a)", "(?i)a", r"\bword", r"\s", r"\p{L}", r"a\1", "\\", r"\x4", r"\uzzzz", "[]a]", "[^]a]",
    "[a", "[a[b]]", "[a&&b]", "[a--b]", "[a~~b]", "a]", "a}", "a{b}", "a{,3}", "a{1,b}", "a{1", "a*+", "a++", "a{2}{3}", r"[\S]", r"[\D]",
    "a{\u0662}",
])  # fmt: skip
def test_what_may_be_read_in_two_ways_is_refused(pattern: str) -> None:
    with pytest.raises(PatternRefused):
        translated(pattern)


def test_the_few_things_that_are_written_otherwise_here() -> None:
    assert translated(r"^(?:a|\d)\W+?[\w-]{1,2}$") == r"^(?:a|[0-9])[^A-Za-z0-9_]+?[A-Za-z0-9_-]{1,2}\Z"
