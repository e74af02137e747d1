"""body-requests: requests are bullets, or the one line that says there are none."""

from __future__ import annotations

import pytest

from becivic.corpus.checks import body_requests
from becivic.rules.skills import NO_REQUESTS
from tests.factories.corpora import CLOCK, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = body_requests.check


@requirement("R-BODY-06")
def test_a_valid_corpus_is_clean_with_bullets_and_with_the_line() -> None:
    assert_clean(Files.valid(), RULE)


@requirement("R-BODY-06")
@pytest.mark.parametrize("nothing", ["", "  \n\n"])
def test_an_empty_section_is_caught_at_its_heading(nothing: str) -> None:
    files = Files.valid().replaced(CLOCK, NO_REQUESTS, nothing)
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, "## Requests"), says="empty")


@requirement("R-BODY-06")
@pytest.mark.parametrize("both", [f"{NO_REQUESTS}\n\n- Ask.", f"- {NO_REQUESTS}", f"- Ask.\n\n{NO_REQUESTS}"])
def test_the_line_with_something_besides_is_caught(both: str) -> None:
    files = Files.valid().replaced(CLOCK, NO_REQUESTS, both)
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, NO_REQUESTS), says="besides")


@requirement("R-BODY-06")
@pytest.mark.parametrize(
    "content",
    [
        "Send photographs.",
        "Send photographs.\n- Ask.",
        "- Ask.\n\nSend photographs.",
        "- Ask.\n1. Send photographs.",
        "- A.\n\n### Send photographs.\n\n- B.",
    ],
)
def test_what_is_no_bullet_is_caught_at_its_line(content: str) -> None:
    files = Files.valid().replaced(CLOCK, NO_REQUESTS, content)
    assert_caught(files, RULE, CLOCK, files.line_of(CLOCK, "Send photographs."), says="not a bullet")


@pytest.mark.parametrize(
    "content", ["- A.\n- B.", "* A.\n\n* B.", " - A.\n\n   more of A\n   1. under A", "- A\n  goes on"]
)
def test_bullets_of_any_kind_are_clean(content: str) -> None:
    assert_clean(Files.valid().replaced(CLOCK, NO_REQUESTS, content), RULE)


def test_skeletons_and_bodies_without_the_section_are_clean() -> None:
    files = Files.valid().replaced(CLOCK, NO_REQUESTS, "")
    assert_clean(files.replaced(CLOCK, "status: beta", "status: draft"), RULE)
    assert_clean(files.replaced(CLOCK, "## Requests", "## Other"), RULE)
