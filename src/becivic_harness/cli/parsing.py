"""Owns reading the arguments of one command, from the line or from JSON. What is wrong is told without repeating it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

from becivic_harness.cli.command import Command
from becivic_harness.cli.table import PROGRAM, WITH_VALUE
from becivic_harness.refusals import USAGE, Refused

_MISSING: Final = "the following arguments are required: "


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """argparse repeats what it was given, which may be anything; what is missing are names of ours."""
        detail = "The command is not written as it should be."
        if message.startswith(_MISSING):
            detail = f"Missing: {message[len(_MISSING) :]}."
        elif "unrecognized" in message:
            detail = "There is an option or a word too many."
        elif "invalid choice" in message:
            detail = "A value is not one of those it may be."
        raise Refused(
            "usage", detail, f"`{self.prog} --help` shows how it is written, with examples.", code=USAGE
        )


def parsed(command: Command, name: str, rest: Sequence[str] | None) -> Any:  # noqa: ANN401  an argparse.Namespace
    """The options; without arguments to read, the text of the help."""
    parser = _Parser(
        prog=f"{PROGRAM} {name}",
        description=command.summary,
        epilog="Examples:\n" + "\n".join(f"  {PROGRAM} {each}" for each in command.examples),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    by_json = rest is not None and "--json" in rest
    for flags, told in command.arguments:
        parser.add_argument(*flags, **_known(_optional(flags, told) if by_json else told))
    for flag in WITH_VALUE:
        parser.add_argument(flag, help=argparse.SUPPRESS)
    parser.add_argument("--text", action="store_true", help="an answer for people instead of JSON")
    if rest is None:
        return parser.format_help()
    options = parser.parse_intermixed_args(list(rest))
    if options.json is not None:
        _read_json(command, options)
    return options


def _known(told: Mapping[str, Any]) -> Mapping[str, Any]:
    """What is set by --json alone is hidden by that very object, which a command does not import argparse for."""
    return {**told, "help": argparse.SUPPRESS} if told.get("help") == argparse.SUPPRESS else told


def _optional(flags: Sequence[str], told: Mapping[str, Any]) -> Mapping[str, Any]:
    """Where an object is given, what the line must hold otherwise may stand in it."""
    if flags[0].startswith("-"):
        return {**told, "required": False} if told.get("required") else told
    return {**told, "nargs": "*" if told.get("nargs") in ("*", "+") else "?"}


def _read_json(command: Command, options: Any) -> None:  # noqa: ANN401  an argparse.Namespace
    found = _object(options.json)
    if command.reads is not None:
        found = {**found}
        taken = {key: found.pop(key) for key in list(found) if key.startswith("--")}
        command.reads(options, found)
        found = {key[2:]: value for key, value in taken.items()}
    by_name = {flags[-1].lstrip("-").replace("-", "_"): (flags, told) for flags, told in command.arguments}
    for key, value in found.items():
        name = key.replace("-", "_")
        if name not in by_name:
            raise _usage(
                "The object has a key that this command does not take.", "Keys are the names of its options."
            )
        setattr(options, name, _fitting(by_name[name][1], value))
    lacking = [
        name
        for name, (flags, told) in by_name.items()
        if getattr(options, name, None) in (None, []) and _is_required(flags, told) and command.reads is None
    ]
    if lacking:
        raise _usage(f"Missing: {', '.join(lacking)}.", "Put it into the object or onto the line.")


def _is_required(flags: Sequence[str], told: Mapping[str, Any]) -> bool:
    if flags[0].startswith("-"):
        return bool(told.get("required"))
    return told.get("nargs") in (None, "+")


def _fitting(told: Mapping[str, Any], value: object) -> object:
    """A value as the line would give it: a yes is a yes, and `"no"` is none."""
    many = told.get("action") == "append" or told.get("nargs") in ("*", "+")
    if told.get("action") == "store_true":
        fits = isinstance(value, bool)
    elif many:
        value = [value] if isinstance(value, str) else value
        fits = isinstance(value, list) and all(isinstance(each, str) for each in value)
    elif told.get("help") == argparse.SUPPRESS:
        fits = isinstance(value, dict)
    else:
        fits = isinstance(value, str) and value in told.get("choices", (value,))
    if not fits:
        raise _usage(
            "A value of the object is not of the kind that its option takes.",
            "A switch takes true or false, a list texts, the rest a text.",
        )
    return value


def _object(said: str) -> dict[str, Any]:
    try:
        if said == "-":
            said = sys.stdin.read()
        elif not said.lstrip().startswith("{"):
            with open(said, encoding="utf-8") as file:
                said = file.read()
        found = json.loads(said)
    except (OSError, ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise _usage("--json takes an object, a file that holds one, or - for standard input.", "See --help.")
    return found


def _usage(detail: str, remedy: str) -> Refused:
    return Refused("usage", detail, remedy, code=USAGE)
