"""What takes long to find out about a rules file, found out once: it can be kept beside the file as JSON.

For each rule whether it may run, and its gate: what must stand in a text for the rule to match anywhere in it.
`quick` believes the facts of the very bytes it is given and of no others.
"""

from __future__ import annotations

from typing import Any

from becivic_scrub import dialect
from becivic_scrub.backtracking import refuse_runaway
from becivic_scrub.digit_runs import digit_runs
from becivic_scrub.needles import needles
from becivic_scrub.quick import sealed
from becivic_scrub.rules import Rule, parse_rules


def prepare(raw: bytes, *, source: str = "the scrub rules") -> dict[str, Any]:
    """The facts of a rules file, as JSON holds them; or RulesRefused where it is no rules file. Takes seconds."""
    rules = parse_rules(raw, source=source, lenient=True)
    return sealed(raw, [_facts(rule) for rule in rules])


def _facts(rule: Rule) -> dict[str, Any]:
    if rule.refusal is not None or _could_run_for_ever(rule):
        return {"refusal": rule.refusal, "runs": False}
    tree, ignores_case = dialect.tree(rule.pattern, rule.flags), "i" in rule.flags
    return {
        "refusal": None,
        "runs": True,
        "digits": [list(run) for run in digit_runs(tree, ignores_case=ignores_case)],
        "needles": needles(tree, ignores_case=ignores_case),
    }


def _could_run_for_ever(rule: Rule) -> bool:
    try:
        refuse_runaway(rule.pattern, rule.flags)
    except dialect.PatternRefused:
        return True
    return False
