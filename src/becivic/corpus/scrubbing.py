"""The scrub rules of a corpus, compiled once and ready to run over it and over what is sent to it.

Safety fails closed: what keeps a rule from running is a fault that stands beside the engine, for those who
must say so (the checks) and for those who must not begin at all (a server).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from becivic.scrub import linear_engine
from becivic_scrub import Engine, Rule, RulesRefused, parse_rules

SCRUB_RULES_FILE: Final = "scrub/regex-rules.json"


class RuleFault(NamedTuple):
    """Why the file, or one rule of it, cannot run: where it stands in the file, and a clause for a person."""

    pointer: str
    reason: str
    rule: Rule | None = None
    """None where the whole file is at fault."""


@dataclass(frozen=True, slots=True)
class Scrubbing:
    """What can run, and what cannot."""

    engine: Engine | None
    """Runs every rule that can; None where nothing can."""
    faults: tuple[RuleFault, ...]

    def whole(self) -> Engine:
        """The engine of all the rules, or RulesRefused."""
        if self.engine is None or self.faults:
            raise RulesRefused(f"{SCRUB_RULES_FILE}: {self.faults[0].reason}")
        return self.engine


@lru_cache(maxsize=2)  # the rules in force, and those of the commit that comes next
def scrubbing(text: str) -> Scrubbing:
    """The rules in the text of a rules file. Compiled once for each text, however many commits hold it."""
    try:
        rules = parse_rules(text.encode("utf-8"), source=SCRUB_RULES_FILE, lenient=True)
    except RulesRefused as refused:
        return Scrubbing(None, (_of_the_file(refused),))
    faults = tuple(_unrunnable(rules))
    try:
        return Scrubbing(linear_engine([rule for rule in rules if rule.refusal is None]), faults)
    except RulesRefused as refused:
        return Scrubbing(None, (*faults, _of_the_file(refused)))


def _unrunnable(rules: list[Rule]) -> Iterator[RuleFault]:
    for number, rule in enumerate(rules):
        if rule.refusal is not None:
            reason = f"the pattern of `{rule.name}` {rule.refusal}"
            yield RuleFault(f"/rules/{number}/pattern", reason, rule)


def _of_the_file(refused: RulesRefused) -> RuleFault:
    return RuleFault("/rules", str(refused).removeprefix(f"{SCRUB_RULES_FILE}: "))
