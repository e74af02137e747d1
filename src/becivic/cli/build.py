"""`becivic build`: every page written out, with its values, references, paths and procedures in place."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from becivic.cli.corpus_folders import refuse_no_corpus
from becivic.cli.output import plural, print_json
from becivic.cli.progress import spinner
from becivic.cli.workshops import has_home, opened_workshop
from becivic.config import read_settings
from becivic.corpus.history import open_tree
from becivic.corpus.load import Corpus, Loader
from becivic.packaged import corpus_folder
from becivic.publishing.previews.known_rows import FiledRows, KnownRows, RecordedRows
from becivic.site.static_export import export_site


def build(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to write; made when it is not there.")],
    corpus: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Build this corpus with its own catalogue seed, instead of the home's main with its records.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was written as JSON.")] = False,
) -> None:
    """Write every page out as markdown, each value, reference, path and procedure in its place, with the files that
    agents fetch and a picture of the whole graph.

    Of the home where there is one, else of the corpus that ships with this program. What an earlier build wrote into
    the folder is taken away first; a folder with anything else in it is refused. Exit 1 when a page cites something
    that is not there, 2 when nothing could be written.

    Examples: `becivic build public`, `becivic build /tmp/pages --corpus corpus`
    """
    with _built_from(corpus) as (read, known, lies), spinner("Writing pages") as on_file:
        done = export_site(read, known.current, folder, on_file, beside=[lies])
    if as_json:
        print_json(
            {"folder": str(folder), "pages": len(done.pages), "files": done.files} | _missing(done.unresolved)
        )
    else:
        for address, number in done.unresolved.items():
            typer.echo(f"{address} cites {plural(number, 'thing')} that cannot be found.")
        typer.echo(f"{folder}: {plural(len(done.pages), 'page')}, {plural(done.files, 'file')} in all.")
    if done.unresolved:
        raise typer.Exit(1)


def _missing(unresolved: dict[str, int]) -> dict[str, object]:
    return {"unresolved": [{"page": address, "count": number} for address, number in unresolved.items()]}


@contextmanager
def _built_from(folder: Path | None) -> Iterator[tuple[Corpus, KnownRows, Path]]:
    """The corpus, who knows its rows, and where it lies."""
    settings = read_settings(os.environ)
    if folder is None and has_home(settings):
        with opened_workshop(settings) as workshop:
            yield workshop.corpus(), RecordedRows(workshop.store), settings.home
    else:
        lies = folder or corpus_folder()
        read = Loader().load(open_tree(lies))
        refuse_no_corpus(read.files, lies)
        yield read, FiledRows(read), lies
