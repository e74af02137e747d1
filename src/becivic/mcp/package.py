"""A procedure as an Agent Skill: one file, what its head says, and its digest (SEP-2640, final)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Final

from becivic.corpus import frontmatter

PACKAGE: Final = "skill://"
FILE: Final = "SKILL.md"


@dataclass(frozen=True, slots=True)
class Package:
    name: str
    description: str
    content: bytes

    @property
    def uri(self) -> str:
        return f"{PACKAGE}{self.name}/{FILE}"

    def entry(self) -> dict[str, Any]:
        """A package of ours is one file: what it cites is read live."""
        digest = hashlib.sha256(self.content).hexdigest()
        file = {"uri": self.uri, "digest": f"sha256:{digest}", "size": len(self.content)}
        head, _, _ = frontmatter.split(self.content.decode())
        return {"uri": self.uri, "frontmatter": dict(head.fields.data), "resources": [file]}
