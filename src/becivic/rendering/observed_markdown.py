"""What the community said, as markdown for agents: tags with facts, and every text in a fence, called data (R-OBSV-05)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.rendering.observed import ObservedBlock, ObservedGroup, ObservedItem
from becivic.rendering.observed_html import group_title
from becivic.rendering.plain import attributes, fenced
from becivic.rendering.voice import Voice
from becivic.rules.tags import Tag


def observed_markdown(block: ObservedBlock | None, voice: Voice, owner: tuple[str, str] | None = None) -> str:
    """`owner` names whose block it is, where the records know nothing of it: ("skill", its id)."""
    if block is not None:
        owner = block.owner_type.value, block.owner_id
    named = attributes(dict([owner])) if owner else ""
    inside = _lines(block, voice) if block is not None else iter([voice.t("body.observed_unknown")])
    return "\n".join([f"<{Tag.OBSERVATIONS}{named}>", *inside, f"</{Tag.OBSERVATIONS}>"])


def _lines(block: ObservedBlock, voice: Voice) -> Iterator[str]:
    if block.cohort_stats is not None:  # first, always (R-OBSV-07)
        yield f"<{Tag.COHORT_STATS}{attributes(block.cohort_stats)} />"
    if block.is_empty:
        yield voice.t("body.observed_none")
        return
    yield ""
    yield voice.t("body.observed_data")
    for group in block.groups:
        if group.items:
            yield from ("", f"**{group_title(group, block, voice)}**")
            yield from _items(group, block)
        if group.more:
            yield from ("", voice.t("body.observed_more", n=group.more))


def _items(group: ObservedGroup, block: ObservedBlock) -> Iterator[str]:
    for item in sorted(group.items, key=lambda each: each.hidden):
        yield from (
            "",
            f"<{Tag.OBSERVATION}{_facts(item, block)}>",
            "",  # without it a line of HTML goes on, and the fence in it is none (CommonMark 4.6)
            fenced(item.body),
            f"</{Tag.OBSERVATION}>",
        )


def _facts(item: ObservedItem, block: ObservedBlock) -> str:
    is_own = item.target_type is block.owner_type and item.target_id == block.owner_id
    return attributes(
        {
            "type": item.type.value,
            "uid": item.uid,
            "target_type": item.target_type.value,
            "target_id": None if is_own else item.target_id,
            "score": item.score,
            "net_score": item.score,
            "up": item.up,
            "down": item.down,
            "evidence_date": item.evidence_date,
            "committed_at": item.committed_at,
            "hidden": "true" if item.hidden else None,
        }
    )
