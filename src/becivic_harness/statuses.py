"""Which statuses of a procedure are ready to be offered, and what is asked before one that is not (R-HARN-06)."""

from __future__ import annotations

from typing import Final

READY: Final = ("stable", "beta")
TESTING: Final = ("alpha", "draft")
IN_TESTING: Final = (
    "This procedure is in testing. It may be incomplete. Do you want to proceed with this version?"
)
