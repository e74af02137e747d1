"""The options that jobs share, and the moment that `--now` names."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import typer

from becivic.rules.errors import BeCivicError

Now = Annotated[
    str, typer.Option(metavar="RFC3339", help="Pretend it is this moment. The clock when left out.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would change and write nothing.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the outcome as JSON and nothing else.")]


def read_moment(now: str) -> datetime:
    try:
        moment = datetime.fromisoformat(now)
        if moment.tzinfo is not None:
            return moment.astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise BeCivicError("--now is not a moment with its offset.", remedy="Write it like 2026-11-15T10:00:00Z.")
