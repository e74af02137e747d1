"""The command line: `becivic <command>`. Every command has `--help` with an example, and exits 0, 1 or 2."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from becivic import __version__
from becivic.cli.backup import backup, restore
from becivic.cli.build import build
from becivic.cli.check import check
from becivic.cli.doctor import doctor
from becivic.cli.new import new
from becivic.cli.preview import preview
from becivic.cli.retract import retract
from becivic.cli.review import review
from becivic.cli.run import run
from becivic.cli.scrub import scrub
from becivic.cli.serve import serve
from becivic.cli.simulate import simulate
from becivic.cli.transfer import export, import_
from becivic.cli.why import why
from becivic.rules.errors import BeCivicError

app = typer.Typer(
    name="becivic",
    help="Verified procedures for life in Belgium, and the machinery that keeps them true.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
    add_completion=False,
)


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"becivic {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop."),
    ] = False,
) -> None:
    del version  # its callback has done the work


app.command()(serve)
app.command()(build)
app.command()(check)
app.command()(scrub)
app.command()(doctor)
app.command()(export)
app.command("import")(import_)
app.command()(preview)
app.command()(backup)
app.command()(restore)
app.command()(retract)
app.command()(simulate)
app.command()(why)
app.add_typer(new, name="new")
app.add_typer(run, name="run")
app.add_typer(review, name="review")


def main() -> None:
    """Run the command line. What a person did wrong is one sentence and exit 2, never a traceback."""
    try:
        app()
    except BeCivicError as error:
        typer.echo(f"becivic: {error}", err=True)
        sys.exit(2)
