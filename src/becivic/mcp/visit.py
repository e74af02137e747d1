"""One call of a tool: the house it is made to, and who makes it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple

from becivic.corpus.load import Corpus
from becivic.mcp.asking import Answered, Ask, Caller, Question
from becivic.mcp.package import Package
from becivic.mcp.told import Provenance, Told

KEPT: Final = 512
"""Answers of reading tools that are remembered while the API says that they hold."""


class KeptTold(NamedTuple):
    """What was made of an answer, and which one it was."""

    of: tuple[Any, ...]
    told: Told


@dataclass(slots=True)
class House:
    """What every tool stands on. Time and chance are arguments (design 3)."""

    ask: Ask
    corpus: Callable[[], Corpus]
    public_url: str
    now: Callable[[], datetime]
    random_bytes: Callable[[int], bytes]
    kept: OrderedDict[tuple[Any, ...], KeptTold] = field(default_factory=OrderedDict)
    """By what was asked: what was made of an earlier answer gives way to what is made of the next."""
    packages: tuple[Corpus, Mapping[str, Package]] | None = None
    """Those of one corpus."""


class Client(NamedTuple):
    """What program calls, in its own words; empty where it did not say."""

    name: str = ""
    version: str = ""


UNSAID: Final = Client()


@dataclass(frozen=True, slots=True)
class Visit:
    house: House
    caller: Caller
    client: Client = UNSAID

    @property
    def commit(self) -> str:
        return self.house.corpus().commit or ""

    @property
    def corpus(self) -> Corpus:
        return self.house.corpus()

    async def ask(self, question: Question) -> Answered:
        return await self.house.ask(question, self.caller)

    async def read(self, question: Question, make: Callable[[Answered], Told], *more: object) -> Told:
        return self.made(question, await self.ask(question), make, *more)

    def made(
        self, question: Question, answer: Answered, make: Callable[[Answered], Told], *more: object
    ) -> Told:
        """What is made of an answer, once for as long as the API gives the same one. `more` is what it depends on beside."""
        if not answer.tag:
            return make(answer)
        kept, key = self.house.kept, (question.address, question.accept, *more)
        of = (answer.tag, answer.status, self.commit)
        known = kept.pop(key, None)
        told = known.told if known is not None and known.of == of else make(answer)
        kept[key] = KeptTold(of, told)
        if len(kept) > KEPT:
            kept.popitem(last=False)
        return told

    def over(self, kind: str, names: list[str]) -> Provenance:
        """Of several skills or paths: what the corpus says of each."""
        found = [self.facts(kind, name) for name in names]
        return Provenance.over(self.commit, found)

    def facts(self, kind: str, name: str) -> tuple[str, str]:
        """Status and the day of the last look; nothing where there is none of this name."""
        corpus = self.corpus
        if kind == "skill" and name in corpus.skills:
            skill = corpus.skills[name]
            return str(skill.status or ""), skill.fields.text("last_verified")
        if kind == "path" and name in corpus.paths.entries:
            entry = corpus.paths.entries[name]
            return str(entry.status or ""), entry.fields.text("last_verified")
        return "", ""
