"""Patterns written by strangers: those that end are run, the others match nothing."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from becivic.packaged import corpus_folder
from becivic_harness.url_patterns import is_run, matches

SIGN_IN = r"^https://([a-z0-9-]+\.)*(minfin\.fgov\.be|csam\.be)(/|$)"


@pytest.mark.parametrize(
    ("pattern", "address", "found"),
    [
        ("/irisbox/$", "https://irisbox.irisnet.be/irisbox/", True),
        ("/irisbox/$", "https://irisbox.irisnet.be/irisbox/form", False),
        (SIGN_IN, "https://idp.csam.be/login", True),
        (SIGN_IN, "https://csam.be", True),
        (SIGN_IN, "https://csam.be.evil.example/", False),
        (SIGN_IN, f"https://idp.csam.be/login?ticket={'x' * 2000}", True),
        ("/irisbox/$", f"https://a.be/irisbox/?t={'x' * 2000}", True),
        ("/irisbox/$", f"https://a.be/{'x' * 2000}/irisbox/", False),
        (r"(?:www\.)?example\.be/\d+", "https://example.be/42", True),
        ("a page that offers no sign-in", "https://example.be/", False),
    ],
)
def test_an_address_matches_a_pattern_or_does_not(pattern: str, address: str, found: bool) -> None:
    assert is_run(pattern)
    assert matches(pattern, address) is found


@pytest.mark.parametrize(
    "pattern",
    [
        "([a-z]+)+x",
        "(a|a)*b",
        r"([a-z.]+\.)*x",
        "([a-z]+.)*x",
        r"(\w+\d)*x",
        "((a)*)*",
        "(a?)*",
        "()*",
        "a**",
        "*a",
        "a{3,}",
        "(?=a)a",
        r"(a)\1",
        "a?" * 7,
        ".*.*.*x",
        "[z-a]",
        "([a-z]+",
        ")(",
        "a)*",
        "[[a]",
        "a" * 301,
        "\\",
    ],
)
def test_a_pattern_that_could_run_away_or_is_none_is_not_run(pattern: str) -> None:
    assert not is_run(pattern)
    assert not matches(pattern, "https://" + "a" * 200)


def test_every_pattern_of_the_packaged_paths_is_run() -> None:
    paths = json.loads((corpus_folder() / "paths/index.json").read_text(encoding="utf-8"))["paths"]
    patterns = {
        signal["value"]
        for path in paths.values()
        for source in path["sources"]
        for signal in source["validation_path"]["success_signals"]
        if signal["check"] == "redirect-chain-matches-pattern"
    }
    assert len(patterns) > 5
    assert all(is_run(pattern) for pattern in patterns)


@given(st.text(alphabet="ab.[]()|*+?^$\\-{}wd,", max_size=20), st.sampled_from(["a", "ab", "a.", "b"]))
def test_no_pattern_keeps_us_busy(pattern: str, filling: str) -> None:
    begun = time.process_time()
    matches(pattern, "https://" + (filling * 292)[:292])
    assert time.process_time() - begun < 2
