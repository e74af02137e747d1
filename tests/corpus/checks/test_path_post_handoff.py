"""path-post-handoff: only the state machine sets post_handoff_observed."""

from __future__ import annotations

from becivic.corpus.checks import path_post_handoff
from becivic.rules.contract import BOT_EMAIL
from tests.factories.corpora import PATHS, Files, assert_caught, assert_clean
from tests.factories.json_edits import DEMO, PORTAL, line_at, value_at, with_path, with_value
from tests.requirement import requirement

FIELD = f"{PORTAL}/post_handoff_observed"


def test_a_valid_corpus_is_clean() -> None:
    assert_clean(Files.valid(), path_post_handoff.check, base=Files.valid())


@requirement("R-SRC-14")
def test_a_flag_that_a_hand_sets_is_caught_at_its_line() -> None:
    files = with_value(Files.valid(), FIELD, True)
    for base in (Files.valid(), with_value(Files.valid(), FIELD, False)):
        assert_caught(files, path_post_handoff.check, PATHS, line_at(files, FIELD), base=base)


@requirement("R-SRC-14")
def test_the_state_machine_may_set_it() -> None:
    files = with_value(Files.valid(), FIELD, True)
    assert files.findings([path_post_handoff.check], base=Files.valid(), author_email=BOT_EMAIL) == []


@requirement("R-SRC-14")
def test_a_new_source_or_path_that_brings_the_flag_is_caught() -> None:
    source = {**value_at(Files.valid(), PORTAL), "id": "another", "post_handoff_observed": True}
    files = with_value(Files.valid(), f"{DEMO}/sources/-", source)
    line = line_at(files, f"{DEMO}/sources/2/post_handoff_observed")
    assert_caught(files, path_post_handoff.check, PATHS, line, base=Files.valid())
    files = with_path(Files.valid(), "demo-other", sources=[source])
    line = line_at(files, "/paths/demo-other/sources/0/post_handoff_observed")
    assert_caught(files, path_post_handoff.check, PATHS, line, base=Files.valid())


@requirement("R-SRC-14")
def test_a_flag_that_moves_to_another_source_is_caught() -> None:
    base = with_value(Files.valid(), FIELD, True)
    files = with_value(base, f"{PORTAL}/id", "renamed-portal")
    assert_caught(files, path_post_handoff.check, PATHS, line_at(files, FIELD), base=base)


def test_a_flag_that_was_set_before_may_stay_or_go() -> None:
    base = with_value(Files.valid(), FIELD, True)
    assert_clean(base, path_post_handoff.check, base=base)
    assert_clean(Files.valid(), path_post_handoff.check, base=base)


def test_without_a_base_there_is_nothing_to_compare() -> None:
    assert_clean(with_value(Files.valid(), FIELD, True), path_post_handoff.check)
