from __future__ import annotations

from becivic.rendering.cohort_words import cohort_words
from becivic.rendering.voice import ENGLISH, Voice
from tests.factories.bodies import STATS
from tests.requirement import requirement


@requirement("R-OBSV-07")
def test_a_cohort_is_told_in_words() -> None:
    full = STATS | {
        "affirms": 1,
        "rejects": 2,
        "distinct_ips": 1,
        "injection_flags": 1,
        "last_validation_at": "2026-05-12T09:15:00Z",
        "skill_quality_avg": 4.5,
        "skill_quality_n": 3,
    }
    assert cohort_words(full, ENGLISH) == [
        "1 confirmation from 1 place since 26 April 2026.",
        "2 rejections.",
        "1 report of an injection.",
        "The last vote came on 12 May 2026.",
        "Rated 4.5 out of 5 by 3 people.",
    ]


def test_a_cohort_without_votes_and_one_that_nobody_knows() -> None:
    assert cohort_words(STATS | {"n": 0, "affirms": 0}, Voice("de")) == [
        "Noch keine Bestätigung seit dem 26. April 2026."
    ]
    assert cohort_words(None, ENGLISH) == ["Nobody has confirmed this yet."]
