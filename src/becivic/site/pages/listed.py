"""A skill or a path as one line of a list: what it is called, what it is about, how sure it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar
from urllib.parse import quote

from becivic.corpus.directory import PathEntry
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.rendering.plain import in_markdown
from becivic.rendering.voice import Voice
from becivic.rules.statuses import Status, is_withheld
from becivic.site.pages.filtering import Facet, Narrowed
from becivic.site.pages.said import Said, authority_name, english, said
from becivic.site.twins import twin

Artefact = TypeVar("Artefact", Skill, PathEntry)

_STATUSES: Final = tuple(status.value for status in Status if not is_withheld(status))


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    id: str
    address: str
    title: Said
    summary: Said
    status: Status
    compared: str = ""
    """The day a procedure was last compared with its sources, YYYY-MM-DD; of a path nobody records one."""
    sources: int = 0
    """In how many ways a path can be walked."""


def open_skills(corpus: Corpus) -> Iterator[Skill]:
    """Those that anybody may be led to (R-QUAR-06)."""
    return (skill for skill in corpus.skills.values() if not is_withheld(skill.status))


def open_paths(corpus: Corpus) -> Iterator[PathEntry]:
    return (entry for entry in corpus.paths.entries.values() if not is_withheld(entry.status))


def listed_skill(skill: Skill) -> Listed:
    return Listed(
        id=skill.id,
        address=f"/skills/{skill.id}",
        title=english(skill.confirmed_title or skill.id),
        summary=english(skill.confirmed_fields.text("summary")),
        status=skill.status or Status.DRAFT,
        compared=skill.fields.text("last_verified"),
    )


def listed_path(entry: PathEntry, language: str) -> Listed:
    fields = entry.confirmed_fields
    title = said(fields.child("title"), language)
    return Listed(
        id=entry.key,
        address=f"/paths/{entry.key}",
        title=title if title.text else Said(entry.key, language),
        summary=said(fields.child("description"), language),
        status=entry.status or Status.DRAFT,
        sources=len(entry.sources),
    )


def alike(items: Iterable[Listed]) -> Status | None:
    """The status that all of several have: it is said once above them, where otherwise each says its own."""
    statuses = [item.status for item in items]
    return statuses[0] if len(statuses) > 1 and len(set(statuses)) == 1 else None


def shared_facets(corpus: Corpus, voice: Voice) -> tuple[Facet[Artefact], ...]:
    """By what both lists are narrowed: who decides, and how far it is confirmed."""
    return (
        Facet(
            "authority",
            "list.by_authority",
            list(corpus.authorities.data),
            lambda item: (item.fields.text("authority_id"),),
            lambda value: authority_name(corpus, value, voice.language).text,
        ),
        Facet(
            "status",
            "list.by_status",
            _STATUSES,
            lambda item: (str(item.status),),
            lambda value: voice.t(f"list.status-{value}"),
        ),
    )


class UnknownFilter(Exception):
    """A program asked for a value that a filter does not have: told everything instead, it would not notice."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(names)
        self.names = names


def listed_markdown(title: str, groups: Iterable[tuple[str, Iterable[Listed]]], onward: str = "") -> str:
    """A list for an agent: each line leads to the markdown of its page. `onward` says where it goes on."""
    lines = [f"# {in_markdown(title)}", ""]
    for name, items in groups:
        lines += [f"## {in_markdown(name)}", ""] if name else []
        lines += [*(_line(item) for item in items), ""]
    return "\n".join([*lines, *([onward, ""] if onward else [])])


def onward(found: Narrowed[Any], address: str, voice: Voice) -> str:
    """Where the next part of a list lies, as a line of markdown; empty in the last."""
    if found.part == found.parts:
        return ""
    place = f"{voice.link(twin(address))}?{found.at(found.part + 1)}"
    return f"{voice.t('list.part', n=found.part, of=found.parts)}: [{voice.t('list.later')}]({place})"


def listed_json(items: list[dict[str, Any]], found: Narrowed[Any], address: str) -> dict[str, Any]:
    """A list as every one is told (design 4); `next` is where it goes on."""
    if found.unknown:
        raise UnknownFilter(found.unknown)
    if found.part == found.parts:
        return {"items": items}
    return {"items": items, "next": f"{address}?{found.at(found.part + 1)}&format=json"}


def _line(item: Listed) -> str:
    address = quote(f"{item.address}/index.md")
    return (
        f"- [{in_markdown(item.title.text)}]({address}) (`{item.status}`): {in_markdown(item.summary.text)}"
    )
