"""Procedures as Agent Skills: a `SKILL.md` each, and the index by which clients find them (users-expect).

The frontmatter has exactly the fields of that format. The body is the procedure as it was written: values are read
live, so that what was installed once can grow old without telling anybody something wrong.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from typing import Any, Final

from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.reading.terms_of_use import LICENSE
from becivic.rendering.reported_passages import shown_body
from becivic.rendering.voice import ENGLISH
from becivic.rules.skills import DISCLAIMER
from becivic.rules.submissions import STAGING_HOURS
from becivic.site.agents.listing import listed_skills
from becivic.site.agents.surface import MARKDOWN, Surface, json_surface, text_surface
from becivic.site.twins import twin

FOLDER: Final = "/.well-known/agent-skills"
INDEX_ADDRESS: Final = f"{FOLDER}/index.json"

_SCHEMA: Final = "https://schemas.agentskills.io/discovery/0.2.0/schema.json"
_NAME: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_NAME_MOST: Final = 64
_DESCRIPTION_MOST: Final = 1024
_COMPATIBILITY: Final = "Needs to read web pages. Values and observations are fetched live."
_CLIENT: Final = "becivic"
"""The skill that drives the client on the person's own machine."""
_RETENTION: Final = (
    "On the person's own machine until they delete it. On the server nothing about the person; what they agree to send is "
    f"anonymous and can be cancelled for {STAGING_HOURS} hours."
)


def packaged(corpus: Corpus) -> dict[str, Skill]:
    """Every procedure that is a package, by the address of its file."""
    return {_address(skill): skill for skill in listed_skills(corpus) if is_nameable(skill.id)}


def skills_index(corpus: Corpus, public_url: str) -> Surface:
    told = [_listed(skill, public_url) for skill in packaged(corpus).values()]
    return json_surface(INDEX_ADDRESS, {"$schema": _SCHEMA, "skills": told}, indent=None)


def _address(skill: Skill) -> str:
    return f"{FOLDER}/{skill.id}/SKILL.md"


def is_nameable(skill_id: str) -> bool:
    """Whether the format takes the id for a name; a procedure it does not take is read on its page."""
    return len(skill_id) <= _NAME_MOST and _NAME.fullmatch(skill_id) is not None


def _listed(skill: Skill, public_url: str) -> dict[str, Any]:
    package = skill_package(skill, public_url)
    return {
        "name": skill.id,
        "type": "skill-md",
        "description": description(skill),
        "url": public_url + package.address,
        "digest": f"sha256:{hashlib.sha256(package.body).hexdigest()}",
    }


def skill_package(skill: Skill, public_url: str) -> Surface:
    lines = ["---", *_frontmatter(skill, public_url), "---", "", *_lead(skill, public_url)]
    text = "\n".join(lines) + "\n\n" + shown_body(skill, ENGLISH).text.strip("\n") + "\n"
    return text_surface(_address(skill), MARKDOWN, text)


def _frontmatter(skill: Skill, public_url: str) -> Iterator[str]:
    """A text in JSON is a text in YAML."""
    yield f"name: {skill.id}"
    yield f"description: {_quoted(description(skill))}"
    yield f"license: {LICENSE}"
    yield f"compatibility: {_quoted(_COMPATIBILITY)}"
    yield "metadata:"
    told = {
        "title": skill.confirmed_title,
        "status": str(skill.status),
        "version": skill.fields.text("version"),
        "last_verified": skill.fields.text("last_verified"),
        "source": f"{public_url}/skills/{skill.id}",
        **(_of_client(public_url) if skill.id == _CLIENT else {}),
    }
    yield from (f"  {name}: {_quoted(value)}" for name, value in told.items() if value)


def _of_client(public_url: str) -> dict[str, str]:
    """What a person wants to know before a client of ours runs on their machine (R-HARN-13)."""
    return {
        "privacy-contact": f"{public_url}/docs/privacy",
        "data-retention": _RETENTION,
        "opt-in-required": "true",
    }


def _lead(skill: Skill, public_url: str) -> list[str]:
    """What somebody must know who has this file and nothing else."""
    page = f"/skills/{skill.id}"
    return [
        f"# {' '.join(skill.confirmed_title.split())}",
        "",
        f"Status {skill.status}: a starter scaffold, {DISCLAIMER}. Before anything else read {public_url}/agents.",
        "",
        "Values in `<VV>` are as they were when this was written.",
        f"Those of today: {public_url}{twin(page)}",
        f"What others met: {public_url}/api{page}/concerns",
    ]


def description(skill: Skill) -> str:
    """What it is for and when it fits, by which a client chooses; in the length that the format takes."""
    words = "" if "description" in skill.confirmed_fields else _triggers(skill)
    plain = " ".join(f"{skill.description} {words}".split())
    return plain if len(plain) <= _DESCRIPTION_MOST else plain[: _DESCRIPTION_MOST - 1].rstrip(" ,") + "…"


def _triggers(skill: Skill) -> str:
    words = ", ".join(tag.replace("-", " ") for tag, _ in skill.confirmed_fields.texts("tags"))
    return f"Use when the person speaks of: {words}." if words else ""


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
