"""A skill's body as markdown for agents: tags kept, what they wrap put right from the catalogue (schemas 6.10; C-60).

Prose and code stay as they were written; comments are nobody's to read; a tag that does not fit is words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from becivic.corpus.body import Body, Element
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.corpus.tokens import Kind, Token
from becivic.rendering.citations import Citations
from becivic.rendering.freshness import source_of
from becivic.rendering.links import found
from becivic.rendering.observed import ObservedBlock
from becivic.rendering.observed_markdown import observed_markdown
from becivic.rendering.plain import attributes, fits, in_markdown, label
from becivic.rendering.reported_passages import shown_body
from becivic.rendering.rows_html import value_words
from becivic.rendering.shown import ShownReference, ShownRows, ShownValue
from becivic.rendering.voice import ENGLISH, Voice
from becivic.rules.statuses import Status
from becivic.rules.tags import UNRESOLVED, Tag

# Bound once: looking up a member of an enum costs more than the loop below has to spend.
_TEXT, _CODE, _COMMENT, _BRACKET = Kind.TEXT, Kind.CODE, Kind.COMMENT, Kind.BRACKET
_RESOLUTION: Final = "data-resolution-status"
_WHOLE: Final = (Tag.VV.value, Tag.REF.value)


def resolved_markdown(
    skill: Skill, corpus: Corpus, rows: ShownRows, voice: Voice, observed: ObservedBlock | None = None
) -> str:
    body = shown_body(skill, voice)
    return _Resolving(body, corpus, rows, voice, observed, Citations(body, rows)).run()


@dataclass(slots=True)
class _Resolving:
    body: Body
    corpus: Corpus
    rows: ShownRows
    voice: Voice
    seen: ObservedBlock | None
    citations: Citations

    def run(self) -> str:
        opened = {element.start: element for element in self.body.elements}
        closing = {each.close.start for each in self.body.elements if each.close and each.name == Tag.RISK}
        pieces: list[str] = []
        position = 0
        for token in self.body.tokens:
            start = token.start
            if start < position:
                continue  # inside a citation
            element = opened.get(start)
            position = element.end if element is not None and element.name in _WHOLE else token.end
            if element is not None:
                pieces.append(self._element(element))
            elif start in closing:
                pieces.append(f"</{Tag.RISK}>")
            else:
                pieces.append(self._token(token))
        return "".join(pieces).strip("\n") + "\n"

    def _token(self, token: Token) -> str:
        kind, start, end, *_ = token
        written = self.body.text[start:end]
        if kind is _TEXT or kind is _CODE:
            return written
        if kind is _COMMENT:
            return ""
        return self._bracket(token, written) if kind is _BRACKET else written.replace("<", "&lt;")

    def _bracket(self, token: Token, written: str) -> str:
        if self.citations.is_cited(token.name) or not self.citations.means_reference(token.name):
            return written
        return f"{written} {UNRESOLVED}"

    def _element(self, element: Element) -> str:
        make = _MAKERS.get(element.name)
        if make is None or not fits(element):
            return self.body.text[element.start : element.open.end].replace("<", "&lt;")
        return make(self, element)

    def value(self, element: Element) -> str:
        name, uid = element.get("name") or "", element.get("uid") or ""
        row = self.rows.value(uid, name)
        if row is not None and row.held:
            return self._held_value(row)
        if row is None or not row.is_resolved:
            return _wrapped(Tag.VV, {"name": name, "uid": uid, _RESOLUTION: "unresolved"}, UNRESOLVED)
        stable = row.last_stable
        told = {
            "name": row.name,
            "uid": row.uid,
            "data-status": _doubt(row.status),
            "data-last-stable": stable.text if stable else None,
            "data-pending": row.text if stable else None,
            **self._source(row),
        }
        return _wrapped(Tag.VV, told, in_markdown(value_words(row, ENGLISH)))

    def _source(self, row: ShownValue) -> dict[str, str]:
        """The reading of the source that the value was read in: a value has no freshness of its own."""
        source = source_of(row, self.rows)
        if source is None:
            return {}
        return {"data-source": source.uid, "data-read-on": source.last_verified, **_reading(source)}

    def _held_value(self, row: ShownValue) -> str:
        """What was relied on before stays readable."""
        before = row.last_stable.text if row.last_stable else ""
        told = {"name": row.name, "uid": row.uid, _RESOLUTION: "held", "data-last-stable": before}
        return _wrapped(Tag.VV, told, f"{in_markdown(before)} {self._held()}".lstrip())

    def reference(self, element: Element) -> str:
        name, uid = element.get("name") or "", element.get("uid") or ""
        row = self.citations.row(element)
        if row is not None and row.held:
            return _wrapped(Tag.REF, {"name": name, "uid": uid, _RESOLUTION: "held"}, self._held())
        if row is None or not row.is_resolved:
            return _wrapped(Tag.REF, {"name": name, "uid": uid, _RESOLUTION: "unresolved"}, UNRESOLVED)
        told = {
            "name": row.name,
            "uid": row.uid,
            "title": row.title,
            "url": row.url,
            "last_verified": row.last_verified,
            **_reading(row),
            "data-status": _doubt(row.status),
            "data-archived-url": row.archived_url,
        }
        return _wrapped(Tag.REF, told, in_markdown(label(self.body, element) or row.title))

    def _held(self) -> str:
        return f"[{self.voice.t('body.held')}]"

    def link(self, element: Element) -> str:
        tag, key = Tag(element.name), element.get("id") or ""
        link = found(tag, key, self.corpus, self.voice.language)
        if link is None:
            return f"<{tag}{attributes({'id': key, _RESOLUTION: 'unresolved'})} /> {UNRESOLVED}"
        return f"<{tag}{attributes({'id': key})} /> [{in_markdown(link.title)}]({link.address}/index.md)"

    def risk(self, element: Element) -> str:
        return f"<{Tag.RISK}{attributes({'reason': element.get('reason')})}>"

    def observations(self, element: Element) -> str:
        return observed_markdown(self.seen, self.voice, ("skill", element.get("skill") or ""))


def _reading(row: ShownReference) -> dict[str, str]:
    return {"data-read-as": row.read_as, "data-page-date": row.page_date}


def _doubt(status: Status) -> str | None:
    """Nothing where it is stable: that goes without saying."""
    return None if status is Status.STABLE else status.value


def _wrapped(tag: Tag, told: Mapping[str, str | None], words: str) -> str:
    return f"<{tag}{attributes(told)}>{words}</{tag}>"


_MAKERS: Final[dict[str, Callable[[_Resolving, Element], str]]] = {
    Tag.VV.value: _Resolving.value,
    Tag.REF.value: _Resolving.reference,
    Tag.PATH.value: _Resolving.link,
    Tag.SKILL.value: _Resolving.link,
    Tag.RISK.value: _Resolving.risk,
    Tag.OBSERVATIONS.value: _Resolving.observations,
}
