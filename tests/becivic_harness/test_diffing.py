"""A diff is applied or refused here exactly as the server applies or refuses it, with the same outcome."""

from __future__ import annotations

import difflib

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from becivic.corpus.changes import ChangeRefused, changed_skill
from becivic.corpus.diffs import DiffRefused, apply_diff
from becivic.corpus.frontmatter import split
from becivic.rules.errors import ErrorCategory
from becivic_harness.diffing import amended, applied, body_of
from becivic_harness.refusals import Refused
from tests.corpus.test_diffs import BODY, HEAD, REFUSED
from tests.factories.intake import fixture_files, fixture_library
from tests.factories.oracle import body_before
from tests.factories.payloads import Fixture, fixtures
from tests.pace import within
from tests.requirement import requirement

_REMARK = "\\ No newline at end of file\n"
_LINE = st.sampled_from(
    ("", "one", "two", " three", "- item", "+ plus", "@@ -1 +1 @@", "--- a", "\\ x", "é\u2028\x0c")
)
_BODIES = st.builds(
    lambda lines, ends: "\n".join(lines) + ("\n" if ends and lines else ""), st.lists(_LINE), st.booleans()
)


def _agree(body: str, diff: str) -> str | None:
    """The outcome, or None where both refuse it, in the same words and at the same line."""
    try:
        expected = apply_diff(body, diff)
    except DiffRefused as theirs:
        with pytest.raises(Refused) as ours:
            applied(body, diff)
        assert (ours.value.error, ours.value.facts["line"]) == ("diff_apply_failed", theirs.line)
        assert theirs.reason in ours.value.detail
        return None
    assert applied(body, diff) == expected
    return expected


def _made(before: str, after: str, context: int) -> str:
    lines = difflib.unified_diff(_lines(before), _lines(after), "a/canonical.md", "b/canonical.md", n=context)
    return "".join(line if line.endswith("\n") else f"{line}\n{_REMARK}" for line in lines)


def _lines(text: str) -> list[str]:
    *whole, rest = text.split("\n")
    return [f"{line}\n" for line in whole] + ([rest] if rest else [])


@requirement("R-AMD-04", "R-XREF-07")
@pytest.mark.parametrize("case", REFUSED)
def test_what_the_server_refuses_is_refused_in_its_words(case: str) -> None:
    assert _agree(BODY, REFUSED[case][0]) is None


@given(_BODIES, _BODIES, st.integers(0, 4))
@example("", "one\n", 3)
@example("one", "one\n", 3)
def test_what_a_diff_was_made_from_comes_out_of_it(before: str, after: str, context: int) -> None:
    assert _agree(before, _made(before, after, context)) == (None if before == after else after)


_MUTATIONS = ("drop", "repeat", "swap", "mark", "number", "cut", "add")


@st.composite
def _mutated_diffs(draw: st.DrawFn) -> tuple[str, str]:
    before, after = draw(_BODIES), draw(_BODIES)
    lines = _made(before, after, draw(st.integers(0, 3))).split("\n")
    for _ in range(draw(st.integers(1, 3))):
        _mutate(draw, lines)
    return draw(st.sampled_from((before, before, after, f"{before}\n"))), "\n".join(lines)


def _mutate(draw: st.DrawFn, lines: list[str]) -> None:
    at = draw(st.integers(0, len(lines) - 1))
    match draw(st.sampled_from(_MUTATIONS)):
        case "drop" if len(lines) > 1:
            del lines[at]
        case "repeat":
            lines.insert(at, lines[at])
        case "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        case "mark":
            lines[at] = draw(st.sampled_from((" ", "+", "-", "\\ ", "@", "", "\r"))) + lines[at][1:]
        case "number":
            lines[at] = lines[at].replace(
                *draw(st.sampled_from((("1", "2"), (",1", ""), ("-", "-0"), ("+1", "+0,0"))))
            )
        case "cut":
            del lines[at + 1 :]
        case _:
            lines.insert(
                at,
                draw(
                    st.sampled_from(
                        ("", " x", "+x", "-x", "\\ x", "diff --git a b", "index 0..1", "@@ -1 +1 @@")
                    )
                ),
            )


@requirement("R-AMD-04")
@settings(max_examples=800)
@given(_mutated_diffs())
def test_a_diff_that_was_tampered_with_meets_the_same_verdict(case: tuple[str, str]) -> None:
    _agree(*case)


@given(st.text(max_size=60), st.text(max_size=200))
def test_any_text_meets_the_same_verdict(body: str, diff: str) -> None:
    _agree(body, diff)


@pytest.mark.parametrize(
    "fixture",
    [each for each in fixtures("amendments/*/skill/*.json") if "body_diff" in each.read()["content"]],
    ids=str,
)
def test_the_diff_of_an_amendment_meets_the_same_verdict(fixture: Fixture) -> None:
    _agree(body_before(), fixture.read()["content"]["body_diff"])


def test_a_refusal_says_what_to_do_and_repeats_nothing() -> None:
    with pytest.raises(Refused) as refused:
        applied(BODY, f"{HEAD}@@ -2 +2 @@\n-my secret\n+TWO\n")
    said = refused.value.as_json()
    assert said["remedy"] == ErrorCategory.DIFF_APPLY_FAILED.remedy
    assert "secret" not in str(said)


# --- the body of a skill --------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [path for path in fixture_files() if path.endswith("/canonical.md")])
def test_the_body_is_what_the_server_takes_for_it(path: str) -> None:
    text = fixture_files()[path].decode()
    assert body_of(text) == body_of(text.replace("\n", "\r\n")) == split(text)[1]


@pytest.mark.parametrize(
    "text",
    ["---\na: 1\n---\n\n \nBody\n", "---\na: 1\n---", "---\na: 1\n---\n", "---\na: 1\n---\n  indented\n"],
)
def test_blank_lines_above_a_body_do_not_belong_to_it(text: str) -> None:
    assert body_of(text) == split(text)[1]


def test_what_has_no_frontmatter_is_a_body_already() -> None:
    assert body_of("\n\nBody\n") == "Body\n"
    assert body_of("---\nnever closed\n") == "---\nnever closed\n"


@pytest.mark.parametrize("diff", [
    f"{HEAD}@@ -0,0 +1 @@\n+\n",
    f"{HEAD}@@ -1 +1,2 @@\n+\n # Nationality\n",
    f"{HEAD}@@ -0,0 +1,2 @@\n+\n+New first line\n",
])  # fmt: skip
def test_an_amendment_of_nothing_but_blank_lines_above_is_none(diff: str) -> None:
    corpus, name = fixture_library().edition.corpus, "nationality-application"
    content = {"amendment_subtype": "body", "skill_commit": "0" * 40, "body_diff": diff}
    try:
        expected = split(changed_skill(corpus, name, content))[1]
    except (DiffRefused, ChangeRefused):
        with pytest.raises(Refused):
            amended(body_before(), diff)
    else:
        assert amended(body_before(), diff) == expected


def test_a_hostile_diff_of_the_largest_size_is_refused_at_once() -> None:
    for diff in ("\n" * 262144, HEAD + "@@ -1 +1 @@\n-a\n+b\n" * 13000, f"{HEAD}@@ -" + "9" * 262144):
        with within(100), pytest.raises(Refused):
            applied(BODY, diff)
