"""The home folder: there, private, with room to work in; who holds it, and what a process that died left in it."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from becivic.doctor.finding import Code, Finding, NotLookedAt, broken, look
from becivic.doctor.holders import holders
from becivic.doctor.limits import MEBIBYTE
from becivic.doctor.modes import open_to_others
from becivic.doctor.patient import Patient
from becivic.intake.address_key import KeyRefused, is_missed, read_key
from becivic.intake.key_fingerprint import fingerprint, is_another_key, short
from becivic.publishing.backup.restoring import UNFINISHED as RESTORING
from becivic.publishing.first_start import UNFINISHED
from becivic.publishing.home import LOCK_FILE
from becivic.publishing.retraction.journal import unfinished
from becivic.setting_values import origin

_PATIENCE: Final = 2.0

THERE: Final = look(
    "HOME-01",
    "folder",
    "There is no home yet. The first start makes it and fills it with the packaged corpus.",
    "becivic serve",
)
USABLE: Final = broken(
    "HOME-02",
    "access",
    "The home is not a folder, or this account cannot read and write in it.",
    'sudo chown -R "$USER" FOLDER',
    otherwise="mv FOLDER FOLDER.aside",
)
PRIVATE: Final = look(
    "HOME-03",
    "privacy",
    "Other accounts of this machine can look into the home, where records and keys are.",
    "chmod 700 FOLDER",
)
ROOM: Final = look(
    "HOME-04", "room", "The disk of the home is getting full.", "du -xh --max-depth=1 FOLDER | sort -h"
)
NO_ROOM: Final = broken(
    "HOME-05",
    "room to write",
    "The disk of the home is full: nothing can be taken in, and nothing can be deleted.",
    "du -xh --max-depth=1 FOLDER | sort -h",
)
SERVER: Final = look(
    "HOME-06",
    "server",
    "A server holds the home and does not answer at the address of the settings: it hangs, is starting, or has"
    " another port than the settings say here.",
    "curl --max-time 5 ADDRESS/api/health",
)
RETRACTED: Final = broken(
    "HOME-07",
    "retraction",
    "A retraction was begun and is not finished. Nothing is served or published until it is.",
    "becivic retract --help  # then the same command again: it goes on where it stopped",
)
LEFT: Final = look(
    "HOME-08",
    "leftovers",
    "A first start or a restore was killed and left a half-made folder.",
    "rm -r FOLDER",
)
KEY: Final = broken(
    "HOME-09",
    "address key",
    "The key that addresses are hashed with cannot be used. The service does not start with it.",
    "chmod 600 FILE",
    otherwise="mv FILE FILE.aside && install -m 600 COPY FILE",
)
KEY_GONE: Final = broken(
    "HOME-10",
    "known addresses",
    "The address key is missing and records were made with it. The service does not start: with another key the same"
    " address would be a second voice, and limits and bans would start anew.",
    "install -m 600 COPY FILE  # lost for ever: becivic serve --accept-key new",
)
KEY_CHANGED: Final = broken(
    "HOME-11",
    "key of the records",
    "The address key is another than the one that the records were made with. The service does not start: the same"
    " address would be a second voice, limits and bans would start anew, authors could confirm themselves.",
    "install -m 600 COPY FILE  # lost for ever: becivic serve --accept-key FINGERPRINT",
)
CODES: Final[tuple[Code, ...]] = (
    THERE, USABLE, PRIVATE, ROOM, NO_ROOM, SERVER, RETRACTED, LEFT, KEY, KEY_GONE, KEY_CHANGED,
)  # fmt: skip


def examine(patient: Patient) -> Iterator[Finding]:
    home = patient.known.home.absolute()
    if not os.path.lexists(home):
        yield THERE.bad("there is nothing here yet", home)
        yield from _room(patient, _nearest(home))
        return
    if not home.is_dir() or not os.access(home, os.R_OK | os.W_OK | os.X_OK):
        yield _unusable(home)
        if not home.is_dir() or not os.access(home, os.R_OK | os.X_OK):
            return
    else:
        yield USABLE.fine(f"{home} can be read and written", home)
    yield _privacy(home)
    yield from _room(patient, home)
    yield _server(patient, home)
    yield from _leftovers(home)
    yield from _key(patient)


def _unusable(home: Path) -> Finding:
    if home.is_dir():
        return USABLE.bad("this account cannot read and write in it", home, FOLDER=home)
    return USABLE.bad_otherwise("it is not a folder", home, FOLDER=home)


def _nearest(folder: Path) -> Path:
    """The folder that it would be made in."""
    return next((parent for parent in folder.parents if parent.is_dir()), Path("/"))


def _privacy(home: Path) -> Finding:
    mode = open_to_others(home)
    return PRIVATE.bad(mode, home, FOLDER=home) if mode else PRIVATE.fine("for its owner alone")


def _room(patient: Patient, folder: Path) -> Iterator[Finding]:
    free, limits = shutil.disk_usage(folder).free, patient.limits
    told = f"{free // MEBIBYTE:,} MiB are free"
    if free < limits.disk_broken:
        yield NO_ROOM.bad(f"{told}, {limits.disk_broken // MEBIBYTE:,} are needed", folder, FOLDER=folder)
    elif free < limits.disk_look:
        yield ROOM.bad(f"{told}, less than {limits.disk_look // MEBIBYTE:,}", folder, FOLDER=folder)
    else:
        yield ROOM.fine(told)


def _server(patient: Patient, home: Path) -> Finding:
    found = holders(home / LOCK_FILE, patient.machine.locks)
    if found is None:
        return SERVER.fine("this system does not say who holds it")
    if not found:
        return SERVER.fine("no server runs on it")
    told, settings = f"process {', '.join(map(str, found))}", patient.known
    address = origin(settings.bind, settings.port)
    if not _answers(settings.bind, settings.port):
        return SERVER.bad(f"{told} holds it, and nobody listens at {address}", home, ADDRESS=address)
    return SERVER.fine(f"a server runs on it ({told})")


def _answers(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), timeout=_PATIENCE):
            return True
    except OSError:
        return False


def _leftovers(home: Path) -> Iterator[Finding]:
    if journal := unfinished(home):
        yield RETRACTED.bad("a retraction is half done", journal)
    for folder in (home / UNFINISHED, home / RESTORING):
        if folder.exists():
            yield LEFT.bad(f"{folder.name} was left behind", folder, FOLDER=folder)


def _key(patient: Patient) -> Iterator[Finding]:
    file = patient.known.key_file
    try:
        key = read_key(file)
    except FileNotFoundError:
        if _is_so(patient, is_missed):
            yield KEY_GONE.bad("it is missing, and records know people by it", file, FILE=file)
        return
    except KeyRefused as refused:
        yield _unusable_key(file, f"{refused.message} {refused.remedy}")
        return
    yield KEY.fine("is private and whole", file)
    if _is_so(patient, lambda connection: is_another_key(connection, key)):
        own = short(fingerprint(key))
        yield KEY_CHANGED.bad("another key was put there", file, FILE=file, FINGERPRINT=own)
    else:
        yield KEY_CHANGED.fine("no other key is known to the records", file)


def _unusable_key(file: Path, told: str) -> Finding:
    """Who may read it can be mended; what is in it comes from a copy alone."""
    if open_to_others(file) or not os.access(file, os.R_OK):
        return KEY.bad(told, file, FILE=file)
    return KEY.bad_otherwise(told, file, FILE=file)


def _is_so(patient: Patient, question: Callable[[Connection], bool]) -> bool:
    try:
        with patient.records() as connection:
            return question(connection)
    except NotLookedAt:
        return False
