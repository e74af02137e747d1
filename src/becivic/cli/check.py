"""`becivic check`: hold a corpus to every rule."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from becivic.cli.corpus_folders import refuse_no_corpus
from becivic.cli.findings_output import counted, print_findings
from becivic.cli.output import plural, print_json
from becivic.corpus.checks.all_rules import ALL_RULES
from becivic.corpus.checks.rule import Context
from becivic.corpus.checks.shares import run_shared
from becivic.corpus.findings import Severity
from becivic.corpus.history import change_since
from becivic.corpus.load import Corpus, Loader
from becivic.corpus.opening import open_tree
from becivic.corpus.reading_report import HEADINGS, reading_report
from becivic.rules.errors import BeCivicError

DEFAULT_FOLDER = Path("corpus")
_AS_WIDE_AS_NEEDED = 10_000
"""Seven columns never fit a narrow screen, and an id or a number that is cut in two can be neither copied nor read."""


def check(
    folder: Annotated[
        Path,
        typer.Argument(metavar="[DIR]", help="A corpus folder, or a bare repository whose main is checked."),
    ] = DEFAULT_FOLDER,
    base: Annotated[
        str | None,
        typer.Option(
            metavar="REV", help="Compare with this commit: versions, uids and statuses must follow from it."
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help='Print {"findings": […]} and nothing else.')
    ] = False,
    rules: Annotated[
        bool, typer.Option("--rules", help="List the rules instead of checking anything.")
    ] = False,
    reading: Annotated[
        bool,
        typer.Option(
            "--reading",
            help="Show how hard each body is to read instead of checking it; exits 0 however hard.",
        ),
    ] = False,
) -> None:
    """Hold a corpus to every rule of the specification.

    Exit 0 when it is clean or has warnings only, 1 when it has errors, 2 when it cannot be found.

    Example: `becivic check corpus --base origin/main`
    """
    if rules:
        _list_rules(as_json=as_json)
        return
    if reading and base is not None:
        raise BeCivicError("--reading and --base do not go together.", remedy="Leave one of them away.")
    loader = Loader()
    corpus = loader.load(open_tree(folder))
    refuse_no_corpus(corpus.files, folder)
    if reading:
        _show_reading(corpus, as_json=as_json)
        return
    change = change_since(folder, base, loader) if base else None
    findings = run_shared(ALL_RULES, Context.of(corpus, change))
    if as_json:
        print_json({"findings": [finding.as_dict() for finding in findings]})
    else:
        console = Console(highlight=False)
        print_findings(findings, console)
        console.print(counted(findings) if findings else _verdict(corpus, folder), soft_wrap=True)
    if any(finding.severity is Severity.ERROR for finding in findings):
        raise typer.Exit(1)


def _verdict(corpus: Corpus, folder: Path) -> str:
    held = ", ".join(
        (
            plural(len(corpus.skills), "skill"),
            plural(len(corpus.paths.entries), "path"),
            plural(len(corpus.catalogue), "catalogue row"),
            plural(len(corpus.communes.by_code), "commune"),
        )
    )
    return f"{folder} is clean: {held}, held to {len(ALL_RULES)} rules."


def _list_rules(*, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "rules": [
                    {
                        "rule": rule.id,
                        "severity": rule.severity.value,
                        "summary": rule.summary,
                        "section": rule.section,
                    }
                    for rule in ALL_RULES
                ]
            }
        )
        return
    _print_table(
        ("rule", "severity", "what must hold", "section"),
        [(rule.id, rule.severity.value, rule.summary, rule.section) for rule in ALL_RULES],
    )


def _show_reading(corpus: Corpus, *, as_json: bool) -> None:
    rows = reading_report(corpus)
    if as_json:
        print_json({"skills": [row.as_json() for row in rows]})
    else:
        _print_table(HEADINGS, [row.cells() for row in rows], _AS_WIDE_AS_NEEDED)


def _print_table(headings: Sequence[str], rows: Sequence[Sequence[str]], width: int | None = None) -> None:
    table = Table(box=None, padding=(0, 1), pad_edge=False)
    table.add_column(headings[0], no_wrap=True)
    for heading in headings[1:]:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*map(escape, row))
    Console(highlight=False, width=width).print(table)
