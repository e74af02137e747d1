"""Owns what a command is: what it is called, what it takes, what it does, and how its answer reads as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Callable, Final, NamedTuple

from becivic_harness.here import Here

Options = Any
"""An argparse.Namespace; named so that no command module has to import argparse."""
Answer = dict[str, Any]


class Command(NamedTuple):
    summary: str
    run: Callable[[Here, Options], Answer]
    examples: Sequence[str]
    arguments: Sequence[tuple[Sequence[str], Mapping[str, Any]]] = ()
    writes: bool = True
    """Whether it takes its turn on the data folder."""
    text: Callable[[Answer], str] | None = None
    reads: Callable[[Options, dict[str, Any]], None] | None = None
    """How a JSON object becomes options; None: a key is an option's name."""


def option(*flags: str, **told: Any) -> tuple[Sequence[str], Mapping[str, Any]]:  # noqa: ANN401  argparse's own
    return flags, told


PROFILE: Final = option(
    "--profile", metavar="JSON", help="use this profile instead of the one on disk; it is not kept"
)

_AS_IN: Final = {
    "profile": """As in --profile '{"region": "Flanders"}'.""",
    "walk": "Give back `walk` of the last answer about the same path, as it was.",
}


def given(options: Options, name: str) -> dict[str, Any] | None:
    """The object that comes along with a command instead of being kept; None where none was passed."""
    import json

    from becivic_harness.refusals import USAGE, Refused

    found = getattr(options, name)
    if isinstance(found, str):
        try:
            found = json.loads(found)
        except (ValueError, RecursionError):
            found = ()
    if found is not None and not isinstance(found, dict):
        raise Refused("usage", f"--{name} takes a JSON object.", _AS_IN[name], code=USAGE)
    return found


def pairs(texts: Sequence[str]) -> dict[str, Any]:
    """`key=value` and dotted keys as a nested object; a value that is JSON is read as JSON, any other is text."""
    import json

    from becivic_harness.refusals import USAGE, Refused

    found: dict[str, Any] = {}
    for text in texts:
        key, is_pair, value = text.partition("=")
        if not is_pair or not key:
            raise Refused("usage", "Fields are written key=value.", "See --help for examples.", code=USAGE)
        holder = found
        *above, last = key.split(".")
        for step in above:
            holder = holder.setdefault(step, {})
            if not isinstance(holder, dict):
                raise Refused(
                    "usage", "A field cannot be text and hold fields.", "See --help for examples.", code=USAGE
                )
        if (
            value[:1] in ("{", "[")
            or value in ("true", "false", "null")
            or (value.isdigit() and len(value) < 4)
        ):
            try:
                holder[last] = json.loads(value)
            except (ValueError, RecursionError):
                holder[last] = value
        else:
            holder[last] = value
    return found
