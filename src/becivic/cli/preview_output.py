"""How a preview is printed. What somebody wrote is data: whatever could speak to the terminal is spelled out first."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rich.console import Console
from rich.markdown import Markdown
from rich.rule import Rule
from rich.text import Text

from becivic.cli.findings_output import counted, print_findings
from becivic.cli.output import plural
from becivic.cli.review_output import plain
from becivic.publishing.previews.shown import Preview, ShownArtefact

_STYLES: Final = (("+++", "bold"), ("---", "bold"), ("@@", "cyan"), ("+", "green"), ("-", "red"))


def print_preview(preview: Preview) -> None:
    console = Console(highlight=False, markup=False, emoji=False)
    for artefact in preview.artefacts:
        _print_artefact(console, artefact)
    for file in preview.files:
        console.print(Rule(Text(plain(file.path), style="bold"), align="left"))
        _print_diff(console, file.diff)
    _print_facts(console, preview)
    print_findings([replace(each, message=plain(each.message)) for each in preview.findings], console)
    console.print(_verdict(preview), soft_wrap=True)


def _print_artefact(console: Console, artefact: ShownArtefact) -> None:
    title = Text(f"{plain(artefact.title)} ", style="bold").append(
        f"({artefact.target} {plain(artefact.id)})", style="dim"
    )
    console.print(Rule(title, align="left"))
    console.print(_said(artefact), soft_wrap=True)
    _print_diff(console, artefact.diff)
    console.print(Rule("as it would read", style="dim", align="left"))
    # No links of the terminal's own: where one leads is for everybody to see.
    console.print(Markdown(plain(artefact.rendered), hyperlinks=False))
    console.print()


def _said(artefact: ShownArtefact) -> Text:
    before, after = artefact.before, artefact.after
    said = Text(artefact.kind.value)
    said.append(f", version {_step(before.version, after.version)}")
    said.append(f", status {_step(before.status, after.status)}")
    if artefact.previous_stable_sha:
        said.append(f", last stable text in {plain(artefact.previous_stable_sha)}")
    return said


def _step(before: str | None, after: str | None) -> str:
    return str(after) if before in (None, after) else f"{before} → {after}"


def _print_diff(console: Console, diff: str) -> None:
    for line in plain(diff).splitlines():
        style = next((style for mark, style in _STYLES if line.startswith(mark)), "")
        console.print(Text(line, style=style), soft_wrap=True)
    console.print()


def _print_facts(console: Console, preview: Preview) -> None:
    for name, uid in preview.given.items():
        console.print(Text(f"{plain(name)} has no uid yet: {uid} is the next one free."), soft_wrap=True)
    for path in preview.missing:
        console.print(Text(f"{plain(path)} is not here, and stays on main.", style="yellow"), soft_wrap=True)
    if preview.refused:
        console.print(
            Text(f"It would be refused. {plain(preview.refused)}", style="bold red"), soft_wrap=True
        )


def _verdict(preview: Preview) -> Text:
    if not (preview.artefacts or preview.files or preview.refused):
        return Text(f"Nothing differs from {plain(preview.base)}.")
    held = f"{plural(len(preview.artefacts), 'artefact')}, {plural(len(preview.files), 'other file')}"
    return Text(f"{held}, compared with {plain(preview.base)}: {counted(preview.findings)}.")
