"""What a proposed change would break in the corpus: told by rule and line, so that it can be mended before it waits a day."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from becivic.catalogue.names import DatabaseCatalogue
from becivic.corpus.checks.all_rules import ALL_RULES
from becivic.corpus.proposals import new_errors
from becivic.corpus.seed import Row
from becivic.intake.desk import Desk
from becivic.intake.references.refused import NotHeld
from becivic.rules.submissions import SubmissionType

_SUMMARIES: Final = {rule.id: rule.summary for rule in ALL_RULES}
_LISTED: Final = 20

Broken = tuple[Mapping[str, Any], ...]


def broken_rules(desk: Desk, file: str, text: str, kind: SubmissionType) -> Broken:
    """The rules that the corpus would break with this file and keeps now, by rule, summary and line."""
    catalogue = DatabaseCatalogue(desk.connection, Row)
    errors = new_errors(desk.world.corpus, {file: text.encode("utf-8")}, kind, catalogue=catalogue)
    return tuple(
        {"rule": each.rule, "summary": _SUMMARIES.get(each.rule, each.rule), "line": each.place.line}
        for each in errors[:_LISTED]
    )


def refuse_broken(desk: Desk, file: str, text: str, kind: SubmissionType, pointer: str) -> None:
    """Raises NotHeld where there are any."""
    broken = broken_rules(desk, file, text, kind)
    if broken:
        first = broken[0]
        raise NotHeld(
            pointer,
            f"The corpus would break a rule with it: {first['summary']} ({first['rule']}).",
            "Mend what `checks` lists, and send it again.",
            checks=list(broken),
        )
