"""`becivic retract`: a text out of the public record and its history. A look by default; a phrase does it."""

from __future__ import annotations

import secrets
import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from sqlalchemy import Engine

from becivic.cli.options import AsJson, Database, settings_with
from becivic.cli.output import plural, print_json
from becivic.clock import SystemClock
from becivic.config import Settings
from becivic.packaged import corpus_folder
from becivic.publishing.forge.local import LocalForge
from becivic.publishing.home import hold_home
from becivic.publishing.repository import REPOSITORY, CorpusRepository
from becivic.publishing.retraction.journal import read_journal
from becivic.publishing.retraction.looking import Look, look
from becivic.publishing.retraction.retract import Decision, Done
from becivic.publishing.retraction.retract import retract as do_retract
from becivic.publishing.retraction.texts import RetractionRefused, Texts
from becivic.publishing.servable import packaged_loader
from becivic.publishing.workshop import Workshop
from becivic.rules.errors import BeCivicError, LayerTwoCategory
from becivic.rules.identifiers import matches
from becivic.rules.submissions import SubmissionType
from becivic.setting_values import ForgeKind
from becivic.store.engine import open_engine, snapshot
from becivic.store.failures import saying_unavailable
from becivic.store.migrate import HEAD, database_version
from becivic.store.postgresql import unhurried
from becivic.store.store import Store, open_store

_LEFT: tuple[str, ...] = (
    "Backups, exports and file system snapshots from before hold the text still: delete them, and take a new backup.",
    "Delete the file with the text.",
    "Tell whoever keeps a copy to fetch it anew; the note says so in public.",
)


