"""tag-attributes: each tag has its attributes and its form."""

from __future__ import annotations

import re

import pytest

from becivic.corpus.checks import tag_attributes
from tests.factories.corpora import CLOCK, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = tag_attributes.check
PLACE = "Leap years count once."
REF = '<Ref name="a-b" uid="" title="T" url="https://a.be" last_verified="2026-01-31">l</Ref>'


def with_prose(text: str) -> Files:
    return Files.valid().replaced(CLOCK, PLACE, f"First line.\n{text}")


def caught(text: str, says: str, *, lines_below: int = 0) -> None:
    files = with_prose(text)
    line = files.line_of(CLOCK, "First line.") + 1 + lines_below
    assert_caught(files, RULE, CLOCK, line, says=says)


@requirement("R-TAG-02", "R-TAG-03", "R-TAG-04", "R-TAG-05", "R-TAG-06", "R-TAG-07")
def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-TAG-02")
@pytest.mark.parametrize("text", ["<VV>1</VV>", '<VV name="">1</VV>', '<VV name=" " uid="val-00001">1</VV>'])
def test_a_value_without_a_name_is_caught(text: str) -> None:
    caught(text, "lacks `name`")


@requirement("R-TAG-02", "R-TAG-03", "R-TAG-07")
@pytest.mark.parametrize("text", ['<VV name="a-b"></VV>', REF.replace(">l<", "> <"), "<Risk>\n</Risk>"])
def test_a_wrapper_around_nothing_is_caught(text: str) -> None:
    caught(text, "wraps nothing")


@requirement("R-TAG-03")
@pytest.mark.parametrize("name", ["name", "title", "url", "last_verified"])
def test_a_reference_needs_each_of_its_attributes(name: str) -> None:
    caught(re.sub(rf' {name}="[^"]*"', "", REF), f"lacks `{name}`")


@requirement("R-TAG-03")
@pytest.mark.parametrize("day", ["soon", "2026-02-30", "20260131", "2026-1-31"])
def test_the_day_of_verification_is_a_day(day: str) -> None:
    caught(REF.replace("2026-01-31", day), "not a day")


@requirement("R-TAG-04", "R-TAG-05", "R-TAG-06")
@pytest.mark.parametrize(
    "text",
    ['<Path id="a-b"></Path>', '<Skill id="a-b">text</Skill>', '<Observations skill="a-b"> </Observations>'],
)
def test_a_tag_that_closes_itself_wraps_nothing(text: str) -> None:
    caught(text, "closes itself")


@requirement("R-TAG-04", "R-TAG-05", "R-TAG-06")
@pytest.mark.parametrize(
    ("text", "name"), [("<Path />", "id"), ('<Skill id="" />', "id"), ("<Observations />", "skill")]
)
def test_an_anchor_needs_its_target(text: str, name: str) -> None:
    caught(text, f"lacks `{name}`")


@requirement("R-TAG-13")
@pytest.mark.parametrize("target", ["Demo", "demo_x", "1demo", "a", "a b", "é-a"])
@pytest.mark.parametrize("text", ['<Path id="{}" />', '<Skill id="{}" />', '<Observations skill="{}" />'])
def test_a_target_is_kebab_case(text: str, target: str) -> None:
    caught(text.format(target), "not an identifier")


@requirement("R-TAG-05", "R-TAG-06", "R-TAG-07")
@pytest.mark.parametrize(
    "text",
    [
        '<Path id="a-b" uid="pth-00001" />',
        '<Skill id="a-b" uid="" />',
        '<Observations skill="a-b" limit="3" />',
        '<Risk level="high">a</Risk>',
        '<VV name="a-b" value="1">1</VV>',
        REF.replace("<Ref ", '<Ref lang="fr" '),
    ],
)
def test_an_attribute_it_does_not_take_is_caught(text: str) -> None:
    caught(text, "does not take")


def test_a_repeated_attribute_is_caught_at_the_second() -> None:
    caught('<VV name="a-b"\nname="c-d">1</VV>', "more than once", lines_below=1)


def test_an_attribute_on_a_later_line_is_caught_there() -> None:
    caught(
        REF.replace(" last_verified", "\nlast_verified").replace("2026-01-31", "x"),
        "not a day",
        lines_below=1,
    )


@pytest.mark.parametrize(
    "text",
    [
        REF,
        REF.replace(' uid=""', ""),
        '<VV name="a-b">1</VV>',
        '<VV name="a-b" uid="" />',
        "<Risk />",
        '<Risk reason="">a</Risk>',
        "<Risk>a",
        "<Callout x='1' />",
        '<Observation type="concern" colour="red">a</Observation>',
        '`<Path id="A" />`',
    ],
)
def test_what_other_rules_judge_is_clean(text: str) -> None:
    assert_clean(with_prose(text), RULE)
