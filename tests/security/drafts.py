"""New skills and paths whose every free text is a stranger's; where a field has room, several texts share it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from becivic.rules import caps
from becivic.rules.languages import LANGUAGES
from tests.factories.payloads import edited, payload

TITLE: Final = 200
_SKILL: Final = "drafts/valid/skill/sub-skill-row-list-input"
_PATH: Final = "drafts/valid/path/document-two-sources"

Draft = dict[str, Any]


def joined(texts: Sequence[str], room: int) -> str:
    """As many as fit of those that are one line, with a blank between."""
    said = ""
    for text in texts:
        if text == one_line(text) and len(said) + 1 + len(text) <= room:
            said = f"{said} {text}" if said else text
    return said


def one_line(text: str) -> str:
    return text.replace("\r", "").replace("\n", "")


def skill_draft(name: str, texts: Sequence[str]) -> Draft:
    draft = _renamed(payload(_SKILL), name)
    front = draft["content"]["frontmatter"]
    front |= {
        "title": joined(texts, TITLE),
        "summary": joined(texts[::-1], caps.SUMMARY_WARN),
        "verification_notes": "\n".join(texts[:30]),
        "requires_paths": [
            {
                "id": "birth-certificate-belgian",
                "role": "submission",
                "timing": "pre-filing",
                "notes": joined(texts[3:], caps.REQUIRES_PATH_NOTES),
            }
        ],
    }
    front["outputs"][0]["description"] = joined(texts[5:], caps.OTHER_NARRATIVE)
    rows, choice, last = front["inputs"]
    rows["label"] = {language: joined(texts[at:], TITLE) for at, language in enumerate(sorted(LANGUAGES))}
    rows["columns"][0]["label"] = joined(texts[4:], TITLE)
    choice |= {"label": joined(texts[2:], TITLE), "description": joined(texts, caps.OTHER_NARRATIVE)}
    last["label"] = joined(texts[6:], TITLE)
    return {**draft, "commit_message": joined(texts, caps.DRAFT_COMMIT_MESSAGE)}


def path_draft(name: str, texts: Sequence[str]) -> Draft:
    draft = _renamed(payload(_PATH), name)
    entry = draft["content"]["entry"]
    for at, language in enumerate(sorted(entry["title"])):
        entry["title"][language] = joined(texts[at:], TITLE)
        entry["description"][language] = joined(texts[at + 1 :], caps.PATH_DESCRIPTION)
    entry["applies_to"]["audience_summary"] = joined(texts[::-1], caps.AUDIENCE_SUMMARY)
    template = entry["sources"][1]
    entry["sources"] = [_source(template, number, text) for number, text in enumerate(texts)]
    return {**draft, "commit_message": joined(texts, caps.DRAFT_COMMIT_MESSAGE)}


def _source(template: Draft, number: int, text: str) -> Draft:
    handoff = "/actor/handoff"
    source: Draft = edited(
        template,
        {
            "/id": f"desk-{number}",
            "/notes": text,
            "/procedure/instructions": text,
            "/validation_path/failure_signals/0/value": text,
            f"{handoff}/agent_responsibility": text,
            f"{handoff}/user_responsibility": text,
            f"{handoff}/resumption": text,
        },
    )
    return source


def _renamed(draft: Draft, name: str) -> Draft:
    renamed: Draft = json.loads(json.dumps(draft).replace(draft["proposed_id"], name))
    return renamed
