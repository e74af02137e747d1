"""How much one address, and the world, may send (privacy 8.3, 8.4; design 7.3). All configurable."""

from __future__ import annotations

from datetime import timedelta
from enum import Enum
from typing import Final, NamedTuple


class Window(NamedTuple):
    """So many in so long."""

    number: int
    period: timedelta


class Limit(Enum):
    """Counted per hashed address, never per declared agent name (R-PRIN-18); the last one for all."""

    VALIDATION = Window(10, timedelta(days=1))
    INJECTION_FLAG = Window(2, timedelta(days=1))
    COMBINED = Window(50, timedelta(days=1))
    BURST = Window(60, timedelta(hours=1))
    VALIDATE_MODE = Window(300, timedelta(hours=1))
    SERVICE_TRIPWIRE = Window(1000, timedelta(hours=1))

    @property
    def setting(self) -> str:
        """The name an operator uses to change it (R-RATE-04)."""
        return f"limit_{self.name.lower()}"


ENVELOPE_ITEMS: Final = 200
"""More than four days' quota in one request is a mistake; the daily limit stops it anyway."""

AUDIT_LOG_RETENTION: Final = timedelta(days=90)
"""How long a hold's audit line is kept (R-NER-06)."""
