"""`becivic backup` and `becivic restore`: the whole private state into a folder, and back. Keys go their own way."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from becivic.cli.options import AsJson, Database, Home, settings_with
from becivic.cli.output import plural, print_json
from becivic.cli.progress import bars
from becivic.clock import SystemClock
from becivic.config import Settings
from becivic.publishing.backup.key_copy import copy_key, refuse_key_target
from becivic.publishing.backup.manifest import BackupRefused, Manifest
from becivic.publishing.backup.restoring import Place, prove
from becivic.publishing.backup.restoring import restore as restore_into
from becivic.publishing.backup.rotation import dated, drop_oldest
from becivic.publishing.backup.taking import Installation, take
from becivic.publishing.repository import REPOSITORY
from becivic.rules.errors import BeCivicError
from becivic.store.engine import open_engine, sqlite_file


def backup(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder, not in the home.")],
    keep: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Back up into a folder below DIR named by the time, and keep the newest N.",
        ),
    ] = None,
    keys: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Copy the address key to this new file, which is not below DIR."),
    ] = None,
    home: Home = None,
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """Back up everything at one moment: records, history, settings without secrets. The service may run.

    The folder holds private records, salts among them, and is for its owner alone. Keys are never in it: the address
    key goes to a file of its own with --keys, to be kept elsewhere. Prove a backup with `becivic restore DIR --check`.
    Exit 0 when it is whole, 2 when it cannot be taken; a folder without manifest.json is no backup.

    Example: `becivic backup /mnt/backups --keep 14`
    """
    settings = settings_with(home=home, database=database)
    now = SystemClock(settings.clock_offset).now()
    _refuse_nothing(settings)
    if keys is not None:
        refuse_key_target(settings.key_file, keys, folder)
    target = dated(folder, now) if keep is not None else folder
    engine = open_engine(settings.database_url)
    try:
        with bars() as on_step:
            manifest = take(Installation(settings.home, engine, _key_files(settings)), target, now, on_step)
    finally:
        engine.dispose()
    if keys is not None:
        copy_key(settings.key_file, keys)
    dropped = drop_oldest(folder, keep) if keep is not None else []
    _tell_backup(manifest, target, settings, keys, dropped, as_json=as_json)


def restore(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="What `becivic backup` filled.")],
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Prove the backup in a temporary folder; touch neither home nor database."
        ),
    ] = False,
    home: Home = None,
    database: Database = "",
    as_json: AsJson = False,
) -> None:
    """Restore a backup into an empty home and an empty database: all of it, or nothing.

    Checksums are compared before, every row, ref and object after. Put the address key in place by hand before the
    first start: without it limits, duplicates and self-validation do not know anybody again. What was being published
    when the backup was taken is finished by the next run of the commit job.
    Exit 0 when everything is as it was, 1 when the backup is damaged, 2 when home or database cannot take it.

    Example: `becivic restore /mnt/backups/20261115T120000Z --home /srv/becivic`
    """
    settings = settings_with(home=home, database=database)
    try:
        with bars() as on_step:
            if check:
                manifest = prove(folder, on_step)
            else:
                place = Place(settings.home, settings.database_url, settings.key_file)
                manifest = restore_into(folder, place, on_step)
    except BackupRefused as refused:
        typer.echo(f"becivic: {refused}", err=True)
        raise typer.Exit(1) from None
    _tell_restore(manifest, folder, settings, check=check, as_json=as_json)


def _refuse_nothing(settings: Settings) -> None:
    """Opening a database that is not there would make an empty one."""
    needed = (settings.home / REPOSITORY, sqlite_file(settings.database_url))
    missing = [path for path in needed if path is not None and not path.exists()]
    if missing:
        raise BeCivicError(
            "There is nothing to back up here yet.",
            where=str(missing[0]),
            remedy="Name the home that the service uses, with --home or BECIVIC_HOME.",
        )


def _key_files(settings: Settings) -> tuple[Path, ...]:
    return (settings.key_file, *([settings.github.key_file] if settings.github else []))


def _tell_backup(
    manifest: Manifest,
    folder: Path,
    settings: Settings,
    keys: Path | None,
    dropped: list[str],
    *,
    as_json: bool,
) -> None:
    if as_json:
        print_json({**_facts(manifest, folder), "keys": str(keys) if keys else None, "dropped": dropped})
        return
    console = Console(highlight=False, markup=False, soft_wrap=True)
    console.print(f"Backed up {_counted(manifest)} to {folder}.")
    if dropped:
        console.print(f"Removed {plural(len(dropped), 'older backup')}: {', '.join(dropped)}.")
    if keys is not None:
        console.print(f"The address key is in {keys}. Keep it where the backup is not.")
    else:
        console.print(
            f"The address key is not in it, and stays in {settings.key_file}; --keys copies it elsewhere."
        )
    console.print(f"Never in it, whether set or not: {', '.join(manifest.left_out)}.")


def _tell_restore(
    manifest: Manifest, folder: Path, settings: Settings, *, check: bool, as_json: bool
) -> None:
    if as_json:
        print_json({**_facts(manifest, folder), "restored_to": None if check else str(settings.home)})
        return
    console = Console(highlight=False, markup=False, soft_wrap=True)
    if check:
        console.print(f"{folder} restores whole: {_counted(manifest)}, as of {manifest.taken_at}.")
        return
    console.print(f"Restored {_counted(manifest)} to {settings.home}, as of {manifest.taken_at}.")
    console.print(f"Put the address key at {settings.key_file} (mode 0600) before the first start.")
    console.print(f"Never in a backup, whether set or not: {', '.join(manifest.left_out)}.")


def _facts(manifest: Manifest, folder: Path) -> dict[str, object]:
    return {
        "folder": str(folder),
        "taken_at": manifest.taken_at,
        "rows": manifest.rows,
        "total": sum(manifest.rows.values()),
        "refs": manifest.refs,
        "objects": manifest.objects,
        "left_out": manifest.left_out,
    }


def _counted(manifest: Manifest) -> str:
    rows, refs = plural(sum(manifest.rows.values()), "row"), plural(len(manifest.refs), "ref")
    return f"{rows} and {refs} with {plural(manifest.objects, 'object')}"
