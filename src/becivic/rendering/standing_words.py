"""How a source of a path stands, in words: audited, stale, last confirmed, by whom (C-29; R-PLC-06, R-PLC-07)."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from becivic.lifecycle.standing import SourceHealth
from becivic.rendering.voice import Voice
from becivic.rules.moments import rfc3339
from becivic.words.dates import written_day


class Standing(Protocol):
    """As `publishing.rot.standing.SourceStanding` tells it."""

    @property
    def health(self) -> SourceHealth: ...
    @property
    def is_audited(self) -> bool: ...
    @property
    def is_stale(self) -> bool: ...
    @property
    def is_viable(self) -> bool: ...
    @property
    def last_validated(self) -> datetime | None: ...
    @property
    def last_user_confirmation(self) -> datetime | None: ...


def standing_words(standing: Standing, voice: Voice) -> list[str]:
    """A clause each, without a full stop. Of an audited delivery only what people confirmed is told."""
    t = voice.t
    said = [t("body.standing_audited")] if standing.is_audited else []
    said.append(_last(standing, voice))
    if standing.is_stale:
        said.append(t("body.standing_stale"))
    if standing.health is SourceHealth.DISPUTED:
        said.append(t("body.standing_disputed"))
    if not standing.is_viable:
        said.append(t("body.standing_rejected"))
    return said


def _last(standing: Standing, voice: Voice) -> str:
    by_people, by_any = standing.last_user_confirmation, standing.last_validated
    key, at = ("user_confirmed", by_people) if standing.is_audited or by_people else ("validated", by_any)
    return (
        voice.t("body.standing_never")
        if at is None
        else voice.t(f"body.standing_{key}", date=written_day(rfc3339(at), voice.language))
    )
