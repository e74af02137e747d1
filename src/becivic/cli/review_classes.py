"""`becivic review doubt`: a whole class of sources in doubt, until each is confirmed again (R-PLC-08)."""

from __future__ import annotations

import os
from functools import partial
from typing import Annotated, Final

import typer

from becivic.cli.options import AsJson
from becivic.cli.output import plural
from becivic.cli.review_desk import Told
from becivic.cli.workshops import opened_workshop
from becivic.clock import SystemClock
from becivic.config import read_settings
from becivic.publishing.review.writeback import OPERATOR
from becivic.publishing.rot.classes import doubt, paths_with, trust
from becivic.rules.routes import SourceClass

_ACTOR: Final = OPERATOR


def doubt_class(
    source_class: Annotated[
        SourceClass, typer.Argument(metavar="CLASS", help="A source class, like offline.")
    ],
    clear: Annotated[bool, typer.Option("--clear", help="The doubt is over.")] = False,
    as_json: AsJson = False,
) -> None:
    """Doubt every source of a class, as when a portal changes all its addresses.

    They are shown as stale, and still offered, until somebody confirms each one.

    Examples: `becivic review doubt federal-auth-handoff`, `becivic review doubt federal-auth-handoff --clear`
    """
    settings = read_settings(os.environ)
    now = SystemClock(settings.clock_offset).now()
    with opened_workshop(settings) as workshop:
        paths = paths_with(workshop.corpus().paths, source_class)
        change = partial(
            trust if clear else doubt, source_class=source_class, paths=paths, now=now, actor=_ACTOR
        )
        changed = workshop.store.write(change)
    said = _cleared(source_class, is_over=bool(changed)) if clear else _doubted(source_class, len(paths))
    said.tell(as_json=as_json)


def _doubted(source_class: SourceClass, paths: int) -> Told:
    return Told(
        source_class.value,
        "doubted",
        f"Every source of the class {source_class} is in doubt now: {plural(paths, 'path')} to confirm again.",
        {"paths": paths},
    )


def _cleared(source_class: SourceClass, *, is_over: bool) -> Told:
    sentence = (
        f"The class {source_class} is trusted again."
        if is_over
        else f"Nobody doubted the class {source_class}."
    )
    return Told(source_class.value, "trusted" if is_over else "unchanged", sentence)
