"""What the community said, as HTML: numbers first, then other people's words, quoted and never interpreted (R-OBSV)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from markupsafe import Markup

from becivic.rendering.cohort_words import cohort_words
from becivic.rendering.markup import shown
from becivic.rendering.observed import ObservedBlock, ObservedGroup, ObservedItem
from becivic.rendering.plain import in_html
from becivic.rendering.voice import Voice
from becivic.rules.statuses import Status
from becivic.words.dates import written_day

_BREAKS: Final = re.compile(r"\r\n?")
_PARAGRAPHS: Final = re.compile(r"\n[ \t]*\n\s*")


def observed_html(block: ObservedBlock | None, voice: Voice, status: Status | None = None) -> Markup:
    """None where the records know nothing of it; `status` is that of the skill or path."""
    said = shown("".join(_nothing(voice) if block is None else _block(block, voice, status)))
    return Markup(f'<div class="observed" lang="{voice.language}">{said}</div>\n')  # noqa: S704  made here, of escaped parts


def _nothing(voice: Voice) -> Iterator[str]:
    yield f"<p>{in_html(voice.t('body.observed_unknown'))}</p>"


def _block(block: ObservedBlock, voice: Voice, status: Status | None) -> Iterator[str]:
    numbers = in_html(" ".join(cohort_words(block.cohort_stats, voice, status)))
    yield f'<p class="observed-numbers">{numbers}</p>'
    if block.is_empty:
        yield f"<p>{in_html(voice.t('body.observed_none'))}</p>"
        return
    yield f'<p class="observed-warning">{in_html(voice.t("body.observed_warning"))}</p>'
    for group in block.groups:
        if group.items:
            yield from _group(group, block, voice)


def _group(group: ObservedGroup, block: ObservedBlock, voice: Voice) -> Iterator[str]:
    yield f'<h3 class="observed-group">{in_html(group_title(group, block, voice))}</h3>'
    yield from _items((item for item in group.items if not item.hidden), block, voice)
    folded = [item for item in group.items if item.hidden]
    if folded:
        summary = in_html(voice.t("body.observed_hidden", n=len(folded)))
        yield f'<details class="observed-hidden"><summary>{summary}</summary>'
        yield from _items(folded, block, voice)
        yield "</details>"
    if group.more:
        yield f'<p class="meta">{in_html(voice.t("body.observed_more", n=group.more))}</p>'


def group_title(group: ObservedGroup, block: ObservedBlock, voice: Voice) -> str:
    """A path's page speaks of the path itself; a skill's, of the paths it leads to."""
    own = "own_" if group.target_type is block.owner_type else ""
    return voice.t(f"body.observed_{own}{group.target_type.value}")


def _items(items: Iterable[ObservedItem], block: ObservedBlock, voice: Voice) -> Iterator[str]:
    for item in items:
        facts = " · ".join(in_html(fact) for fact in item_facts(item, block, voice))
        name = f' id="{in_html(item.uid)}"' if item.uid else ""
        yield (
            f'<figure class="observed-item"{name}><blockquote lang="" dir="auto">{_quoted(item.body)}</blockquote>'
            f'<figcaption class="meta">{facts}</figcaption></figure>'
        )


def item_facts(item: ObservedItem, block: ObservedBlock, voice: Voice) -> list[str]:
    """What it is, about what, of when, and how others voted."""
    t = voice.t
    facts = [t(f"body.observed_type_{item.type.value}")]
    if item.target_id != block.owner_id:
        facts.append(t("body.observed_about", target=item.target_id))
    facts.append(written_day(item.evidence_date or item.committed_at, voice.language))
    facts.append(t("body.votes", up=item.up, down=item.down))
    return facts


def _quoted(text: str) -> str:
    parts = _PARAGRAPHS.split(_BREAKS.sub("\n", text).strip())
    return "".join(f"<p>{escape(part).replace(chr(10), '<br>')}</p>" for part in parts)
