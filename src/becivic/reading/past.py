"""What git knows of a skill beside its text: its latest changes, and when the text that was last stable was verified.

Read by the walker, in its thread, once for a skill and a commit of main. Knows nothing of the records.
"""

from __future__ import annotations

from concurrent.futures import Future
from datetime import date
from typing import Final, NamedTuple

from becivic.corpus import frontmatter
from becivic.corpus.fields import Fields
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.publishing.file_changes import Change
from becivic.publishing.repository import RepositoryRefused
from becivic.reading.readings import UNKNOWN, Past
from becivic.reading.walker import Walker
from becivic.rendering.changes import ChangeLine
from becivic.rendering.notices import previous_stable, stable_commit
from becivic.rules.moments import rfc3339
from becivic.rules.reading import CHANGES_SHOWN
from becivic.rules.statuses import Status


class _Before(NamedTuple):
    """The text that was last stable: the commit by which it is named, its day, and the commit that changed it last."""

    commit: str
    verified: str = ""
    made_by: str = ""


class Pasts:
    def __init__(self, walker: Walker) -> None:
        self._walker: Final = walker
        self.misses = 0
        """How often main could not be read. What was made then holds for no later request."""
        self._known: tuple[Corpus | None, dict[str, Past]] = None, {}
        """Of one corpus, which is of one commit."""
        self._head = ""
        self._befores: Final[dict[str, _Before]] = {}
        """What was last stable, by file, for as long as main only grows: whether main has a commit is dear to ask."""

    async def of(self, corpus: Corpus, skill: Skill) -> Past | None:
        """None while main cannot be read: the text itself is at hand, and nothing is claimed beside it."""
        if self._known[0] is not corpus:
            self._known = corpus, {}
        known = self._known[1]
        if skill.id not in known:
            try:
                known[skill.id] = await self._walker.run(self._read, corpus, skill)
            except RepositoryRefused:
                self.misses += 1
                return None
        return known[skill.id]

    def begin(self, head: str) -> Future[tuple[Change, ...]]:
        """Goes back along main once: the first page that is asked for need not wait for that."""
        return self._walker.begin(self._walker.history.latest, head, "", 1)

    def _read(self, corpus: Corpus, skill: Skill) -> Past:
        if not corpus.commit:
            return UNKNOWN
        self._follow(corpus.commit)
        before = self._before(skill)
        page = previous_stable(skill)
        changes = self._walker.history.latest(corpus.commit, skill.file, CHANGES_SHOWN)
        lines = (_line(each, page if each.commit == before.made_by else "") for each in changes)
        return Past(before.verified, tuple(lines))

    def _follow(self, head: str) -> None:
        """What was taken out of main is forgotten (ADR 20)."""
        if self._head and head != self._head and self._walker.history.page(head, "", self._head, 1) is None:
            self._befores.clear()
        self._head = head

    def _before(self, skill: Skill) -> _Before:
        commit, known = stable_commit(skill), self._befores.get(skill.file)
        if known is None or known.commit != commit:
            known = self._befores[skill.file] = self._read_before(skill.file, commit)
        return known

    def _read_before(self, name: str, commit: str) -> _Before:
        """Nothing of a text that was not stable, whoever says it was."""
        file = self._walker.file_at(commit, name) if commit else None
        fields = _fields(file.content) if file is not None else None
        if fields is None or Status.read(fields.raw("status")) is not Status.STABLE:
            return _Before(commit)
        made_by = [each.commit for each in self._walker.history.latest(commit, name, 1)]
        return _Before(commit, _day(fields.text("last_verified")), "".join(made_by))


def _fields(content: bytes) -> Fields | None:
    """What a text says of itself; None where it cannot be read. Nobody may have checked it."""
    try:
        return frontmatter.split(content.decode("utf-8", "replace"))[0].fields
    except frontmatter.FrontmatterRefused:
        return None


def _day(told: str) -> str:
    """As an ISO day, or nothing."""
    try:
        return date.fromisoformat(told).isoformat()
    except ValueError:
        return ""


def _line(change: Change, address: str) -> ChangeLine:
    status, version = str(change.status or ""), str(change.version or "")
    return ChangeLine(rfc3339(change.at), change.title, status, version, address)
