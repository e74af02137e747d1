"""How a reference that does not hold is said: the place, never the text (R-API-07)."""

from __future__ import annotations

from collections.abc import Callable

from becivic.intake.refusal import Refusal
from becivic.rules.errors import ErrorCategory


class NotHeld(Exception):
    """Something a submission names does not hold. `pointer` is into its payload."""

    def __init__(self, pointer: str, detail: str, remedy: str = "", **more: object) -> None:
        super().__init__(detail)
        self.pointer = pointer
        self.remedy = remedy
        self.detail = detail
        self.category = ErrorCategory.CROSS_REF_FAIL
        self.more = more

    def refusal(self, at: Callable[[str], str]) -> Refusal:
        return Refusal(
            self.category, self.detail, pointer=at(self.pointer), remedy=self.remedy, more=self.more
        )


class DiffNotHeld(NotHeld):
    """A diff that does not fit what is there now: first change wins (R-AMD-04)."""

    def __init__(self, pointer: str, detail: str) -> None:
        super().__init__(pointer, detail)
        self.category = ErrorCategory.DIFF_APPLY_FAILED
