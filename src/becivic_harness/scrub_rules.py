"""Owns fetching the scrub rules at the start of a session: three tries, and without them nothing is sent in it (R-BUF-09)."""

from __future__ import annotations

import json
from typing import Any, Final

from becivic_harness import files, layer_one
from becivic_harness.here import Here
from becivic_harness.resources import resource
from becivic_harness.wire import Unreachable, get
from becivic_scrub.quick import digest
from becivic_scrub.rules import RulesRefused

TRIES: Final = 3


def fetch(here: Here) -> dict[str, Any] | None:
    """The hash of the rules in force and where they came from; None when no try brought any that can be used."""
    for _ in range(TRIES):
        try:
            answer = get(here, "/scrub-rules.json")
        except Unreachable:
            continue
        if answer.is_good and _keep(here, answer.body):
            return {"sha256": digest(answer.body), "fetched_at": here.stamp}
    return None


def _keep(here: Here, raw: bytes) -> bool:
    """Rules that this program came with need no looking at; others are looked at once, which takes a second or two."""
    sha = digest(raw)
    if not here.home.exists:
        return True
    packaged = json.loads(resource("scrub-prepared.json"))
    kept = files.read_json(here.home.cached(layer_one.FACTS))
    if packaged.get("sha256") == sha:
        facts = packaged
    elif kept is not None and kept.get("sha256") == sha:
        return True
    else:
        from becivic_scrub.prepared import prepare

        try:
            facts = prepare(raw)
        except RulesRefused:
            return False
    files.write(here.home.cached(layer_one.RULES), raw.decode("utf-8"))
    files.write(here.home.cached(layer_one.FACTS), files.as_line(facts))
    return True
