"""The engine for a process that lives for one text: ready in milliseconds, with the findings of the ordinary one.

What takes long about rules is whether they may run, and reading their patterns. The first was found out before
(`prepared`) and is believed of those very bytes alone; the second is left to the rules whose gate a text opens.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, Final

from becivic_scrub.engine import Engine, Locate
from becivic_scrub.gates import Gate, Gates
from becivic_scrub.rules import Rule, parse_rules
from becivic_scrub.windows import WindowedLocator

FACTS_VERSION: Final = 1
"""Goes up whenever what is found out about a pattern may differ: facts kept by an older program are not believed."""

_HASHERS: Final = ("_sha2", "_sha256", "hashlib")
"""Where Python keeps SHA-256, by version, the lightest first: the last one loads all of OpenSSL."""


class QuickEngine(Engine):
    """An engine made from facts. `prepared` is what to keep for the next time; `anew` says that it had to be found
    out now, which took seconds, because what was given is of other rules, of another version or damaged."""

    def __init__(
        self, rules: Sequence[Rule], locate: Locate, *, prepared: Mapping[str, Any], anew: bool
    ) -> None:
        super().__init__(rules, locate)
        self.prepared = prepared
        self.anew = anew


def quick_engine(
    raw: bytes, prepared: Mapping[str, Any], *, source: str = "the scrub rules", lenient: bool = False
) -> QuickEngine:
    """The engine for the bytes of a rules file, or RulesRefused.

    `prepared` is what `prepare` said of these bytes; if it is not, everything is found out anew. An empty one will
    do the first time. `lenient` is as for `parse_rules`.
    """
    anew = not _is_of(raw, prepared)
    if anew:
        from becivic_scrub.prepared import prepare  # noqa: PLC0415  slow to load, and seldom needed

        prepared = prepare(raw, source=source)
    facts = prepared["rules"]
    rules = parse_rules(raw, source=source, lenient=lenient, refusals=[each["refusal"] for each in facts])
    gates = Gates(rules, [Gate.of(each) for each in facts])
    locator = WindowedLocator(rules, candidates=gates.opened_by)
    return QuickEngine(rules, locator.locate, prepared=prepared, anew=anew)


def sealed(raw: bytes, facts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The facts of each rule, bound to the bytes they are of and to themselves: a changed gate would hide findings."""
    return {"version": FACTS_VERSION, "sha256": digest(raw), "seal": _seal(facts), "rules": facts}


def _is_of(raw: bytes, prepared: Mapping[str, Any]) -> bool:
    return (
        prepared.get("version") == FACTS_VERSION
        and prepared.get("sha256") == digest(raw)
        and prepared.get("seal") == _seal(prepared.get("rules"))
    )


def _seal(facts: object) -> str:
    return digest(json.dumps(facts, sort_keys=True).encode())


def digest(raw: bytes, hashers: Sequence[str] = _HASHERS) -> str:
    """The SHA-256 of the bytes, in hexadecimal."""
    module = next(found for found in map(_loaded, hashers) if found is not None)
    return str(module.sha256(raw).hexdigest())


def _loaded(name: str) -> ModuleType | None:
    try:
        return __import__(name)
    except ImportError:
        return None
