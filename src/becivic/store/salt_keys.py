"""Under what names salts are kept (R-SALT-05). Whoever makes or destroys one says its name through here."""

from __future__ import annotations

from datetime import date

from becivic.rules.targets import TargetType, owner


def of_day(day: date) -> str:
    """For the limits, and for nothing else (R-SALT-01)."""
    return f"daily:{day:%Y-%m-%d}"


def of_row(target: TargetType, row_id: int | str) -> str:
    """For votes on one row of the catalogue that was filed without a salt of its own."""
    return f"{target}-row:{row_id}:salt"


def of_artefact(target: TargetType, target_id: str) -> str:
    """For votes on anything else. A source shares the salt of its path (R-SALT-04)."""
    if target is TargetType.OBSERVATION:
        return f"concern:{target_id}:salt"
    kind, artefact_id = owner(target, target_id)
    return f"{kind}-creator-salt:{artefact_id}"


def artefact(target: TargetType, target_id: str) -> str:
    """Under what the authors of something are listed. A source belongs to its path (R-SALT-04)."""
    return ":".join(owner(target, target_id))


def of_submission(submission_id: str) -> str:
    """For whoever sent a draft, until it is something that can be voted on (R-SALT-05)."""
    return f"submission:{submission_id}:salt"


def of_author(target: TargetType, target_id: str, submission_id: str) -> str:
    """For one who wrote a part of an artefact: under a salt of their own, that of their submission."""
    return f"{artefact(target, target_id)}:author:{submission_id}"
