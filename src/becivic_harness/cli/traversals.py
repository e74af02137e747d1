"""`traverse start|next|report|list|stop`."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from typing import Any, Final

from becivic_harness import traversal_states as states
from becivic_harness import walking
from becivic_harness.cli.command import PROFILE, Answer, Command, Options, given, option
from becivic_harness.cli.table import PROGRAM
from becivic_harness.here import Here
from becivic_harness.refusals import USAGE, Refused
from becivic_harness.traversal_states import EVENTS, REPORT, START

_NEXT_EVENT: Final = {
    states.AWAITING_CONSENT: states.CONSENT_YES,
    states.AWAITING_HANDOFF: states.SHOWN,
    states.HANDED_OFF: states.REPORT,
    states.READY: states.REPORT,
    states.UNDECIDED: states.REPORT,
    states.ADVICE: states.DECLINE,
    states.EXHAUSTED: states.CHOOSE_COMMUNE,
    states.SUCCEEDED: states.RESTART,
    states.STOPPED: states.RESTART,
}
"""What goes on from a state, where it is one event."""


def _start(here: Here, options: Options) -> Answer:
    along = walking.Given(given(options, "profile"))
    return _with_commands(walking.begin(here, options.path, options.procedure or "", along))


def _next(here: Here, options: Options) -> Answer:
    return _with_commands(walking.step(here, options.path, _along(options)))


def _report(here: Here, options: Options) -> Answer:
    observed: dict[str, Any] = dict(options.observed or {})
    for each in options.signal or []:
        check, is_pair, value = each.partition("=")
        if not is_pair:
            raise Refused(
                "usage",
                "A signal is written check=value.",
                "`traverse next` names the checks that are needed.",
                code=USAGE,
            )
        observed.setdefault(check, []).append(_value(value))
    details = {
        "observed": observed,
        "source": options.source,
        "field": options.field,
        "all_online": options.all_online,
        "auth_provider": options.auth_provider,
        "file_retained": options.file_retained,
    }
    event = options.event or (REPORT if observed else "")
    if not event:
        raise Refused(
            "usage", "What happened?", f"Pass --event, one of {', '.join(_TOLD)}, or --signal.", code=USAGE
        )
    told = {key: value for key, value in details.items() if value not in (None, False, {})}
    return _with_commands(walking.tell(here, options.path, event, told, _along(options)))


def commands_of(step: Mapping[str, Any]) -> list[str]:
    """What to type next, in this order; words in capitals are to be filled in."""
    path, state = step["path"], step["state"]
    report = f"{PROGRAM} traverse report {path}"
    if state in (states.UNAVAILABLE, states.NOT_FOR_THEM):
        return [f"{PROGRAM} traverse stop {path}"]
    if state == states.ASKING:
        return [
            f"{PROGRAM} profile set {step['question']['field']} VALUE",
            f"{report} --event {states.ANSWER}",
        ]
    if state in (states.HANDED_OFF, states.READY, states.UNDECIDED) and step.get("needed"):
        first = step["needed"][0]
        return [f"{report} --signal {first['check']}={_written(first.get('value'))}"]
    return [f"{report} --event {_NEXT_EVENT[state]}"]


def _with_commands(answer: Answer) -> Answer:
    return {**answer, "commands": commands_of(answer["step"])}


def _written(value: object) -> str:
    """A value as `--signal` takes it; one with spaces in quotes."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return shlex.quote(str(value)) if isinstance(value, (str, int)) else "VALUE"


def _list(here: Here, _: Options) -> Answer:
    return {"walks": walking.every(here)}


def _stop(here: Here, options: Options) -> Answer:
    return _with_commands(walking.tell(here, options.path, states.CHOOSE_SKIP, {}, _along(options)))


def _along(options: Options) -> walking.Given:
    return walking.Given(given(options, "profile"), given(options, "walk"))


def _value(written: str) -> Any:  # noqa: ANN401  what a signal may be
    known = {"true": True, "false": False, "yes": True, "no": False}
    return known.get(
        written.lower(), int(written) if written.isdecimal() and len(written) == 3 else written
    )  # an HTTP status


def _text(answer: Answer) -> str:
    step = answer["step"]
    lost = [each["say"] for each in answer.get("lost", [])]
    lines = [f"{step.get('title') or step['path']}: {step['state']}", "", *lost, *step["say"]]
    if step.get("link"):
        lines.append(step["link"])
    question = step.get("question")
    if question:
        lines += ["", question.get("ask", "")]
    lines += [
        "",
        "For the agent:",
        *(f"- {each}" for each in step["do"]),
        f"- tell what happens: {', '.join(step['events'])}",
        *(f"- type next: {each}" for each in answer["commands"]),
    ]
    if "walk" in answer:
        lines += [f"- {answer['how']}", f"- walk: {json.dumps(answer['walk'])}"]
    return "\n".join(lines)


_TOLD = [each for each in EVENTS if each != START]
_WALK = option(
    "--walk", metavar="JSON", help="where nothing is kept: `walk` of the last answer, given back as it was"
)
_PATH = option("path", metavar="PATH", help="a path id, such as certificate-of-residence")

COMMANDS = {
    "traverse start": Command(
        "Walk a route to a document or tool: what is open to the person, in which order, one step at a time.",
        _start,
        (
            "traverse start certificate-of-residence --procedure nationality-application",
            "traverse start household-composition --text",
        ),
        (
            _PATH,
            option(
                "--procedure", metavar="ID", help="the procedure it is for; what is obtained is noted there"
            ),
            PROFILE,
        ),
        text=_text,
    ),
    "traverse next": Command(
        "What to do or say now. Asked twice, it says the same.",
        _next,
        ("traverse next certificate-of-residence --text",),
        (_PATH, PROFILE, _WALK),
        writes=False,
        text=_text,
    ),
    "traverse report": Command(
        "Tell what happened; the signals of the source decide how an attempt ended.",
        _report,
        (
            "traverse report certificate-of-residence --event consent-yes",
            "traverse report certificate-of-residence --event shown",
            "traverse report certificate-of-residence --signal response-status=404",
            "traverse report certificate-of-residence --signal user-confirms-document-received=true --file-retained yes",
        ),
        (
            _PATH,
            option("--event", choices=_TOLD, help="what happened; with --signal it is a report"),
            option("--signal", action="append", metavar="CHECK=VALUE", help="what was observed; repeat"),
            option("--source", metavar="ID", help="the source it is about, to be sure"),
            option("--field", metavar="FIELD", help="the question that the person would rather not answer"),
            option("--all-online", action="store_true", help="with decline: no online way at all"),
            option("--auth-provider", metavar="NAME", help="what the person signed in with"),
            option("--file-retained", choices=("yes", "no", "unknown"), help="whether they keep the file"),
            option("--observed", default=None, help="==SUPPRESS=="),
            PROFILE,
            _WALK,
        ),
        text=_text,
    ),
    "traverse list": Command(
        "Routes that are under way or done.", _list, ("traverse list --text",), writes=False
    ),
    "traverse stop": Command(
        "Leave it for now.",
        _stop,
        ("traverse stop certificate-of-residence",),
        (_PATH, PROFILE, _WALK),
        text=_text,
    ),
}
