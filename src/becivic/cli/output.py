"""How the command line speaks: findings for people, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby

from rich.console import Console
from rich.table import Table
from rich.text import Text

from becivic.corpus.findings import Finding, Severity

_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "yellow"}


def print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def plural(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def print_findings(findings: Sequence[Finding], console: Console) -> None:
    """Grouped by file, one line of what is wrong and one of what to do."""
    for file, group in groupby(findings, key=lambda finding: finding.place.file):
        console.print(Text(file, style="bold"))
        table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False)
        table.add_column(justify="right", style="dim", min_width=5)
        table.add_column(min_width=7)
        table.add_column(overflow="fold")
        for finding in group:
            severity = Text(finding.severity.value, style=_STYLES[finding.severity])
            table.add_row(str(finding.place.line), severity, _said(finding))
        console.print(table)
        console.print()


def _said(finding: Finding) -> Text:
    text = Text(finding.message)
    text.append(f"  {finding.rule}", style="dim")
    return text.append(f"\n{finding.remedy}", style="dim")


def counted(findings: Sequence[Finding]) -> str:
    errors = sum(finding.severity is Severity.ERROR for finding in findings)
    return f"{plural(errors, 'error')}, {plural(len(findings) - errors, 'warning')}"
