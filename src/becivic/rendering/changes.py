"""The latest changes of a text, newest first: when, what kind of change, and what its commit says of itself.

What a commit says is data: it is quoted, and nothing is made of it but the kind that its first word names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from becivic.rendering.plain import address_in_markdown, in_markdown
from becivic.rendering.voice import Voice
from becivic.rules.publishing import FIRST_WORDS, SKIP_CI, MessagePrefix
from becivic.rules.reading import CHANGES_SHORT
from becivic.words.dates import written_day

_KINDS: Final = {
    MessagePrefix.AMENDMENT.value: "amendment",
    MessagePrefix.DRAFT.value: "draft",
    MessagePrefix.MAINTENANCE.value: "maintenance",
    MessagePrefix.IMPORT.value: "import",
    FIRST_WORDS: "import",
    MessagePrefix.RETRACTION.value: "retraction",
    MessagePrefix.LIFECYCLE.value: "lifecycle",
}
"""By how a subject begins: those that make a text otherwise. Everything else is somebody's edit."""


class ChangeLine(NamedTuple):
    """One commit that changed the text: when (RFC 3339), its subject, and what the text then said of itself."""

    at: str
    title: str
    status: str = ""
    """Empty where it could not be read, and so is the version."""
    version: str = ""
    address: str = ""
    """Of the page that has the text as it then was; only the one that was last stable has such a page (ADR 29)."""

    @property
    def kind(self) -> str:
        return next((kind for words, kind in _KINDS.items() if self.title.startswith(words)), "other")

    @property
    def subject(self) -> str:
        """Without what only machines look for."""
        return self.title.strip().removesuffix(SKIP_CI).rstrip()

    def words(self, voice: Voice) -> str:
        """A line for people, such as `26 April 2026: a reader's amendment (beta, version 0.1.1)`."""
        day, kind = written_day(self.at, voice.language), voice.t(f"changes.kind-{self.kind}")
        line = voice.t("changes.line", day=day, kind=kind)
        standing = ", ".join(self._standing(voice))
        return f"{line} ({standing})" if standing else line

    def _standing(self, voice: Voice) -> Iterator[str]:
        if self.status:
            yield voice.t(f"list.status-{self.status}")
        if self.version:
            yield voice.t("skill.version", version=self.version)


def changes_markdown(changes: Sequence[ChangeLine], whole: str, voice: Voice) -> str:
    """A few of them, for the end of a page; nothing where none are known. `whole` is where all are told."""
    if not changes:
        return ""
    lines = "".join(f"- {_line(each, voice)}\n" for each in changes[:CHANGES_SHORT])
    every = voice.t("changes.every", address=address_in_markdown(whole))
    return f"\n## {voice.t('changes.title')}\n\n{voice.t('changes.about')}\n\n{lines}\n{every}\n"


def _line(change: ChangeLine, voice: Voice) -> str:
    told = change.words(voice)
    if change.subject:
        told = f'{told}: "{in_markdown(change.subject)}"'
    if change.address:
        told = f"{told} [{voice.t('body.previous_stable')}]({change.address}/index.md)"
    return told
