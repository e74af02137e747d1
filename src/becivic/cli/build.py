"""`becivic build`: the whole site written out as files, with its values, references, paths and procedures in place."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from becivic.cli.corpus_folders import refuse_no_corpus
from becivic.cli.output import plural, print_json
from becivic.cli.progress import bar
from becivic.clock import SystemClock
from becivic.config import Settings, read_settings
from becivic.corpus.load import Loader
from becivic.corpus.opening import open_tree
from becivic.manual.manual import packaged_manual
from becivic.packaged import corpus_folder
from becivic.site.book import Book
from becivic.site.export_pages import chosen_languages
from becivic.site.export_search import indexer
from becivic.site.export_sources import FiledSource, Source
from becivic.site.static_export import Exported, export_site
from becivic.words import LANGUAGES


def build(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to write; made when it is not there.")],
    corpus: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Build this corpus with its own catalogue seed, instead of the home's main with its records.",
        ),
    ] = None,
    language: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CODE",
            help="Write pages in this language besides English; may be repeated. All four when left out.",
        ),
    ] = None,
    no_search: Annotated[bool, typer.Option("--no-search", help="Leave the search index out.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was written as JSON.")] = False,
) -> None:
    """Write the whole site out as files: every page as HTML and markdown, each value, reference, path and procedure in
    its place, the files that agents fetch, feeds, a sitemap, and a search index.

    Of the home where there is one, else of the corpus that ships with this program. Only what has changed since an
    earlier build into the folder is written, and what is gone is taken away; a folder with anything else in it is
    refused. Exit 1 when a page cites something that is not there, 2 when nothing could be written.

    Examples: `becivic build public`, `becivic build /tmp/pages --corpus corpus --language fr --no-search`
    """
    asked = language or []
    if unknown := sorted(set(asked) - set(LANGUAGES)):
        raise typer.BadParameter(f"{unknown[0]} is none of {', '.join(LANGUAGES)}.", param_hint="--language")
    program = None if no_search else indexer()
    if program is None and not no_search:
        typer.echo("There is no search index: the program pagefind is not on this machine.", err=True)
    with _built_from(corpus, read_settings(os.environ)) as (source, lies), bar("Writing the site") as on_step:
        done = export_site(
            source,
            folder,
            on_step,
            languages=chosen_languages(asked, LANGUAGES),
            beside=[lies],
            indexer=program,
        )
    _tell(folder, done, as_json=as_json)
    if done.unresolved:
        raise typer.Exit(1)


def _tell(folder: Path, done: Exported, *, as_json: bool) -> None:
    if as_json:
        missing = [{"page": address, "count": number} for address, number in done.unresolved.items()]
        print_json({"folder": str(folder), **done._asdict(), "unresolved": missing})
        return
    for address, number in done.unresolved.items():
        typer.echo(f"{address} cites {plural(number, 'thing')} that cannot be found.")
    changes = f"{done.written} written, {done.removed} taken away"
    typer.echo(f"{folder}: {plural(done.pages, 'page')}, {plural(done.files, 'file')} in all; {changes}.")


@contextmanager
def _built_from(folder: Path | None, settings: Settings) -> Iterator[tuple[Source, Path]]:
    """Who knows the facts, and where they lie."""
    clock = SystemClock(settings.clock_offset)
    if folder is None:
        from becivic.cli.home_source import home_source  # noqa: PLC0415  half a second that a folder does not need

        with home_source(settings, clock) as source:
            if source is not None:
                yield source, settings.home
                return
    lies = folder or corpus_folder()
    read = Loader().load(open_tree(lies))
    refuse_no_corpus(read.files, lies)
    made_at = _made_at(lies)
    book = Book(
        read, settings.public_url, made_at, settings.limits, settings.security_contact, packaged_manual()
    )
    yield FiledSource(book, clock.now()), lies


def _made_at(folder: Path) -> datetime:
    """When the newest file was written: the same corpus gives the same bytes, whenever it is built."""
    files = (os.path.join(inside, name) for inside, _, names in os.walk(folder) for name in names)  # noqa: PTH118  many
    return datetime.fromtimestamp(int(max(map(os.path.getmtime, files))), UTC)
