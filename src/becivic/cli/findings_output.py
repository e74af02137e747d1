"""Findings of a check, for people: by file, in colours where there are any."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.console import Console
from rich.text import Text

from becivic.cli.output import plural
from becivic.corpus.findings import Finding, Severity

_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "yellow"}


def print_findings(findings: Sequence[Finding], console: Console) -> None:
    """Grouped by file, one line of what is wrong and one of what to do."""
    for file, group in groupby(findings, key=lambda finding: finding.place.file):
        console.print(Text(file, style="bold"))
        for finding in group:
            console.print(_said(finding), soft_wrap=True)
        console.print()


def _said(finding: Finding) -> Text:
    text = Text(f"{finding.place.line:>6}  ", style="dim")
    text.append(f"{finding.severity.value:<7}  ", style=_STYLES[finding.severity])
    text.append(finding.message, style="default not dim")
    text.append(f"  [{finding.rule}]")
    return text.append(f"\n{' ' * 17}{finding.remedy}")


def counted(findings: Sequence[Finding]) -> str:
    errors = sum(finding.severity is Severity.ERROR for finding in findings)
    return f"{plural(errors, 'error')}, {plural(len(findings) - errors, 'warning')}"
