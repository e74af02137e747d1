"""The options that commands share, each said once, and what they mean: the moment of `--now`, the settings they change."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from becivic.clock import SystemClock
from becivic.config import Settings, read_settings
from becivic.rules.errors import BeCivicError

Now = Annotated[
    str, typer.Option(metavar="RFC3339", help="Pretend it is this moment. The clock when left out.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would change and write nothing.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the outcome as JSON and nothing else.")]
Database = Annotated[
    str,
    typer.Option(
        metavar="URL", help="Use this database instead of BECIVIC_DATABASE_URL.", show_default=False
    ),
]
Home = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Use this home instead of BECIVIC_HOME or ./var.", show_default=False),
]


def read_moment(now: str) -> datetime:
    try:
        moment = datetime.fromisoformat(now)
        if moment.tzinfo is not None:
            return moment.astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise BeCivicError("--now is not a moment with its offset.", remedy="Write it like 2026-11-15T10:00:00Z.")


def moment_of(now: str, settings: Settings) -> datetime:
    """What `--now` says, or the clock that the settings name."""
    return read_moment(now) if now else SystemClock(settings.clock_offset).now()


def settings_with(*, home: Path | None = None, database: str = "") -> Settings:
    """An option is a setting said louder."""
    said = {"BECIVIC_HOME": str(home) if home else "", "BECIVIC_DATABASE_URL": database}
    return read_settings({**os.environ, **{name: value for name, value in said.items() if value}})
