"""`becivic doctor`: what is in force here, what is missing, and what to do about it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from becivic.cli import examination
from becivic.cli.examination import Examined, Verdict
from becivic.cli.output import print_json


def doctor(
    as_json: Annotated[
        bool, typer.Option("--json", help='Print {"examined": […]} and nothing else.')
    ] = False,
) -> None:
    """Look this installation over: the program, the settings, the scrub rules, the cover for names.

    Exit 0 when everything works, 1 when something is broken.

    Example: `becivic doctor --json`
    """
    examined = [
        *examination.program(),
        *examination.settings(),
        *examination.scrub_rules(),
        *examination.names(),
    ]
    if as_json:
        print_json({"examined": [asdict(each) for each in examined]})
    else:
        _tell(examined)
    if any(each.verdict is Verdict.BROKEN for each in examined):
        raise typer.Exit(1)


_STYLES = {Verdict.FINE: "green", Verdict.LOOK: "yellow", Verdict.BROKEN: "bold red"}


def _tell(examined: list[Examined]) -> None:
    console = Console(highlight=False)
    width = max(len(each.subject) for each in examined)
    for each in examined:
        line = Text(f"{each.verdict.value:<6}  ", style=_STYLES[each.verdict])
        line.append(f"{each.subject:<{width}}  {each.found}", style="default not bold")
        if each.remedy:
            line.append(f"\n{' ' * (10 + width)}{each.remedy}", style="default not bold")
        console.print(line, soft_wrap=True)
