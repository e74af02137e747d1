"""Which procedure a task is about: one pick with its reasons, or the fallback when nothing fits (architecture 24.2, 24.3, 24.8).

Pure: the graph is whatever was fetched or cached. Says what an agent has to tell before it goes on, and which questions
are left. Nothing that a person wrote leaves this module but the words a procedure was found by.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from becivic_harness.asked import Want
from becivic_harness.fallback import FALLBACK, FALLBACK_ENTRY
from becivic_harness.json_values import texts_at
from becivic_harness.known_by import Node
from becivic_harness.matching import Match, Matched, matched
from becivic_harness.path_matching import paths_for
from becivic_harness.questions import context_for, missing, questions_about
from becivic_harness.refusals import USAGE, Refused
from becivic_harness.routed import Candidate, Gate, Named, Routed
from becivic_harness.sayings import ELSEWHERE, MATTER, NAME, packaged_sayings
from becivic_harness.sentences import Sentence
from becivic_harness.statuses import IN_TESTING, READY, TESTING
from becivic_harness.word_stems import tokens

HARNESS: Final = "becivic"

ACKNOWLEDGEMENT: Final = (
    "Be Civic doesn't have a skill for this procedure yet. I'll work through it with you using general knowledge and "
    "live research, but treat what I say as a starting point to verify with your commune, not as Be Civic's confirmed guidance."
)
IF_DECLINED: Final = "if_declined"
NONE_READY: Final = "There is no ready procedure for this case yet."

_SHOWN: Final = 5
_CLEARLY: Final = 1.25
"""So much better than the next a pick must be to be taken without asking which is meant."""
_SLUG_WORDS: Final = 3
_NO_WORD: Final = "other"


def route(  # noqa: PLR0913  each is something that a pick depends on
    task: str,
    graph: Mapping[str, Any],
    profile: Mapping[str, Any],
    *,
    opted_in: bool,
    active: Sequence[str],
    completed: Sequence[str],
    agreed: Collection[str] = (),
    paths: Mapping[str, Any] | None = None,
) -> Routed:
    """`opted_in` is a yes to whatever is found, `agreed` are the procedures that had one before.

    Refuses a task without words, a graph without nodes, and one that has no fallback where it is needed (R-HARN-19).
    """
    nodes = _nodes(graph)
    if not tokens(task):
        raise Refused(
            "task_empty",
            "The task has no words in it.",
            "Ask the person what brought them here today, and pass what they say.",
            code=USAGE,
        )
    by_id = {str(node["id"]): node for node in nodes}
    procedures = [node for name, node in by_id.items() if name not in (FALLBACK, HARNESS)]
    found = matched(task, procedures, packaged_sayings())
    asked_for = paths_for(task, paths or {}, packaged_sayings(), by_name_alone=found.fits)
    if not found.fits:
        picked = _fallback(found, by_id, profile, active)
        return picked._replace(paths=asked_for, say=(*picked.say, *_of_paths(asked_for)))
    is_open = opted_in or str(found.ranked[0].node["id"]) in (*active, *agreed)
    picked = _picked(found, by_id, profile, opted_in=is_open, active=active, completed=completed)
    return picked._replace(paths=asked_for)


def _nodes(graph: Mapping[str, Any]) -> list[Node]:
    listed = graph.get("nodes")
    nodes = (
        [node for node in listed if isinstance(node, Mapping) and node.get("id")]
        if isinstance(listed, list)
        else []
    )
    known = [node for node in nodes if node.get("status") in (*READY, *TESTING)]
    if not known:
        raise Refused(
            "graph_missing",
            "There is no skill graph to look in: it was neither fetched nor kept from before.",
            "Ask the person to describe the task, and match it against the procedures you have at hand (`skills-cache`).",
        )
    return known


def _picked(
    found: Matched,
    by_id: Mapping[str, Node],
    profile: Mapping[str, Any],
    *,
    opted_in: bool,
    active: Sequence[str],
    completed: Sequence[str],
) -> Routed:
    best = found.ranked[0]
    node, name = best.node, str(best.node["id"])
    next_best = found.ranked[1].score if len(found.ranked) > 1 else 0.0
    first = tuple(_named(each, by_id) for each in _unmet(name, by_id, completed))
    gate = _gate(best, found.ranked[1:], opted_in=opted_in)
    requirements = texts_at(node, "profile_requirements")
    later = [each for each in texts_at(node, "related") if each not in completed and each in by_id]
    return Routed(
        pick=name,
        title=str(node.get("title") or name),
        is_fallback=False,
        is_clear=best.score >= next_best * _CLEARLY,
        confidence=round(best.score, 2),
        candidates=tuple(map(_candidate, found.ranked[:_SHOWN])),
        active_id=name,
        is_active=name in active,
        say=(*_before(first), *_of_gate(gate)),
        gate=gate,
        first=first,
        later=tuple(_named(each, by_id) for each in later),
        ask=tuple(questions_about(missing(requirements, profile), profile)),
        context=context_for(requirements, profile),
    )


def _fallback(
    found: Matched, by_id: Mapping[str, Node], profile: Mapping[str, Any], active: Sequence[str]
) -> Routed:
    node = by_id.get(FALLBACK)
    if node is None:
        raise Refused(
            "fallback_missing",
            f"No procedure fits, and the graph has no `{FALLBACK}`: it was published without what every graph must have.",
            "Tell the person that no procedure fits, fetch the graph again, and do not go on with one that does not fit.",
        )
    entry = FALLBACK_ENTRY + slug_of(found.wants)
    requirements = texts_at(node, "profile_requirements")
    return Routed(
        pick=FALLBACK,
        title=str(node.get("title") or FALLBACK),
        is_fallback=True,
        is_clear=True,
        confidence=0.0,
        candidates=tuple(map(_candidate, found.ranked[:_SHOWN])),
        active_id=entry,
        is_active=entry in active,
        say=(Sentence("no_verified_skill", ACKNOWLEDGEMENT),),
        gate=None,
        first=(),
        later=(),
        ask=tuple(questions_about(missing(requirements, profile), profile)),
        context=context_for(requirements, profile),
    )


def slug_of(wants: Iterable[Want]) -> str:
    """Names the request by what it was understood as. Every word of it comes from a list that ships with this program, so
    nothing that somebody wrote can get into it."""
    order = {ELSEWHERE: 0, NAME: 1, MATTER: 2}
    heard = (
        (order[want.bearing], want.concepts[0].id)
        for want in wants
        if want.bearing in order and want.concepts
    )
    named = list(dict.fromkeys(name for _, name in sorted(heard)))  # the same in whatever order it was said
    return "-".join(named[:_SLUG_WORDS]) or _NO_WORD


def _unmet(name: str, by_id: Mapping[str, Node], completed: Sequence[str]) -> list[str]:
    """What has to be done before, deepest first. What comes before something that is done is done too."""
    order: dict[str, None] = {}
    seen = {name}

    def visit(each: str) -> None:
        for before in texts_at(by_id.get(each, {}), "prerequisites"):
            if before not in seen and before not in completed:
                seen.add(before)
                visit(before)
                order[before] = None

    visit(name)
    return list(order)


def _before(first: Sequence[Named]) -> tuple[Sentence, ...]:
    if not first:
        return ()
    titles = "; then ".join(each.title for each in first)
    return (Sentence("prerequisites_first", f"Before this, something else has to be done: {titles}."),)


def _of_paths(paths: Sequence[Named]) -> tuple[Sentence, ...]:
    if not paths:
        return ()
    titles = "; ".join(each.title for each in paths)
    return (
        Sentence(
            "path_found", f"What Be Civic does have is a route to a document or service that fits: {titles}."
        ),
    )


def _gate(best: Match, others: Sequence[Match], *, opted_in: bool) -> Gate | None:
    status = str(best.node.get("status"))
    if status in READY:
        return None
    ready = (
        match for match in others if match.node.get("status") in READY and match.fits and not match.is_meta
    )
    alternative = next(ready, None)
    return Gate(status, opted_in, None if alternative is None else _as_named(alternative.node))


def _of_gate(gate: Gate | None) -> tuple[Sentence, ...]:
    if gate is None or gate.is_open:
        return ()
    if gate.alternative is None:
        return Sentence("in_testing", IN_TESTING), Sentence(IF_DECLINED, NONE_READY)
    instead = f"There is a ready procedure that comes close: {gate.alternative.title}."
    return Sentence("in_testing", IN_TESTING), Sentence(IF_DECLINED, instead)


def _candidate(match: Match) -> Candidate:
    node = match.node
    return Candidate(
        str(node["id"]),
        str(node.get("title") or node["id"]),
        str(node["status"]),
        round(match.score, 2),
        tuple({**reason._asdict(), "fields": list(reason.fields)} for reason in match.why),
    )


def _named(name: str, by_id: Mapping[str, Node]) -> Named:
    return _as_named(by_id.get(name) or {"id": name})


def _as_named(node: Node) -> Named:
    name = str(node["id"])
    return Named(name, str(node.get("title") or name), str(node.get("status") or ""))
