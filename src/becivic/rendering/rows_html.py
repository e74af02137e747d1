"""A value and a reference in a line of HTML, each with a note that opens without a script (R-TAG-03, R-TAG-15, R-TAG-16)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from becivic.rendering.citations import Note
from becivic.rendering.freshness import SourceReading, reading_words, source_of
from becivic.rendering.lifted import Phrase
from becivic.rendering.markup import EDGES
from becivic.rendering.notes_html import in_voice, note_html, opener
from becivic.rendering.plain import attributes, in_html
from becivic.rendering.shown import ShownReference, ShownRows, ShownValue
from becivic.rendering.voice import ENGLISH, Voice
from becivic.rules.statuses import Status
from becivic.rules.tags import UNRESOLVED
from becivic.rules.web_addresses import is_web_address

_SHORT: Final = 16
"""Letters of a value that stays on one line: no figure is parted from its unit."""


def unresolved(kind: str, name: str, uid: str) -> Phrase:
    """Never nothing, and never what an author once wrote there (R-TAG-17)."""
    told = {"data-name": name, "data-uid": uid, "data-resolution-status": "unresolved"}
    return Phrase(f'<span class="{kind} unresolved"{attributes(told)}>{UNRESOLVED}</span>', UNRESOLVED)


def held(kind: str, name: str, uid: str, voice: Voice) -> Phrase:
    """Somebody has to look at it first: that is all that is said (C-22)."""
    told = {"data-name": name, "data-uid": uid, "data-resolution-status": "held"}
    words = f"[{voice.t('body.held')}]"
    return Phrase(f'<span class="{kind} unresolved"{attributes(told)}{in_voice(voice)}>{words}</span>', words)


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
    told = _identity(row.name, row.uid, row.status)
    if row.last_stable is not None:
        told += attributes({"data-last-stable": row.last_stable.text, "data-pending": row.text})
    note = "" if rows is None else note_html(note_id, _value_note(row, rows, voice), voice)
    kind = "vv-value vv-value--short" if len(words) <= _SHORT else "vv-value"
    opened = opener(kind, f' popovertarget="{note_id}" aria-label="{words.strip(EDGES)}"', words)
    return Phrase(f'<span class="vv"{told}>{opened}{note}</span>', words)


@lru_cache(maxsize=4096)  # a row is cited on many pages
def _identity(name: str, uid: str, status: Status) -> str:
    return attributes({"data-name": name, "data-uid": uid, "data-status": status})


def _value_note(row: ShownValue, rows: ShownRows, voice: Voice) -> list[str]:
    t = voice.t
    said = []
    if row.last_stable is not None:
        said.append(in_html(t("body.pending_note", stable=row.last_stable.text, pending=row.text)))
    if source := source_of(row, rows):
        said.append(
            f"{in_html(t('body.source'))} {_external(source.url, in_html(source.title), source.language)}"
        )
        said.append(in_html(reading_words(SourceReading.of(source), voice)))
    if row.confirms or row.rejects:
        said.append(in_html(f"{t('body.confirmed', n=row.confirms)} {t('body.rejected', n=row.rejects)}"))
    said.append(status_words(row.status, voice))
    return said


def reference(label: str, note: Note, start: int, voice: Voice) -> Phrase:
    """A citation that stands at `start` of the body; one in brackets has no label.

    Where a reader meets the source first the numeral has the note beside it, every other one leads there (R-TAG-11).
    The first tag is the annotated link (R-TAG-03), wherever its note stands."""
    row, words = note.row, in_html(label)
    shown = words
    if start == note.named:
        shown = _external(row.url, words, row.language, _identity(row.name, row.uid, row.status))
    numeral = _numeral(note, voice) if start == note.start else again(note, voice)
    return Phrase(f"{shown}{numeral}", words or f"[{note.number}]")


def _numeral(note: Note, voice: Voice) -> str:
    title = _numbered(note.number, voice)
    told = f' id="{note.anchor}" popovertarget="{note.id}" aria-label="{title}"'
    sentences = reference_note(note.row, voice, note.usual)
    return opener("cite", told, str(note.number)) + note_html(note.id, sentences, voice, note.number)


def again(note: Note, voice: Voice) -> str:
    """The numeral of a later citation: an anchor to the first (R-TAG-11)."""
    title = _numbered(note.number, voice)
    return f'<a class="cite" href="#{note.anchor}" aria-label="{title}">{note.number}</a>'


@lru_cache
def _numbered(number: int, voice: Voice) -> str:
    return in_html(voice.t("body.source_n", n=number))


@lru_cache(maxsize=4096)  # the same sources stand on many pages, on each of them twice
def reference_note(row: ShownReference, voice: Voice, usual: Status) -> list[str]:
    """What is known of a source, a sentence each, as HTML: title, reading, copy, and its standing where that is not the
    usual."""
    title = f'<cite lang="en">{in_html(row.title)}</cite>'
    said = [_external(row.url, title, row.language), in_html(reading_words(SourceReading.of(row), voice))]
    if is_web_address(row.archived_url):
        said.append(_external(row.archived_url, in_html(voice.t("body.archived"))))
    if row.status is not usual:
        said.append(status_words(row.status, voice))
    return said


@lru_cache
def status_words(status: Status, voice: Voice) -> str:
    """A sentence, escaped."""
    return in_html(voice.t("body.status", status=voice.t(f"body.status_{status}")))


def _external(url: str, words: str, language: str = "", more: str = "") -> str:
    """Only what is a web address becomes a link. `words` are escaped."""
    if not is_web_address(url):
        return f'<span class="ref"{more}>{words}</span>'
    told = attributes({"href": url, "rel": "external noopener noreferrer", "hreflang": language})
    return f'<a class="ref"{told}{more}>{words}</a>'
