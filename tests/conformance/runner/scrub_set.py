"""Texts that hold somebody, and ordinary notes that hold nobody."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from tests.conformance.runner.case import Ask, Case, Miss, shown
from tests.conformance.runner.texts import left_in, missing_from

TODAY = "2026-11-18"


def cases(folder: Path) -> list[Case]:
    lines = (folder / "scrub/vectors.jsonl").read_text(encoding="utf-8").splitlines()
    vectors = [json.loads(line) for line in lines if line]
    return [Case(each["id"], ("R-SCRUB-08",), partial(_check, each)) for each in vectors]


def _check(vector: Mapping[str, Any], ask: Ask) -> Iterator[Miss]:
    answer = _cleaned(ask, vector["text"], vector["lang"])
    if answer is None:
        yield Miss("", "an answer with `text`", "none")
        return
    for each in left_in(answer, vector["must_go"]):
        yield Miss("", f"{shown(each)} to be gone", shown(answer))
    for each in missing_from(answer, vector["must_stay"]):
        yield Miss("", f"{shown(each)} to stay", shown(answer))
    again = _cleaned(ask, answer, vector["lang"])
    if again != answer:
        yield Miss("cleaned twice", f"nothing more to change in {shown(answer)}", shown(again))


def _cleaned(ask: Ask, text: str, lang: str) -> str | None:
    found = ask({"op": "scrub", "text": text, "lang": lang, "today": TODAY}).get("text")
    return found if isinstance(found, str) else None
