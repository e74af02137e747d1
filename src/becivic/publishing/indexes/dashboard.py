"""docs/activity/global.{json,md}: what goes on in the whole corpus, in numbers (schemas 6.5; R-IDX-04).

Nothing of what only operators see is in it: no ratings, no feedback, nothing held (R-RTG-05, R-FBK-02).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from becivic.corpus.load import Corpus
from becivic.publishing.indexes.concerns import in_all
from becivic.publishing.indexes.signals import Signals
from becivic.rules.contract import ACTIVITY_SCHEMA_VERSION
from becivic.rules.statuses import Status
from becivic.rules.targets import TargetType

MOST_ACTIVE: Final = 10

_HEADINGS: Final = {
    "skills": "Skills",
    "paths": "Paths",
    "volatile_values": "Volatile values",
    "references": "References",
}


def dashboard(
    corpus: Corpus, signals: Signals, skills: Mapping[str, Any], paths: Mapping[str, Any]
) -> dict[str, Any]:
    """From the two indexes of the same run, and totals of the rest."""
    concerns = in_all(signals.concerns.items())
    return {
        "schema_version": ACTIVITY_SCHEMA_VERSION,
        "generated_at": signals.generated_at(),
        "skills": _by_status(str(skill.status) for skill in corpus.skills.values() if skill.status),
        "paths": _by_status(str(entry.status) for entry in corpus.paths.entries.values() if entry.status),
        "volatile_values": _counted(signals.rows[TargetType.VOLATILE_VALUE]),
        "references": _counted(signals.rows[TargetType.REFERENCE]),
        "concerns": {
            "total": sum(concerns.values()),
            "last_30d": sum(each.count for each in signals.lately.values()),
            "by_target_type": concerns,
        },
        "validations": dict(signals.votes_in_all),
        "most_active": _most_active(skills, paths),
    }


def _by_status(statuses: Iterable[str]) -> dict[str, Any]:
    return _counted(Counter(statuses))


def _counted(counts: Mapping[str, int]) -> dict[str, Any]:
    """In the order of a life, without what there is none of."""
    return {
        "total": sum(counts.values()),
        "by_status": {status.value: counts[status.value] for status in Status if status.value in counts},
    }


def _most_active(skills: Mapping[str, Any], paths: Mapping[str, Any]) -> list[dict[str, Any]]:
    listed = [
        {
            "target_type": kind.value,
            "id": each["id"],
            "status": each["status"],
            "concerns_30d": each["activity"]["concerns_30d"],
            "last_used": each["activity"]["last_used"],
        }
        for kind, found in ((TargetType.SKILL, skills["skills"]), (TargetType.PATH, paths["paths"]))
        for each in found
        if each["activity"]["concerns_30d"]
    ]
    listed.sort(key=lambda each: (-each["concerns_30d"], each["target_type"], each["id"]))
    return listed[:MOST_ACTIVE]


def dashboard_page(numbers: Mapping[str, Any]) -> str:
    """The same for people. Ids and numbers only, so that nothing in it needs escaping."""
    return "\n".join([*_what_there_is(numbers), "", *_what_came_in(numbers), "", *_where(numbers), ""])


def _what_there_is(numbers: Mapping[str, Any]) -> Iterator[str]:
    yield "# Activity"
    yield ""
    yield f"As of {numbers['generated_at']}. Written by the service; edits are overwritten."
    yield ""
    yield f"| | total | {' | '.join(status.value for status in Status)} |"
    yield f"|---|{'---|' * (1 + len(Status))}"
    for key, heading in _HEADINGS.items():
        counts = [numbers[key]["by_status"].get(status.value, 0) for status in Status]
        yield f"| {heading} | {numbers[key]['total']} | {' | '.join(map(str, counts))} |"


def _what_came_in(numbers: Mapping[str, Any]) -> Iterator[str]:
    concerns, votes = numbers["concerns"], numbers["validations"]
    yield "## What came in"
    yield ""
    yield f"- Concerns: {concerns['total']}, of which {concerns['last_30d']} in the last 30 days of activity."
    yield (
        f"- Validations: {votes['confirms']} confirm and {votes['rejects']} reject,"
        f" {votes['last_30d']} of them in the last 30 days of activity."
    )


def _where(numbers: Mapping[str, Any]) -> Iterator[str]:
    yield "## Where most was reported"
    yield ""
    if not numbers["most_active"]:
        yield "Nothing was reported in the last 30 days of activity."
        return
    yield "| | status | concerns, 30 days | last used |"
    yield "|---|---|---|---|"
    for each in numbers["most_active"]:
        address = f"/{each['target_type']}s/{each['id']}"
        yield f"| [{each['id']}]({address}) | {each['status']} | {each['concerns_30d']} | {each['last_used']} |"
