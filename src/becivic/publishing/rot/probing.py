"""The job `probe`: every source that may be looked at is looked at once, and what is clear becomes a vote (R-PLC-05)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection

from becivic.fetching import Answer, Fetcher, NoAnswer
from becivic.publishing.rot.asking import ask, host_of, in_turns
from becivic.publishing.rot.looking import Look, look_of, look_of_trouble
from becivic.publishing.rot.machine_votes import MachineVote, RandomBytes, cast
from becivic.publishing.rot.own_trouble import OWN_TROUBLE, HostLook, is_ours
from becivic.publishing.rot.page_checks import Page
from becivic.publishing.rot.probe_plan import Probed, ProbePlan, plan_of
from becivic.publishing.workshop import Workshop
from becivic.rules.submissions import Verdict
from becivic.rules.targets import TargetType
from becivic.store import confirmable_days

OnProgress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class ProbeReport:
    """What one run saw, by source: a status or a closed word each."""

    confirmed: int
    rejected: Mapping[str, str]
    unclear: Mapping[str, str]
    not_asked: Mapping[str, str]
    passed_over: Sequence[str]
    requests: int
    error: str | None = None
    """Set where the run judged nobody."""

    def as_json(self) -> dict[str, Any]:
        return {
            "confirmed": self.confirmed,
            "rejected": dict(self.rejected),
            "unclear": dict(self.unclear),
            "not_asked": dict(self.not_asked),
            "passed_over": list(self.passed_over),
            "requests": self.requests,
            "error": self.error,
        }


def probe(
    workshop: Workshop, fetcher: Fetcher, now: datetime, random_bytes: RandomBytes, on_progress: OnProgress
) -> ProbeReport:
    plan = plan_of(workshop.corpus().paths)
    looks = _Round(fetcher, plan).look(on_progress)
    ours = is_ours(_hosts(plan, looks))
    if not ours:
        votes = [
            MachineVote.on((TargetType.PATH_SOURCE, target_id), look.verdict, now, random_bytes)
            for target_id, look in looks.items()
            if look.verdict is not None
        ]
        asked = workshop.corpus().paths.source_classes(name for name, look in looks.items() if look.was_asked)
        workshop.store.write(partial(_write, votes=votes, asked=asked, now=now))
    return _report(plan, looks, fetcher.pace.asked, ours=ours)


def plan(workshop: Workshop) -> dict[str, Any]:
    """Who would be asked for what. Asks nobody."""
    planned = plan_of(workshop.corpus().paths)
    asked = {source.target_id: source.url for source in planned.sources}
    return {"would_ask": asked, "passed_over": list(planned.passed_over)}


@dataclass(slots=True)
class _Round:
    """One look at everything. An address that several sources share is asked once."""

    fetcher: Fetcher
    plan: ProbePlan
    _sitemaps: dict[str, str] = field(default_factory=dict)

    def look(self, on_progress: OnProgress) -> dict[str, Look]:
        by_url: dict[str, list[Probed]] = defaultdict(list)
        for source in self.plan.sources:
            by_url[source.url].append(source)
        found: dict[str, Look] = {}
        for done, url in enumerate(in_turns(by_url), start=1):
            found |= self._at(url, by_url[url])
            on_progress(done)
        return dict(sorted(found.items()))

    def _at(self, url: str, sources: Sequence[Probed]) -> dict[str, Look]:
        sitemaps = {source.target_id: self._sitemap(source.sitemap_url) for source in sources}

        def looks(answer: Answer) -> dict[str, Look]:
            return {
                source.target_id: look_of(Page(answer, sitemaps[source.target_id]), source.validation_path)
                for source in sources
            }

        def is_enough(answer: Answer) -> bool:
            return all(look.verdict is Verdict.CONFIRM for look in looks(answer).values())

        try:
            return looks(ask(self.fetcher, url, is_enough, self.plan.never))
        except NoAnswer as nothing:
            return {source.target_id: look_of_trouble(nothing.trouble) for source in sources}

    def _sitemap(self, url: str) -> str:
        """Empty where there is none to read: then nothing is known of what it lists."""
        if url and url not in self._sitemaps:
            try:
                self._sitemaps[url] = self.fetcher.get(url, self.plan.never).text
            except NoAnswer:
                self._sitemaps[url] = ""
        return self._sitemaps.get(url, "")


def _write(
    connection: Connection, votes: Sequence[MachineVote], asked: Collection[str], now: datetime
) -> None:
    """The verdicts, and that sources of these classes could have been confirmed on this day."""
    cast(connection, votes, now)
    confirmable_days.note(connection, asked, now)


def _hosts(plan: ProbePlan, looks: Mapping[str, Look]) -> list[HostLook]:
    asked = ((host_of(source.url), looks[source.target_id]) for source in plan.sources)
    return [
        HostLook(host, look.has_answered, look.has_answered and look.verdict is not Verdict.REJECT)
        for host, look in asked
        if look.was_asked
    ]


def _report(plan: ProbePlan, looks: Mapping[str, Look], requests: int, *, ours: bool) -> ProbeReport:
    said: dict[Verdict | None, dict[str, str]] = {Verdict.CONFIRM: {}, Verdict.REJECT: {}, None: {}}
    not_asked: dict[str, str] = {}
    for target_id, look in looks.items():
        verdict = None if ours else look.verdict
        (said[verdict] if look.was_asked else not_asked)[target_id] = look.detail
    return ProbeReport(
        confirmed=len(said[Verdict.CONFIRM]),
        rejected=said[Verdict.REJECT],
        unclear=said[None],
        not_asked=not_asked,
        passed_over=plan.passed_over,
        requests=requests,
        error=OWN_TROUBLE if ours else None,
    )
