"""generated-files: they are made anew after every merge, never edited by hand."""

from __future__ import annotations

import json

import pytest

from becivic.corpus.checks import generated_files
from becivic.corpus.checks.rule import Context
from becivic.corpus.navigation import navigation_file
from becivic.rules.contract import BOT_EMAIL
from tests.factories.corpora import CLOCK, Files, assert_caught, assert_clean
from tests.requirement import requirement

RULE = generated_files.check
DOCS = "docs.json"
RECORDS = ["skills/index.json", "paths/activity.json", "docs/activity/global.md", "data-snapshot/votes.jsonl"]


def _with_navigation(files: Files) -> Files:
    made = navigation_file(files.load())
    assert made is not None
    return files.with_file(DOCS, made)


BASE = _with_navigation(Files.valid())


@requirement("R-CI-03")
@pytest.mark.parametrize("file", RECORDS)
def test_an_edit_by_hand_is_caught(file: str) -> None:
    base = BASE.with_file(file, "{}\n")
    assert_caught(base.with_file(file, '{"a": 1}\n'), RULE, file, 1, base=base, says="generated")
    assert_clean(base, RULE, base=base)


@requirement("R-CI-03")
@pytest.mark.parametrize("file", RECORDS)
def test_one_made_up_by_hand_is_caught(file: str) -> None:
    assert_caught(BASE.with_file(file, "{}\n"), RULE, file, 1, base=BASE)


@requirement("R-CI-03")
@pytest.mark.parametrize("file", [*RECORDS, DOCS])
def test_the_bot_may_write_them(file: str) -> None:
    files = BASE.with_file(file, '{"navigation": {}}\n')
    assert files.findings([RULE], base=BASE, author_email=BOT_EMAIL) == []
    assert files.findings([RULE], base=BASE, author_email="me@example.org") != []


@requirement("R-CI-03")
def test_a_navigation_of_ones_own_is_caught_at_its_line() -> None:
    files = BASE.replaced(DOCS, "skills/demo-clock", "skills/demo-watch")
    assert_caught(files, RULE, DOCS, files.line_of(DOCS, '"navigation"'), base=BASE, says="navigation")


def test_redirects_are_peoples_own() -> None:
    document = {**json.loads(BASE[DOCS]), "redirects": [{"source": "/a", "destination": "/b"}]}
    assert_clean(BASE.with_file(DOCS, json.dumps(document, indent=2)), RULE, base=BASE)


def test_a_navigation_that_is_as_it_will_be_is_clean_and_so_is_one_left_alone() -> None:
    fewer = Files.valid().without(CLOCK)
    assert_clean(_with_navigation(fewer), RULE, base=BASE)
    assert_clean(fewer.with_file(DOCS, BASE[DOCS]), RULE, base=BASE)


@pytest.mark.parametrize(
    "content", ["{", "[]", '{"navigation": 1}', "\udcff".encode("utf-8", "surrogatepass")]
)
def test_a_navigation_that_cannot_be_read_is_caught(content: str | bytes) -> None:
    assert_caught(BASE.with_file(DOCS, content), RULE, DOCS, 1, base=BASE)


def test_one_that_is_taken_away_is_clean() -> None:
    base = BASE.with_file("data-snapshot/paths-2026-01-01.jsonl", "{}\n")
    assert_clean(BASE, RULE, base=base)


def test_without_a_base_there_is_nothing_to_compare() -> None:
    files = BASE.with_file("skills/index.json", "{}\n")
    assert_clean(files, RULE)
    assert list(RULE.check(Context.of(files.load()))) == []
