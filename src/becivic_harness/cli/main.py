"""Owns one run of the command line: finds the command, reads its arguments, prints its answer, ends with its code."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from datetime import datetime, timezone
from importlib import import_module
from typing import TYPE_CHECKING, Any

from becivic_harness import __version__
from becivic_harness.cli.table import GROUPS, PROGRAM, WITH_VALUE, help_text
from becivic_harness.refusals import DONE, NOT_REACHED, REFUSED, USAGE, Refused

if TYPE_CHECKING:
    from becivic_harness.cli.command import Command
    from becivic_harness.here import Here


def main(given: Sequence[str] | None = None) -> int:
    """Run with arguments; the exit code."""
    arguments = list(sys.argv[1:] if given is None else given)
    _speak_utf_8()
    try:
        code = _answered(arguments)
        sys.stdout.flush()  # here, where a reader that has gone is no news
    except BrokenPipeError:  # there is nobody to tell, and what is left in the stream goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return 130
    return code


def _answered(arguments: list[str]) -> int:
    as_text = "--text" in arguments
    try:
        return _run(arguments, as_text=as_text)
    except Refused as refused:
        _print(refused.as_json(), as_text=as_text)
        return refused.code
    except BrokenPipeError:
        raise
    except Exception as fault:  # noqa: BLE001  a stack trace could hold what the person said
        _print(_fault(fault).as_json(), as_text=as_text)
        return REFUSED


def _fault(fault: Exception) -> Refused:
    where = fault.__traceback__
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    place = f"{os.path.basename(where.tb_frame.f_code.co_filename)}:{where.tb_lineno}" if where else "?"
    return Refused(
        "fault",
        f"The harness has a fault ({type(fault).__name__} at {place}). What is on the disk is as it was or as it should be.",
        "Go on without this command, and report the place at the project; it holds nothing personal.",
    )


def _run(arguments: list[str], *, as_text: bool) -> int:
    if "--version" in arguments:
        print(f"{PROGRAM} {__version__}")
        return DONE
    group, verb, rest = _found(arguments)
    if not group:
        print(help_text())
        return DONE if not arguments or "--help" in arguments or "-h" in arguments else USAGE
    module = import_module(f"becivic_harness.cli.{GROUPS[group][0]}")
    if GROUPS[group][2] and not verb:
        print(_group_help(group, module.COMMANDS))
        return DONE
    command: Command = module.COMMANDS[f"{group} {verb}".strip()]
    options = _options(command, f"{group} {verb}".strip(), rest)
    if options is None:
        return DONE
    from becivic_harness.here import Here

    here = Here.found(
        os.environ,
        sys.platform,
        data_dir=options.data_dir,
        api=options.api,
        now=_now(options.now),
        agent=options.agent,
        session=options.session,
    )
    answer = _in_turn(here, command, options)
    told = {"ok": True, **answer}
    if as_text:
        print(command.text(told) if command.text else plain(told))
    else:
        _print(told, as_text=False)
    if told["ok"]:
        return DONE
    return NOT_REACHED if told.get("error") == "not_reached" else REFUSED


def _in_turn(here: Here, command: Command, options: Any) -> dict[str, Any]:  # noqa: ANN401  an argparse.Namespace
    """A command that writes has the folder to itself; one that creates it takes no turn before it is there."""
    if not command.writes or not here.home.exists or not here.home.is_writable:
        return command.run(here, options)  # where nothing can be written there is nothing to take turns for
    from becivic_harness.locking import turn

    with turn(here.home.root):
        return command.run(here, options)


def _found(arguments: list[str]) -> tuple[str, str, list[str]]:
    """The group, its verb, and everything else in its order."""
    rest: list[str] = []
    words: list[str] = []
    at = 0
    while at < len(arguments):
        each = arguments[at]
        if each in WITH_VALUE:
            rest += arguments[at : at + 2]
            at += 2
            continue
        wanted = 1 if not words else (2 if words[0] in GROUPS and GROUPS[words[0]][2] else 1)
        if not each.startswith("-") and len(words) < wanted:
            words.append(each)
        else:
            rest.append(each)
        at += 1
    if not words:
        return "", "", rest
    group = words[0]
    if group not in GROUPS:
        raise _unknown("There is no such command.", f"`{PROGRAM} --help` lists them: {', '.join(GROUPS)}.")
    verbs = GROUPS[group][2]
    verb = words[1] if len(words) > 1 else ""
    if verbs and verb not in verbs:
        if "--help" in rest or "-h" in rest:
            return group, "", rest
        raise _unknown(
            f"`{group}` needs to know what to do.",
            f"One of: {', '.join(f'{group} {each}' for each in verbs)}.",
        )
    return group, verb, rest


def _group_help(group: str, commands: dict[str, Command]) -> str:
    lines = [f"  {group} {each:<10} {commands[f'{group} {each}'].summary}" for each in GROUPS[group][2]]
    return "\n".join([f"usage: {PROGRAM} {group} VERB [OPTIONS]", "", *lines])


def _options(command: Command, name: str, rest: list[str]) -> Any:  # noqa: ANN401  an argparse.Namespace
    """None where the help was asked for."""
    from becivic_harness.cli.parsing import parsed

    if "--help" in rest or "-h" in rest:
        print(parsed(command, name, None))
        return None
    return parsed(command, name, rest)


def _print(answer: dict[str, Any], *, as_text: bool) -> None:
    print(plain(answer) if as_text else json.dumps(answer, ensure_ascii=False, indent=2))


def plain(answer: dict[str, Any]) -> str:
    from becivic_harness.cli.plain import told

    return told(answer)


def _now(given: str | None) -> datetime:
    from becivic_harness.stamps import given_moment

    return given_moment(given) if given else datetime.now(timezone.utc)  # noqa: TID251  the one look at the clock


def _unknown(detail: str, remedy: str) -> Refused:
    return Refused("usage", detail, remedy, code=USAGE)


def _speak_utf_8() -> None:
    """Whatever the terminal's locale: JSON is UTF-8, and a lone surrogate is no reason to stop."""
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace" if stream is not sys.stdin else "replace")
