"""What holds at every step of every walk, whatever the case expects (architecture 24.9).

Eligibility first: a source that is closed to the person is never come to, shown or voted on. Commune last: going there
comes after every way on line. Consent: where each call delivers a document, nothing leads there before a yes to this
one call. Nobody is handed over silently, and who cannot walk a path says so and gives its first address as text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tests.conformance.runner.case import Miss, listed, part, shown
from tests.conformance.runner.paths import OFFLINE, addresses, is_audited

STATES = (
    "ask",
    "consent",
    "handoff",
    "attempt",
    "advice",
    "exhausted",
    "done",
    "stopped",
    "not_for_them",
    "unavailable",
)
_CHOICES = ("search", "commune", "skip")
_HANDOFF = ("agent_responsibility", "user_responsibility", "resumption")
_ENDS = ("done", "stopped")
_BEGINS_ANEW = ("again", "restart", "decline")


class Walked(NamedTuple):
    """A walk as it came back. `closed` are the sources that are not open to the person."""

    path: Mapping[str, Any] | None
    events: Sequence[Any]
    steps: Sequence[Any]
    closed: Sequence[str]

    @property
    def sources(self) -> list[dict[str, Any]]:
        """Of the path, and of those it became on the way."""
        later = [part(event, "path") for event in self.events if part(event, "event") == "path"]
        return [each for one in (self.path, *later) if one for each in one["sources"]]

    def order(self) -> list[str]:
        """The sources as they were come to, one after the other; after an end the same one may come again."""
        found: list[str] = []
        last = None
        for step in self.steps:
            at = part(step, "source")
            if isinstance(at, str) and at != last:
                found.append(at)
            if isinstance(at, str) or part(step, "state") in _ENDS:
                last = at
        return found


def broken(walked: Walked) -> Iterator[Miss]:
    for number, step in enumerate(walked.steps):
        where = f"step {number}"
        if part(step, "state") not in STATES:
            yield Miss(where, f"a state of {', '.join(STATES)}", shown(part(step, "state")))
        if part(step, "state") == "exhausted" and not set(_CHOICES) <= set(listed(part(step, "choices"))):
            yield Miss(where, "the choices search, commune and skip", shown(part(step, "choices")))
        yield from _eligibility_first(walked, where, step)
        yield from _said(walked, where, step)
    yield from _consent(walked)
    yield from _commune_last(walked)


def _eligibility_first(walked: Walked, where: str, step: object) -> Iterator[Miss]:
    if part(step, "source") in walked.closed:
        yield Miss(where, "no source that is closed to the person", shown(part(step, "source")))
    for source in walked.sources:
        if source["id"] in walked.closed and _shows(step, addresses(source)):
            yield Miss(where, f"no address of {source['id']}, which is closed to the person", "one")


def _said(walked: Walked, where: str, step: object) -> Iterator[Miss]:
    """What a step must give the agent to say."""
    at = next((each for each in walked.sources if each["id"] == part(step, "source")), None)
    if at is None:
        return
    if part(step, "state") == "handoff":
        for name in _HANDOFF:
            if not _shows(step, [at["actor"]["handoff"][name]]):
                yield Miss(where, f"the text {name} of {at['id']} to be said", "a step without it")
    if part(step, "state") == "advice" and walked.path is not None:
        told = [*walked.path["title"].values(), *walked.path["description"].values()]
        wanted = told if is_audited(at) else [*told, *addresses(at)[:1]]
        for text in wanted:
            if not _shows(step, [text]):
                yield Miss(where, f"advice with {shown(text)}", "a step without it")


def _consent(walked: Walked) -> Iterator[Miss]:
    audited = {each["id"]: addresses(each) for each in walked.sources if is_audited(each)}
    agreed: str | None = None
    for number, step in enumerate(walked.steps):
        event = walked.events[number]
        before = walked.steps[number - 1] if number else None
        if part(event, "event") in _BEGINS_ANEW or part(event, "yes") is False:
            agreed = None
        if part(event, "yes") is True and part(before, "state") == "consent":
            agreed = str(part(before, "source"))
        if agreed is not None and part(step, "source") != agreed:
            agreed = None
        at = part(step, "source")
        if at in audited and at != agreed and part(step, "state") in ("handoff", "attempt"):
            yield Miss(
                f"step {number}", f"consent to this one call before {at} is used", shown(part(step, "state"))
            )
        for name, links in audited.items():
            if name != agreed and _shows(step, links):
                yield Miss(f"step {number}", f"no address of {name} before a yes to it", "one")


def _commune_last(walked: Walked) -> Iterator[Miss]:
    offline = {each["id"] for each in walked.sources if each["source_class"] == OFFLINE}
    online = {each["id"] for each in walked.sources} - offline - set(walked.closed)
    left = set(online)
    for number, step in enumerate(walked.steps):
        event = walked.events[number]
        if part(event, "event") == "restart":
            left = set(online)
        if part(event, "all_online") is True:
            left = set()
        at = part(step, "source")
        if number and part(walked.steps[number - 1], "source") != at:
            left.discard(str(part(walked.steps[number - 1], "source")))
        if at in offline and left:
            yield Miss(f"step {number}", f"{', '.join(sorted(left))} to be tried or declined first", f"{at}")


def _shows(step: object, texts: Sequence[str]) -> bool:
    """Whether any of them is in what the agent is handed at this step."""
    given = json.dumps(part(step, "shown"), ensure_ascii=False)
    return any(json.dumps(each, ensure_ascii=False)[1:-1] in given for each in texts)
