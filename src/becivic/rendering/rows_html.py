"""A value and a reference in a line of HTML, each with a note that opens without a script (R-TAG-03, R-TAG-15, R-TAG-16)."""

from __future__ import annotations

from functools import lru_cache

from becivic.rendering.citations import Note
from becivic.rendering.lifted import Phrase
from becivic.rendering.plain import attributes, in_html
from becivic.rendering.shown import ShownReference, ShownRows, ShownValue
from becivic.rendering.voice import ENGLISH, Voice
from becivic.rules.statuses import Status
from becivic.rules.tags import UNRESOLVED
from becivic.rules.web_addresses import is_web_address
from becivic.words.dates import written_day


def unresolved(kind: str, name: str, uid: str) -> Phrase:
    """Never nothing, and never what an author once wrote there (R-TAG-17)."""
    told = {"data-name": name, "data-uid": uid, "data-resolution-status": "unresolved"}
    return Phrase(f'<span class="{kind} unresolved"{attributes(told)}>{UNRESOLVED}</span>', UNRESOLVED)


def held(kind: str, name: str, uid: str, voice: Voice) -> Phrase:
    """Somebody has to look at it first: that is all that is said (C-22)."""
    told = {"data-name": name, "data-uid": uid, "data-resolution-status": "held"}
    words = f"[{voice.t('body.held')}]"
    return Phrase(f'<span class="{kind} unresolved"{attributes(told)}{_lang(voice)}>{words}</span>', words)


def held_value(row: ShownValue, voice: Voice) -> Phrase:
    """What was relied on before stays readable: nobody takes a value away by proposing another."""
    notice = held("vv", row.name, row.uid, voice)
    if row.last_stable is None:
        return notice
    words = in_html(row.last_stable.text)
    return Phrase(f"{words} {notice.html}", f"{words} {notice.plain}")


def value_words(row: ShownValue, voice: Voice) -> str:
    """Both values where one waits to be confirmed. In a body that is said in English, as all of it is."""
    if row.last_stable is None:
        return row.text
    return voice.t("body.pending", stable=row.last_stable.text, pending=row.text)


def value(row: ShownValue, note_id: str, rows: ShownRows | None, voice: Voice) -> Phrase:
    """`rows` where this is the first time that the body cites it: the note stands there, and later ones lead to it."""
    words = in_html(value_words(row, ENGLISH))
    told = {
        "data-name": row.name,
        "data-uid": row.uid,
        "data-status": row.status,
        "data-last-stable": row.last_stable.text if row.last_stable else None,
        "data-pending": row.text if row.last_stable else None,
    }
    note = "" if rows is None else _note(note_id, _value_note(row, rows, voice), voice)
    button = f'<button type="button" class="vv-value" popovertarget="{note_id}">{words}</button>'
    return Phrase(f'<span class="vv"{attributes(told)}>{button}{note}</span>', words)


def _value_note(row: ShownValue, rows: ShownRows, voice: Voice) -> list[str]:
    t = voice.t
    said = []
    if row.last_stable is not None:
        said.append(in_html(t("body.pending_note", stable=row.last_stable.text, pending=row.text)))
    said += _checked(row.last_verified, voice)
    source = rows.references.get(row.source)
    if source is not None and source.is_resolved and not source.held:
        said.append(f"{in_html(t('body.source'))} {_external(source.url, source.title, source.language)}")
    if row.confirms or row.rejects:
        said.append(in_html(f"{t('body.confirmed', n=row.confirms)} {t('body.rejected', n=row.rejects)}"))
    said.append(in_html(t(f"body.status_{row.status}")))
    return said


def reference(label: str, note: Note, voice: Voice) -> Phrase:
    """The first citation: the label as a link, a numeral, and its note."""
    row, number = note.row, note.number
    words = in_html(label)
    title = in_html(voice.t("body.source_n", n=number))
    button = (
        f'<button type="button" class="cite" id="{note.anchor}" popovertarget="{note.id}" '
        f'aria-label="{title}">{number}</button>'
    )
    told = {"data-name": row.name, "data-uid": row.uid, "data-status": row.status}
    link = _external(row.url, label, row.language, attributes(told))
    return Phrase(f"{link}{button}{_note(note.id, reference_note(row, voice), voice, number)}", words)


@lru_cache(maxsize=4096)  # the same sources stand on many pages, on each of them twice
def reference_note(row: ShownReference, voice: Voice) -> list[str]:
    """What is known of a source, a sentence each, as HTML: title, day, copy, standing."""
    title = f'<cite lang="en">{in_html(row.title)}</cite>'
    said = [title, *_checked(row.last_verified, voice)]
    if is_web_address(row.archived_url):
        said.append(_external(row.archived_url, voice.t("body.archived")))
    if row.status is not Status.STABLE:
        said.append(in_html(voice.t(f"body.status_{row.status}")))
    return said


def again(label: str, note: Note, voice: Voice) -> Phrase:
    """A later citation: an anchor to the first (R-TAG-11)."""
    title = in_html(voice.t("body.source_n", n=note.number))
    words = in_html(label)
    link = f'<a class="cite" href="#{note.anchor}" aria-label="{title}">{note.number}</a>'
    return Phrase(f"{words}{link}", words or f"[{note.number}]")


def _checked(written: str, voice: Voice) -> list[str]:
    return [in_html(voice.t("body.checked", date=written_day(written, voice.language)))] if written else []


def _external(url: str, words: str, language: str = "", more: str = "") -> str:
    """Only what is a web address becomes a link."""
    if not is_web_address(url):
        return f'<span class="ref"{more}>{in_html(words)}</span>'
    told = attributes({"href": url, "rel": "external noopener noreferrer", "hreflang": language})
    return f'<a class="ref"{told}{more}>{in_html(words)}</a>'


def _note(note_id: str, sentences: list[str], voice: Voice, number: int | None = None) -> str:
    """`number` is that of the citation it belongs to: in a margin it says so."""
    lines = " ".join([f'<span class="note-line">{each}</span>' for each in sentences])
    told = "" if number is None else f' data-n="{number}"'
    return f'<span popover class="note" id="{note_id}"{told}{_lang(voice)}>{lines}</span>'


def _lang(voice: Voice) -> str:
    """Bodies are English; what is said about them is in the reader's language."""
    return "" if voice.language == "en" else f' lang="{voice.language}"'
