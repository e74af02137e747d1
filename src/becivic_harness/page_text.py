"""Text of a page for a person: without front matter, component tags and HTML entities.

Values and citations of a body that the server resolved stand inside their tags; a tag without text says what it stands for.
"""

from __future__ import annotations

import html
import re
from typing import Final

_TAGS: Final = (
    "VV|VolatileValue|Ref|Reference|Skill|Path|Risk|Observations|Observation|CohortStats|Tip|Note|Warning"
)
_FRONT_MATTER: Final = re.compile(r"\A---[ \t]*\r?\n.*?\r?\n---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_ATTRIBUTE: Final = re.compile(r"([a-z_-]+)=\"([^\"]*)\"")
_ATTRIBUTES: Final = r"((?:\s+[A-Za-z_-]+(?:=\"[^\"]*\")?)*)"
_REFERENCE: Final = re.compile(rf"<(?:Ref|Reference)\b{_ATTRIBUTES}\s*>(.*?)</(?:Ref|Reference)>", re.DOTALL)
_EMPTY: Final = re.compile(rf"<({_TAGS})\b{_ATTRIBUTES}\s*/>")
_RISK: Final = re.compile(rf"<Risk\b{_ATTRIBUTES}\s*>")
_LEFT: Final = re.compile(rf"</?(?:{_TAGS})\b[^<>]*>")
_BLANK_LINES: Final = re.compile(r"\n{3,}")


def page_text(markdown: str) -> str:
    """A whole page."""
    text = without_tags(_FRONT_MATTER.sub("", markdown, count=1))
    return _BLANK_LINES.sub("\n\n", text).strip() + "\n"


def without_tags(text: str) -> str:
    """References with their address, the text of other tags, and no tag. Text without any is returned as it is."""
    if "<" not in text:
        return text
    text = _REFERENCE.sub(_cited, _COMMENT.sub("", text))
    return _LEFT.sub("", _RISK.sub("Take care: ", _EMPTY.sub(_named, text)))


def _cited(tag: re.Match[str]) -> str:
    given = _attributes(tag[1])
    said = tag[2].strip() or given.get("title", "") or given.get("name", "")
    return f"{said}, {given['url']}" if given.get("url") else said


def _named(tag: re.Match[str]) -> str:
    """What has no text: a value or a reference that was not resolved, or another page."""
    given = _attributes(tag[2])
    if tag[1] in ("VV", "VolatileValue"):
        return f"[value not at hand: {given.get('name', '')}]"
    return given.get("title") or given.get("name") or given.get("id", "")


def _attributes(written: str) -> dict[str, str]:
    return {name: html.unescape(value) for name, value in _ATTRIBUTE.findall(written)}
