"""The comparisons behind docs/consensus.md: the default run, and the same library under other rules and assumptions.

It takes minutes, so its outcome is stored; a test repeats the small run that is stored beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

from becivic.rules.consensus import POLICY
from becivic.simulation.assumptions import ASSUMED
from becivic.simulation.lone_flagger import lone_flagger
from becivic.simulation.populations import NOBODY, POPULATIONS
from becivic.simulation.report import OnStep, lived, report
from becivic.simulation.rings import ring_table
from becivic.simulation.whole import Rules, Scale
from becivic.simulation.wordings import assumptions_with, policy_with

DEFAULT: Final = Scale()
SMALL: Final = Scale(artefacts=60, months=4, rings=0)
HALF: Final = Scale(months=6)
"""For the comparisons: the same library under the same pressure, and half the time."""
FEWER: Final = Scale(artefacts=300)
"""Enough where nobody means harm, and a run with many votes would take long."""


@dataclass(frozen=True, slots=True)
class Variant:
    question: str
    policy: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return " ".join((*self.policy, *self.assumed)) or "as it is"

    def rules(self) -> Rules:
        return Rules(policy_with(POLICY, self.policy), assumptions_with(ASSUMED, self.assumed))


_TRIED: Final = ("healthy", "ring", "vandals")
COMPARED: Final = (
    (("healthy", "careless", "vandals"), (Variant("flags"), Variant("flags", ("quarantine_flags=2",)))),
    (
        _TRIED,
        (
            Variant("thresholds"),
            Variant("thresholds", ("alpha_rejects=1",)),
            Variant("thresholds", ("rollback_margin=3",)),
            Variant("thresholds", ("alpha_rejects=1", "rollback_margin=4")),
            Variant("thresholds", ("stable_confirms=6", "stable_addresses=6")),
            Variant("thresholds", ("stable_confirms=15", "stable_addresses=15")),
        ),
    ),
    (
        ("healthy", "ring", "vandals"),
        tuple(Variant("limits", assumed=(f"validations_a_day={number}",)) for number in (3, 10, 30)),
    ),
    (
        ("ring", "vandals"),
        tuple(Variant("reinstatement", assumed=(f"keeps_confirms={word}",)) for word in ("off", "on")),
    ),
    (
        ("quiet",),
        tuple(Variant("rot", assumed=(f"probed_share={share}",)) for share in ("0", "0.5", "1")),
    ),
    (
        ("healthy",),
        tuple(Variant("volume", assumed=(f"volume={times}",)) for times in ("0.25", "0.5", "1", "2", "4")),
    ),
)
FLAGGED: Final = (
    Variant("flagger"),
    Variant("flagger", ("quarantine_flags=2",)),
    Variant("flagger", assumed=("flags_a_day=1",)),
    Variant("flagger", assumed=("flags_a_day=5",)),
)


def small_run() -> dict[str, Any]:
    """What a test can afford to repeat."""
    return report(SMALL, populations=[POPULATIONS["healthy"], POPULATIONS["vandals"]])


def study(on_step: OnStep) -> dict[str, Any]:
    whole = report(DEFAULT, on_step=on_step)
    pairs = [(name, each) for names, variants in COMPARED for name, each in product(names, variants)]
    known: dict[tuple[str, Rules, Scale], dict[str, Any]] = {}
    compared = []
    for number, (name, variant) in enumerate(pairs, 1):
        key = (name, variant.rules(), FEWER if variant.question == "volume" else HALF)
        if key not in known:
            known[key] = lived(POPULATIONS[name], key[2], key[1])
        compared.append(
            {"question": variant.question, "variant": variant.name, "population": name, **_brief(known[key])}
        )
        on_step("comparisons", number, len(pairs))
    return {
        "default": whole,
        "compared": compared,
        "rings": list(_rings()),
        "flagger": [
            {"variant": each.name, "months": lone_flagger(DEFAULT, each.rules())} for each in FLAGGED
        ],
        "small": small_run(),
    }


def _brief(found: dict[str, Any]) -> dict[str, Any]:
    """Without what only the figures need."""
    good = {
        step: {key: value for key, value in each.items() if key != "by_week"}
        for step, each in found["good"].items()
    }
    kept = ("votes", "returned", "bad", "turned", "wrong_way")
    return {"good": good, **{key: found[key] for key in kept}}


def _rings() -> Iterator[dict[str, Any]]:
    """What the thresholds mean for a ring, among a healthy crowd and alone."""
    (variants,) = [each for _, each in COMPARED if each[0].question == "thresholds"]
    for variant, population in product(variants, (NOBODY, POPULATIONS["healthy"])):
        table = ring_table(population, DEFAULT, variant.rules())
        yield {
            "variant": variant.name,
            "population": population.name,
            "smallest": {aim: found["smallest"] for aim, found in table.items()},
        }
