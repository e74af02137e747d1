"""`becivic run probe|linkcheck|audit`: what rots outside, and whether our own house is in order."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

import typer

from becivic.cli.job_reports import print_report
from becivic.cli.options import AsJson, DryRun, Now, read_moment
from becivic.cli.output import print_json
from becivic.cli.progress import spinner
from becivic.cli.workshops import opened_workshop
from becivic.clock import SystemClock
from becivic.config import read_settings
from becivic.corpus.findings import Severity
from becivic.jobs import rot
from becivic.jobs.table import JOBS, Run, reported
from becivic.publishing.rot.own_trouble import OWN_TROUBLE

_SAID = {OWN_TROUBLE: "Nearly everything failed: the trouble is on this side, and nobody was judged."}


def probe(now: Now = "", dry_run: DryRun = False, as_json: AsJson = False) -> None:
    """Look at the sources of all paths, and vote where it is clear that one works or is gone (lifecycle 11.1).

    Only pages are loaded, nothing is sent, robots.txt is obeyed, and no host is hurried. Audited deliveries are never
    asked, nor anything on their hosts. A server does this daily where BECIVIC_PROBES is on. Exit 1 when the trouble is ours.

    Example: `becivic run probe --dry-run`
    """
    report = _run("probe", now, rot.plan_probe if dry_run else rot.probe, as_json=as_json)
    if report.get("error"):
        raise typer.Exit(1)


def linkcheck(
    now: Now = "",
    dry_run: DryRun = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Also what was looked at in the last 25 days.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Look whether references can still be read, where they say and where they are archived (R-CATL-09).

    Exit 1 when one is gone, or when the trouble is ours.

    Example: `becivic run linkcheck --all --json`
    """
    work = rot.plan_linkcheck if dry_run else rot.linkcheck
    report = _run("linkcheck", now, partial(work, everything=everything), as_json=as_json)
    if report.get("error") or report.get("gone"):
        raise typer.Exit(1)


def audit(now: Now = "", as_json: AsJson = False) -> None:
    """Look over categories, statuses, injection flags and the log of decisions. Changes nothing.

    Exit 1 when something is not as it should be; what is only worth a look does not count.

    Example: `becivic run audit`
    """
    report = _run("audit", now, rot.audit, as_json=as_json)
    if any(finding["severity"] == Severity.ERROR for finding in report["findings"]):
        raise typer.Exit(1)


def _run(name: str, now: str, work: Run, *, as_json: bool) -> dict[str, Any]:
    settings = read_settings(os.environ)
    moment = read_moment(now) if now else SystemClock(settings.clock_offset).now()
    with opened_workshop(settings) as workshop, spinner(f"Running {name}") as on_progress:
        report = reported(JOBS[name], moment, work(workshop, moment, on_progress))
    if as_json:
        print_json(report)
    else:
        print_report(_for_people(report))
    return report


def _for_people(report: Mapping[str, Any]) -> dict[str, Any]:
    """Findings and the one error as sentences."""
    shown = {name: value for name, value in report.items() if name != "error"}
    if report.get("error"):
        shown["trouble"] = _SAID[report["error"]]
    if "findings" in report:
        shown["findings"] = [
            f"{each['severity']}  {each['check']}  {each['subject']} {each['message']}"
            for each in report["findings"]
        ]
    return shown
