"""How the rules that look for personal data look, and what they say: the name of a scrub rule, never the text
(R-SCRUB-12). In corpus content direct identifiers refuse, all others warn (design 7.7)."""

from __future__ import annotations

from collections.abc import Iterator

from becivic.corpus.checks.rule import Context, Problem
from becivic.corpus.findings import Place, Severity
from becivic.corpus.scrubbing import SCRUB_RULES_FILE
from becivic.rules import pointers
from becivic.rules.scrub import ScrubCategory
from becivic_scrub import Engine, Finding
from becivic_scrub.strings import Text, strings


def not_scrubbed(context: Context, what: str) -> Iterator[Problem]:
    """A scrub rule that cannot run counts as fired: said once, where the rule stands."""
    corpus = context.corpus
    for fault in corpus.scrubbing.faults:
        yield Problem(
            corpus.documents[SCRUB_RULES_FILE].place(fault.pointer),
            f"{what} cannot be scrubbed in full: {fault.reason}",
            f"Put {SCRUB_RULES_FILE} in order first.",
        )


def fired(finding: Finding, place: Place) -> Problem:
    return Problem(
        place,
        f"the scrub rule `{finding.rule}` ({finding.category}) fires here",
        "Rewrite the line without anything that points to a person.",
        None if finding.category == ScrubCategory.DIRECT else Severity.WARNING,
    )


def in_text(engine: Engine, text: str, field: str, start: Place) -> Iterator[Problem]:
    """What fires in a text that begins at `start`, once for each rule and line."""
    problems: dict[Problem, None] = {}
    line, counted = start.line, 0
    for each in engine.find(text, field):  # by place, so that no line is counted twice
        line += text.count("\n", counted, each.start)
        counted = each.start
        problems[fired(each, Place(start.file, line))] = None
    yield from problems


def in_value(engine: Engine, value: object, field: str) -> Iterator[tuple[str, Finding]]:
    """What fires in the strings, numbers and keys of a JSON value, each with its pointer."""
    if engine.looks_clean(value):
        return
    for each in strings(value, _shown):
        asked = None if each.is_key else f"{field}.{each.field}"
        for finding in engine.find(each.text, asked):
            yield _pointer(each), finding


def _shown(_: str) -> bool:
    """These pointers find a line and are shown to nobody: no key has to be masked in them."""
    return False


def _pointer(text: Text) -> str:
    return f"{text.pointer}/{pointers.escape(text.text)}" if text.is_key else text.pointer
