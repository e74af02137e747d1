"""docs/commands.md: every command of `becivic` with its arguments and options, written from the command line itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from inspect import cleandoc
from typing import Final

from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

from becivic.cli import command_line
from becivic.manual.links import with_links_to_documents

PAGE: Final = "docs/commands.md"
_PROGRAM: Final = "becivic"


def page() -> str:
    return "\n".join([*_head(), *_commands(_PROGRAM, get_command(command_line()))])


def _head() -> Iterator[str]:
    yield "# The commands"
    yield ""
    yield "<!-- Written by `make format` from the command line itself. -->"
    yield ""
    yield "`make install` puts `becivic` into `.venv/bin`; `. .venv/bin/activate` puts that on your path. Every command says what is told here when it is asked"
    yield "with `--help`, and ends with 0, with 1 where it found something, or with 2 where it was called wrongly. What the harness on a person's own machine"
    yield "knows is [told apart](harness.md)."
    yield ""


def _commands(named: str, command: object) -> Iterator[str]:
    """A group stands before what is in it."""
    if not isinstance(command, TyperCommand | TyperGroup):
        raise TypeError(named)
    if named != _PROGRAM:
        yield from _command(named, command)
    if isinstance(command, TyperGroup):
        for name, below in command.commands.items():
            yield from _commands(f"{named} {name}", below)


def _command(named: str, command: TyperCommand | TyperGroup) -> Iterator[str]:
    depth = "#" * (named.count(" ") + 1)
    yield from (f"{depth} `{named}`", "", with_links_to_documents(cleandoc(command.help or "")), "")
    rows = [_row(each) for each in command.params if isinstance(each, TyperArgument | TyperOption)]
    if rows:
        yield from ("| takes | default | what it says |", "|---|---|---|", *rows, "")


def _row(taken: TyperArgument | TyperOption) -> str:
    need = ", required" if taken.required else ""
    return f"| `{_written(taken)}`{need} | {_default(taken)} | {_cell(taken.help or '')} |"


def _written(taken: TyperArgument | TyperOption) -> str:
    value = _cell(taken.metavar or "|".join(_choices(taken)))
    if isinstance(taken, TyperArgument):
        return value.strip("[]") or str(taken.name).upper()
    return " ".join([", ".join(taken.opts), *([value] if value else [])])


def _choices(taken: TyperArgument | TyperOption) -> list[str]:
    """Of an enum, whose values are all there are."""
    choices = getattr(getattr(taken, "type_descriptor", None), "choices", None) or ()
    return [str(each.value) for each in choices if isinstance(each, Enum)]


def _default(taken: TyperArgument | TyperOption) -> str:
    """Nothing where the help says what happens without it."""
    if not taken.show_default or taken.default in (None, "", False):
        return ""
    return f"`{taken.default.value if isinstance(taken.default, Enum) else taken.default}`"


def _cell(text: str) -> str:
    return re.sub(r"\s+", " ", with_links_to_documents(text)).replace("|", "\\|")
