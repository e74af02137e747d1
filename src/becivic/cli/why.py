"""`becivic why`: the story of one artefact, for whoever wonders why it stands where it stands. Nothing is written."""

from __future__ import annotations

import os
from typing import Annotated, Final

import typer
from sqlalchemy import Connection

from becivic.cli.options import AsJson, Now, moment_of
from becivic.cli.output import print_json
from becivic.cli.why_output import print_story
from becivic.cli.workshops import opened_workshop
from becivic.config import read_settings
from becivic.publishing.consensus.main_facts import MainFacts
from becivic.publishing.consensus.near_names import near_names
from becivic.publishing.consensus.story import Story, Teller
from becivic.publishing.workshop import Workshop
from becivic.rules.errors import BeCivicError
from becivic.rules.submissions import SubmissionType
from becivic.rules.targets import TargetType

_KINDS: Final = {kind.value: kind for kind in SubmissionType.VALIDATION.facts.targets}


def why(
    target_type: Annotated[str, typer.Argument(help=f"What it is: {', '.join(_KINDS)}.", show_default=False)],
    target_id: Annotated[
        str, typer.Argument(metavar="ID", help="Its id; of a source `<path>:<source>`.", show_default=False)
    ],
    now: Now = "",
    all_votes: Annotated[
        bool, typer.Option("--all-votes", help="List the votes of earlier cohorts too, one by one.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Tell why something stands where it stands: its votes, which of them count, what is missing, what was decided.

    Votes are told by their ids, never by whom they are, nor what they say. Nothing is written. Exit 1 when there is no such
    thing; then what comes near is named.

    Examples:

    `becivic why skill nationality-application`

    `becivic why path_source birth-certificate-belgian:commune-desk --json`

    `becivic why volatile_value val-00001 --now 2026-12-01T00:00:00Z`
    """
    target, settings = _target(target_type), read_settings(os.environ)
    moment = moment_of(now, settings)
    with opened_workshop(settings) as workshop:
        teller = Teller(MainFacts(workshop), settings.policy, moment)
        found = workshop.store.read(
            lambda connection: _found(connection, workshop, teller, target, target_id)
        )
    if isinstance(found, list):
        _say_unknown(target, found)
        raise typer.Exit(1)
    if as_json:
        print_json(found.as_json(all_votes=all_votes))
    else:
        print_story(found, all_votes=all_votes)


def _target(said: str) -> TargetType:
    if said not in _KINDS:
        raise BeCivicError("Nobody votes on that.", remedy=f"Ask about one of {', '.join(_KINDS)}.")
    return _KINDS[said]


def _found(
    connection: Connection, workshop: Workshop, teller: Teller, target: TargetType, target_id: str
) -> Story | list[str]:
    """The story, or what comes near to what was asked for."""
    story = teller.story(connection, target, target_id)
    if story is not None:
        return story
    entries = workshop.corpus().paths.entries.values()
    sources = [f"{entry.key}:{source.id}" for entry in entries for source in entry.sources]
    return near_names(connection, target, target_id, sources)


def _say_unknown(target: TargetType, near: list[str]) -> None:
    typer.echo(f"becivic: there is no {target} of that id.", err=True)
    if near:
        typer.echo(f"Did you mean {' or '.join(near)}?", err=True)
