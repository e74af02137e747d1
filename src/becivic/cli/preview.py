"""`becivic preview`: a change as its readers would see it, before it is merged. Writes nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from becivic.cli.check import DEFAULT_FOLDER
from becivic.cli.corpus_folders import refuse_no_corpus
from becivic.cli.preview_output import print_preview
from becivic.cli.workshops import has_home, opened_workshop
from becivic.clock import SystemClock
from becivic.config import Settings, read_settings
from becivic.corpus.history import change_since
from becivic.corpus.load import Corpus, Loader
from becivic.corpus.opening import open_tree
from becivic.publishing.previews.known_rows import FiledRows, KnownRows, RecordedRows
from becivic.publishing.previews.previewing import Proposal
from becivic.publishing.previews.previewing import preview as looked_at
from becivic.publishing.previews.proposals import of_branch, of_folder
from becivic.rules.errors import BeCivicError

_UNCOMMITTED = "HEAD"


def preview(
    named: Annotated[
        str | None,
        typer.Argument(
            metavar="[DIR|BRANCH]",
            help="A corpus folder, or a branch or change request of the home. `corpus` when left out.",
            show_default=False,
        ),
    ] = None,
    base: Annotated[
        str | None,
        typer.Option(
            metavar="REV",
            help="Compare a folder with this commit of its own git, instead of with the main of the home.",
        ),
    ] = None,
    only: Annotated[str | None, typer.Option(metavar="ID", help="Only this skill or path.")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print all of it as JSON and nothing else.")
    ] = False,
) -> None:
    """Show a change rendered, before it is merged: versions, uids and statuses as they would be set, what the checks
    find, what differs, and the text as it would read. Nothing is written, and no uid is given out.

    A folder is compared with the main of the home; without a home with what its own git has committed. Exit 1 when
    the checks find errors, 2 when there is nothing to look at.

    Examples: `becivic preview`, `becivic preview corpus --base main`, `becivic preview drf_019a8000-…`,
    `becivic preview mend-a-summary --only nationality-application --json`
    """
    settings = read_settings(os.environ)
    with _proposed(settings, named, base) as (corpus, proposal, known):
        found = looked_at(corpus, proposal, known, SystemClock(settings.clock_offset).now())
    shown = found if only is None else found.only(only)
    if only is not None and not shown.artefacts:
        raise BeCivicError("The change has no skill or path of this id.", where=only)
    if as_json:
        print(json.dumps(shown.as_json(), indent=2))  # every sign spelled out: terminals obey some
    else:
        print_preview(shown)
    if not shown.is_fine:
        raise typer.Exit(1)


@contextmanager
def _proposed(
    settings: Settings, named: str | None, base: str | None
) -> Iterator[tuple[Corpus, Proposal, KnownRows]]:
    """What it is compared with, the change, and who knows the rows; open while it is looked at."""
    folder = _folder(named)
    if folder is None:
        _refuse_base(base)
        with opened_workshop(settings) as workshop:
            yield workshop.corpus(), of_branch(workshop, named or ""), RecordedRows(workshop.store)
    elif base is None and has_home(settings):
        with opened_workshop(settings) as workshop:
            yield workshop.corpus(), _of_folder(folder, workshop.corpus()), RecordedRows(workshop.store)
    else:
        corpus = change_since(folder, base or _UNCOMMITTED, Loader()).base
        yield corpus, _of_folder(folder, corpus), FiledRows(corpus)


def _folder(named: str | None) -> Path | None:
    """A folder where there is one of that name; else it is a branch."""
    if named is not None:
        return Path(named) if Path(named).is_dir() else None
    if not DEFAULT_FOLDER.is_dir():
        raise BeCivicError(
            "There is no folder `corpus` here.",
            remedy="Name a folder, a branch, or the id of a change request.",
        )
    return DEFAULT_FOLDER


def _of_folder(folder: Path, base: Corpus) -> Proposal:
    tree = open_tree(folder)
    refuse_no_corpus(tree.paths(), folder)
    return of_folder(tree, base)


def _refuse_base(base: str | None) -> None:
    if base is not None:
        raise BeCivicError("A branch is compared with main.", where="--base", remedy="Leave it out.")
