"""The settings: readable, known by name, in agreement with each other, and safe for whoever can reach the service."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from becivic.config import (
    SETTINGS_FILE,
    Settings,
    keys_in_file,
    settings_file,
    stated_twice,
    unknown_variables,
)
from becivic.doctor.finding import Code, Finding, broken, look
from becivic.doctor.modes import open_to_others
from becivic.doctor.patient import Patient
from becivic.setting_values import ForgeKind, is_loopback, unbounded
from becivic.settings_table import SETTINGS

_EDIT: Final = '"${EDITOR:-vi}" FILE'
"""What the settings file says, no variable takes back."""

READABLE: Final = broken(
    "SET-01",
    "values",
    "A setting has a value that cannot be used. The service does not start with it.",
    "unset VARIABLE",
    otherwise=_EDIT,
)
UNKNOWN: Final = look(
    "SET-02",
    "names",
    "A variable begins with BECIVIC_ and no setting has that name: most often a slip of the pen.",
    "unset VARIABLE",
)
TWICE: Final = look(
    "SET-03",
    "said once",
    "The environment and the settings file say different things; the environment wins.",
    "unset VARIABLE",
)
CLOCK: Final = look(
    "SET-04",
    "clock offset",
    "The clock is moved for a rehearsal. What is written now carries a time that is not true.",
    "unset BECIVIC_CLOCK_OFFSET",
    otherwise=_EDIT,
)
REACHED: Final = look(
    "SET-05",
    "public address",
    "The service listens for other machines, and its links lead to this machine alone.",
    "export BECIVIC_PUBLIC_URL=https://becivic.example",
)
PROXIES: Final = look(
    "SET-06",
    "proxies",
    "The public address is https, which a proxy speaks, and no proxy is believed: everybody has the proxy's"
    " address, so that limits and votes take all people for one.",
    "export BECIVIC_TRUSTED_PROXIES=127.0.0.1",
)
ANYBODY: Final = broken(
    "SET-07",
    "who is believed",
    "Every address counts as a trusted proxy: anybody can choose their own address, another one for each vote.",
    "export BECIVIC_TRUSTED_PROXIES=127.0.0.1",
)
PLAIN: Final = look(
    "SET-08",
    "encryption",
    "The public address is http: cancel tokens and the operator's token travel in the clear.",
    "export BECIVIC_PUBLIC_URL=https://becivic.example",
)
UNUSED: Final = look(
    "SET-09",
    "forge",
    "Settings for GitHub are there, and the forge is another: they do nothing.",
    "export BECIVIC_FORGE=github",
)
OPEN: Final = look(
    "SET-10",
    "settings file",
    "Other accounts of this machine can read the settings file, and a secret is in it.",
    "chmod 600 FILE",
)
NO_FILE: Final = broken(
    "SET-11",
    "settings file",
    "The settings file cannot be read: it is no file, or closed to this account. The service does not start with it.",
    "mv FILE FILE.aside",
)
CODES: Final[tuple[Code, ...]] = (
    READABLE, UNKNOWN, TWICE, CLOCK, REACHED, PROXIES, ANYBODY, PLAIN, UNUSED, OPEN, NO_FILE,
)  # fmt: skip


def examine(patient: Patient) -> Iterator[Finding]:
    if patient.settings is None:
        refused = patient.refused
        assert refused is not None  # there is one or the other
        yield _refused(patient.environment, f"{refused.message} {refused.remedy}".strip(), refused.where)
    else:
        found = patient.settings
        yield READABLE.fine(f"home {found.home}, public address {found.public_url}, forge {found.forge}")
    yield from _unknown(patient)
    if patient.settings is not None:
        yield from _agreeing(patient, patient.settings)
        yield from _safe(patient.settings)


def _refused(environment: Mapping[str, str], told: str, where: str) -> Finding:
    """A variable can be named for what only the file says: some refusals are about several settings."""
    file = settings_file(environment)
    if environment.get(where, "").strip() or not file.exists():
        return READABLE.bad(told, where, VARIABLE=where)
    if file.is_file() and os.access(file, os.R_OK):
        return READABLE.bad_otherwise(told, where, FILE=file)
    return NO_FILE.bad(told, where, FILE=file)


def _unknown(patient: Patient) -> Iterator[Finding]:
    known = [setting.variable for setting in SETTINGS]
    names = unknown_variables(patient.environment)
    for name in names:
        close = get_close_matches(name, known, n=1)
        meant = f"; did you mean {close[0]}?" if close else ""
        yield UNKNOWN.bad(f"{name} is set, and no setting has that name{meant}", name, VARIABLE=name)
    if not names:
        yield UNKNOWN.fine("every variable that begins with BECIVIC_ is a setting")


def _agreeing(patient: Patient, settings: Settings) -> Iterator[Finding]:
    for variable in stated_twice(patient.environment):
        yield TWICE.bad(
            f"{variable} is set, and {SETTINGS_FILE} says something else", variable, VARIABLE=variable
        )
    if settings.clock_offset:
        seconds = int(settings.clock_offset.total_seconds())
        yield _moved(patient.environment, f"the clock is moved by {seconds:+,} s")
    given = sorted(name for name in patient.environment if name.startswith("BECIVIC_GITHUB_"))
    written = keys_in_file(patient.environment)
    given += [f"{key} in {SETTINGS_FILE}" for key in written if key.startswith("github_")]
    if given and settings.forge is not ForgeKind.GITHUB:
        yield UNUSED.bad(f"{', '.join(given)} said, and the forge is {settings.forge}", "BECIVIC_FORGE")
    listens_to_others = not ipaddress.ip_address(settings.bind).is_loopback
    if listens_to_others and is_loopback(settings.public_url):
        yield REACHED.bad(
            f"it listens on {settings.bind}, and its public address is {settings.public_url}",
            "BECIVIC_PUBLIC_URL",
        )


def _moved(environment: Mapping[str, str], told: str) -> Finding:
    variable, file = "BECIVIC_CLOCK_OFFSET", settings_file(environment)
    if environment.get(variable, "").strip():
        return CLOCK.bad(told, variable)
    return CLOCK.bad_otherwise(told, f"{file}: clock_offset", FILE=file)


def _safe(settings: Settings) -> Iterator[Finding]:
    for network in unbounded(settings.trusted_proxies):
        yield ANYBODY.bad(f"{network} is every address there is", "BECIVIC_TRUSTED_PROXIES")
    scheme, is_public = urlsplit(settings.public_url).scheme, not is_loopback(settings.public_url)
    if is_public and scheme == "https" and not settings.trusted_proxies:
        yield PROXIES.bad(
            f"{settings.public_url} is behind a proxy that is not named", "BECIVIC_TRUSTED_PROXIES"
        )
    if is_public and scheme == "http":
        yield PLAIN.bad(f"{settings.public_url} is not encrypted", "BECIVIC_PUBLIC_URL")
    yield from _secrets(settings.home / SETTINGS_FILE)


def _secrets(file: Path) -> Iterator[Finding]:
    try:
        mode, text = open_to_others(file), file.read_text(encoding="utf-8")
    except OSError:
        return  # where it should be readable, reading the settings has said so
    secret = [setting.key for setting in SETTINGS if setting.secret and setting.key in text]
    if mode and secret:
        yield OPEN.bad(f"{mode}, and it holds {' and '.join(secret)}", file, FILE=file)
