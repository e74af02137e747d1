"""Owns what an agent gives along instead of having it kept: a profile, or a walk, as JSON. It is used and not written down."""

from __future__ import annotations

import json
from typing import Any, Final

from becivic_harness.cli.command import Options, option
from becivic_harness.refusals import USAGE, Refused

PROFILE: Final = option(
    "--profile", metavar="JSON", help="use this profile instead of the one on disk; it is not kept"
)
WALK: Final = option(
    "--walk", metavar="JSON", help="where nothing is kept: `walk` of the last answer, given back as it was"
)


def given(options: Options, name: str) -> dict[str, Any] | None:
    """The object that an option holds; None where it was not passed."""
    found = getattr(options, name)
    if isinstance(found, str):
        try:
            found = json.loads(found)
        except (ValueError, RecursionError):
            found = ()
    if found is not None and not isinstance(found, dict):
        raise Refused(
            "usage",
            f"--{name} takes a JSON object.",
            """As in --profile '{"region": "Flanders"}'.""",
            code=USAGE,
        )
    return found
