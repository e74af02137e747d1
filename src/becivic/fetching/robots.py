"""What a robots.txt allows us (RFC 9309): the rules of the group that names us, else of everybody; the longest rule decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote_to_bytes

_UNRESERVED: Final = "!$&'()*+,-./:;=?@_~"
_EVERYBODY: Final = "*"
_LINES: Final = 10_000
"""A file with more of them is read so far."""


@dataclass(frozen=True, slots=True)
class Robots:
    """The rules that hold for one agent: what a path begins with, and whether it is then allowed."""

    rules: tuple[tuple[str, bool], ...] = ()
    delay: float = 0.0
    """Seconds between two requests that the server asks for."""

    def allows(self, target: str) -> bool:
        """Of rules as long as each other, allowing wins."""
        path = _normal(target)
        fitting = [(len(pattern), allowed) for pattern, allowed in self.rules if _fits(pattern, path)]
        return max(fitting, default=(0, True))[1]


ALLOWS_ALL: Final = Robots()


def read_robots(text: str, agent: str) -> Robots:
    """Groups that name the agent are one; only where there is none do those for everybody hold."""
    own, anybody = agent.lower(), _EVERYBODY
    found: dict[str, list[tuple[str, str]]] = {own: [], anybody: []}
    named = False
    for agents, lines in _groups(_lines(text)):
        named = named or own in agents
        for name in {own, anybody} & agents:
            found[name] += lines
    return _robots(found[own] if named else found[anybody])


def _lines(text: str) -> Iterator[tuple[str, str]]:
    for line in text.lstrip("\ufeff").splitlines()[:_LINES]:
        name, colon, value = line.partition("#")[0].partition(":")
        if colon:
            yield name.strip().lower(), value.strip()


def _groups(lines: Iterable[tuple[str, str]]) -> Iterator[tuple[set[str], list[tuple[str, str]]]]:
    """User agents in a row share the rules that follow them."""
    agents: set[str] = set()
    rules: list[tuple[str, str]] = []
    for name, value in lines:
        if name == "user-agent":
            if rules:
                yield agents, rules
                agents, rules = set(), []
            agents.add(value.split("/")[0].strip().lower())
        elif name in ("allow", "disallow", "crawl-delay") and agents:
            rules.append((name, value))
    yield agents, rules


def _robots(lines: Iterable[tuple[str, str]]) -> Robots:
    rules, delay = [], 0.0
    for name, value in lines:
        if name == "crawl-delay":
            delay = max(delay, _seconds(value))
        elif value:  # an empty rule says nothing
            rules.append((_normal(value), name == "allow"))
    return Robots(tuple(rules), delay)


def _seconds(text: str) -> float:
    plain = text.replace(".", "", 1)
    return float(text) if plain.isascii() and plain.isdecimal() and len(text) < 10 else 0.0


def _normal(target: str) -> str:
    """The same place written the same way, whoever quoted it."""
    return quote(unquote_to_bytes(target), safe=_UNRESERVED)


def _fits(pattern: str, path: str) -> bool:
    """`*` stands for anything and `$` for the end. Each piece at its first place, so that it takes one look through."""
    anchored = pattern.endswith("$")
    first, *others = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    if anchored and not others:
        return path == first
    at = len(first)
    for number, piece in enumerate(others, start=1):
        if anchored and number == len(others):
            return len(path) - at >= len(piece) and path.endswith(piece)
        found = path.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return True
