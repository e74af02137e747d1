"""`analytics on|off|event`, `export`, `forget`."""

from __future__ import annotations

from becivic_harness import analytics, leaving, session_facts
from becivic_harness.cli.command import Answer, Command, Options, option
from becivic_harness.here import Here
from becivic_harness.refusals import ASK_THE_PERSON, USAGE, Refused
from becivic_harness.topics import is_impersonal


def _on(here: Here, _: Options) -> Answer:
    here.home.require()
    return analytics.switch(here, on=True)


def _off(here: Here, _: Options) -> Answer:
    here.home.require()
    return analytics.switch(here, on=False)


def _event(here: Here, options: Options) -> Answer:
    session = session_facts.require(here)
    if options.kind == "step_transition":
        if not options.from_step or not options.to_step:
            raise Refused(
                "usage", "A step has a from and a to.", "Pass --from-step and --to-step.", code=USAGE
            )
        for step in (options.from_step, options.to_step):
            if not is_impersonal(here, step):
                raise Refused(
                    "personal_step",
                    "The name of a step holds something personal, or a word that is a name too.",
                    "Name steps after what is done there, as in `collect-documents`.",
                )
        kept = analytics.queue(
            here, session.id, options.kind, {"from_step": options.from_step, "to_step": options.to_step}
        )
    else:
        if not options.outcome:
            raise Refused(
                "usage",
                "An outcome is missing.",
                f"Pass --outcome, one of {', '.join(analytics.OUTCOMES)}.",
                code=USAGE,
            )
        kept = analytics.queue(here, session.id, options.kind, {"outcome": options.outcome})
    return {
        "queued": kept,
        "say": "Kept until the next session begins." if kept else "Usage events are off: nothing was kept.",
    }


def _export(here: Here, options: Options) -> Answer:
    here.home.require()
    if options.to:
        return leaving.export(here, options.to, replace=options.yes)
    return {"files": leaving.everything(here)}


def _forget(here: Here, options: Options) -> Answer:
    if not options.leave_staged and not (options.yes and options.take_back):
        leaving.refuse_while_staged(here)
    if not options.yes:
        raise Refused(
            "say_yes",
            f"This deletes everything Be Civic keeps on this machine ({here.home.root}).",
            "Pass --yes. Nothing else is asked.",
            code=ASK_THE_PERSON,
        )
    taken_back = leaving.take_back_staged(here) if options.take_back else []
    show_tokens = options.leave_staged and not options.without_tokens
    gone = leaving.forget(here, show_tokens=show_tokens)
    return {**({"taken_back": taken_back} if taken_back else {}), **gone}


COMMANDS = {
    "analytics on": Command("Allow anonymous usage events.", _on, ("analytics on",)),
    "analytics off": Command("Stop them, and drop those not yet sent.", _off, ("analytics off",)),
    "analytics event": Command(
        "Note an event; it is sent when the next session begins, if at all.",
        _event,
        ("analytics event step_transition --from-step collect-documents --to-step book-appointment",),
        (
            option("kind", choices=("step_transition", "session_outcome")),
            option("--from-step", metavar="STEP"),
            option("--to-step", metavar="STEP"),
            option("--outcome", choices=analytics.OUTCOMES),
        ),
    ),
    "export": Command(
        "Everything that is kept: printed, or as one zip file.",
        _export,
        ("export", "export --to be-civic.zip"),
        (
            option("--to", metavar="FILE"),
            option("--yes", action="store_true", help="replace a file of that name"),
        ),
    ),
    "forget": Command(
        "Delete everything, at once and for good.",
        _forget,
        ("forget --yes", "forget --yes --take-back"),
        (
            option("--yes", action="store_true", help="really"),
            option(
                "--take-back",
                action="store_true",
                help="first take back what was sent and is not published yet",
            ),
            option(
                "--leave-staged",
                action="store_true",
                help="what is staged is published; how to take it back is printed once, and deleted here",
            ),
            option(
                "--without-tokens",
                action="store_true",
                help="with --leave-staged: print no tokens; what is staged cannot be taken back then",
            ),
        ),
    ),
}
