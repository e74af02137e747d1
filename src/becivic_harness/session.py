"""Owns a session from its first silent look round to its close (architecture 24.3).

The order at the start is fixed: what waits is sent before anything new is made, what was left behind is told before
anything is asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from becivic_harness import (
    analytics,
    buffer_file,
    cancelling,
    library,
    memory_index,
    opening,
    orphans,
    profile_file,
    progress,
    retention,
    review,
    scrub_rules,
    session_facts,
    tiers,
)
from becivic_harness.here import Here
from becivic_harness.opening import ActiveProcedure, Place
from becivic_harness.opening_words import NOTES_REFUSED
from becivic_harness.refusals import ASK_THE_PERSON, USAGE, Refused
from becivic_harness.sentences import Sentence
from becivic_harness.session_facts import Session
from becivic_harness.tiers import Tier
from becivic_harness.topics import Topic

OUTCOMES: Final = analytics.OUTCOMES
_NO_RULES: Final = Sentence(
    "no_submissions",
    "I could not fetch the rules that keep personal data out of what is shared, so nothing will be shared in this session.",
)


class Probes(NamedTuple):
    """What an agent sees of its own surroundings: the harness cannot look into its host."""

    capabilities: Sequence[str] = ()
    mcp_tools: Sequence[str] = ()
    request: str = ""
    """The procedure that the person came for, where it is known already: an id, never their words."""


def start(here: Here, probes: Probes, *, consent: bool = False) -> dict[str, Any]:
    """Looks round, does what is due, and tells how to open. Without consent and a folder nothing is written."""
    _refuse_strange_probes(here, probes)
    if consent and not profile_file.may_keep_notes(here):
        _agree(here)
    is_writable = profile_file.may_keep_notes(here) and here.home.is_writable
    tier = tiers.tier(tiers.Probes(True, is_writable, probes.mcp_tools))
    if not tier.keeps_notes:
        return _without_a_folder(here, probes, tier)
    here.home.keep_private()
    done = _what_is_due(here)
    left = orphans.scan(here)
    rules = scrub_rules.fetch(here)
    over_mcp = "mcp" in tier.channels
    graph, paths = library.graph(here, mcp=over_mcp), library.directory(here, mcp=over_mcp)
    active = progress.active(here)
    if graph is not None and graph.via != "cache":
        library.keep_at_hand(here, [topic.id for topic in active if ":" not in topic.id])
    mode = _mode(here, active, probes.request, tier)
    session = Session(here.new_id("ses_"), {})
    capabilities = list(dict.fromkeys([*probes.capabilities, *tier.capabilities]))
    about = {
        "started_at": here.stamp,
        "tier": tier.name,
        "mode": mode,
        "agent": here.agent,
        "capabilities": capabilities,
        "rules": rules,
        "focus": _focus(active, probes.request),
    }
    beside = [each for each in session_facts.opened(here) if session_facts.is_at_work(here, each.id)]
    session_facts.begin(here, session.id, about)
    analytics.queue(here, session.id, "session_start")
    said = opening.opening(
        mode,
        tier,
        Place(here.home.root, is_agreed=True, buffer=here.home.buffer(session.id)),
        active=[_titled(topic) for topic in active],
        orphans=[each.told() for each in left],
        warnings=[*_warnings(here, done["retention"]), *([] if rules else [_NO_RULES])],
    )
    return {
        "session_id": session.id,
        "tier": tier.as_json(),
        "mode": mode,
        "data_dir": here.home.root,
        "buffer": here.home.buffer(session.id),
        "capabilities": capabilities,
        "submissions_possible": rules is not None,
        "scrub_rules": rules,
        "graph": _via(graph),
        "paths": _via(paths),
        "orphans": [each.as_json() for each in left],
        **({"beside": _beside(beside)} if beside else {}),
        **done,
        "active_procedures": [described(topic) for topic in active],
        "memory": memory_index.read(here),
        "opening": [each.as_json() for each in said],
    }


def _agree(here: Here) -> None:
    """The person said yes to a folder: it is made, and the profile in it says so."""
    if not here.home.exists:
        here.home.create()
    profile_file.write(here, profile_file.with_consent(here, profile_file.read(here), data_dir=True))


def _what_is_due(here: Here) -> dict[str, Any]:
    """What earlier sessions left to be done, and what became of it."""
    done: dict[str, Any] = {
        "outbox": analytics.flush(here),
        "cancel_queue": cancelling.retry(here),
        "abandoned_inferred": orphans.clean(here),
        "retention": retention.work(here),
    }
    if done["abandoned_inferred"]:
        analytics.flush(here)
    return done


def _warnings(here: Here, kept: dict[str, Any]) -> list[Sentence]:
    trouble = profile_file.trouble(here)
    return [*([trouble] if trouble else []), *(_soon_gone(each) for each in kept["soon_deleted"])]


def _refuse_strange_probes(here: Here, probes: Probes) -> None:
    """They are written down and sent: what runs, never who (R-CAP-07)."""
    from becivic_harness.schema import faults

    if faults("common", list(dict.fromkeys(probes.capabilities)), at="/$defs/capabilities"):
        raise Refused(
            "usage",
            "A capability is not one of those there are.",
            "See `session start --help`; declare what this agent can really do.",
            code=USAGE,
        )
    if here.agent and (
        faults("common", here.agent, at="/$defs/submitting_agent") or _names_somebody(here.agent)
    ):
        raise Refused(
            "usage",
            "The agent is named by what runs, not by who.",
            "Write --agent name/version, as in my-agent/1.0.",
            code=USAGE,
        )


def _names_somebody(agent: str) -> bool:
    """A given name with a surname, or digits as long as a year. One word may be a name: programs have them too."""
    from becivic_harness.words.lists import LISTS, NAME

    name, _, version = agent.partition("/")
    named = [word for word in re.split(r"[^a-z]+", name) if word and LISTS.sense(word) & NAME]
    return (
        len(named) > 1
        or re.search(r"[0-9]{4}", name) is not None
        or re.search(r"[0-9]{7}", version.replace(".", "")) is not None
    )


def close(here: Here, *, outcome: str = "", decline: bool = False, keep: bool = False) -> dict[str, Any]:
    """Ends the session. Items that nobody decided on stop it: a session that collected something is reviewed (R-HARN-08)."""
    if not here.home.exists:
        return _closed_without_a_folder(here)
    session = session_facts.require(here)
    buffered = buffer_file.read(here, session.id)
    items = buffered.items
    if items and not decline and not keep:
        raise Refused(
            "review_first",
            f"{len(items)} item{'s' * (len(items) > 1)} in the buffer {'are' if len(items) > 1 else 'is'} not decided on.",
            "Show them, then `buffer approve` and `submit`, or close with --decline (nothing is sent, all is dropped)"
            " or --keep (shown again next time).",
            code=ASK_THE_PERSON,
            items=[
                review.reviewed(item, session.id, approved=buffer_file.is_approved(session, item))
                for item in items
            ],
        )
    if outcome:
        analytics.queue(here, session.id, "session_outcome", {"outcome": outcome})
    keeps = (keep and bool(items)) or (bool(buffered.damaged) and not decline)
    orphans.forget(here, session.id, keep_buffer=keeps)
    return {"closed": session.id, "dropped": len(items) if decline else 0, "kept": len(items) if keep else 0}


def described(topic: Topic) -> dict[str, Any]:
    """A procedure that is under way, for an answer."""
    told = ("step", "next_action", "outstanding", "obtained")
    return {
        "id": topic.id,
        "title": topic.name,
        **{key: topic.head[key] for key in told if topic.head.get(key)},
    }


def _without_a_folder(here: Here, probes: Probes, tier: Tier) -> dict[str, Any]:
    """Nothing is written, nothing is promised; the guidance is the same (R-TIER-02)."""
    graph = library.graph(here, mcp=bool(probes.mcp_tools))
    may_keep = profile_file.may_keep_notes(here)
    could_keep = here.home.is_writable and not may_keep
    said_no = could_keep and here.home.exists
    needs_consent = could_keep and not said_no
    if said_no:
        tier = tier._replace(say=NOTES_REFUSED)
    elif needs_consent:  # what it would be with a yes, but for what only a folder gives: the upgrade to offer is that one question
        would_be = tiers.tier(tiers.Probes(True, True, probes.mcp_tools))
        tier = would_be._replace(capabilities=tier.capabilities, submits=tier.submits)
    said = opening.opening(
        opening.FIRST_CONTACT,
        tier,
        Place(here.home.root, is_agreed=False, is_refused=said_no),
        warnings=session_facts.lost_since_the_start(here, in_the_middle=bool(progress.active(here))),
    )
    return {
        "session_id": None,
        "tier": tier.as_json(),
        "mode": opening.FIRST_CONTACT,
        "data_dir": here.home.root,
        "consent": {
            "given": may_keep,
            "needed": needs_consent,
            "how": "session start --consent" if could_keep else None,
        },
        "capabilities": list(probes.capabilities),
        "submissions_possible": False,
        "submitting": _by_the_agent(here, probes, tier),
        "graph": _via(graph),
        "opening": [each.as_json() for each in said],
    }


def _by_the_agent(here: Here, probes: Probes, tier: Tier) -> dict[str, Any]:
    """Without a folder there is no buffer and no `submit`: what was approved goes the way it goes without a harness (C-51)."""
    by_tool = any(name.startswith(tiers.MCP_PREFIX) for name in probes.mcp_tools)
    return {
        "types": list(tier.submits),
        "how": f"the tools {tiers.MCP_PREFIX}__submit_…" if by_tool else f"POST {here.api}/api/feedback",
        "do": "`buffer` and `submit` need the folder. Collect in the conversation, without anything that identifies a person"
        f" ({here.api}/scrub-rules.json), show each item at the end, and send what was approved yourself: validate, then stage."
        " Tell the person the cancel token of each.",
    }


def _closed_without_a_folder(here: Here) -> dict[str, Any]:
    """There is nothing to delete. Where nothing can be kept at all, more is offered, once (R-TIER-02)."""
    tier = tiers.tier(tiers.Probes(True, here.home.is_writable))
    return {
        "closed": None,
        "say": "Nothing was kept on this machine.",
        "closing": [each.as_json() for each in opening.closing_offer(tier, f"{here.api}/agents")],
    }


def _beside(sessions: Sequence[Session]) -> dict[str, Any]:
    """For the agent: another one may be at work, and commands that name no session would be this one's from now on."""
    return {
        "sessions": [session_facts.told(each) for each in sessions],
        "do": "Another session was at work within the hour. Pass --session with your own session_id to every command,"
        " or close the other with `session close --session ID` if it is over.",
    }


def _mode(here: Here, active: Sequence[Topic], request: str, tier: Tier) -> str:
    matches = any(topic.id == request for topic in active) if request else None
    return opening.mode(profile_file.read(here), [topic.id for topic in active], matches, tier)


def _focus(active: Sequence[Topic], request: str) -> str:
    if any(topic.id == request for topic in active):
        return request
    return active[0].id if len(active) == 1 else ""


def _titled(topic: Topic) -> ActiveProcedure:
    step = topic.head.get("step")
    return ActiveProcedure(topic.id, topic.name, step if isinstance(step, str) else "")


def _soon_gone(warning: dict[str, str]) -> Sentence:
    said = f"Your notes in {warning['file']} are a year old on {warning['deleted_on']} and are deleted then; tell me if you want a copy."
    return Sentence("archive_ends", said)


def _via(got: library.Got | None) -> dict[str, Any]:
    return got.told() if got else {"via": "none"}
