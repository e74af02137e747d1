"""Asks for a page as a guest would: only in public places, by the house rules of each host, without haste (lifecycle 11.1).

One for each run: what robots.txt says and who was asked when is remembered that long.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Final

from becivic.fetching.answers import Answer, NoAnswer, Trouble
from becivic.fetching.pace import Pace
from becivic.fetching.public_addresses import is_public
from becivic.fetching.resolving import IsAllowed, Resolve, addresses_of, resolve_by_system
from becivic.fetching.robots import ALLOWS_ALL, Robots, read_robots
from becivic.fetching.web_address import WebAddress, read_address
from becivic.fetching.wire import Wire
from becivic.rules.rot import AGENT_NAME

_REDIRECTS: Final = frozenset((301, 302, 303, 307, 308))
_ROBOTS: Final = "/robots.txt"


@dataclass(slots=True)
class Fetcher:
    """`is_allowed` says which addresses may be connected to, `resolve` which ones a name has."""

    wire: Wire
    pace: Pace
    resolve: Resolve = resolve_by_system
    is_allowed: IsAllowed = is_public
    _robots: dict[str, Robots | Trouble] = field(default_factory=dict)

    def head(self, url: str, never: Collection[str] = ()) -> Answer:
        """What is said about a page, without the page. `never` are hosts that must not be asked, by no detour either."""
        return self._follow("HEAD", read_address(url), never)

    def get(self, url: str, never: Collection[str] = ()) -> Answer:
        return self._follow("GET", read_address(url), never)

    def _follow(
        self, method: str, address: WebAddress, never: Collection[str], *, by_rules: bool = True
    ) -> Answer:
        """Redirects are followed by hand, so that each place is looked at before it is asked."""
        seconds, chain = self.wire.manners.seconds, [address.url]
        while True:
            hops = len(chain) - 1
            try:
                answer, took = self._hop(method, address, seconds, never, by_rules=by_rules)
                following = _following(answer, address)
            except NoAnswer as nothing:
                raise NoAnswer(nothing.trouble, hops) from None
            if following is None:
                return replace(answer, chain=tuple(chain))
            if hops == self.wire.manners.redirects:
                raise NoAnswer(Trouble.TOO_MANY_REDIRECTS, hops)
            seconds, address = seconds - took, following
            chain.append(address.url)

    def _hop(
        self, method: str, address: WebAddress, seconds: float, never: Collection[str], *, by_rules: bool
    ) -> tuple[Answer, float]:
        """One request. The rules of the house are asked for first, where they are not what is asked for."""
        if address.host in never:
            raise NoAnswer(Trouble.NEVER_ASKED)
        robots = self._rules_of(address, never) if by_rules else ALLOWS_ALL
        if not robots.allows(address.target):
            raise NoAnswer(Trouble.ROBOTS)
        return self._ask(method, address, robots.delay, seconds)

    def _ask(self, method: str, address: WebAddress, delay: float, seconds: float) -> tuple[Answer, float]:
        """The answer, and how many seconds it took."""
        self.pace.take_turn(address.host, delay)
        began = self.wire.clock()
        try:
            ips = addresses_of(address, self.resolve, self.is_allowed)
            left = seconds - (self.wire.clock() - began)
            if left <= 0:
                raise NoAnswer(Trouble.TOO_SLOW)
            answer = self.wire.ask(method, address, ips, left)
        finally:
            self.pace.done(address.host)
        return answer, self.wire.clock() - began

    def _rules_of(self, address: WebAddress, never: Collection[str]) -> Robots:
        """Read once a run. A host that could not be asked for its rules is not asked for anything else."""
        if address.origin not in self._robots:
            self._robots[address.origin] = self._read_rules(address, never)
        found = self._robots[address.origin]
        if isinstance(found, Trouble):
            raise NoAnswer(found)
        return found

    def _read_rules(self, address: WebAddress, never: Collection[str]) -> Robots | Trouble:
        """Where there are none, everything is allowed; where the server is in trouble, nothing (RFC 9309 2.3.1)."""
        try:
            answer = self._follow("GET", address.at(_ROBOTS), never, by_rules=False)
        except NoAnswer as nothing:
            return Trouble.ROBOTS_UNKNOWN if nothing.hops else nothing.trouble
        if answer.is_success:
            return read_robots(answer.text, AGENT_NAME)
        return ALLOWS_ALL if 400 <= answer.status < 500 and answer.status != 429 else Trouble.ROBOTS_UNKNOWN


def _following(answer: Answer, address: WebAddress) -> WebAddress | None:
    """Where a redirect leads; None for any other answer."""
    location = answer.headers.get("location", "").strip()
    if answer.status not in _REDIRECTS or not location:
        return None
    return read_address(_as_sent(location), beside=address)


def _as_sent(location: str) -> str:
    """Header bytes come as Latin-1; what servers send beyond ASCII is UTF-8."""
    return location.encode("latin-1", "replace").decode("utf-8", "replace")
