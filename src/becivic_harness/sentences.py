"""Something to be conveyed to a person. An agent says it in its own voice and in the language of the conversation."""

from __future__ import annotations

from typing import Any, NamedTuple


class Sentence(NamedTuple):
    """`fill` names what the agent puts into the braces, out of its own knowledge."""

    key: str
    say: str
    fill: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {"key": self.key, "say": self.say}
        return {**told, "fill": list(self.fill)} if self.fill else told
