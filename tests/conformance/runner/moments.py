"""Moments as the cases write them: in UTC, by whole seconds."""

from __future__ import annotations

from datetime import datetime


def moment(text: str) -> datetime:
    return datetime.fromisoformat(f"{text[:-1]}+00:00")


def stamp(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")
