"""One job as a server runs it, by hand: on the home of the settings, with a bar for whoever watches. No lease is asked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

import typer

from becivic.cli.job_reports import print_report
from becivic.cli.options import moment_of
from becivic.cli.output import print_json
from becivic.cli.progress import spinner
from becivic.cli.workshops import opened_workshop
from becivic.config import read_settings
from becivic.jobs.table import JOBS, Run, reported

ForPeople = Callable[[Mapping[str, Any]], Mapping[str, Any]]


def run_job(
    name: str,
    now: str,
    *,
    as_json: bool,
    dry_run: bool = False,
    work: Run | None = None,
    for_people: ForPeople = lambda report: report,
) -> dict[str, Any]:
    """Its report, printed too. `work` is done instead of what the job does by itself.

    Exits with 1, after the report is printed, where a part of the work could not be done and waits for the next run.
    """
    settings = read_settings(os.environ)
    job, moment = JOBS[name], moment_of(now, settings)
    with opened_workshop(settings) as workshop, spinner(f"Running {name}") as on_progress:
        work = work or (job.plan if dry_run and job.plan else job.run)
        report = reported(job, moment, work(workshop, moment, on_progress))
    if as_json:
        print_json(report)
    else:
        print_report(for_people(report))
    if report.get("waiting") or report.get("not_done"):
        raise typer.Exit(1)
    return report
