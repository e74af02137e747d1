"""What a reader is told of a skill or a path before its text: by its status, and by what it rests on (R-BODY-11 to R-BODY-13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from becivic.corpus.directory import PathEntry, Source
from becivic.corpus.fields import Fields
from becivic.corpus.load import Corpus
from becivic.corpus.reported import unconfirmed_fields, unconfirmed_passages
from becivic.corpus.skill import Skill
from becivic.rendering.links import Link, path_link, skill_link
from becivic.rendering.standing_words import Standing
from becivic.rendering.unsettled import is_stable, unsettled_needs
from becivic.rendering.voice import ENGLISH, Voice
from becivic.rules.routes import OFFLINE_PROCEDURE_KINDS
from becivic.rules.statuses import Status
from becivic.words.dates import written_day

_PART: Final = "body"
_LEVELS: Final = {
    "draft": "warn",
    "alpha_new": "warn",
    "alpha": "warn",
    "beta": "info",
    "deprecated": "stop",
    "deprecated_for": "stop",
    "quarantined": "stop",
    "recursive": "warn",
    "earlier": "warn",
    "path_alpha": "warn",
    "path_partly": "warn",
    "path_offline": "warn",
    "path_over": "stop",
    "reported_fields": "warn",
    "reported_passages": "warn",
}
EARLIER: Final = "earlier"
RECURSIVE: Final = "recursive"
VERSIONS: Final = "versions"
"""The folder below the address of a skill in which the text that was last stable lies."""
_FALLS_BACK: Final = ("draft", "alpha", "beta")
"""Kinds that lead to the text that was last stable, where there is one."""
_TO_REVIEW: Final = ("draft", "alpha_new", "alpha", "beta", "path_alpha")
"""Kinds that ask for a review and say how to report (schemas 6.1)."""


@dataclass(frozen=True, slots=True)
class Notice:
    kind: str
    values: Mapping[str, object] = field(default_factory=dict)
    link: str = ""
    """The previous stable version, the successor, or the current version; without a language in front."""
    day: str = ""
    """When the previous stable version was last verified (ISO), where that is known."""
    named: tuple[Link, ...] = ()
    """What it speaks of, as far as that can be named in a line."""

    @property
    def level(self) -> str:
        """`info`, `warn` or `stop`."""
        return _LEVELS[self.kind]

    @property
    def key(self) -> str:
        return f"{_PART}.notice_{self.kind}"

    @property
    def asks_for_review(self) -> bool:
        return self.kind in _TO_REVIEW

    def text(self, voice: Voice) -> str:
        return " ".join([voice.t(self.key, **self.values), *self._fall_back(voice)])

    def sentences(self, voice: Voice) -> list[str]:
        """What it says, and what agents are to do about it; plain words, of which code stands in backticks."""
        return [self.text(voice), *self.review(voice)]

    def review(self, voice: Voice) -> list[str]:
        """What agents are asked to do (R-BODY-11); nothing where nothing is to be reviewed."""
        return [voice.t("body.notice_review")] if self.asks_for_review else []

    def unnamed(self, voice: Voice) -> str:
        """How many there are besides those it names."""
        count = self.values.get("n", 0)
        rest = count - len(self.named) if isinstance(count, int) else 0
        return voice.t("body.notice_unnamed", n=rest) if self.named and rest > 0 else ""

    def as_json(self, public_url: str) -> dict[str, Any]:
        """In plain words, as whoever reads for somebody else passes them on."""
        told = {"kind": self.kind, "level": self.level, "text": " ".join(self.sentences(ENGLISH))}
        link = {"link": public_url + self.link} if self.link else {}
        return {**told, **link, **({"last_verified": self.day} if self.day else {})}

    def _fall_back(self, voice: Voice) -> Iterator[str]:
        """What is left when the text fails: the one before, with its day where that is known (privacy 8.2, G.9)."""
        if self.kind in _FALLS_BACK and self.day:
            yield voice.t("body.notice_fall_back_dated", day=written_day(self.day, voice.language))
        elif self.kind in _FALLS_BACK and self.link:
            yield voice.t("body.notice_fall_back")
        elif self.kind == "draft":
            yield voice.t("body.notice_no_fall_back")


def stable_commit(skill: Skill) -> str:
    """The commit that has the text that was last stable, or nothing (R-FM-20)."""
    return skill.fields.text("previous_stable_sha")


def previous_stable(skill: Skill) -> str:
    """The address of the text that was last stable, or nothing."""
    commit = stable_commit(skill)
    return f"/skills/{skill.id}/{VERSIONS}/{commit}" if commit else ""


def earlier_notice(skill: Skill, day: str) -> Notice:
    """On a text that is no longer the current one; `day` is when it stood, in the language of the reader."""
    return Notice(EARLIER, {"date": day}, f"/skills/{skill.id}")


def disclaimer(voice: Voice) -> str:
    """On every skill (R-PRIN-05)."""
    return voice.t("body.disclaimer")


def notices(skill: Skill, corpus: Corpus, verified: str = "") -> list[Notice]:
    """In the order they are shown. `verified` is the day of the text that was last stable, where that is known."""
    successor = skill_link(skill.fields.text("superseded_by"), corpus)
    before = previous_stable(skill)
    own = (
        replace(each, day=verified) if each.kind in _FALLS_BACK and before else each
        for each in _by_status(skill.status, before, successor)
    )
    return [*own, *_reported(skill.fields), *_recursive(skill, corpus)]


def _reported(fields: Fields) -> Iterator[Notice]:
    """What an anonymous amendment changed and no other address has confirmed (design 7.14)."""
    if changed := unconfirmed_fields(fields):
        yield Notice("reported_fields", {"fields": ", ".join(f"`{name}`" for name in sorted(changed))})
    if passages := unconfirmed_passages(fields):
        yield Notice("reported_passages", {"n": len(passages)})


def path_notices(
    entry: PathEntry, corpus: Corpus, language: str, standing: Mapping[str, Standing]
) -> list[Notice]:
    """A path rests on nothing else; it too may be new or pulled. That it is over is said only when no source is left,
    the desk included (R-PLC-03); offline sources that are left are named. One that was stable before is not new, though no page has its earlier text (R-PATH-06).
    `standing` is by source."""
    successor = path_link(entry.fields.text("superseded_by"), corpus, language)
    if entry.status is Status.DEPRECATED:
        link = successor.address if successor else ""
        voice = Voice(language)
        ways = dict.fromkeys(_way(source, voice) for source in offered_offline(entry, standing))
        if ways:
            return [Notice("path_offline", {"ways": ", ".join(ways)}, link)]
        return [Notice("path_partly" if is_viable(standing) else "path_over", link=link)]
    if entry.status is Status.ALPHA and entry.fields.text("previous_stable_sha"):
        return [Notice("path_alpha"), *_reported(entry.fields)]
    return [*_by_status(entry.status, "", successor), *_reported(entry.fields)]


def offered_offline(entry: PathEntry, standing: Mapping[str, Standing]) -> list[Source]:
    """By what a deprecated path is still offered: its offline sources that were not rejected (lifecycle 9.5)."""
    if entry.status is not Status.DEPRECATED:
        return []
    return [
        source
        for source in entry.sources_in_turn
        if source.is_offline
        and not source.is_unconfirmed
        and (source.id not in standing or standing[source.id].is_viable)
    ]


def sources_as_offered(entry: PathEntry, standing: Mapping[str, Standing]) -> list[Source]:
    """In turn; of a deprecated path those that are still offered come first."""
    offered = {source.id for source in offered_offline(entry, standing)}
    return sorted(entry.sources_in_turn, key=lambda source: source.id not in offered)


def _way(source: Source, voice: Voice) -> str:
    kind = source.fields.child("procedure").text("kind")
    return voice.t(f"path.kind-{kind}") if kind in OFFLINE_PROCEDURE_KINDS else source.id


def is_viable(standing: Mapping[str, Standing]) -> bool:
    """Whether anything is left to try, as far as the records know: where they know nothing, there is."""
    return not standing or any(each.is_viable for each in standing.values())


def _by_status(status: Status | None, before: str, successor: Link | None) -> Iterator[Notice]:
    match status:
        case Status.DRAFT:
            yield Notice("draft", link=before)
        case Status.ALPHA:
            yield Notice("alpha", link=before) if before else Notice("alpha_new")
        case Status.BETA:
            yield Notice("beta", link=before)
        case Status.DEPRECATED if successor is not None:
            yield Notice("deprecated_for", {"title": successor.title}, successor.address)
        case Status.DEPRECATED:
            yield Notice("deprecated")
        case Status.QUARANTINED | None:  # what cannot be read might be quarantined
            yield Notice("quarantined", link=successor.address if successor else "")


def _recursive(skill: Skill, corpus: Corpus) -> Iterator[Notice]:
    """More than one skill of the loaded sub-graph is not stable, this one counted (schemas 6.6)."""
    unsettled = unsettled_needs(skill, corpus)
    own = not is_stable(skill)
    if unsettled and unsettled + own > 1:
        yield Notice(RECURSIVE, {"n": unsettled}, named=tuple(_unsettled_links(skill, corpus)))


def _unsettled_links(skill: Skill, corpus: Corpus) -> Iterator[Link]:
    """Only those that it names itself: what these rest on is theirs to name, and may be half the library."""
    for key in dict.fromkeys(edge.target for edge in corpus.graph.requires.get(skill.id, ())):
        link = None if is_stable(corpus.skills.get(key)) else skill_link(key, corpus)
        if link is not None:
            yield link
