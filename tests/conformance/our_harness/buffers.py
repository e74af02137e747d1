"""The buffer, the review, the sending and the taking back."""

from __future__ import annotations

import json
from pathlib import Path

from tests.conformance.our_harness.program import Json, Program


class Collector:
    """The buffer, the review and the sending."""

    def __init__(self) -> None:
        self.program = Program(Path(), "")

    def __call__(self, asked: Json) -> Json:
        if asked["do"] == "open":
            self.program = Program(Path(asked["folder"]), asked["now"], asked["api"], asked["agent"])
        self.program.now = asked["now"]
        answer: Json = getattr(self, asked["do"])(asked)
        return answer

    def open(self, asked: Json) -> Json:
        said = self.program.begin(asked["capabilities"])
        orphans = [
            {
                "session": each["session_id"],
                "items": each["items"],
                "skill": each["skills"][0] if each["skills"] else None,
                "runtime": each["runtime"],
                "age_hours": each["age_hours"],
                "stale": "note" in each,
            }
            for each in said["orphans"]
        ]
        return {
            "session": said["session_id"],
            "data_dir": said["data_dir"],
            "buffer": said["buffer"],
            "receipts": str(self.program.data / "submissions.jsonl"),
            "said": [each["say"] for each in said["opening"]],
            "orphans": orphans,
            "may_submit": said["submissions_possible"],
        }

    def add(self, asked: Json) -> Json:
        return _collected(self.program("buffer", "add", "--json", json.dumps(asked["item"])))

    def edit(self, asked: Json) -> Json:
        return _collected(self.program("buffer", "edit", asked["id"], "--json", json.dumps(asked["changes"])))

    def drop(self, asked: Json) -> Json:
        return self.program("buffer", "drop", asked["id"])

    def approve(self, asked: Json) -> Json:
        return self.program("buffer", "approve", *asked["ids"])

    def review(self, _: Json) -> Json:
        return self.program("buffer", "list")

    def submit(self, asked: Json) -> Json:
        said = self.program("submit", *(["--only-validate"] if asked["only_validate"] else []))
        results = said.get("results", []) if said.get("mode") == "stage" else []
        return {
            "ok": said["ok"],
            "sent": [each["id"] for each in results if each["ok"]],
            "said": _words(said),
        }

    def cancel(self, asked: Json) -> Json:
        said = self.program("cancel", asked["id"])
        return {"status": said.get("status") or "refused", "deadline": said.get("deadline")}

    def retry(self, _: Json) -> Json:
        return {"done": self.program("cancel", "--retry")["queue"]}

    def close(self, asked: Json) -> Json:
        return self.program("session", "close", *([f"--{asked['how']}"] if asked["how"] else []))

    def adopt(self, asked: Json) -> Json:
        return self.program("buffer", "adopt", asked["session"])


def _words(said: Json) -> list[str]:
    """What a person is told: every `say`, `detail` and `remedy` there is."""
    told_here = [str(said[name]) for name in ("say", "detail", "remedy") if name in said]
    return [*told_here, *(word for each in said.get("results", ()) for word in _words(each))]


def _collected(said: Json) -> Json:
    if said["ok"]:
        removed = [each["pointer"] for each in said.get("removed", ())]
        return {"ok": True, "id": said["item"]["id"], "removed": removed}
    told_of = [*said.get("errors", ()), *said.get("found", ())]
    pointers = [each.get("schema_pointer", each.get("pointer")) for each in told_of]
    return {"ok": False, "pointers": [*pointers, *said.get("pointers", ())]}
