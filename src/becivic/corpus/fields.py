"""Reading a JSON object that no schema has vouched for yet: wrong shapes read as absent, never as a crash."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from becivic.rules import pointers


@dataclass(frozen=True, slots=True)
class Fields:
    """An object and the pointer it stands at. Every reader returns what it promises or nothing."""

    data: Mapping[str, Any]
    pointer: str = ""

    @classmethod
    def of(cls, value: object, pointer: str = "") -> Fields:
        return cls(value if isinstance(value, dict) else {}, pointer)

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def at(self, key: str | int) -> str:
        return f"{self.pointer}/{pointers.escape(key)}"

    def raw(self, key: str) -> Any:  # noqa: ANN401  any JSON value
        return self.data.get(key)

    def besides(self, key: str) -> dict[str, Any]:
        """Everything else."""
        return {name: value for name, value in self.data.items() if name != key}

    def text(self, key: str) -> str:
        """A string, or the empty string."""
        value = self.data.get(key)
        return value if isinstance(value, str) else ""

    def flag(self, key: str) -> bool:
        return self.data.get(key) is True

    def child(self, key: str) -> Fields:
        return Fields.of(self.data.get(key), self.at(key))

    def texts(self, key: str) -> list[tuple[str, str]]:
        """The strings of an array, each with its pointer."""
        value = self.data.get(key)
        items = value if isinstance(value, list) else []
        return [
            (item, f"{self.at(key)}/{index}") for index, item in enumerate(items) if isinstance(item, str)
        ]

    def children(self, key: str) -> list[Fields]:
        """The objects of an array."""
        value = self.data.get(key)
        items = value if isinstance(value, list) else []
        return [
            Fields(item, f"{self.at(key)}/{index}")
            for index, item in enumerate(items)
            if isinstance(item, dict)
        ]

    def members(self) -> Iterator[tuple[str, Fields]]:
        """The members that are objects, by key."""
        for key, value in self.data.items():
            if isinstance(value, dict):
                yield key, Fields(value, self.at(key))
