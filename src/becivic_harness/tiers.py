"""What a harness can do where it runs, by what was probed: T0 to T3 (architecture 24.4). Nobody is asked about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from becivic_harness.sentences import Sentence

T0: Final = "T0"
T1: Final = "T1"
T2: Final = "T2"
T3: Final = "T3"

MCP_PREFIX: Final = "mcp__becivic"

PATH_CAPABILITIES: Final = ("path_traversal", "path_handoff")
"""Declared where there is a profile to judge by and a consent to write down (R-TIER-07)."""

_SUBMITTED_WITHOUT_NOTES: Final = ("concern", "feedback", "rating", "validation")
"""At close, once approved; drafts and amendments want the whole bench (C-51)."""
_ALL_SUBMITTED: Final = (*_SUBMITTED_WITHOUT_NOTES, "amendment", "draft")


class Probes(NamedTuple):
    """What was seen, in the order it is looked for."""

    harness_loaded: bool
    data_dir_writable: bool
    mcp_tools: Sequence[str] = ()


class Tier(NamedTuple):
    name: str
    keeps_notes: bool
    """Whether anything may be written, and continuity be promised."""
    runs_audited_deliveries: bool
    capabilities: tuple[str, ...]
    channels: tuple[str, ...]
    """How to fetch and to submit, first choice first (R-HARN-10)."""
    submits: tuple[str, ...]
    say: str
    """For the person to check and correct."""

    def as_json(self) -> dict[str, Any]:
        lists = {name: list(getattr(self, name)) for name in ("capabilities", "channels", "submits")}
        return {**self._asdict(), **lists}


_SAYS: Final = {
    T0: "Here I can only advise: I have no place to keep notes, so everything is forgotten when this session ends.",
    T1: "I have the procedures at hand but cannot write files here, so everything is forgotten when this session ends.",
    T2: "I can keep notes in a folder on your own machine and take up where we left off.",
    T3: "I can keep notes in a folder on your own machine, take up where we left off, and ask Be Civic's own tools directly.",
}


def tier(probes: Probes) -> Tier:
    """The highest that is confirmed: each one wants all that comes before it."""
    return tier_named(_name(probes))


def _name(probes: Probes) -> str:
    if not probes.harness_loaded:
        return T0
    if not probes.data_dir_writable:
        return T1
    return T3 if any(name.startswith(MCP_PREFIX) for name in probes.mcp_tools) else T2


def tier_named(name: str) -> Tier:
    keeps = name in (T2, T3)
    return Tier(
        name,
        keeps_notes=keeps,
        runs_audited_deliveries=keeps,
        capabilities=PATH_CAPABILITIES if keeps else (),
        channels=("mcp", "http", "web") if name == T3 else ("http", "web"),
        submits=_ALL_SUBMITTED if keeps else _SUBMITTED_WITHOUT_NOTES,
        say=_SAYS[name],
    )


def lost(before: Tier, now: Tier, *, in_the_middle: bool) -> tuple[Sentence, ...]:
    """What to say when something stopped working (R-HARN-09). Only work that is under way is worth a question."""
    if now.name >= before.name:
        return ()
    told = [Sentence("capability_lost", f"Something I could use at the start has stopped working. {now.say}")]
    if in_the_middle and before.keeps_notes and not now.keeps_notes:
        told.append(
            Sentence(
                "hold_or_retry",
                "What we were about to note or send cannot be kept here now. Shall I try again, or leave it?",
            )
        )
    elif in_the_middle:
        told.append(
            Sentence("hold_or_retry", "Shall I send it over the web instead, or keep it for next time?")
        )
    return tuple(told)
