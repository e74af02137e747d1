"""How the command line speaks: findings for people, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby

from rich.console import Console
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
