"""Marks put back into HTML: a stream of tags, text and marks, in which every risk stays inside its block.

What a mark stands for never goes into an attribute, and what can be pressed never into a link.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from becivic.rendering.addresses import linked
from becivic.rendering.lifted import Block, Lifted, Phrase, RiskCloses, RiskOpens
from becivic.rendering.placeholders import LESS, MARK, OPENS
from becivic.rendering.plain import in_html
from becivic.rendering.voice import Voice

_PIECE: Final = re.compile(rf"(<(/?)([a-z0-9]+)[^>]*>)|{MARK.pattern}")
_GROUPS: Final = 4
"""Of a piece: the tag, its slash, its name, or else the number of a mark."""
_PHRASING: Final = frozenset({"em", "strong", "a", "code", "del", "br", "img"})
_VOID: Final = frozenset({"br", "img", "hr"})
_FLOW: Final = frozenset({"li", "blockquote", "td", "th"})
"""Elements that a block may stand in directly."""
_ALONE: Final = re.compile(rf"<p>((?:{OPENS}[0-9]+\ue001\s*)+)</p>")
_ALIGNED: Final = re.compile(r' align="([a-z]+)"')
_ALT: Final = re.compile(r' alt="([^"]*)"')
_WRITTEN_OTHERWISE: Final = re.compile("<(?:a |img |table|code )")
_ITEM: Final = re.compile("<li>")
_LISTS: Final = re.compile("<(/?)[ou]l")
_OWN_PICTURE: Final = re.compile(r'<img src="/(?!/)')


class Assembly:
    """One page's worth: a risk may reach over sections, and documents are counted through."""

    def __init__(
        self, pieces: Sequence[Lifted], voice: Voice, titles: Callable[[str], str] = lambda _: ""
    ) -> None:
        """`titles` says what the procedure with an id is called, or nothing."""
        self._pieces = pieces
        self._voice = voice
        self._titles = titles
        self._active: list[RiskOpens] = []
        self._begun: set[int] = set()
        self._documents = 0

    def html(self, markup: str, *, checkable: bool = False) -> str:
        """`checkable`: list items of the first level get an id each, to be ticked."""
        if self._is_simple(markup) and (not checkable or _is_flat(markup)):
            listed = _ITEM.sub(self._checked, markup) if checkable else markup
            return MARK.sub(self._phrase, listed).replace(LESS, "&lt;")
        run = _Run(self, checkable=checkable)
        first, *rest = _PIECE.split(_ALONE.sub(self._bare, markup))
        run.text(first)
        for tag, slash, name, number, text in zip(*[iter(rest)] * (_GROUPS + 1), strict=True):
            if number is not None:
                run.lifted(self._pieces[int(number)])
            elif slash:
                run.leave(name, tag)
            else:
                run.enter(name, tag)
            if text:
                run.text(text)
        return run.finished().replace(LESS, "&lt;")

    def _is_simple(self, markup: str) -> bool:
        """Nothing goes on in it or begins in it, no tag is written otherwise: as most of a body is."""
        if self._active or _WRITTEN_OTHERWISE.search(markup):
            return False
        return all(isinstance(self._pieces[int(number)], Phrase) for number in MARK.findall(markup))

    def _phrase(self, match: re.Match[str]) -> str:
        piece = self._pieces[int(match.group(1))]
        assert isinstance(piece, Phrase)
        return piece.html

    def _bare(self, match: re.Match[str]) -> str:
        """A paragraph of nothing but blocks and the ends of risks is none."""
        numbers = MARK.findall(match.group(1))
        has_words = any(isinstance(self._pieces[int(number)], Phrase) for number in numbers)
        return match.group() if has_words else match.group(1)

    def checkable(self) -> str:
        """The beginning of an item that can be ticked."""
        self._documents += 1
        return f'<li id="doc-{self._documents}" class="checkable">'

    def _checked(self, _: re.Match[str]) -> str:
        return self.checkable()

    def written(self, name: str, tag: str) -> str:
        """A tag of the markdown as a page has it."""
        if OPENS in tag:
            tag = MARK.sub("", tag)
        match name:
            case "a":
                return linked(tag, self._voice)
            case "img":
                alt = _ALT.search(tag)
                return tag if _OWN_PICTURE.match(tag) else alt.group(1) if alt else ""
            case "th" | "td":
                scoped = tag.replace("<th", '<th scope="col"')
                return _ALIGNED.sub(r' class="align-\1"', scoped)
            case "table":
                label = self._voice.t("body.table")
                return f'<div class="table-scroll" role="group" aria-label="{label}" tabindex="0">{tag}'
        return tag

    def named(self, tag: str, words: str) -> str:
        """The words of a link: a procedure is called by its title, though its author wrote its id."""
        if f' href="/skills/{words}"' not in tag:
            return words
        return in_html(self._titles(words)) or words

    def opens(self, risk: RiskOpens) -> None:
        self._active.append(risk)

    def closes(self, risk: int) -> None:
        self._active = [each for each in self._active if each.id != risk]

    @property
    def active(self) -> list[RiskOpens]:
        return self._active

    def opening(self, risk: RiskOpens) -> str:
        """With its heading where it begins; the rest of it says that it goes on."""
        if risk.id in self._begun:
            return '<span class="risk risk--more">'
        self._begun.add(risk.id)
        return f'<span class="risk" role="note"><strong class="risk-reason">{risk.heading}</strong> '


