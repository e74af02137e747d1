"""Tables for the published rules: in a text that fires, the identifier stands between « and »."""

from __future__ import annotations

from functools import cache

from becivic.packaged import corpus_folder
from becivic_scrub import Engine, load_rules


@cache
def engine() -> Engine:
    return Engine(load_rules(corpus_folder() / "scrub/regex-rules.json"))


def fired(text: str) -> list[tuple[str, str]]:
    """Each rule that fires, with what it fires on."""
    return [(finding.rule, text[finding.start : finding.end]) for finding in engine().find(text)]


def assert_fires(rule: str, marked: str) -> None:
    """The rule finds what is marked, from its first character to its last."""
    identifier = marked[marked.index("«") + 1 : marked.index("»")]
    found = fired(marked.replace("«", "").replace("»", ""))
    assert (rule, identifier) in found


def assert_clean(text: str) -> None:
    """No rule of any category fires."""
    assert fired(text) == []
