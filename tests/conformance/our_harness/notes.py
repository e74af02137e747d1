"""Profile, documents and notes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.conformance.our_harness.program import Json, Program

from becivic_harness import files
from becivic_harness.refusals import ASK_THE_PERSON


class Keeper:
    """Profile, documents and notes."""

    def __init__(self) -> None:
        self.program = Program(Path(), "")

    def __call__(self, asked: Json) -> Json:
        if asked["do"] == "open":
            self.program = Program(Path(asked["folder"]), asked["now"])
        answer: Json = getattr(self, asked["do"])(asked)
        return answer

    def open(self, _: Json) -> Json:
        return {"data_dir": self.program.begin()["data_dir"]}

    def profile(self, asked: Json) -> Json:
        said = self.program("profile", "set", "--json", json.dumps(asked["fields"]))
        return {"ok": said["ok"], "profile": self._profile()}

    def found(self, asked: Json) -> Json:
        """A profile that another version left on the disk."""
        files.write_json(str(self.program.data / "profile.json"), asked["profile"])
        return {"ok": True, "profile": self._profile()}

    def document(self, asked: Json) -> Json:
        pairs = [f"{name}={value}" for name, value in asked["fields"].items()]
        said = self.program("document", "note", asked["kind"], *pairs)
        return {
            "ok": said["ok"],
            "asks": said["code"] == ASK_THE_PERSON,
            "warned": any(self.program.data.glob("sessions/*/scrub-warnings.jsonl")),
            "document": said.get("document"),
        }

    def memory(self, asked: Json) -> Json:
        return {"ok": self.program("memory", "note", asked["text"])["ok"]}

    def _profile(self) -> Any:
        return self.program("profile", "get")["profile"]
