"""`becivic run probe|linkcheck|audit`: what rots outside, and whether our own house is in order."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

import typer

from becivic.cli.options import AsJson, DryRun, Now
from becivic.cli.running import run_job
from becivic.corpus.findings import Severity
from becivic.jobs import rot
from becivic.publishing.rot.own_trouble import OWN_TROUBLE

_SAID = {OWN_TROUBLE: "Nearly everything failed: the trouble is on this side, and nobody was judged."}


def probe(now: Now = "", dry_run: DryRun = False, as_json: AsJson = False) -> None:
    """Look at the sources of all paths, and vote where it is clear that one works or is gone.

    Only pages are loaded, nothing is sent, robots.txt is obeyed, and no host is hurried. Audited deliveries are never
    asked, nor anything on their hosts. A server does this daily where BECIVIC_PROBES is on, as it is by default on a public address. Exit 1 when the trouble is ours.

    Example: `becivic run probe --dry-run`
    """
    report = run_job(
        "probe",
        now,
        work=rot.plan_probe if dry_run else rot.probe_by_hand,
        as_json=as_json,
        for_people=_for_people,
    )
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
    report = run_job(
        "linkcheck", now, work=partial(work, everything=everything), as_json=as_json, for_people=_for_people
    )
    if report.get("error") or report.get("gone"):
        raise typer.Exit(1)


def audit(now: Now = "", as_json: AsJson = False) -> None:
    """Look over categories, statuses, injection flags and the log of decisions. Changes nothing.

    Exit 1 when something is not as it should be; what is only worth a look does not count.

    Example: `becivic run audit`
    """
    report = run_job("audit", now, work=rot.audit, as_json=as_json, for_people=_for_people)
    if any(finding["severity"] == Severity.ERROR for finding in report["findings"]):
        raise typer.Exit(1)


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
