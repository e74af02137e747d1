"""`session start|close|status`."""

from __future__ import annotations

import re
from typing import Final

from becivic_harness import session
from becivic_harness.cli.command import Answer, Command, Options, option
from becivic_harness.here import Here
from becivic_harness.standing import standing

_WITH_PLACEHOLDER: Final = re.compile(r"[^.?!]*\{[a-z_]+\}[^.?!]*[.?!]\s*")


def _start(here: Here, options: Options) -> Answer:
    probes = session.Probes(options.capability or [], options.mcp_tool or [], options.procedure or "")
    return session.start(here, probes, consent=options.consent)


def _close(here: Here, options: Options) -> Answer:
    return session.close(here, outcome=options.outcome or "", decline=options.decline, keep=options.keep)


def _status(here: Here, _: Options) -> Answer:
    return standing(here)


def _opening_text(answer: Answer) -> str:
    """What an agent must fill in, such as a price, is left out sentence by sentence: a person cannot read a placeholder."""
    lines = [_WITH_PLACEHOLDER.sub("", each["say"]) for each in answer.get("opening", [])]
    if "beside" in answer:
        lines.append(f"({answer['beside']['do']})")
    lines.append(
        f"(tier {answer['tier']['name']}, {answer['mode']}, session {answer['session_id'] or 'not kept'})"
    )
    return "\n".join(lines)


COMMANDS = {
    "session start": Command(
        "Begin a session: look round silently, send what waited, fetch the library, tell how to open.",
        _start,
        (
            "session start --consent --agent my-agent/1.0 --capability multi_turn --capability structured_output",
            "session start --mcp-tool mcp__becivic__find_skill --procedure nationality-application --text",
        ),
        (
            option(
                "--consent",
                action="store_true",
                help="the person agreed to a folder for their notes; it is made",
            ),
            option(
                "--capability",
                action="append",
                metavar="NAME",
                help="what this agent can do, honestly; repeat",
            ),
            option(
                "--mcp-tool", action="append", metavar="NAME", help="a tool of ours that the host has; repeat"
            ),
            option(
                "--procedure",
                metavar="ID",
                help="the procedure the person came for, where it is known already",
            ),
        ),
        text=_opening_text,
    ),
    "session close": Command(
        "End the session and delete its folder. What was collected is decided on first.",
        _close,
        ("session close --outcome success", "session close --decline", "session close --keep"),
        (
            option(
                "--outcome",
                choices=session.OUTCOMES,
                help="for the usage events, where the person switched them on",
            ),
            option(
                "--decline", action="store_true", help="the person wants nothing sent: the buffer is dropped"
            ),
            option(
                "--keep", action="store_true", help="keep the buffer; it is shown again in the next session"
            ),
        ),
    ),
    "session status": Command(
        "Where things stand. Changes nothing.",
        _status,
        ("session status --text",),
        writes=False,
    ),
}
