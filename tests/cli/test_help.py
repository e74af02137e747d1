"""Every command and every group of commands shows by an example how it is used."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from becivic.cli import command_line
from becivic.doctor.finding import Group


def _commands(named: str, command: object) -> Iterator[tuple[str, str]]:
    assert isinstance(command, TyperCommand | TyperGroup)
    yield named, command.help or ""
    if isinstance(command, TyperGroup):
        for name, below in command.commands.items():
            yield from _commands(f"{named} {name}", below)


@pytest.mark.parametrize(("named", "told"), list(_commands("becivic", get_command(command_line()))))
def test_help_has_an_example_of_the_command_itself(named: str, told: str) -> None:
    examples = told.partition("Example")[2]
    assert named in examples, told


def test_the_doctor_says_what_it_looks_at() -> None:
    told = dict(_commands("becivic", get_command(command_line())))["becivic doctor"]
    assert [group for group in Group if group not in told.lower()] == []