class _Run:
    """One stretch of HTML. The stack holds the names of open elements, and the ids of open risks between them."""

    def __init__(self, assembly: Assembly, *, checkable: bool) -> None:
        self._assembly = assembly
        self._checkable = checkable
        self._out: list[str] = []
        self._after: list[str] = []
        self._stack: list[str | int] = []
        self._lists = 0
        self._in_link = False
        self._link = ""
        """The tag of a link whose words come next."""

    def text(self, text: str) -> None:
        if self._assembly.active and not text.isspace():
            self._reopen()
        if self._link:
            text, self._link = self._assembly.named(self._link, text), ""
        self._out.append(text)

    def lifted(self, piece: Lifted) -> None:
        match piece:
            case Phrase():
                self._reopen()
                self._out.append(piece.plain if self._in_link else piece.html)
            case RiskOpens():
                self._assembly.opens(piece)
            case RiskCloses():
                self._assembly.closes(piece.id)
                self._settle()
            case _:
                self._block(piece)

    def _block(self, piece: Block) -> None:
        self._close_risks()
        fits = not self._stack or self._stack[-1] in _FLOW
        (self._out if fits else self._after).append(piece.html)

    def enter(self, name: str, tag: str) -> None:
        if name in _PHRASING:
            self._reopen()
        else:
            self._close_risks()
        if name not in _VOID:
            self._stack.append(name)
        self._in_link = self._in_link or name == "a"
        self._link = tag if name == "a" else ""
        self._lists += name in {"ul", "ol"}
        written = self._assembly.written(name, tag)
        if name == "li" and self._checkable and self._lists == 1:
            written = self._assembly.checkable()
        self._out.append(written)

    def leave(self, name: str, tag: str) -> None:
        self._close_risks()
        self._stack.pop()
        self._in_link = self._in_link and name != "a"
        self._lists -= name in {"ul", "ol"}
        self._out.append(f"{tag}</div>" if name == "table" else tag)
        self._settle()

    def finished(self) -> str:
        self._close_risks()
        return "".join([*self._out, *self._after])

    def _reopen(self) -> None:
        for risk in self._assembly.active:
            if risk.id not in self._stack:
                self._stack.append(risk.id)
                self._out.append(self._assembly.opening(risk))

    def _close_risks(self) -> None:
        while self._stack and isinstance(self._stack[-1], int):
            self._stack.pop()
            self._out.append("</span>")

    def _settle(self) -> None:
        """Close what has ended, as soon as nothing else is open inside it."""
        going_on = {risk.id for risk in self._assembly.active}
        while self._stack and isinstance(self._stack[-1], int) and self._stack[-1] not in going_on:
            self._stack.pop()
            self._out.append("</span>")


def _is_flat(markup: str) -> bool:
    """No list stands in another."""
    return all(before != after for before, after in pairwise(_LISTS.findall(markup)))
