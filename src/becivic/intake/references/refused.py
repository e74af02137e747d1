"""How a reference that does not hold is said: the place, never the text (R-API-07)."""

from __future__ import annotations

from becivic.intake.refusal import Refusal
from becivic.rules.errors import ErrorCategory


class NotHeld(Exception):
    """Something a submission names does not hold. `pointer` is into its payload."""

    def __init__(self, pointer: str, detail: str, **more: object) -> None:
        super().__init__(detail)
        self.pointer = pointer
        self.detail = detail
        self.category = ErrorCategory.CROSS_REF_FAIL
        self.more = more

    def refusal(self, at: str) -> Refusal:
        return Refusal(self.category, self.detail, pointer=f"{at}{self.pointer}", more=self.more)


class DiffNotHeld(NotHeld):
    """A diff that does not fit what is there now: first change wins (R-AMD-04)."""

    def __init__(self, pointer: str, detail: str) -> None:
        super().__init__(pointer, detail)
        self.category = ErrorCategory.DIFF_APPLY_FAILED
