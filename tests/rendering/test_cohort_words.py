from __future__ import annotations

import pytest

from becivic.rendering.cohort_words import cohort_words
from becivic.rendering.voice import ENGLISH, Voice
from tests.factories.bodies import STATS
from tests.requirement import requirement


@requirement("R-OBSV-07")
def test_a_cohort_is_told_in_words() -> None:
    full = STATS | {
        "affirms": 1,
        "rejects": 2,
        "distinct_ips": 3,
        "injection_flags": 1,
        "last_validation_at": "2026-05-12T09:15:00Z",
        "skill_quality_avg": 4.5,
        "skill_quality_n": 3,
    }
    assert cohort_words(full, ENGLISH) == [
        "1 confirmation and 2 rejections, from 3 places since 26 April 2026.",
        "1 report of an injection.",
        "The last vote came on 12 May 2026.",
        "Rated 4.5 out of 5 by 3 people.",
    ]


@requirement("R-OBSV-07")
@pytest.mark.parametrize(
    ("language", "agreed", "split", "against"),
    [
        (
            "en",
            "12 confirmations from 11 places since 26 April 2026.",
            "1 confirmation and 3 rejections, from 4 places since 26 April 2026.",
            "2 rejections and no confirmation, from 2 places since 26 April 2026.",
        ),
        (
            "fr",
            "12 confirmations de 11 endroits depuis le 26 avril 2026.",
            "1 confirmation et 3 rejets, de 4 endroits depuis le 26 avril 2026.",
            "2 rejets et aucune confirmation, de 2 endroits depuis le 26 avril 2026.",
        ),
        (
            "nl",
            "12 bevestigingen van 11 plaatsen sinds 26 april 2026.",
            "1 bevestiging en 3 afwijzingen, van 4 plaatsen sinds 26 april 2026.",
            "2 afwijzingen en geen bevestiging, van 2 plaatsen sinds 26 april 2026.",
        ),
        (
            "de",
            "12 Bestätigungen von 11 Orten seit dem 26. April 2026.",
            "1 Bestätigung und 3 Ablehnungen, von 4 Orten seit dem 26. April 2026.",
            "2 Ablehnungen und keine Bestätigung, von 2 Orten seit dem 26. April 2026.",
        ),
    ],
)
def test_no_place_of_a_rejection_is_counted_for_a_confirmation(
    language: str, agreed: str, split: str, against: str
) -> None:
    def first(affirms: int, rejects: int, places: int) -> str:
        votes = {"affirms": affirms, "rejects": rejects, "n": affirms + rejects, "distinct_ips": places}
        return cohort_words(STATS | votes, Voice(language))[0]

    assert [first(12, 0, 11), first(1, 3, 4), first(0, 2, 2)] == [agreed, split, against]


def test_a_cohort_without_votes_and_one_that_nobody_knows() -> None:
    assert cohort_words(STATS | {"n": 0, "affirms": 0}, Voice("de")) == [
        "Noch hat das niemand bestätigt (veröffentlicht am 26. April 2026)."
    ]
    assert cohort_words(None, ENGLISH) == ["Nobody has confirmed this yet."]
