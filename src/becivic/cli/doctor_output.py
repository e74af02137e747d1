"""What the doctor found, for people and for programs. Groups that are fine take one line; what is not is told in full."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from becivic import __version__
from becivic.cli.output import plural
from becivic.clock import rfc3339
from becivic.doctor.examining import Examined, worst
from becivic.doctor.finding import Finding, Group, Verdict
from becivic.doctor.patient import Patient

FORMAT: Final = 1
"""Of the JSON: grows when something that was there changes its meaning or goes."""

_STYLES: Final = {Verdict.FINE: "green", Verdict.LOOK: "yellow", Verdict.BROKEN: "bold red"}
_WIDTH: Final = max(map(len, Group))


def shown_as_json(patient: Patient, seen: list[Examined]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "program": __version__,
        "at": rfc3339(patient.now),
        "home": str(patient.settings.home.absolute()) if patient.settings else None,
        "verdict": worst(each.verdict for each in seen).value,
        "groups": [each.as_json() for each in seen],
    }


def show(patient: Patient, groups: Iterable[Examined], *, everything: bool) -> None:
    """Each group as it is done: some take seconds."""
    console = Console(highlight=False, markup=False, emoji=False)
    home = f", home {patient.settings.home.absolute()}" if patient.settings else ""
    _say(console, Text(f"Be Civic {__version__}{home}, {rfc3339(patient.now)}", style="bold"))
    seen: list[Examined] = []
    with console.status("Looking it over") as status:
        for each in groups:
            seen.append(each)
            status.update(f"Looked at {each.group}")
            _show_group(console, each, everything=everything)
    _sum_up(console, seen, everything=everything)


def _show_group(console: Console, each: Examined, *, everything: bool) -> None:
    word, style = (
        (each.verdict.value, _STYLES[each.verdict]) if each.findings else ("-", "dim")
    )  # a group that was not looked at has no verdict
    line = Text.assemble((f"{word:<6}  ", style), (f"{each.group.value:<{_WIDTH}}  ", "bold"))
    line.append(_headline(each))
    _say(console, line)
    for finding in each.findings:
        if everything or finding.verdict is not Verdict.FINE:
            _show_finding(console, finding)


def _headline(each: Examined) -> str:
    if not each.findings:
        return f"not looked at: {each.skipped}"
    wrong = [finding for finding in each.findings if finding.verdict is not Verdict.FINE]
    if wrong:
        return f"{len(wrong)} of {plural(len(each.findings), 'check')}"
    more = f" ({plural(len(each.findings), 'check')})"
    return f"{each.findings[0].found}{more}"


def _show_finding(console: Console, finding: Finding) -> None:
    line = Text.assemble(f"          {finding.code:<9}", (finding.verdict.value, _STYLES[finding.verdict]))
    line.append(f"  {finding.subject}: {finding.found}")
    _say(console, line)
    if finding.verdict is Verdict.FINE:
        return
    for name, text in (("where", finding.where), ("remedy", finding.remedy)):
        if text:
            _say(console, Text.assemble((f"                   {name:<8}", "dim"), text))


def _sum_up(console: Console, seen: list[Examined], *, everything: bool) -> None:
    all_of_them = [finding.verdict for each in seen for finding in each.findings]
    looks, broken = all_of_them.count(Verdict.LOOK), all_of_them.count(Verdict.BROKEN)
    if not looks and not broken:
        hint = "" if everything else " `becivic doctor --all` shows every check."
        _say(console, Text(f"Everything is fine: {plural(len(all_of_them), 'check')}.{hint}"))
        return
    told = f"{broken} broken, {looks} to look at, {len(all_of_them) - broken - looks} fine."
    _say(console, Text(f"{told} docs/doctor.md explains each code.", style="bold"))


def _say(console: Console, text: Text) -> None:
    """Whole lines: a command that a terminal has broken in two cannot be pasted."""
    console.print(text, soft_wrap=True)
