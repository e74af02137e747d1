"""A body as plain markdown with its tags resolved: what a reader gets to know, without the site (schemas 6.10).

Pure: whoever asks says what the rows of the catalogue are. Values from elsewhere are escaped, so that they stay words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from becivic.corpus.body import Body, Element
from becivic.corpus.load import Corpus
from becivic.corpus.tokens import Kind, Token
from becivic.rendering.freshness import NOT_RECORDED, SourceReading, reading_words
from becivic.rendering.plain import address_in_markdown, in_markdown
from becivic.rendering.voice import ENGLISH
from becivic.rules.statuses import Status
from becivic.rules.tags import UNRESOLVED, Tag

_CITING: Final = (Tag.VV.value, Tag.REF.value)
_OBSERVATIONS: Final = "*(What the community observed is shown here.)*"
_RISK_ENDS: Final = " **(end of the risk)**"


@dataclass(frozen=True, slots=True)
class Cited:
    """The current row of a uid, as a reader is shown it: the value with its unit, or the title of a reference."""

    text: str
    status: str
    url: str = ""
    reading: SourceReading = NOT_RECORDED

    @property
    def standing(self) -> str:
        """Nothing where it is stable: that goes without saying."""
        return "" if self.status == Status.STABLE else self.status


Look = Callable[[str], Cited | None]
"""By uid."""


def rendered(body: Body, corpus: Corpus, look: Look) -> str:
    """Text, code and what cannot be read as a tag stay as they are; comments are nobody's to read."""
    return _Rendering(body, corpus, look).run()


@dataclass(slots=True)
class _Rendering:
    body: Body
    corpus: Corpus
    look: Look
    notes: list[str] = field(default_factory=list)
    """What stands below: one line for each reference, in the order they are cited first."""
    numbers: dict[str, int] = field(default_factory=dict)
    """By uid and by name."""

    def run(self) -> str:
        opened = {element.start: element for element in self.body.elements}
        risks = {each.close.start for each in self.body.named(Tag.RISK) if each.close is not None}
        pieces: list[str] = []
        position = 0
        for token in self.body.tokens:
            if token.start < position:
                continue  # inside a citation
            element = opened.get(token.start)
            if element is not None:
                pieces.append(self._element(element))
                position = element.end if element.name in _CITING else element.open.end
            else:
                pieces.append(_RISK_ENDS if token.start in risks else self._token(token))
                position = token.end
        below = ["", "**References**", "", *self.notes] if self.notes else []
        return "".join(pieces).rstrip() + "\n" + "".join(f"{line}\n" for line in below)

    def _token(self, token: Token) -> str:
        if token.kind is Kind.COMMENT:
            return ""
        written = self.body.text[token.start : token.end]
        if token.kind is not Kind.BRACKET:
            return written
        number = self.numbers.get(token.name)
        return f"\\[{number}]" if number is not None else f"{in_markdown(written)} {in_markdown(UNRESOLVED)}"

    def _element(self, element: Element) -> str:
        make = _MAKERS.get(element.name)
        return self.body.text[element.start : element.open.end] if make is None else make(self, element)

    def value(self, element: Element) -> str:
        row = self.look(element.get("uid") or "")
        if row is None:
            return f"{self.body.inner(element)} {in_markdown(UNRESOLVED)}"
        return f"**{in_markdown(row.text)}**" + (f" *({in_markdown(row.standing)})*" if row.standing else "")

    def reference(self, element: Element) -> str:
        uid, name = element.get("uid") or "", element.get("name") or ""
        number = self.numbers.get(uid) or self.numbers.get(name)
        if number is None:
            number = len(self.notes) + 1
            self.notes.append(f"{number}. {self._note(uid)}")
            self.numbers |= {key: number for key in (uid, name) if key}
        return f"{self.body.inner(element)} \\[{number}]"

    def _note(self, uid: str) -> str:
        row = self.look(uid)
        if row is None:
            return in_markdown(UNRESOLVED)
        read = reading_words(row.reading, ENGLISH).rstrip(".")
        facts = in_markdown(", ".join(filter(None, (read, row.standing))))
        return f"{in_markdown(row.text)}: {address_in_markdown(row.url)}" + (f" ({facts})" if facts else "")

    def path(self, element: Element) -> str:
        key = element.get("id") or ""
        entry = self.corpus.paths.entries.get(key)
        return _linked("path", key, None if entry is None else entry.title)

    def skill(self, element: Element) -> str:
        key = element.get("id") or ""
        known = self.corpus.skills.get(key)
        return _linked("skill", key, None if known is None else known.title or key)

    def risk(self, element: Element) -> str:
        reason = element.get("reason")
        return f"**⚠ Risk{f' ({in_markdown(reason)})' if reason else ''}:** "

    def observations(self, _: Element) -> str:
        return _OBSERVATIONS


def _linked(kind: str, key: str, title: str | None) -> str:
    return f"**{in_markdown(title or UNRESOLVED)}** ({kind} {address_in_markdown(key)})"


_MAKERS: Final[dict[str, Callable[[_Rendering, Element], str]]] = {
    Tag.VV: _Rendering.value,
    Tag.REF: _Rendering.reference,
    Tag.PATH: _Rendering.path,
    Tag.SKILL: _Rendering.skill,
    Tag.RISK: _Rendering.risk,
    Tag.OBSERVATIONS: _Rendering.observations,
}
