"""What has to be done, in which order, and what is still unknown: worked out on this machine, of what it has at hand.

Prerequisites come first, then for each procedure what prepares it, its documents by their timing, the filing, and what follows.
What is unknown is planned for and asked about; only what is known not to apply is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from becivic_harness.asking import Asked
from becivic_harness.deadlines import Deadline, deadlines
from becivic_harness.page_terms import Wait, waits_of
from becivic_harness.plan_needs import Library
from becivic_harness.plan_parts import Done, LeftOut, Step, unknowns
from becivic_harness.plan_walk import Walk
from becivic_harness.required import Known

NOTHING_DONE: Final = Done()


class Plan(NamedTuple):
    skills: tuple[str, ...]
    unknown: tuple[Asked, ...]
    """Questions, the one that most hangs on first."""
    steps: tuple[Step, ...]
    left_out: tuple[LeftOut, ...]
    deadlines: tuple[Deadline, ...]
    waits: tuple[Wait, ...]
    also: tuple[Step, ...]
    """Good to know, and nothing to do."""
    not_at_hand: tuple[str, ...]
    """Procedures and paths that are required and were not fetched: without them the plan is not whole."""

    def as_json(self) -> dict[str, Any]:
        listed = ("unknown", "steps", "left_out", "deadlines", "waits", "also")
        told = {name: [each.as_json() for each in getattr(self, name)] for name in listed}
        return {"skills": list(self.skills), **told, "not_at_hand": list(self.not_at_hand)}


def plan(  # noqa: PLR0913  each is one thing that lies on this machine
    skill_ids: Sequence[str],
    graph: Mapping[str, Any],
    skills: Mapping[str, Any],
    paths: Mapping[str, Any],
    profile: Mapping[str, Any],
    *,
    today: date,
    facts: Mapping[str, Any],
    done: Done = NOTHING_DONE,
) -> Plan:
    """`skills` are answers of `/api/skills/<id>` by id, `paths` that of `/api/paths`, or its paths by id."""
    library = Library.of(graph, skills, paths)
    wanted = tuple(dict.fromkeys(skill_ids))
    walk = Walk(library, Known(profile, facts, today), done, wanted)
    left = {each.id for each in walk.left_out} | done.skills
    read = [library.skills[name] for name in walk.seen if name in library.skills and name not in left]
    planned = {step.id for step in walk.steps}
    return Plan(
        skills=wanted,
        unknown=unknowns(walk.judged),
        steps=tuple(step._replace(number=number) for number, step in enumerate(walk.steps, 1)),
        left_out=tuple(walk.left_out),
        deadlines=deadlines(profile, facts, read, today),
        waits=tuple(wait for skill in read for wait in waits_of(skill)),
        also=tuple(step for name, step in walk.also.items() if name not in planned),
        not_at_hand=tuple(walk.missing),
    )
