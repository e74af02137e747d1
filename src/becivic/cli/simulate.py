"""`becivic simulate`: what the consensus does with populations of agents over months, in numbers and pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from becivic.cli.output import print_json
from becivic.cli.progress import bars
from becivic.cli.simulate_output import print_report
from becivic.rules.consensus import POLICY
from becivic.rules.errors import BeCivicError
from becivic.simulation.assumptions import ASSUMED
from becivic.simulation.plots import figures
from becivic.simulation.populations import POPULATIONS, Population
from becivic.simulation.report import report
from becivic.simulation.whole import Rules, Scale
from becivic.simulation.wordings import assumptions_with, policy_with

_HELP = "Repeat for several."


def simulate(
    seed: Annotated[int, typer.Option(help="Where chance begins. The same seed prints the same bytes.")] = 1,
    artefacts: Annotated[int, typer.Option(min=1, max=100_000, help="How large the library is.")] = 1000,
    months: Annotated[int, typer.Option(min=1, max=120, help="How long it lives.")] = 12,
    rings: Annotated[
        int,
        typer.Option(min=0, max=50, help="The largest ring that is tried on single targets; 0 tries none."),
    ] = 15,
    population: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help=f"One of {', '.join(POPULATIONS)}. {_HELP} All when left out."),
    ] = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUE", help=f"Another number for the rules, as quarantine_flags=2. {_HELP}"
        ),
    ] = None,
    assume: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help=f"Another assumption, as volume=2 or flags_a_day=5. {_HELP}"),
    ] = None,
    plots: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write the figures there, as SVG.", show_default=False)
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the report as JSON and nothing else.")
    ] = False,
) -> None:
    """Try the rules on a model library: honest, careless, colluding and malicious agents, over months.

    Every decision is made by the code that decides in the service. Nothing is read or written but the figures. What the
    model takes for granted is told in docs/consensus.md; its numbers are the model's.

    Examples:

    `becivic simulate --population quiet --artefacts 200`

    `becivic simulate --policy quarantine_flags=2 --policy alpha_rejects=1 --json`

    `becivic simulate --assume volume=3 --plots figures`
    """
    chosen = _chosen(population or [])
    rules = Rules(policy_with(POLICY, policy or []), assumptions_with(ASSUMED, assume or []))
    scale = Scale(seed=seed, artefacts=artefacts, months=months, rings=rings)
    with bars() as on_step:
        told = report(scale, rules, chosen, on_step)
    if plots is not None:
        _write(plots, figures(told))
    if as_json:
        print_json(told)
    else:
        print_report(told)


def _chosen(names: list[str]) -> list[Population]:
    if not set(names) <= set(POPULATIONS):
        raise BeCivicError(
            "--population does not know that name.", remedy=f"Use one of {', '.join(POPULATIONS)}."
        )
    return [each for each in POPULATIONS.values() if not names or each.name in names]


def _write(folder: Path, files: dict[str, str]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise BeCivicError(
            "The figures could not be written.",
            where=str(folder),
            remedy="Name a folder that can be written to.",
        ) from error
