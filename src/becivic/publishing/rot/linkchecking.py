"""The job `linkcheck`: whether the references can still be read where they say, and where they are archived (R-CATL-09)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection

from becivic.fetching import Answer, Fetcher, NoAnswer, Trouble
from becivic.publishing.rot.asking import ask, host_of, in_turns
from becivic.publishing.rot.links import Link, LinkLook, keep, links
from becivic.publishing.rot.machine_votes import MachineVote, RandomBytes, cast
from becivic.publishing.rot.own_trouble import OWN_TROUBLE, HostLook, is_ours
from becivic.publishing.workshop import Workshop
from becivic.rules.rot import CHECKED_LATELY, GONE_STATUSES
from becivic.rules.submissions import Verdict
from becivic.rules.targets import TargetType
from becivic.store.tables.lifecycle import LinkKind, LinkState

OnProgress = Callable[[int], None]

_VERDICTS: Final = {LinkState.REACHABLE: Verdict.CONFIRM, LinkState.GONE: Verdict.REJECT}


@dataclass(frozen=True, slots=True)
class LinkReport:
    states: Mapping[str, int]
    gone: Mapping[str, str]
    """By `<uid> <which address>`."""
    unclear: Mapping[str, str]
    left: int
    """Addresses for the next run: so many requests were enough for this one."""
    requests: int
    error: str | None = None

    def as_json(self) -> dict[str, Any]:
        return {
            "states": dict(self.states),
            "gone": dict(self.gone),
            "unclear": dict(self.unclear),
            "left": self.left,
            "requests": self.requests,
            "error": self.error,
        }


@dataclass(frozen=True, slots=True)
class LinkCheck:
    """One run. Without `everything`, what was looked at lately is passed over."""

    workshop: Workshop
    now: datetime
    everything: bool = False

    def plan(self) -> dict[str, Any]:
        """Who would be asked for what. Asks nobody."""
        return {"would_ask": {str(link): link.url for link in self._links()}}

    def run(self, fetcher: Fetcher, random_bytes: RandomBytes, on_progress: OnProgress) -> LinkReport:
        planned = self._links()
        by_url: dict[str, LinkLook] = {}
        for done, url in enumerate(in_turns(link.url for link in planned), start=1):
            by_url[url] = _look(fetcher, url)
            on_progress(done)
        seen = {link: by_url[link.url] for link in planned}
        looked = {link: look for link, look in seen.items() if look.detail != Trouble.ENOUGH_ASKED.value}
        ours = is_ours(_hosts(looked))
        if looked and not ours:
            votes = list(self._votes(looked, random_bytes))
            self.workshop.store.write(partial(_keep, looked, votes, self.now))
        return _report(looked, len(seen) - len(looked), fetcher.pace.asked, ours=ours)

    def _votes(self, looked: Mapping[Link, LinkLook], random_bytes: RandomBytes) -> Iterator[MachineVote]:
        """Of the address itself alone: that a copy is gone says nothing against what it is a copy of."""
        for link, look in looked.items():
            verdict = _VERDICTS.get(look.state)
            if link.kind is LinkKind.URL and verdict is not None:
                yield MachineVote.on((TargetType.REFERENCE, link.uid), verdict, self.now, random_bytes)

    def _links(self) -> list[Link]:
        not_since = None if self.everything else self.now - CHECKED_LATELY
        return self.workshop.store.read(partial(links, not_since=not_since))


def _look(fetcher: Fetcher, url: str) -> LinkLook:
    try:
        answer = ask(fetcher, url, lambda said: said.is_success)
    except NoAnswer as nothing:
        return LinkLook(_state_of_trouble(nothing.trouble), nothing.trouble.value, has_answered=False)
    return LinkLook(_state(answer), str(answer.status), has_answered=True)


def _state(answer: Answer) -> LinkState:
    if answer.is_success:
        return LinkState.REACHABLE
    return LinkState.GONE if answer.status in GONE_STATUSES else LinkState.UNCLEAR


def _state_of_trouble(trouble: Trouble) -> LinkState:
    if trouble.is_refusal:
        return LinkState.NOT_ASKED
    return LinkState.GONE if trouble is Trouble.NO_SUCH_NAME else LinkState.UNCLEAR


def _hosts(looked: Mapping[Link, LinkLook]) -> list[HostLook]:
    return [
        HostLook(host_of(link.url), look.has_answered, look.state is LinkState.REACHABLE)
        for link, look in looked.items()
        if look.state is not LinkState.NOT_ASKED
    ]


def _keep(
    looked: Mapping[Link, LinkLook], votes: Sequence[MachineVote], now: datetime, connection: Connection
) -> None:
    keep(connection, looked, now)
    cast(connection, votes, now)


def _report(looked: Mapping[Link, LinkLook], left: int, requests: int, *, ours: bool) -> LinkReport:
    """Where the trouble is ours, nothing is said to be gone."""
    seen: dict[LinkState, dict[str, str]] = {state: {} for state in LinkState}
    for link, look in looked.items():
        state = LinkState.UNCLEAR if ours and look.state is LinkState.GONE else look.state
        seen[state][str(link)] = look.detail
    return LinkReport(
        states={state.value: len(those) for state, those in seen.items()},
        gone=seen[LinkState.GONE],
        unclear=seen[LinkState.UNCLEAR],
        left=left,
        requests=requests,
        error=OWN_TROUBLE if ours else None,
    )
