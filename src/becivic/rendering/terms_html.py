"""Official names in italics: their language, and what they are called in the others (look: the terms of four languages)."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Final

from becivic.corpus.terms import Term, Terms, alike
from becivic.rendering.lifted import Lifted, Phrase
from becivic.rendering.markup import EDGES
from becivic.rendering.notes_html import note_html, opener
from becivic.rendering.plain import in_html
from becivic.rendering.voice import Voice
from becivic.rules.languages import LANGUAGES

_ITALIC: Final = re.compile("<em>([^<\ue000-\ue002]+)</em>")

Put = Callable[[Lifted], str]
"""Keeps something aside, and gives the mark that stands for it."""


class Glosses:
    """The terms of one body: each has its note where it stands first."""

    def __init__(self, terms: Terms, put: Put, voice: Voice) -> None:
        self._terms = terms
        self._put = put
        self._voice = voice
        self._known: dict[str, str] = {}
        """The note of each term that was met, by its id."""

    def into(self, markup: str) -> str:
        return _ITALIC.sub(self._glossed, markup) if self._terms.entries else markup

    def _glossed(self, match: re.Match[str]) -> str:
        word = alike(html.unescape(match.group(1)))
        terms = self._terms.by_word.get(word)
        if not terms:
            return match.group()
        term = terms[0]
        language = next(code for code, each, _ in term.words() if alike(each) == word)
        return self._put(self._phrase(term, language, match.group(1)))

    def _phrase(self, term: Term, language: str, words: str) -> Phrase:
        plain = f'<em lang="{language}">{words}</em>'
        names = [(code, term.name(code)) for code in LANGUAGES if term.name(code)]
        if all(code == language for code, _ in names):
            return Phrase(plain, plain)
        note, known = "", self._known.get(term.id)
        if known is None:
            known = self._known[term.id] = f"term-{len(self._known) + 1}"
            note = note_html(known, _lines(names), self._voice)
        name = words.replace('"', "&quot;").strip(EDGES)
        opened = opener("term-word", f' popovertarget="{known}" aria-label="{name}" lang="{language}"', plain)
        return Phrase(f'<span class="term">{opened}{note}</span>', plain)


def _lines(names: list[tuple[str, str]]) -> list[str]:
    return [f'<abbr>{code.upper()}</abbr> <span lang="{code}">{in_html(name)}</span>' for code, name in names]
