"""A whole run: every population over the same library, the attacks on single targets, and one false flagger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from becivic.simulation.lone_flagger import lone_flagger
from becivic.simulation.measures import measured
from becivic.simulation.populations import NOBODY, POPULATIONS, Population
from becivic.simulation.rings import ring_table
from becivic.simulation.whole import Rules, Scale, live

OnStep = Callable[[str, int, int], None]
ALL: Final = tuple(POPULATIONS.values())


def _unwatched(_title: str, _done: int, _total: int) -> None:
    pass


def report(
    scale: Scale,
    rules: Rules | None = None,
    populations: Sequence[Population] = ALL,
    on_step: OnStep = _unwatched,
) -> dict[str, Any]:
    """As JSON says it. The same seed gives the same answer."""
    rules = rules or Rules()
    rings = _Rings(scale, rules, on_step)
    return {
        "seed": scale.seed,
        "artefacts": scale.artefacts,
        "months": scale.months,
        "largest_ring": scale.rings,
        "policy": rules.policy.as_json(),
        "assumptions": rules.assumptions.as_json(),
        "populations": {
            each.name: {
                **each.as_json(),
                **lived(each, scale, rules, on_step),
                "rings": rings.among(each),
            }
            for each in populations
        },
        "rings_alone": rings.among(NOBODY),
        "flagger": lone_flagger(scale, rules),
    }


def lived(population: Population, scale: Scale, rules: Rules, on_step: OnStep = _unwatched) -> dict[str, Any]:
    def on_month(month: int) -> None:
        on_step(f"{population.name}: months", month, scale.months)

    return measured(live(population, scale, rules, on_month))


@dataclass(slots=True)
class _Rings:
    """Populations whose well-meaning part is the same have the same table; it is made once."""

    scale: Scale
    rules: Rules
    on_step: OnStep
    _made: dict[tuple[float, float], dict[str, Any]] = field(default_factory=dict)

    def among(self, population: Population) -> dict[str, Any]:
        crowd = (population.votes, population.careless)
        if crowd not in self._made:
            title = f"{population.name}: rings"
            self._made[crowd] = ring_table(
                population, self.scale, self.rules, lambda size: self.on_step(title, size, self.scale.rings)
            )
        return self._made[crowd]
