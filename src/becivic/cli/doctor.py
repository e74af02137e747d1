"""`becivic doctor`: what is in force here, what is missing, and what to do about it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Annotated

import typer

from becivic.cli.doctor_output import show, shown_as_json
from becivic.cli.options import Database, Home
from becivic.cli.output import print_json
from becivic.clock import SystemClock
from becivic.config import SettingRefused, Settings, read_settings
from becivic.doctor.examining import Examined, examine, worst
from becivic.doctor.finding import Verdict
from becivic.doctor.patient import Patient
from becivic.doctor.typed import typed_here
from becivic.packaged import corpus_folder


def doctor(
    home: Home = None,
    database: Database = "",
    everything: Annotated[bool, typer.Option("--all", help="Show what is fine too, check by check.")] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="Leave out what takes longer than a moment.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit 1 also where something is worth a look.")
    ] = False,
    online: Annotated[
        bool, typer.Option("--online", help="Ask GitHub too, where the forge is there.")
    ] = False,
    backups: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Look at the backups below this folder too.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the findings as JSON and nothing else.")
    ] = False,
) -> None:
    """Look this installation over, and change nothing.

    It looks at the program, settings, home, database, git, schemas, models, time, jobs, stuck items, salts, backups and GitHub.
    Each finding has a code, a place and a remedy; docs/doctor.md lists them all. The service may run or not.
    Exit 0 when nothing is broken, 1 when something is.

    Examples: `becivic doctor`, `becivic doctor --all`, `becivic doctor --strict --json --backups /mnt/backups`
    """
    said = {"BECIVIC_HOME": str(home) if home else "", "BECIVIC_DATABASE_URL": database}
    environment = {**os.environ, **{name: value for name, value in said.items() if value}}
    said = {**said, "BECIVIC_HOME": str(home.absolute()) if home else ""}
    typed = typed_here(
        {name: value for name, value in said.items() if value}, environment.get("PATH", ""), corpus_folder()
    )
    patient = replace(_patient(environment, quick=quick, online=online, backups=backups), typed=typed)
    seen: list[Examined] = []
    if as_json:
        seen.extend(examine(patient))
        print_json(shown_as_json(patient, seen))
    else:
        show(patient, _kept(examine(patient), seen), everything=everything)
    verdict = worst(each.verdict for each in seen)
    if verdict is Verdict.BROKEN or (strict and verdict is Verdict.LOOK):
        raise typer.Exit(1)


def _patient(environment: Mapping[str, str], *, quick: bool, online: bool, backups: Path | None) -> Patient:
    settings: Settings | None = None
    refused: SettingRefused | None = None
    try:
        settings = read_settings(environment)
    except SettingRefused as error:
        refused = error
    clock = SystemClock(settings.clock_offset if settings else timedelta(0))
    return Patient(environment, settings, clock.now(), refused, quick, online, backups)


def _kept(found: Iterator[Examined], seen: list[Examined]) -> Iterator[Examined]:
    for each in found:
        seen.append(each)
        yield each
