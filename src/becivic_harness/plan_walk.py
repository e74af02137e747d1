"""Goes through all that procedures require, deepest first, and sets it in order.

Each procedure is met once. A document is met once for each use: got early to look at, and again to be handed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from becivic_harness.eligibility import Verdict
from becivic_harness.months import this_month
from becivic_harness.page_terms import PaperAge, paper_age_of
from becivic_harness.plan_needs import Library, NeededSkill, Page, needed_skills, under
from becivic_harness.plan_parts import Done, LeftOut, Step, ways_of
from becivic_harness.plan_times import FILING, Filing, window
from becivic_harness.predicates import Truth
from becivic_harness.required import (
    INFORMATIONAL,
    PATH,
    SKILL,
    Known,
    Requirement,
    paths_required,
)

PREPARATION: Final = "preparation"
SUBMISSION: Final = "submission"

_EARLY: Final = "months-before-filing"
_BEFORE_FILING: Final = (_EARLY, "pre-filing", "any", "at-filing")
_TIMINGS: Final = (*_BEFORE_FILING, FILING, "post-filing")
_ROLES: Final = (PREPARATION, "tool", "check-only", SUBMISSION, INFORMATIONAL)


class Walk:
    def __init__(self, library: Library, known: Known, done: Done, wanted: Sequence[str]) -> None:
        self._library: Final = library
        self._known: Final = known
        self._done: Final = done
        self._filing: Final = Filing.of(known.facts, known.today)
        self._needed: Final = needed_skills(wanted, library, known, done)
        self._met: Final[dict[tuple[str, bool], int]] = {}
        self.seen: Final[dict[str, None]] = {}
        self.steps: Final[list[Step]] = []
        self.also: Final[dict[str, Step]] = {}
        self.left_out: Final[list[LeftOut]] = []
        self.judged: Final[dict[str, Verdict]] = {}
        self.missing: Final[dict[str, None]] = {}
        for name in wanted:
            self._skill(name)

    def _skill(self, name: str) -> None:
        """After everything that it wants first."""
        needed = self._needed[name]
        if name in self.seen:
            return
        self.seen[name] = None
        if needed.verdict.answer == Truth.NO:
            self._leave_out(SKILL, name, needed.by, needed.verdict)
            return
        if name not in self._done.skills:
            self.judged[name] = needed.verdict
        if name not in self._library.skills:
            self.missing[name] = None
        for each in needed.first:
            self._skill(each)
        self._page(name, self._library.skills.get(name, {}), needed)

    def _page(self, name: str, page: Page, needed: NeededSkill) -> None:
        filed = Requirement(SKILL, name, "", FILING, "", needed.verdict)
        paths = [] if name in self._done.skills else paths_required(page, self._library.paths, self._known)
        age = paper_age_of(page)
        for each in sorted([*paths, filed], key=_turn):
            if each.kind == SKILL:
                self.steps.append(self._step(each, needed.by, None, is_prerequisite=bool(needed.by)))
                continue
            told = each._replace(verdict=under(needed.edge, each.verdict, self._library.title(SKILL, name)))
            if told.verdict.answer == Truth.NO:
                self._leave_out(PATH, each.id, (name,), told.verdict)
            else:
                limit = age if each.role == SUBMISSION and each.timing in _BEFORE_FILING else None
                self._path(told, self._step(told, (name,), limit, is_prerequisite=bool(needed.by)))

    def _path(self, each: Requirement, step: Step) -> None:
        if each.id not in self._library.paths:
            self.missing[each.id] = None
        if each.role == INFORMATIONAL:
            self.also.setdefault(each.id, step)
            return
        use = each.id, each.role == SUBMISSION
        if use not in self._met:
            self._met[use] = len(self.steps)
            self.steps.append(step)
            if not step.is_done:  # what somebody has got already is not asked about
                self.judged[f"{each.id}:{use[1]}"] = each.verdict
            return
        at = self._met[use]
        before = self.steps[at]
        if (
            before.applies != Truth.YES and step.applies == Truth.YES
        ):  # what is needed anyway need not be asked about
            self.judged[f"{each.id}:{use[1]}"] = each.verdict
            before = before._replace(applies=Truth.YES, why=step.why, note=step.note)
        self.steps[at] = before.also_for(step.needed_by[0])

    def _leave_out(self, kind: str, name: str, by: tuple[str, ...], verdict: Verdict) -> None:
        self.left_out.append(LeftOut(kind, name, self._library.title(kind, name), by, verdict.why))

    def _step(
        self, each: Requirement, by: tuple[str, ...], limit: PaperAge | None, *, is_prerequisite: bool
    ) -> Step:
        known, path = self._known, self._library.paths.get(each.id) if each.kind == PATH else None
        month = self._filing.month if self._filing else this_month(known.today)
        is_done = (
            self._done.has_path(each.id, limit, month) if each.kind == PATH else each.id in self._done.skills
        )
        return Step(
            number=0,
            kind=each.kind,
            id=each.id,
            title=self._library.title(each.kind, each.id),
            role=each.role,
            timing=each.timing,
            needed_by=by,
            applies=each.verdict.answer,
            why=each.verdict.why,
            note=each.note,
            ways=None if path is None else ways_of(path, known),
            is_done=is_done,
            paper_age=limit,
            window=window(each.timing, self._filing, limit and limit.months, is_prerequisite=is_prerequisite),
        )


def _turn(each: Requirement) -> tuple[int, int]:
    """What prepares comes first of all (R-PATH-09). A document to be handed in is got as late as can be, for it grows old."""
    timing = each.timing
    if each.role == PREPARATION and timing in _BEFORE_FILING:
        return -1, _BEFORE_FILING.index(timing)
    if each.role == SUBMISSION and timing == _EARLY:
        timing = "pre-filing"
    phase = _TIMINGS.index(timing) if timing in _TIMINGS else _TIMINGS.index("any")
    return phase, _ROLES.index(each.role) if each.role in _ROLES else len(_ROLES)
