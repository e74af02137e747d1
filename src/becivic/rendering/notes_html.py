"""A note beside a word, as HTML: it opens without a script, and on a phone it can be seen how it closes (ADR 29)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from becivic.rendering.plain import in_html
from becivic.rendering.voice import Voice


def opener(kind: str, told: str, words: str) -> str:
    """Words that open a note. A button is a box that no line is broken in; the label of one is text, and pressing it presses
    the button. `told` are the attributes of the button, its name among them; `words` are HTML."""
    button = f'<button type="button"{told}></button>'
    return f'<label class="{kind}">{button}<span aria-hidden="true">{words}</span></label>'


def note_html(note_id: str, sentences: Iterable[str], voice: Voice, number: int | None = None) -> str:
    """`sentences` are HTML. `number` is that of the citation it belongs to: in a margin it says so."""
    lines = " ".join([f'<span class="note-line">{each}</span>' for each in sentences])
    told = "" if number is None else f' data-n="{number}"'
    closing = (
        f'<button type="button" class="note-close" popovertarget="{note_id}" popovertargetaction="hide">'
    )
    return (
        f'<span popover class="note" id="{note_id}"{told}{in_voice(voice)}>{closing}{_close(voice)}</button>'
        f"{lines}</span>"
    )


def in_voice(voice: Voice) -> str:
    """Bodies are English; what is said about them is in the reader's language."""
    return "" if voice.language == "en" else f' lang="{voice.language}"'


@lru_cache
def _close(voice: Voice) -> str:
    return in_html(voice.t("frame.close"))
