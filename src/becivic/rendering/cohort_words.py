"""What a cohort says, in words: "12 confirmations from 11 places since 26 April 2026." """

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from becivic.rendering.voice import Voice
from becivic.rules.statuses import Status
from becivic.words.dates import written_day

_CONFIRMED: Final = (Status.BETA, Status.STABLE)
"""What has one of these was confirmed before, or a maintainer vouches for it."""


def cohort_words(stats: Mapping[str, Any] | None, voice: Voice, status: Status | None = None) -> list[str]:
    """A sentence each. `stats` as `publishing.cohort_stats.CohortStats.as_json` gives them."""
    t, is_confirmed = voice.t, status in _CONFIRMED
    if stats is None:
        return [t("body.cohort_not_counted" if is_confirmed else "body.cohort_unknown")]
    said = [_first(stats, voice, is_confirmed=is_confirmed)]
    if stats["injection_flags"]:
        said.append(t("body.flags", n=stats["injection_flags"]))
    if stats["last_validation_at"]:
        said.append(t("body.last_vote", date=written_day(stats["last_validation_at"], voice.language)))
    if "skill_quality_avg" in stats:
        said.append(t("body.rated", n=stats["skill_quality_n"], stars=stats["skill_quality_avg"]))
    return said


def _first(stats: Mapping[str, Any], voice: Voice, *, is_confirmed: bool) -> str:
    t, since = voice.t, written_day(stats["cohort_started_at"], voice.language)
    if not stats["n"]:
        return t("body.cohort_anew" if is_confirmed else "body.cohort_none", date=since)
    return t(
        _saying(stats),
        confirmations=t("body.confirmations", n=stats["affirms"]),
        rejections=t("body.rejections", n=stats["rejects"]),
        places=t("body.places", n=stats["distinct_ips"]),
        date=since,
    )


def _saying(stats: Mapping[str, Any]) -> str:
    """The places are those of all who voted, so all votes are told with them."""
    if not stats["rejects"]:
        return "body.cohort"
    return "body.cohort_split" if stats["affirms"] else "body.cohort_against"
