"""The command line: `becivic <command>`. Every command has `--help` with an example, and exits 0, 1 or 2.

Only the command that is asked for is imported: `becivic check` need not wait for the server's world.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Annotated, Final

import typer

from becivic import __version__
from becivic.rules.errors import BeCivicError

COMMANDS: Final = {
    "serve": "serve",
    "build": "build",
    "check": "check",
    "scrub": "scrub",
    "doctor": "doctor",
    "export": "transfer",
    "import": "transfer",
    "preview": "preview",
    "backup": "backup",
    "restore": "backup",
    "retract": "retract",
    "simulate": "simulate",
    "why": "why",
    "new": "new",
    "run": "run",
    "review": "review",
    "mcp": "mcp",
}
"""Every command in the order that help lists them, and the module it is in."""

_NAMED_OTHERWISE: Final = {"import": "import_"}


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"becivic {__version__}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop."),
    ] = False,
) -> None:
    del version  # its callback has done the work


def command_line(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """With these commands alone: whoever asks for one gets the rest only in `--help`."""
    app = typer.Typer(
        name="becivic",
        help="Verified procedures for life in Belgium, and the machinery that keeps them true."
        "\n\nExample: `becivic serve` starts everything; `becivic doctor` says what is wrong, if anything is.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode="markdown",
        context_settings={"help_option_names": ["-h", "--help"]},
        add_completion=False,
    )
    app.callback()(_root)
    for name in names:
        command = getattr(import_module(f"becivic.cli.{COMMANDS[name]}"), _NAMED_OTHERWISE.get(name, name))
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command(name)(command)
    return app


def _asked(arguments: list[str]) -> Iterable[str]:
    """The one command that is named first; all of them where it is another word, or none. The version needs none."""
    if arguments == ["--version"]:
        return ()
    named = next((word for word in arguments if not word.startswith("-")), "")
    return (named,) if named in COMMANDS else COMMANDS


def main() -> None:
    """Run the command line. What a person did wrong is one sentence and exit 2, never a traceback."""
    try:
        command_line(_asked(sys.argv[1:]))()
    except BeCivicError as error:
        typer.echo(f"becivic: {error}", err=True)
        sys.exit(2)
