"""Recall and false alarms on sentences that nothing was tuned on: the bars that a change of the rules must not break."""

from __future__ import annotations

from functools import cache

import pytest
from tools.held_out import clean_items, identifier_items, name_items
from tools.held_out.identifiers import KINDS
from tools.held_out.measured import HeldOutScore, held_out_score, markdown

from becivic.publishing.screening.finding import packaged_finder
from becivic.scrub import linear_engine
from becivic_scrub import packaged_rules
from tests.requirement import requirement

EACH = 0.97
EACH_ORIGIN = 0.93
"""Of names: the harness misses one Walloon name in fifteen."""
ALL = 0.99
FLAGGED = 0.005


@cache
def _score() -> HeldOutScore:
    return held_out_score(linear_engine(packaged_rules()), packaged_finder())


def test_the_set_is_large_enough_to_say_something() -> None:
    score = _score()
    assert min(score.identifiers.total.values()) >= 40
    assert min(score.names.total.values()) >= 40
    assert len({item.text for item in clean_items()}) >= 1000
    for items in (identifier_items(), name_items(), clean_items()):
        assert {item.lang for item in items} == {"fr", "nl", "de", "en"}


@requirement("R-SCRUB-01", "R-SCRUB-02")
@pytest.mark.parametrize("kind", KINDS)
def test_of_each_kind_of_identifier_nearly_everything_is_found_whole(kind: str) -> None:
    assert _score().identifiers.share(kind) >= EACH, _wrong(_score().identifiers.wrong, f"held.{kind}.")


@requirement("R-SCRUB-01")
def test_of_all_identifiers_together_ninety_nine_in_a_hundred_are_found_whole() -> None:
    assert _score().identifiers.share() >= ALL


@requirement("R-NER-01")
@pytest.mark.parametrize("origin", sorted({str(item.kind) for item in name_items()}))
def test_full_names_are_found_whole_by_the_server_and_by_the_harness(origin: str) -> None:
    score = _score()
    assert score.names.share(origin) >= EACH_ORIGIN, _wrong(score.names.wrong, f"held.name.{origin}.")
    assert score.harness_names.share(origin) >= EACH_ORIGIN, _wrong(
        score.harness_names.wrong, f"held.name.{origin}."
    )


def test_of_all_full_names_nearly_everything_is_found_whole() -> None:
    assert _score().names.share() >= ALL
    assert _score().harness_names.share() >= 0.98


def test_clean_sentences_about_paperwork_are_left_alone() -> None:
    assert _score().flagged.share() <= FLAGGED


def test_the_page_shows_every_kind_and_origin() -> None:
    page = markdown(_score())
    for name in (*KINDS, *_score().names.groups()):
        assert f"| {name.replace('_', ' ')} |" in page


def _wrong(ids: list[str], prefix: str) -> list[str]:
    return [each for each in ids if each.startswith(prefix)]
