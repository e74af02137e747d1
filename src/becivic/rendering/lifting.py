"""A body with its tags taken out: markdown with marks in it, and what each mark stands for (schemas 6.10).

Comments are nobody's to read. What is no tag of ours, or one that does not fit, is text like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from markupsafe import Markup

from becivic.corpus.body import Body, Element
from becivic.corpus.load import Corpus
from becivic.corpus.tokens import Kind, Token
from becivic.rendering import rows_html
from becivic.rendering.citations import Citations
from becivic.rendering.lifted import Block, Lifted, Phrase, RiskCloses, RiskOpens
from becivic.rendering.links import link_phrase
from becivic.rendering.placeholders import LESS, harmless, mark, without_html
from becivic.rendering.plain import fits, in_html, label
from becivic.rendering.shown import ShownRows
from becivic.rendering.voice import Voice
from becivic.rules.tags import UNRESOLVED, Tag

# Bound once: looking up a member of an enum costs more than the loop below has to spend.
_TEXT, _CODE, _COMMENT, _BRACKET = Kind.TEXT, Kind.CODE, Kind.COMMENT, Kind.BRACKET


class Lifting:
    """One body. `pieces` is what the marks stand for, by number."""

    def __init__(
        self, body: Body, corpus: Corpus, rows: ShownRows, voice: Voice, first: Sequence[str] = ()
    ) -> None:
        self.body = body
        self.corpus = corpus
        self.rows = rows
        self.voice = voice
        self.citations = Citations(body, rows, first)
        self.pieces: list[Lifted] = []
        self.unresolved = 0
        self.observations: Markup | None = None
        """What stands in place of `<Observations />`: once, at the first."""
        self._value_notes: dict[str, str] = {}
        self._opened = {element.start: element for element in body.elements}
        self._risks = {
            element.close.start: number
            for number, element in enumerate(body.named(Tag.RISK))
            if element.close is not None
        }

    def put(self, piece: Lifted) -> str:
        self.pieces.append(piece)
        return mark(len(self.pieces) - 1)

    def lifted(self, starts: list[int]) -> list[str]:
        """The body in stretches that begin at these offsets, the first at 0."""
        stretches: list[list[str]] = [[]]
        following, position = iter([*starts[1:], len(self.body.text)]), 0
        begin = next(following)
        for token in self.body.tokens:
            if token.start < position:
                continue  # inside a citation
            element = self._opened.get(token.start)
            position = element.end if element is not None and element.name in _WHOLE else token.end
            # Sections begin inside plain text: what stands before goes to the one before.
            while begin < token.end:
                if begin > token.start and token.kind is _TEXT:
                    stretches[-1].append(self._token(token._replace(end=begin)))
                    token = token._replace(start=begin)  # noqa: PLW2901  the rest of it
                stretches.append([])
                begin = next(following)
            stretches[-1].append(self._token(token))
        stretches += ([] for _ in range(len(starts) - len(stretches)))
        return ["".join(pieces) for pieces in stretches]

    def _token(self, token: Token) -> str:
        kind = token.kind
        if kind is _TEXT:
            return without_html(harmless(self.body.text[token.start : token.end]))
        if kind is _COMMENT:
            return ""
        if kind is _CODE:
            return harmless(self.body.text[token.start : token.end])
        if kind is _BRACKET:
            return self._bracket(token)
        return self._tag(token)

    def _bracket(self, token: Token) -> str:
        note = self.citations.of_bracket(token.name)
        if note is not None:
            return self.put(rows_html.reference("", note, token.start, self.voice))
        written = f"[{token.name}]"
        if not self.citations.means_reference(token.name):
            return written
        self.unresolved += 1
        return f"{written} {self.put(rows_html.unresolved('ref', token.name, ''))}"

    def _tag(self, token: Token) -> str:
        element = self._opened.get(token.start)
        make = None if element is None else _MAKERS.get(element.name)
        if element is not None and make is not None and fits(element):
            return self.put(make(self, element))
        risk = self._risks.get(token.start)
        if risk is not None:
            return self.put(RiskCloses(risk))
        return LESS + harmless(self.body.text[token.start + 1 : token.end]).replace("<", LESS)

    def value(self, element: Element) -> Phrase:
        name, uid = element.get("name") or "", element.get("uid") or ""
        row = self.rows.value(uid, name)
        if row is not None and row.held:
            return rows_html.held_value(row, self.voice)
        if row is None or not row.is_resolved:
            self.unresolved += 1
            return rows_html.unresolved("vv", name, uid)
        known = self._value_notes.get(row.uid)
        if known is not None:
            return rows_html.value(row, known, None, self.voice)
        self._value_notes[row.uid] = f"vv-{len(self._value_notes) + 1}"
        return rows_html.value(row, self._value_notes[row.uid], self.rows, self.voice)

    def reference(self, element: Element) -> Phrase:
        name, uid = element.get("name") or "", element.get("uid") or ""
        row, words = self.citations.row(element), label(self.body, element) or element.get("title") or name
        if row is not None and row.held:
            return rows_html.held("ref", name, uid, self.voice)
        note = None if row is None else self.citations.note(row.uid)
        if note is None:
            self.unresolved += 1
            marker = rows_html.unresolved("ref", name, uid)
            return Phrase(f"{in_html(words)} {marker.html}", f"{in_html(words)} {marker.plain}")
        return rows_html.reference(words, note, element.start, self.voice)

    def link(self, element: Element) -> Phrase:
        phrase = link_phrase(Tag(element.name), element.get("id") or "", self.corpus, self.voice)
        self.unresolved += phrase.plain == UNRESOLVED
        return phrase

    def risk(self, element: Element) -> RiskOpens:
        t, reason = self.voice.t, element.get("reason") or ""
        number = self._risks[element.close.start] if element.close is not None else -1
        said = f'<span class="visually-hidden">{in_html(t("body.risk"))}: </span>{in_html(reason)}'
        return RiskOpens(number, said if reason.strip() else in_html(t("body.risk")))

    def observed(self, _: Element) -> Lifted:
        found, self.observations = self.observations, None
        return Phrase("", "") if found is None else Block(str(found))


_WHOLE: Final = (Tag.VV.value, Tag.REF.value)
"""Tags whose content is replaced with them."""

_MAKERS: Final[dict[str, Callable[[Lifting, Element], Lifted]]] = {
    Tag.VV.value: Lifting.value,
    Tag.REF.value: Lifting.reference,
    Tag.PATH.value: Lifting.link,
    Tag.SKILL.value: Lifting.link,
    Tag.RISK.value: Lifting.risk,
    Tag.OBSERVATIONS.value: Lifting.observed,
}
