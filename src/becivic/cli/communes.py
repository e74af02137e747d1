"""`becivic run communes`: the pinned list of communes, made from a table of facts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from becivic.cli.files import write_file
from becivic.cli.options import AsJson, DryRun, Now, moment_of, read_moment
from becivic.cli.output import plural, print_json
from becivic.cli.workshops import opened_workshop
from becivic.clock import SystemClock
from becivic.config import read_settings
from becivic.corpus.communes_refresh import STATBEL, Refresh, RowFault, faults_of, read_table, refresh
from becivic.corpus.reference_data import COMMUNES_FILE
from becivic.publishing.commit.proposing import propose_files
from becivic.rules.errors import BeCivicError
from becivic.rules.json_text import JsonRefused, parse_json
from becivic.rules.schemas import packaged_registry


@dataclass(frozen=True, slots=True)
class _Kept:
    """The list as it is pinned now, and how another one takes its place."""

    pinned: dict[str, Any]
    replace: Callable[[str, str], None]
    """By this content, of the nomenclature of this date."""


def communes(
    table: Annotated[
        Path, typer.Option("--from", metavar="FILE", help="Tab-separated facts, one column per field.")
    ],
    folder: Annotated[Path, typer.Option("--dir", help="The corpus folder to write into.")] = Path("corpus"),
    propose: Annotated[
        bool,
        typer.Option(
            "--propose", help="Write into no folder: open a change request on the home's main, for review."
        ),
    ] = False,
    nomenclature_date: Annotated[
        str,
        typer.Option(
            metavar="YYYY-MM-DD", help="The date of the nomenclature. The pinned one when left out."
        ),
    ] = "",
    source: Annotated[str, typer.Option(help="Where the nomenclature is published.")] = STATBEL,
    now: Now = "",
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Make data/communes.json from a table of facts and print what changed against the pinned list.

    A table that breaks a rule writes nothing and exits 1, naming each row. On a running service the list changes by a
    change request alone: `--propose` opens it, and `becivic review merge` takes it up.

    Example: `becivic run communes --from communes.tsv --nomenclature-date 2025-01-01 --propose`
    """
    with _on_main(now) if propose else _in_folder(folder) as kept:
        date = nomenclature_date or str(kept.pinned.get("nomenclature_date", ""))
        if not date:
            raise BeCivicError(
                "There is no pinned list yet.",
                remedy="Say which nomenclature this is with --nomenclature-date.",
            )
        rows, faults = read_table(_read(table))
        outcome = refresh(rows, kept.pinned, nomenclature_date=date, fetched_at=_day(now), source=source)
        faults += [] if faults else faults_of(outcome.document, rows, packaged_registry())
        if faults:
            raise _refused(table, faults)
        changes = not (outcome.is_empty and date == kept.pinned.get("nomenclature_date"))
        if changes and not dry_run:
            kept.replace(outcome.as_json(), date)
    if as_json:
        print_json(_report(outcome))
    else:
        _print(outcome, kept.pinned, dry_run=dry_run)


@contextmanager
def _on_main(now: str) -> Iterator[_Kept]:
    settings = read_settings(os.environ)
    moment = moment_of(now, settings)

    def propose(content: str, date: str) -> None:
        branch, title = f"maintenance/communes-{date}", "refresh the list of communes"
        propose_files(workshop, {COMMUNES_FILE: content.encode()}, branch, title, moment)
        typer.echo(f"Proposed as `{branch}`: `becivic review merge {branch}` takes it up.", err=True)

    with opened_workshop(settings) as workshop:
        yield _Kept(dict(workshop.corpus().communes.document.fields.data), propose)


@contextmanager
def _in_folder(folder: Path) -> Iterator[_Kept]:
    yield _Kept(_pinned(folder), lambda content, _: write_file(folder / COMMUNES_FILE, content))


def _refused(table: Path, faults: list[RowFault]) -> typer.Exit:
    lines = [f"{table}:{fault.row}: {fault.message}" for fault in faults]
    summary = f"Refused: {plural(len(faults), 'fault')}. Nothing was written."
    typer.echo("\n".join([*lines, summary]), err=True)
    return typer.Exit(1)


def _pinned(folder: Path) -> dict[str, Any]:
    file = folder / COMMUNES_FILE
    if not file.is_file():
        return {}
    try:
        value = parse_json(file.read_bytes())
    except JsonRefused as refused:
        raise BeCivicError(
            f"{refused.reason}.", where=f"{file}:{refused.line}", remedy="Restore the pinned list."
        ) from None
    return value if isinstance(value, dict) else {}


def _read(table: Path) -> str:
    try:
        return table.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise BeCivicError(f"cannot be read: {reason}.", where=str(table)) from None


def _day(now: str) -> str:
    return (read_moment(now) if now else SystemClock().now()).date().isoformat()


def _report(outcome: Refresh) -> dict[str, Any]:
    return {
        "job": "communes",
        "communes": len(outcome.document["communes"]),
        "added": list(outcome.added),
        "removed": list(outcome.removed),
        "changed": [{"nis_code": code, "fields": list(fields)} for code, fields in outcome.changed],
    }


def _print(outcome: Refresh, pinned: dict[str, Any], *, dry_run: bool) -> None:
    console = Console(highlight=False)
    after = {entry["nis_code"]: entry for entry in outcome.document["communes"]}
    before = {entry["nis_code"]: entry for entry in pinned.get("communes", [])}
    shown = len(before) > 0  # the first import adds them all; listing 565 lines helps nobody
    for sign, codes, entries in (("+", outcome.added, after), ("-", outcome.removed, before)):
        for code in codes if shown else ():
            console.print(f"{sign} {code} {entries[code]['slug']}")
    for code, fields in outcome.changed:
        for field in fields:
            console.print(
                f"~ {code} {after[code]['slug']}: {field} {before[code].get(field)!r} -> {after[code][field]!r}"
            )
    counts = (
        f"{len(outcome.added)} added, {len(outcome.removed)} removed, {len(outcome.changed)} changed; "
        f"{plural(len(after), 'commune')} in the list of {outcome.document['nomenclature_date']}"
    )
    console.print(f"{counts}.{' Nothing was written.' if dry_run else ''}")
