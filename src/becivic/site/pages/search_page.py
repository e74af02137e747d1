"""`/search?q=`: what was found in the whole library, by what, and honest words when nothing fits."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple, Protocol

from becivic.rendering.markup import bounded
from becivic.rendering.plain import in_markdown
from becivic.rendering.voice import Voice
from becivic.search.entries import Kind
from becivic.search.searcher import Hit, SearchAnswer
from becivic.site.frame import Frame, rendered
from becivic.site.page import Page
from becivic.site.pages.filtering import WORDS, Pairs

ADDRESS: Final = "/search"

_SHOWN: Final = 12
_NEAREST: Final = 5
"""Of what does not really fit: more would look like an answer."""
_KIND: Final = "kind"
NOTHING: Final = SearchAnswer((), "", (), fits=True, fallback=None)
"""What is found where nothing was asked."""


class Finder(Protocol):
    """`becivic.search.searcher.Searcher`, as far as this page asks it."""

    def find(
        self, query: str, language: str = ..., limit: int = ..., kinds: Collection[Kind] | None = ...
    ) -> SearchAnswer: ...


class Question(NamedTuple):
    """What is asked, and of which kind an answer may be: of any, where that is None."""

    words: str
    kind: Kind | None

    @classmethod
    def of(cls, asked: Pairs) -> Question:
        pairs = list(asked)
        words = bounded(next((value for name, value in pairs if name == WORDS), ""))
        chosen = next((value for name, value in pairs if name == _KIND), "")
        return cls(words, next((each for each in Kind if each.value == chosen), None))

    def answer(self, finder: Finder, language: str) -> SearchAnswer:
        """Takes its time: not for the event loop."""
        kinds = None if self.kind is None else (self.kind,)
        answer = finder.find(self.words, language=language, limit=_SHOWN, kinds=kinds)
        return answer if answer.fits else replace(answer, hits=answer.hits[:_NEAREST])


def search_page(asked: Pairs = (), answer: SearchAnswer = NOTHING) -> Page:
    """`answer` is in the language of whoever asked."""
    question = Question.of(asked)
    return Page(
        address=ADDRESS,
        html=partial(_html, question, answer),
        markdown=partial(_markdown, question, answer),
        is_indexed=not list(asked),
    )


def _html(question: Question, answer: SearchAnswer, frame: Frame) -> str:
    hits = [(hit, _why(hit)) for hit in answer.hits]
    return rendered(
        "search.html",
        frame,
        words=question.words,
        kind=question.kind,
        kinds=list(Kind),
        answer=answer,
        hits=hits,
        understood=_otherwise(answer, question.words),
    )


def _otherwise(answer: SearchAnswer, words: str) -> list[str]:
    """How a question was understood, where that led to an answer and is not what was written."""
    told = answer.understood if answer.fits else ()
    return [each for each in told if each.casefold() not in words.casefold()]


def _why(hit: Hit) -> list[str]:
    """What of the question was found in it, each once."""
    return list(dict.fromkeys(reason.found for reason in hit.why if reason.found))


def _markdown(question: Question, answer: SearchAnswer, voice: Voice) -> str:
    t, words = voice.t, question.words
    lines = [f"# {in_markdown(t('search.title_for', words=words) if words else t('search.title'))}", ""]
    if words and not answer.hits:
        lines += [in_markdown(t("search.none")), ""]
    elif not answer.fits:
        lines += [in_markdown(t("search.doubtful")), ""]
    lines += [_line(hit) for hit in answer.hits]
    if answer.fallback is not None:
        lines += ["", f"{in_markdown(t('search.try_fallback'))} {_link(answer.fallback)}"]
    return "\n".join([*lines, ""])


def _link(hit: Hit) -> str:
    return f"[{in_markdown(hit.title)}]({hit.address.rstrip('/')}/index.md)"


def _line(hit: Hit) -> str:
    status = f" (`{hit.status}`)" if hit.status else ""
    return f"- {_link(hit)} {hit.kind}{status}: {in_markdown(hit.summary)}"
