"""When things happen, counted from the first start: each moment just past what the law makes people wait for."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from becivic.rules.consensus import POLICY
from becivic.rules.submissions import STAGING_WINDOW

_JUST_PAST: Final = timedelta(hours=1)

OPENING: Final = timedelta(0)
PUBLISHED: Final = OPENING + STAGING_WINDOW + _JUST_PAST
"""What was sent on the first day can no longer be taken back."""
CORRECTED: Final = PUBLISHED + STAGING_WINDOW + _JUST_PAST
TESTED: Final = CORRECTED + POLICY.alpha_age + _JUST_PAST
STABLE: Final = TESTED + POLICY.stable_age + _JUST_PAST
