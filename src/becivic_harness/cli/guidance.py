"""`route`, `skill`, `eligibility`, `plan`: the same with a data folder and without one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from becivic_harness import guiding, library, session_facts
from becivic_harness.cli.command import PROFILE, Answer, Command, Options, given, option, pairs
from becivic_harness.here import Here
from becivic_harness.routing import IF_DECLINED
from becivic_harness.statuses import IN_TESTING, TESTING


def _route(here: Here, options: Options) -> Answer:
    """The task is matched and forgotten: a person's words are not kept."""
    return guiding.routed(
        here, " ".join(options.task), opted_in=options.opted_in, profile=given(options, "profile")
    ).as_json()


def _route_text(answer: Answer) -> str:
    lines = [f"{answer['title']} ({answer['pick']})", *map(_said, answer["say"])]
    if answer["first"]:
        lines += ["First:", *(f"  - {each['title']} ({each['id']})" for each in answer["first"])]
    if answer["ask"]:
        lines += ["To ask:", *(f"  - {each['ask']}" for each in answer["ask"])]
    if answer["paths"]:
        lines += [
            "Routes to what was named:",
            *(f"  - {each['title']} ({each['how']})" for each in answer["paths"]),
        ]
    others = [each for each in answer["candidates"] if each["id"] != answer["pick"]]
    if others:
        lines += ["Or perhaps:", *(f"  - {each['title']} ({each['id']})" for each in others)]
    return "\n".join(lines)


def _said(sentence: Mapping[str, Any]) -> str:
    """What is for one answer alone does not stand as if it held."""
    when = "If they decline: " if sentence["key"] == IF_DECLINED else ""
    return f"  {when}{sentence['say']}"


def _skill(here: Here, options: Options) -> Answer:
    from becivic_harness import status_gate

    text, via, fetched_at = library.skill(here, options.id)
    session = session_facts.known(here)
    lacking = library.lacking(here, options.id, session.capabilities) if session else []
    told: Answer = {"id": options.id, "via": via, "fetched_at": fetched_at, "markdown": text}
    if options.text:
        kept = library.cached_fields(here, options.id)
        fields = kept.document if kept else library.skill_fields(here, options.id)
        told["resolved"] = (fields or {}).get("resolved_body")
    status = status_gate.status_in(text)
    if status in TESTING:
        is_open = status_gate.has_agreed(here, session, options.id)
        told["gate"] = {"status": status, "is_open": is_open, "say": IN_TESTING}
    if lacking:
        told["advice_only"] = {
            "lacking": lacking,
            "say": "Read it out and walk through it; of submissions only concerns are for this agent.",
        }
    return told


def _skill_text(answer: Answer) -> str:
    """For a person: the title and the body with its values, without front matter and tags."""
    from becivic_harness.frontmatter import parse
    from becivic_harness.page_text import page_text

    gate = answer.get("gate")
    asked = f"{gate['say']}\n\n" if gate and not gate["is_open"] else ""
    title = parse(answer["markdown"]).head.get("title") or answer["id"]
    return f"{asked}# {title}\n\n{page_text(answer.get('resolved') or answer['markdown'])}"


def _eligibility(here: Here, options: Options) -> Answer:
    return guiding.eligible(here, options.id, given(options, "profile")).as_json()


def _eligibility_text(answer: Answer) -> str:
    def line(told: Mapping[str, Any]) -> str:
        asked = f" Ask: {told['question']['ask']}" if told.get("question") else ""
        return f"{told['answer']}: {told['why']}{asked}"

    return "\n".join(
        [
            f"{answer['id']}: {line(answer['applies'])}",
            *(f"  {each['id']}: {line(each)}" for each in answer["sources"]),
        ]
    )


def _plan(here: Here, options: Options) -> Answer:
    profile = given(options, "profile")
    made = guiding.planned(here, options.id, profile, pairs(options.fact or []))
    if options.ics:
        from becivic_harness.ics import calendar

        text = calendar(made, here.now)
        if options.ics == "-":
            return {"calendar": text}
        from becivic_harness.leaving import hand_out

        raw = text.encode("utf-8")
        hand_out(here, options.ics, lambda file: file.write(raw), replace=options.yes)
        return {"written": options.ics, "steps": len(made.steps)}
    from becivic_harness.plan_text import plan_text

    language = guiding.administration_language(here, profile)
    return {"plan": made.as_json(), "text": plan_text(made, language=language)}


def _plan_text(answer: Answer) -> str:
    return str(answer.get("text") or answer.get("calendar") or f"Written: {answer.get('written')}")


COMMANDS = {
    "route": Command(
        "Which procedure fits a task, in the person's own words; what comes first and what is still to be asked.",
        _route,
        ('route "I want to become Belgian"', 'route "ma carte de séjour expire" --opted-in --text'),
        (
            option(
                "task", nargs="+", metavar="TASK", help="in any of the four languages; matched and forgotten"
            ),
            option(
                "--opted-in", action="store_true", help="the person agreed to procedures that are in testing"
            ),
            PROFILE,
        ),
        writes=False,
        text=_route_text,
    ),
    "skill": Command(
        "The text of a procedure; a copy is kept for the day without a network.",
        _skill,
        ("skill nationality-application --text",),
        (option("id", metavar="ID"),),
        text=_skill_text,
    ),
    "eligibility": Command(
        "Whom a path or procedure is for: yes, no, or the one question that settles it. Worked out here.",
        _eligibility,
        (
            "eligibility certificate-of-residence --text",
            """eligibility certificate-of-residence --profile '{"region": "Flanders"}'""",
        ),
        (option("id", metavar="ID"), PROFILE),
        writes=False,
        text=_eligibility_text,
    ),
    "plan": Command(
        "What applies, in which order, and what is still unknown; as text, JSON or a calendar.",
        _plan,
        ("plan nationality-application --text", "plan --ics steps.ics"),
        (
            option("id", nargs="*", metavar="ID", help="procedures; those under way if none is named"),
            option(
                "--fact",
                action="append",
                metavar="NAME=VALUE",
                help="an answer to a question of the procedure; used, not kept",
            ),
            option("--ics", metavar="FILE", help="write a calendar; - puts it into the answer"),
            option("--yes", action="store_true", help="replace a file of that name"),
            PROFILE,
        ),
        text=_plan_text,
    ),
}
