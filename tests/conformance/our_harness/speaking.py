"""One JSON object a line in, one out: which request is answered by what.

Each request stands for a new run of the program: nothing is held in memory between them but which folder is spoken of.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Mapping
from datetime import date
from functools import lru_cache

from tests.conformance.our_harness.buffers import Collector
from tests.conformance.our_harness.notes import Keeper
from tests.conformance.our_harness.program import Json
from tests.conformance.our_harness.walks import walk

from becivic_harness import __version__
from becivic_harness.eligibility import eligibility
from becivic_harness.home import Home
from becivic_harness.layer_one import LayerOne
from becivic_harness.observations import facts_of
from becivic_harness.signals import decide
from becivic_harness.sources import Source


@lru_cache(maxsize=1)
def layer_one(today: str) -> LayerOne:
    """With the rules that the harness came with: there is no folder."""
    return LayerOne(Home(os.devnull), date.fromisoformat(today))


def scrub(asked: Json) -> Json:
    return {"text": layer_one(asked["today"]).clean(asked["text"]).text}


def judge_eligibility(asked: Json) -> Json:
    found = eligibility(asked["path"], asked["profile"], date.fromisoformat(asked["today"])).as_json()
    sources = {
        each["id"]: {"answer": each["answer"], "ask": (each.get("question") or {}).get("field")}
        for each in found["sources"]
    }
    order = [each["id"] for each in found["sources"] if each["answer"] == "yes"]
    return {"applies": found["applies"]["answer"], "sources": sources, "order": order}


def judge(asked: Json) -> Json:
    source = Source(asked["source"])
    found = decide(facts_of(asked["observed"], source), source)
    return {"outcome": found.outcome, "signal": found.signal, "needed": [each.check for each in found.needed]}


def speak() -> None:
    ops: Mapping[str, Callable[[Json], Json]] = {
        "hello": lambda _: {"harness": f"becivic-harness/{__version__}", "protocol": 1},
        "scrub": scrub,
        "eligibility": judge_eligibility,
        "judge": judge,
        "walk": walk,
        "buffer": Collector(),
        "note": Keeper(),
    }
    requests, sys.stdin = (
        sys.stdin,
        io.StringIO(),
    )  # a command of the harness may look at its own standard input
    for line in requests:
        asked = json.loads(line)
        print(json.dumps(ops[asked["op"]](asked)), flush=True)
