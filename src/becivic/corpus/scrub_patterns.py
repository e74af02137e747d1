"""Scrub patterns as data: whether every engine reads them alike, and running them in linear time (schemas 6.8).

Consumers run them in whatever engine they have, so what one engine reads differently or can be made to
choke on is refused before it is published. Here they run in RE2 alone (design 5).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import re2

from becivic.corpus.fields import Fields
from becivic.rules.scrub import ALL_STRINGS, FLAGS

_TOKEN: Final = re.compile(
    r"""(?P<escape>\\.)
      | (?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])
      | (?P<open>\((?:\?(?:<?[=!]|P?<[^>]*>|[a-zA-Z-]*:?|.))?)
      | (?P<close>\))
      | (?P<repeat>[*+?]|\{[0-9]*(?:,[0-9]*)?\})
      | .""",
    re.VERBOSE | re.DOTALL,
)
_OTHER_ESCAPES: Final = frozenset({r"\A", r"\Z", r"\z", r"\a", r"\Q", r"\E", r"\C"})
_PORTABLE_GROUPS: Final = ("(", "(?:")
_OTHER_SETS: Final = re.compile(r"\A\[(?:\^?\]|\[)|--|&&|~~|\|\|")
_UNBOUNDED: Final = re.compile(r"[*+]|\{[0-9]+,\}")

_INNOCENT: Final = ("", " ", "a", "a" * 4096, " " * 4096, "-" * 4096, "a " * 2048, "é" * 2048, "\n" * 4096)
"""Nothing personal is in these. They are long enough to make an engine that backtracks suffer."""


class PatternRefused(ValueError):
    """The pattern is not fit to be published; the message says why."""


@dataclass(frozen=True, slots=True)
class ScrubRule:
    """A rule of scrub/regex-rules.json as written. Nothing vouches for it yet."""

    fields: Fields

    @property
    def name(self) -> str:
        return self.fields.text("name")

    @property
    def category(self) -> str:
        return self.fields.text("category")

    def applies_to(self, field: str) -> bool:
        """Whether the rule looks at a field, named by the end of its path."""
        if self.fields.raw("applies_to_fields") == ALL_STRINGS:
            return True
        return any(path.split(".")[-1] == field for path, _ in self.fields.texts("applies_to_fields"))

    def compiled(self) -> re2._Regexp:
        """The pattern, ready to run in linear time, or PatternRefused."""
        flags = self.fields.text("flags")
        if not self.fields.text("pattern") or not set(flags) <= set(FLAGS):
            raise PatternRefused("is not a pattern with flags that every engine knows")
        options = re2.Options()
        options.log_errors = False  # RE2 would print the pattern
        try:
            return re2.compile(with_flags(self.fields.text("pattern"), flags), options)
        except re2.error:
            raise PatternRefused("is refused by the linear-time engine") from None


def scrub_rules(document: Fields) -> list[ScrubRule]:
    return [ScrubRule(entry) for entry in document.children("rules")]


def with_flags(pattern: str, flags: str) -> str:
    """The flags written into the pattern, in the form Python and RE2 share."""
    return f"(?{flags}){pattern}" if flags else pattern


def refusals(rule: ScrubRule) -> Iterator[str]:
    """Every reason not to publish the pattern."""
    pattern = rule.fields.text("pattern")
    try:
        compiled = rule.compiled()
        _refuse_other_dialects(pattern)
        _refuse_by_python(with_flags(pattern, rule.fields.text("flags")))
    except PatternRefused as refused:
        yield str(refused)
        return
    if nests_quantifiers(pattern):
        yield "repeats without bound inside a repetition without bound, which backtracking engines choke on"
    if any(compiled.search(text) for text in _INNOCENT):
        yield "fires on text that holds nothing personal"


def nests_quantifiers(pattern: str) -> bool:
    """Whether something like (a+)+ is in a pattern: harmless to RE2, exponential in engines that backtrack."""
    repeats = [False]  # for each open group: whether something in it repeats without bound
    closed = False  # whether the group that just closed did
    for token in _TOKEN.finditer(pattern):
        kind, text = token.lastgroup, token.group()
        if kind == "repeat" and _UNBOUNDED.fullmatch(text):
            if closed:
                return True
            repeats[-1] = True
        inner = kind == "close" and len(repeats) > 1 and repeats.pop()
        closed = inner
        repeats[-1] = repeats[-1] or inner
        if kind == "open":
            repeats.append(False)
    return False


def _refuse_other_dialects(pattern: str) -> None:
    """Python and RE2 both take these, JavaScript does not or reads them otherwise."""
    for token in _TOKEN.finditer(pattern):
        kind, text = token.lastgroup, token.group()
        if (
            (kind == "escape" and text in _OTHER_ESCAPES)
            or (kind == "open" and text not in _PORTABLE_GROUPS)
            or (kind == "set" and _OTHER_SETS.search(text))
            or (kind == "repeat" and text.startswith("{,"))
        ):
            raise PatternRefused("uses syntax that not every engine reads alike")


def _refuse_by_python(pattern: str) -> None:
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        raise PatternRefused("is refused by Python's engine") from None
