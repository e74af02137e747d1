"""What an audit finds: which check, about what, and what is not as it should be."""

from __future__ import annotations

from dataclasses import dataclass

from becivic.corpus.findings import Severity


@dataclass(frozen=True, slots=True)
class Audited:
    """`subject` is an id; no word of anybody's is in it."""

    check: str
    subject: str
    message: str
    severity: Severity = Severity.ERROR

    def as_json(self) -> dict[str, str]:
        return {
            "check": self.check,
            "subject": self.subject,
            "message": self.message,
            "severity": self.severity.value,
        }
