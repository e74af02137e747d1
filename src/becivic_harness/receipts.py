"""Owns submissions.jsonl: the person's own record of what was sent, with the token that takes it back (R-BUF-14)."""

from __future__ import annotations

from typing import Any

from becivic_harness import files
from becivic_harness.here import Here
from becivic_harness.refusals import Refused

Receipt = dict[str, Any]


def keep(here: Here, *lines: Receipt) -> None:
    """Only ever added to: what became of an item is one more line."""
    files.append(here.home.receipts, *lines)


def require(here: Here) -> None:
    """Before something is sent or taken back: what cannot be written down afterwards is not begun."""
    files.require_appendable(here.home.receipts)


def every(here: Here) -> list[Receipt]:
    """Each item once, as it stands now: later lines say more about earlier ones."""
    found: dict[str, Receipt] = {}
    for line in files.read_lines(here.home.receipts).items:
        if isinstance(line.get("id"), str):
            known = {key: value for key, value in line.items() if value is not None}
            found[line["id"]] = {**found.get(line["id"], {}), **known}
    return list(found.values())


def one(here: Here, item_id: str) -> Receipt:
    fitting = [each for each in every(here) if each["id"] == item_id] or [
        each for each in every(here) if item_id and item_id in each["id"]
    ]
    if len(fitting) != 1:
        raise Refused(
            "no_receipt",
            "Nothing with that id was sent from this machine."
            if not fitting
            else "Several submissions have that in their id.",
            "`session status` lists what was sent and can still be taken back.",
        )
    return fitting[0]
