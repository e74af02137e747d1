"""What a plan is made of: steps, questions, and what is done or left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from becivic_harness.asking import Asked, asked
from becivic_harness.eligibility import Verdict, eligibility
from becivic_harness.months import month_number
from becivic_harness.page_terms import PaperAge
from becivic_harness.plan_times import Window
from becivic_harness.predicates import Truth
from becivic_harness.required import PATH, Known

Title = Mapping[str, str]

YOU: Final = "you"
AGENT: Final = "agent"
BOTH: Final = "both"

_WHO: Final = {"agent": AGENT, "user": YOU, "both": BOTH}


class Ways(NamedTuple):
    """The sources of a path: how many are open to this person, closed, or not known to be either."""

    open: int
    closed: int
    unknown: int
    who: str
    """Who acts in the first that may be tried."""

    @property
    def is_none(self) -> bool:
        return not self.open and not self.unknown


class Step(NamedTuple):
    number: int
    kind: str
    id: str
    title: Title
    role: str
    timing: str
    needed_by: tuple[str, ...]
    """The procedures that want it; none for one that was asked for itself."""
    applies: Truth
    why: str
    note: str
    ways: Ways | None
    is_done: bool
    paper_age: PaperAge | None
    """How old it may be when it is handed in, where the page says so."""
    window: Window | None

    @property
    def who(self) -> str:
        if self.kind != PATH:
            return BOTH
        return self.ways.who if self.ways is not None else YOU

    def also_for(self, skill_id: str) -> Step:
        return self if skill_id in self.needed_by else self._replace(needed_by=(*self.needed_by, skill_id))

    def as_json(self) -> dict[str, Any]:
        told = {
            **self._asdict(),
            "title": dict(self.title),
            "needed_by": list(self.needed_by),
            "applies": self.applies.value,
            "who": self.who,
            "ways": None if self.ways is None else self.ways._asdict(),
            "paper_age": None if self.paper_age is None else self.paper_age._asdict(),
            "window": None if self.window is None else self.window._asdict(),
        }
        return {name: value for name, value in told.items() if value not in (None, "", [])}


class LeftOut(NamedTuple):
    kind: str
    id: str
    title: Title
    needed_by: tuple[str, ...]
    why: str

    def as_json(self) -> dict[str, Any]:
        return {**self._asdict(), "title": dict(self.title), "needed_by": list(self.needed_by)}


class Done(NamedTuple):
    """What progress files say is behind somebody: procedures, and documents with the month they are of, where it is known."""

    skills: frozenset[str] = frozenset()
    paths: Mapping[str, str] = {}

    def has_path(self, path_id: str, age: PaperAge | None, month: int) -> bool:
        """A paper that may not be too old in that month must be known to be young enough."""
        if path_id not in self.paths or age is None:
            return path_id in self.paths
        made = month_number(self.paths[path_id])
        return made is not None and month - made <= age.months


def ways_of(path: Mapping[str, Any], known: Known) -> Ways:
    found = eligibility(path, known.profile, known.today).sources
    answers = [each.verdict.answer for each in found]
    first = next(
        (
            each.who
            for answer in (Truth.YES, Truth.UNKNOWN)
            for each in found
            if each.verdict.answer is answer
        ),
        "",
    )
    return Ways(
        answers.count(Truth.YES), answers.count(Truth.NO), answers.count(Truth.UNKNOWN), _WHO.get(first, YOU)
    )


def unknowns(judged: Mapping[str, Verdict]) -> tuple[Asked, ...]:
    """A path is judged once for each use: `<id>:<use>`."""
    return asked(
        (name.partition(":")[0], verdict.question)
        for name, verdict in judged.items()
        if verdict.question is not None
    )
