"""What the person keeps of a traversal: `memory/path_history_<id>.md` (privacy 8.7.2.2), in their own language.

Which source, in which order, how it ended, the day it worked, and whether they keep the file. Nothing of the document:
not its content, not its name. Stays on their disk.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from becivic_harness import traversal_record as record
from becivic_harness.json_values import text_at, texts_at
from becivic_harness.path_names import localised, source_name
from becivic_harness.sources import sources_of


class _Words(NamedTuple):
    """One language's."""

    about: str
    tried: str
    nothing: str
    not_open: str
    obtained: str
    kept: str
    earlier: str
    outcomes: Mapping[str, str]
    answers: Mapping[str, str]


_WORDS: Final = {
    "en": _Words(
        about="How the ways to this document turned out",
        tried="Tried, in this order",
        nothing="Nothing has been tried yet.",
        not_open="Not open to you, so not tried",
        obtained="Obtained on {day}.",
        kept="Do you keep the file?",
        earlier="Earlier",
        outcomes={
            record.SUCCESS: "worked",
            record.FAILED: "did not work",
            record.DECLINED: "you did not want this way",
        },
        answers={"yes": "yes", "no": "no", "unknown": "not known"},
    ),
    "fr": _Words(
        about="Ce que les voies vers ce document ont donné",
        tried="Essayé, dans cet ordre",
        nothing="Rien n'a encore été essayé.",
        not_open="Pas ouvert pour vous, donc pas essayé",
        obtained="Obtenu le {day}.",
        kept="Gardez-vous le fichier ?",
        earlier="Auparavant",
        outcomes={
            record.SUCCESS: "a fonctionné",
            record.FAILED: "n'a pas fonctionné",
            record.DECLINED: "vous n'avez pas voulu de cette voie",
        },
        answers={"yes": "oui", "no": "non", "unknown": "on ne sait pas"},
    ),
    "nl": _Words(
        about="Hoe de wegen naar dit document uitvielen",
        tried="Geprobeerd, in deze volgorde",
        nothing="Er is nog niets geprobeerd.",
        not_open="Niet open voor u, dus niet geprobeerd",
        obtained="Verkregen op {day}.",
        kept="Houdt u het bestand bij?",
        earlier="Eerder",
        outcomes={
            record.SUCCESS: "is gelukt",
            record.FAILED: "is niet gelukt",
            record.DECLINED: "u wilde deze weg niet",
        },
        answers={"yes": "ja", "no": "nee", "unknown": "niet bekend"},
    ),
    "de": _Words(
        about="Wie die Wege zu diesem Dokument ausgegangen sind",
        tried="Versucht, in dieser Reihenfolge",
        nothing="Es wurde noch nichts versucht.",
        not_open="Für Sie nicht offen, also nicht versucht",
        obtained="Erhalten am {day}.",
        kept="Behalten Sie die Datei?",
        earlier="Früher",
        outcomes={
            record.SUCCESS: "hat geklappt",
            record.FAILED: "hat nicht geklappt",
            record.DECLINED: "diesen Weg wollten Sie nicht",
        },
        answers={"yes": "ja", "no": "nein", "unknown": "nicht bekannt"},
    ),
}

_FALLBACK: Final = "en"


def history_markdown(
    traversal: Mapping[str, Any], path: Mapping[str, Any] | None, locale: str
) -> tuple[dict[str, str], str]:
    """The frontmatter and the body. The frontmatter is what `start` takes as history: its `source` worked."""
    language = locale[:2].lower() if locale[:2].lower() in _WORDS else _FALLBACK
    words = _WORDS[language]
    path_id = text_at(traversal, "path_id")
    title = localised(path, "title", language) or path_id
    frontmatter = {
        "name": title,
        "description": words.about,
        "type": "path_history",
        "path_id": path_id,
        "last_traversed": _last_day(traversal),
        **_success(traversal),
    }
    return frontmatter, "\n".join([f"# {title}", "", *_body(traversal, path, words)]) + "\n"


def _body(traversal: Mapping[str, Any], path: Mapping[str, Any] | None, words: _Words) -> list[str]:
    names = {source.id: source_name(source.id, source) for source in sources_of(path)}
    lines = _listed(words.tried, record.attempts(traversal), names, words) or [words.nothing, ""]
    closed = texts_at(traversal, "skipped")
    if closed:
        lines += [
            f"## {words.not_open}",
            "",
            *(f"- {names.get(each, source_name(each))}" for each in closed),
            "",
        ]
    success = _success(traversal)
    if success:
        answer = words.answers[success["file_retained"]]
        lines += [words.obtained.format(day=success["obtained_on"]), f"{words.kept} {answer}.", ""]
    return [*lines, *_listed(words.earlier, record.earlier_attempts(traversal), names, words)][:-1]


def _listed(
    heading: str, attempts: list[dict[str, Any]], names: Mapping[str, str], words: _Words
) -> list[str]:
    told = [
        f"{number}. {names.get(each['source'], source_name(each['source']))}: {words.outcomes[each['outcome']]}"
        for number, each in enumerate(attempts, start=1)
        if text_at(each, "outcome") in words.outcomes
    ]
    return [f"## {heading}", "", *told, ""] if told else []


def _success(traversal: Mapping[str, Any]) -> dict[str, str]:
    worked = [each for each in record.attempts(traversal) if each.get("outcome") == record.SUCCESS]
    if not worked:
        return {}
    kept = text_at(traversal, "file_retained")
    return {
        "source": worked[-1]["source"],
        "obtained_on": text_at(worked[-1], "on"),
        "file_retained": kept if kept in record.FILE_KEPT else "unknown",
    }


def _last_day(traversal: Mapping[str, Any]) -> str:
    days = [text_at(each, "on") for each in record.attempts(traversal)]
    return max([text_at(traversal, "started_on"), *days])
