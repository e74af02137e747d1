"""The status story of an artefact: the turns it took, newest first, in JSON and in markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from becivic.rendering.voice import Voice
from becivic.rules.consensus import DecisionKind
from becivic.words.dates import written_day


class StoryLine(NamedTuple):
    """One decision that holds: when (RFC 3339), of which kind, and between which statuses."""

    at: str
    kind: str
    before: str
    after: str

    def words(self, voice: Voice) -> str:
        """A line for people, such as `26 April 2026: alpha → beta`."""
        day = written_day(self.at, voice.language)
        return voice.t("story.line", day=day, turn=self.turn(voice))

    def turn(self, voice: Voice) -> str:
        """Without the day. A decision that leaves the status as it was says what it did instead."""
        before, after = (voice.t(f"list.status-{status}") for status in (self.before, self.after))
        if self.before != self.after:
            return voice.t("story.turn", before=before, after=after)
        key = "turn_observe" if self.kind == DecisionKind.OBSERVE else "turn_same"
        return voice.t(f"story.{key}", after=after)


def story_json(story: Iterable[StoryLine]) -> list[dict[str, str]]:
    return [
        {"at": each.at, "kind": each.kind, "from_status": each.before, "to_status": each.after}
        for each in story
    ]


def story_markdown(story: Sequence[StoryLine], voice: Voice) -> str:
    """A section of its own, for the end of a page; nothing where nothing was decided yet."""
    if not story:
        return ""
    lines = "".join(f"- {each.words(voice)}\n" for each in story)
    return f"\n## {voice.t('story.title')}\n\n{lines}"
