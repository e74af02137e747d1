"""Applies a unified diff to a body exactly where it says, or refuses it (design 7.11): the verdict that the server gives.

No fuzz, no offset, no leftovers; one pass over the lines. What is said of a refusal never repeats a line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from becivic_harness.refusals import Refused
from becivic_harness.submission_rules import remedy

DIFF_APPLY_FAILED: Final = "diff_apply_failed"

_NUMBER: Final = r"(0|[1-9][0-9]{0,8})"
_HUNK: Final = rf"@@ -{_NUMBER}(?:,{_NUMBER})? \+{_NUMBER}(?:,{_NUMBER})? @@(?: [^\n]*)?"
_GIT_PREAMBLE: Final = (r"diff --git [^\n]+", r"index [0-9a-f]+\.\.[0-9a-f]+(?: [0-7]{6})?")
"""What `git diff` writes above the two names where a file only changed. It says nothing more, so it may stand."""

_CONTEXT, _ADDED, _REMOVED, _REMARK = " +-\\"
_FENCE: Final = "---"


class _Hunk(NamedTuple):
    """The line of its header, where it begins in either text (from 0), and its lines on either side."""

    line: int
    old_start: int
    new_start: int
    old: list[str]
    new: list[str]


def body_of(canonical: str) -> str:
    """What a diff is made against: all of a skill's file after its frontmatter, leading blank lines removed, LF."""
    text = canonical.replace("\r\n", "\n")
    if text.startswith(f"{_FENCE}\n"):
        close = f"{text}\n".find(f"\n{_FENCE}\n", len(_FENCE))
        text = text[close + len(_FENCE) + 2 :] if close >= 0 else text
    return _without_leading_blank_lines(text)


def amended(body: str, diff: str) -> str:
    """The body that a skill has after an amendment; raises Refused where it is no other."""
    after = _without_leading_blank_lines(applied(body, diff))
    if after == body:
        raise _refused("it changes nothing but blank lines above the body", 1)
    return after


def applied(body: str, diff: str) -> str:
    """The body as the diff makes it; raises Refused with `diff_apply_failed`."""
    if "\r" in diff:
        raise _refused("it has line ends other than LF", diff.count("\n", 0, diff.index("\r")) + 1)
    old, passed = _lines(body), 0
    new: list[str] = []
    for hunk in _hunks(diff):
        _agree(hunk, old, passed, len(new))
        new += old[passed : hunk.old_start]
        new += hunk.new
        passed = hunk.old_start + len(hunk.old)
    new += old[passed:]
    after = "".join(new)
    if after.count("\n") < len(new) - (not after.endswith("\n")):
        raise _refused("text follows a line that is said to be the last", 1)
    return after


def _refused(reason: str, line: int) -> Refused:
    detail = f"The diff does not apply to the body: {reason} (line {line} of the diff)."
    return Refused(DIFF_APPLY_FAILED, detail, remedy(DIFF_APPLY_FAILED), line=line)


def _without_leading_blank_lines(text: str) -> str:
    stripped = text.lstrip(" \t\n")
    cut = len(text) - len(stripped)
    return text[text.rfind("\n", 0, cut) + 1 :] if stripped else ""


def _lines(text: str) -> list[str]:
    """With their LF, which the last one may lack. Nothing else ends a line."""
    *whole, rest = text.split("\n")
    lines = [f"{line}\n" for line in whole]
    return [*lines, rest] if rest else lines


def _agree(hunk: _Hunk, old: Sequence[str], passed: int, written: int) -> None:
    """A hunk comes after the one before, and finds everything exactly where it says."""
    if not passed <= hunk.old_start <= len(old):
        raise _refused("a hunk is out of order or beyond the end of the body", hunk.line)
    if written + hunk.old_start - passed != hunk.new_start:
        raise _refused("a hunk names a wrong place in the new text", hunk.line)
    if old[hunk.old_start : hunk.old_start + len(hunk.old)] != hunk.old:
        raise _refused("the body has other lines where a hunk applies", hunk.line)
    if hunk.old == hunk.new:
        raise _refused("a hunk changes nothing", hunk.line)


def _hunks(diff: str) -> list[_Hunk]:
    lines = diff.removesuffix("\n").split("\n")
    first = _header_end(lines)
    starts = [at for at in range(first, len(lines)) if lines[at].startswith("@")]
    if starts[:1] != [first]:
        raise _refused("it has no hunk where one should begin", first + 1)
    return [_hunk(lines, at, end) for at, end in zip(starts, [*starts[1:], len(lines)])]


def _header_end(lines: Sequence[str]) -> int:
    """The index of the first hunk: below the names of one file, and git's two lines above them."""
    at = 0
    for pattern in _GIT_PREAMBLE:
        at += at < len(lines) and re.fullmatch(pattern, lines[at]) is not None
    for mark in ("--- ", "+++ "):
        if at >= len(lines) or not lines[at].startswith(mark):
            raise _refused("it does not begin with a `---` and a `+++` line", at + 1)
        at += 1
    return at


def _hunk(lines: Sequence[str], at: int, end: int) -> _Hunk:
    """The hunk between two headers: every line there is one of its own, or the counts do not come out."""
    header = re.fullmatch(_HUNK, lines[at])
    if header is None:
        raise _refused("the header of a hunk cannot be read", at + 1)
    old_start, old_count, new_start, new_count = (
        1 if each is None else int(each) for each in header.groups()
    )
    # A line of context that is empty may have lost its one space to an editor.
    kinds = [line[:1] or _CONTEXT for line in lines[at + 1 : end]]
    texts = [f"{line[1:]}\n" for line in lines[at + 1 : end]]
    if not {*kinds} <= {_CONTEXT, _ADDED, _REMOVED, _REMARK}:
        raise _refused("a line belongs to no hunk", at + 1)
    if _REMARK in kinds:
        _take_remarks(kinds, texts, at + 1)
    old = [text for kind, text in zip(kinds, texts) if kind != _ADDED]
    new = [text for kind, text in zip(kinds, texts) if kind != _REMOVED]
    if (len(old), len(new)) != (old_count, new_count):
        raise _refused("a hunk has other lines than its header counts", at + 1)
    # A side without lines names the line it stands below, any other its own first line.
    return _Hunk(at + 1, old_start - bool(old), new_start - bool(new), old, new)


def _take_remarks(kinds: list[str], texts: list[str], line: int) -> None:
    """Take the newline from each line that a remark speaks of, and the remarks away."""
    if kinds.count(_REMARK) > 2:  # one for either text
        raise _refused("more lines than two are said to lack their newline", line)
    for at in reversed([at for at, kind in enumerate(kinds) if kind == _REMARK]):
        ends_a_line = at > 0 and kinds[at - 1] != _REMARK and texts[at - 1] != "\n"
        if not ends_a_line or not texts[at].startswith(" "):
            raise _refused("a remark about a newline stands below no line", line + at + 1)
        texts[at - 1] = texts[at - 1][:-1]
        del kinds[at], texts[at]
