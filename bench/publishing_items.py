"""Submissions as intake would have left them in staging, due, with payloads of the sizes that people send."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, Final

from sqlalchemy import Connection, insert

from becivic.clock import rfc3339
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.rules.submissions import STAGING_WINDOW, SubmissionType
from becivic.rules.targets import TargetType
from becivic.store.store import Store
from becivic.store.tables.submissions import STAGED
from becivic.store.written import document, moment
from bench.corpora import FIRST_ROW, ROWS
from bench.publishing_texts import LANGUAGES, Words

NOW: Final = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
_SENT: Final = NOW - STAGING_WINDOW - timedelta(hours=1)
_HEADER: Final = {
    "submitted_at": rfc3339(_SENT),
    "submitting_agent": "civic-desk/2.0.1",
    "submission_contract_version": "2.1.0",
    "declared_capabilities": ["multi_turn", "structured_output", "web_fetch", "tool_execution", "file_read"],
}
_EVERY_FIFTH: Final = 5

Item = tuple[SubmissionType, TargetType | None, str, dict[str, Any]]
"""Type, target, its id, and what was sent besides the header and the submission's own id."""


def stage(store: Store, items: Sequence[Item]) -> None:
    """Put them where the commit job finds them, in this order."""
    ids = _ids()
    rows = [_staged(next(ids), *item) for item in items]

    def write(connection: Connection) -> None:
        connection.execute(insert(STAGED), rows)

    store.write(write)


def _staged(
    number: str, kind: SubmissionType, target: TargetType | None, target_id: str, sent: dict[str, Any]
) -> dict[str, Any]:
    submission_id = f"{kind.facts.id_prefix}{number}"
    return {
        "id": submission_id,
        "type": kind.value,
        "target_type": None if target is None else target.value,
        "target_id": target_id,
        "received_at": moment(_SENT),
        "salt": f"{number}-salt",
        "submitter_hash": f"{number}-hash".ljust(64, "0"),
        "cancel_token_hash": f"{number}-token".ljust(64, "0"),
        "session_id": None,
        "submitted_at": moment(_SENT),
        "commit_eta": moment(_SENT + STAGING_WINDOW),
        "payload": document({**_HEADER, kind.id_field: submission_id, **sent}),
        "cohort_anchor": moment(_SENT),
        "regex_passes": document(["direct", "indirect"]),
    }


_numbers: Final = count()


def _ids() -> Iterator[str]:
    """UUIDv7 in order, as a clock would make them."""
    for number in _numbers:
        yield f"01a1de4b-b262-73ca-9b17-{number:012x}"


def rows(corpus: Corpus, words: Words, number: int) -> list[Item]:
    """Everything that becomes a row, in equal parts."""
    names = sorted(corpus.skills)
    makers = (concern, feedback, rating, value, reference)
    return [
        makers[each % len(makers)](words, names[each % len(names)], each, LANGUAGES[each % len(LANGUAGES)])
        for each in range(number)
    ]


def concern(words: Words, skill: str, _: int, language: str) -> Item:
    content = {
        "scope": "general",
        "body": words.text(language, 4),
        "evidence_date": "2026-11-03",
        "evidence_source": "customer-report",
    }
    context = {"language_used": language, "country": "be", "region": "brussels"}
    sent = {"schema_version": 4, "target_type": "skill", "target_id": skill, "context": context}
    return SubmissionType.CONCERN, TargetType.SKILL, skill, {**sent, "content": content}


def feedback(words: Words, _: str, __: int, language: str) -> Item:
    sent = {"schema_version": 1, "topic": "confusion", "pointer": "/", "body": words.text(language, 3)}
    return SubmissionType.FEEDBACK, None, "", sent


def rating(words: Words, skill: str, number: int, language: str) -> Item:
    sent = {
        "schema_version": 1,
        "target_type": "skill",
        "target_id": skill,
        "skill_quality_stars": number % 5 + 1,
    }
    return (
        SubmissionType.RATING,
        TargetType.SKILL,
        skill,
        {**sent, "would_be_5_stars": words.text(language, 1)},
    )


def value(words: Words, _: str, number: int, language: str) -> Item:
    content = {"proposed_value": 20 + number, "value_type": "integer", "note": words.text(language, 1)}
    return amendment(TargetType.VOLATILE_VALUE, f"val-{_row(number):05d}", words.text(language, 2), content)


