"""Rule 18: an artefact's version follows from its status and from the version before (lifecycle 9.7, 10.1; R-CI-19,
R-VER-01, R-VER-02, R-VER-05, R-VER-06; C-04). It holds for machine commits too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from becivic.corpus.checks.rule import Context, Problem, rule
from becivic.corpus.directory import PathEntry
from becivic.corpus.findings import Severity
from becivic.corpus.load import Corpus
from becivic.corpus.skill import Skill
from becivic.corpus.tag_only import tag_only
from becivic.rules.statuses import Status, Version, next_version

_CODE: Final = "invalid_version_for_status"
_PIN: Final = "version_pin"


class _Fault(NamedTuple):
    field: str
    message: str
    remedy: str
    severity: Severity | None = None


@rule("rule-18", "versions follow from status and history", section="lifecycle 10.1")
def check(context: Context) -> Iterator[Problem]:
    corpus = context.corpus
    base = context.change.base if context.change else None
    for skill in context.skills:
        for fault in _faults(skill, base):
            yield Problem(skill.field_place(fault.field), *fault[1:])
    for entry in context.entries:
        for fault in _faults(entry, base):
            yield Problem(corpus.paths.place(entry.fields.at(fault.field)), *fault[1:])


def _faults(item: Skill | PathEntry, base: Corpus | None) -> Iterator[_Fault]:
    is_pinned = item.fields.flag(_PIN)
    if is_pinned:
        yield _Fault(
            _PIN,
            "version_pin keeps the version as it is",
            "Remove the pin when the correction it was set for is done.",
            Severity.WARNING,
        )
    status, version = item.status, item.version
    if status is None or version is None:
        return  # the schema has said so
    line = status.version_line
    if line is not None and line != version.line:
        yield _wrong(f"a version at `{status}` is {line[0]}.{line[1]}.x", Version(*line, 0))
    elif base is not None and not is_pinned:
        allowed, reason = _allowed(item, (status, version), base)
        if version not in allowed:
            yield _wrong(reason, allowed[0])


def _wrong(reason: str, expected: Version) -> _Fault:
    return _Fault("version", f"{_CODE}: {reason}", f"Set the version to {expected}.")


def _allowed(item: Skill | PathEntry, now: tuple[Status, Version], base: Corpus) -> tuple[list[Version], str]:
    """The versions that may follow, the one to write first, and why no other does."""
    status, version = now
    before = _before(item, base)
    if before is None:
        first = version if status.is_terminal or _is_known(item, base) else version._replace(patch=0)
        return [first], "something new starts at patch 0"
    was, old = before.status, before.version
    if was is None or old is None:
        return [version], ""
    same_fields = item.fields.besides("version") == before.fields.besides("version")
    if same_fields and _body(item) == _body(before):
        return [old], f"nothing but the version changed since {old}"
    following = next_version(status, (was, old), edited=True)
    if same_fields and _is_tag_only(before, item):
        return [old, following], f"only tags changed since {old}"  # whether it may bump is Rule 14's
    if status.is_terminal:
        return [following], f"at `{status}` the version stays what it was"
    if status is not was:
        return [following], f"a change of status from `{was}` to `{status}` starts its line at patch 0"
    return [following], f"an edit counts the patch of {old} up by one"


def _before(item: Skill | PathEntry, base: Corpus) -> Skill | PathEntry | None:
    return base.skills.get(item.id) if isinstance(item, Skill) else base.paths.entries.get(item.key)


def _is_known(item: Skill | PathEntry, base: Corpus) -> bool:
    """Whether the base has it but could not read it: then nothing can be said about its version."""
    return isinstance(item, Skill) and base.knows_skill(item.id)


def _body(item: Skill | PathEntry) -> str:
    return item.body.text if isinstance(item, Skill) else ""


def _is_tag_only(before: Skill | PathEntry, after: Skill | PathEntry) -> bool:
    return isinstance(before, Skill) and isinstance(after, Skill) and tag_only(before.body, after.body)