def retract(
    text_file: Annotated[
        str,
        typer.Option(
            "--text-file",
            metavar="FILE",
            help="Holds the exact text, or several, one a line; `-` reads standard input. Never an argument: shells"
            " remember those.",
        ),
    ],
    reason: Annotated[
        LayerTwoCategory, typer.Option(help="What kind of text it is; the public note says it.")
    ],
    submission: Annotated[
        str | None,
        typer.Option(
            metavar="ID", help="Also take all words of this published submission.", show_default=False
        ),
    ] = None,
    confirm: Annotated[
        str | None,
        typer.Option(metavar="PHRASE", help="Do it: the phrase that the look printed.", show_default=False),
    ] = None,
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """Take a text out of the public record: out of records, files and every commit. The last resort.

    A maintainer decides this (Tier C); no job ever does it. Without --confirm nothing is changed: it says what would be,
    and the phrase that does it. With it, the service must be stopped; history is rewritten, old objects are deleted,
    and a public note says when and how much, never what. Killed, it is finished by the same command. On GitHub it is
    done by hand: corpus/docs/retraction-protocol.md.
    Exit 0 when it is done or can be, 1 when the text stands nowhere, 2 when it cannot be done.

    Example: `becivic retract --text-file text.txt --reason identity`
    """
    settings = settings_with(database=database)
    _refuse_elsewhere(settings, submission)
    texts = Texts.read(_read(text_file))
    if confirm is None:
        _only_look(settings, texts, submission, as_json=as_json)
        return
    now = SystemClock(settings.clock_offset).now()
    decision = Decision(texts, reason, confirm, secrets.token_hex(4), submission)
    console = Console(stderr=True, highlight=False, markup=False)
    with (
        saying_unavailable(),
        hold_home(settings.home),
        closing(open_store(settings.database_url)) as store,
    ):
        done = do_retract(_workshop(settings, store), decision, now, lambda step: console.print(f"{step} …"))
    _tell_done(done, as_json=as_json)


def _workshop(settings: Settings, store: Store) -> Workshop:
    repository = CorpusRepository.open(settings.home / REPOSITORY)
    return Workshop(
        store,
        repository,
        LocalForge(repository),
        settings.home,
        settings.public_url,
        loader=packaged_loader(corpus_folder()),
    )


def _refuse_elsewhere(settings: Settings, submission: str | None) -> None:
    if settings.forge is ForgeKind.GITHUB:
        raise RetractionRefused(
            "History on GitHub is rewritten by hand: by its owner, with a forced push and a request to its support.",
            where="BECIVIC_FORGE",
            remedy="Follow `On GitHub` in docs/retraction-protocol.md.",
        )
    if not (settings.home / REPOSITORY).is_dir():
        raise BeCivicError(
            "There is no repository here.",
            where=str(settings.home),
            remedy="Name the home that the service uses in BECIVIC_HOME.",
        )
    if submission is not None and not any(matches(kind.id_pattern, submission) for kind in SubmissionType):
        raise RetractionRefused("is not the id of a submission.", where="--submission")


def _read(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise BeCivicError(f"cannot be read: {error.strerror}.", where=file) from None


def _only_look(settings: Settings, texts: Texts, submission: str | None, *, as_json: bool) -> None:
    under_way = read_journal(settings.home)
    if under_way is not None:
        raise RetractionRefused(
            "A retraction is under way and has to be finished first.",
            where=str(settings.home),
            remedy=f"Repeat it with the same texts and --confirm '{under_way.phrase}'.",
        )
    engine = open_engine(settings.database_url)
    try:
        found = _looked(settings, engine, texts, submission)
    finally:
        engine.dispose()
    _tell_look(found, as_json=as_json)
    if found.is_clean:
        raise typer.Exit(1)


def _looked(settings: Settings, engine: Engine, texts: Texts, submission: str | None) -> Look:
    repository = CorpusRepository.open(settings.home / REPOSITORY)
    with saying_unavailable(), snapshot(unhurried(engine)) as connection:
        if database_version(connection) != HEAD:
            raise BeCivicError(
                "The database is not of this version, or holds no records of Be Civic.",
                where="BECIVIC_DATABASE_URL",
                remedy="Name the one the service uses, and start this version on it once.",
            )
        return look(repository, connection, texts, packaged_loader(corpus_folder()), submission=submission)


def _tell_look(found: Look, *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "head": found.head,
                "commits": found.commits,
                "messages": found.messages,
                "refs": found.refs,
                "files": found.files,
                "lines": found.lines,
                "rows": found.rows,
                "unreadable": found.unreadable,
                "phrase": None if found.is_clean else found.phrase,
            }
        )
        return
    console = Console(highlight=False, markup=False, soft_wrap=True)
    if found.is_clean:
        console.print("The text stands nowhere, as it is given.")
        return
    for path, count in found.files.items():
        lines = ", ".join(map(str, found.lines.get(path, ())))
        place = f"on main in line {lines}" if lines else "not on main"
        console.print(f"  {path}: {plural(count, 'time')} in all versions, {place}")
    for table, count in found.rows.items():
        console.print(f"  {table}: {plural(count, 'row')}")
    for path in found.unreadable:
        console.print(
            f"  {path} could not be read afterwards: correct it right after, or give more of the text."
        )
    console.print(
        f"{plural(found.commits, 'commit')} would get a new id, {plural(found.messages, 'message')} would change,"
        f" {plural(len(found.refs), 'ref')} would move. Nothing was changed."
    )
    console.print(f"To do it, stop the service and add: --confirm '{found.phrase}'")


def _tell_done(done: Done, *, as_json: bool) -> None:
    incident = done.incident
    owner = (
        [f"Run VACUUM FULL as the owner of: {', '.join(done.left_to_owner)}."] if done.left_to_owner else []
    )
    if as_json:
        print_json(
            {
                "incident": incident.path,
                "commits": incident.commits,
                "files": incident.files,
                "rows": incident.rows,
                "head": done.head,
                "to_do": [*owner, *_LEFT],
            }
        )
        return
    console = Console(highlight=False, markup=False, soft_wrap=True)
    console.print(
        f"Retracted: {plural(incident.commits, 'commit')}, {plural(incident.files, 'file')} and"
        f" {plural(incident.rows, 'row')}. Main is at {done.head[:12]}; the note is {incident.path}."
    )
    for line in (*owner, *_LEFT):
        console.print(f"- {line}")