def reference(words: Words, _: str, number: int, language: str) -> Item:
    address = f"https://www.ejustice.just.fgov.be/eli/loi/{number}"
    content = {
        "proposed_url": address,
        "proposed_last_verified": "2026-11-14",
        "note": words.text(language, 1),
    }
    return amendment(TargetType.REFERENCE, f"ref-{_row(number):05d}", words.text(language, 2), content)


def _row(number: int) -> int:
    return FIRST_ROW + number % ROWS


def amendment(target: TargetType, target_id: str, rationale: str, content: dict[str, Any]) -> Item:
    sent = {"schema_version": 4, "target_type": target.value, "target_id": target_id, "rationale": rationale}
    return SubmissionType.AMENDMENT, target, target_id, {**sent, "content": content}


def bodies(corpus: Corpus, words: Words, skills: Sequence[str]) -> list[Item]:
    """One change of the text of each of these skills; a fifth with a research report, a fifth with a new value."""
    return [
        _body(corpus, words, corpus.skills[name], number, LANGUAGES[number % len(LANGUAGES)])
        for number, name in enumerate(skills)
    ]


def _body(corpus: Corpus, words: Words, skill: Skill, number: int, language: str) -> Item:
    before = skill.body.text.splitlines(keepends=True)
    at = before.index("## Known surprises\n") + 2
    added = words.text(language, 2)
    if number % _EVERY_FIFTH == 1:
        added += f' Count on <VV name="demo-{skill.id}-term-days" uid="">{number + 3}</VV> days.'
    after = [*before[:at], f"{added} <!-- advice -->\n", "\n", *before[at:]]
    diff = "".join(difflib.unified_diff(before, after, "a/canonical.md", "b/canonical.md"))
    content = {"amendment_subtype": "body", "skill_commit": corpus.commit, "body_diff": diff}
    item = amendment(TargetType.SKILL, skill.id, words.text(language, 2), content)
    if number % _EVERY_FIFTH == 0:
        item[3]["provenance"] = provenance(words, language)
    return item


def provenance(words: Words, language: str) -> dict[str, Any]:
    return {
        "kind": "discovery_session",
        "research_notes_markdown": words.paragraphs(language, 6),
        "session_count": 2,
        "first_session_at": "2026-11-02T14:00:00Z",
        "last_session_at": "2026-11-13T09:30:00Z",
        "verified_corpus_refs": ["ref-00001"],
        "research_sources": [
            {
                "url": "https://www.ejustice.just.fgov.be/eli/loi/1984/06/28",
                "kind": "citation-grade",
                "claim": words.text(language, 1),
            }
        ],
    }


def paths(corpus: Corpus, words: Words, number: int) -> list[Item]:
    """One field of each of so many paths."""
    names = sorted(corpus.paths.entries)[:number]
    return [
        amendment(
            TargetType.PATH,
            name,
            words.text(LANGUAGES[each % len(LANGUAGES)], 2),
            {
                "amendment_subtype": "field_edit",
                "frontmatter_change": {"field_path": "description.en", "proposed_value": words.text("en", 2)},
            },
        )
        for each, name in enumerate(names)
    ]


def drafts(corpus: Corpus, words: Words, number: int) -> list[Item]:
    """New skills, each with a body as long as those that are there."""
    like = corpus.skills[max(corpus.skills, key=lambda name: (name.startswith("generated-"), name))]
    return [draft(words, like, f"drafted-{each:05d}") for each in range(number)]


def draft(words: Words, like: Skill, name: str) -> Item:
    fields = {key: value for key, value in like.fields.data.items() if key != "requires"}
    fields |= {"id": name, "origin": "community", "title": f"Drafted procedure {name[-5:]}"}
    body = "\n".join(
        line for line in like.body.text.replace(like.id, name).split("\n") if "<Skill " not in line
    )
    surprises = "## Known surprises\n\n"
    body = body.replace(surprises, surprises + words.text("en", 3) + " <!-- advice -->\n\n")
    sent = {
        "schema_version": 4,
        "target_type": "skill",
        "proposed_id": name,
        "commit_message": words.text("en", 1),
        "provenance": provenance(words, "en"),
        "content": {"frontmatter": fields, "body": re.sub(r'uid="[^"]*"', 'uid=""', body)},
    }
    return SubmissionType.DRAFT, TargetType.SKILL, name, sent
