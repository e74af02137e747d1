"""What the harness says when it does not do what was asked: what happened, and what to do. Never the text itself."""

from __future__ import annotations

from typing import Any, Final

DONE: Final = 0
REFUSED: Final = 1
USAGE: Final = 2
ASK_THE_PERSON: Final = 3
NOT_REACHED: Final = 4
NOT_WRITABLE: Final = 5

EXIT_CODES: Final = {
    DONE: "done",
    REFUSED: "refused: nothing was written; `detail` says why, `remedy` what to change",
    USAGE: "the command is not written as it should be",
    ASK_THE_PERSON: "the person has to decide first: consent, approval, or `--yes`",
    NOT_REACHED: "the server was not reached; what was to be sent is kept on this machine",
    NOT_WRITABLE: "the data folder cannot be used on this machine",
}
"""Every way a command ends (docs/harness.md is generated from it)."""


class Refused(Exception):
    """A refusal an agent can act on. `facts` go into the answer as they are."""

    def __init__(self, error: str, detail: str, remedy: str, *, code: int = REFUSED, **facts: Any) -> None:  # noqa: ANN401
        super().__init__(detail)
        self.error = error
        self.detail = detail
        self.remedy = remedy
        self.code = code
        self.facts = facts

    def as_json(self) -> dict[str, Any]:
        return {"ok": False, "error": self.error, "detail": self.detail, "remedy": self.remedy, **self.facts}
