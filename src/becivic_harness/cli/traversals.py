"""`traverse start|next|report|list|stop`."""

from __future__ import annotations

import json
from typing import Any

from becivic_harness import walking
from becivic_harness.cli.command import PROFILE, Answer, Command, Options, given, option
from becivic_harness.here import Here
from becivic_harness.refusals import USAGE, Refused
from becivic_harness.traversal_states import CHOOSE_SKIP, EVENTS, REPORT, START


def _start(here: Here, options: Options) -> Answer:
    along = walking.Given(given(options, "profile"))
    return walking.begin(here, options.path, options.procedure or "", along)


def _next(here: Here, options: Options) -> Answer:
    return walking.step(here, options.path, _along(options))


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
    return walking.tell(
        here,
        options.path,
        event,
        {key: value for key, value in details.items() if value not in (None, False, {})},
        _along(options),
    )


def _list(here: Here, _: Options) -> Answer:
    return {"walks": walking.every(here)}


def _stop(here: Here, options: Options) -> Answer:
    return walking.tell(here, options.path, CHOOSE_SKIP, {}, _along(options))


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
