"""GitHub, where change requests are made there: the App's key, and with `--online` whether GitHub lets us in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from becivic.config import SettingRefused
from becivic.doctor.finding import Code, Finding, NotLookedAt, broken, look
from becivic.doctor.modes import open_to_others
from becivic.doctor.patient import Patient
from becivic.github_settings import GitHubSettings
from becivic.rules.errors import BeCivicError

KEY: Final = broken(
    "GH-01", "App key", "The private key of the GitHub App is missing or is none.", "install -m 600 COPY FILE"
)
PRIVATE: Final = look(
    "GH-02",
    "its privacy",
    "Other accounts of this machine can read the private key of the App.",
    "chmod 600 FILE",
)
REACHED: Final = broken(
    "GH-03",
    "repository",
    "GitHub cannot be reached, or does not let the App into the repository. Asked only with --online.",
    "curl --head --max-time 10 ADDRESS",
)
CODES: Final[tuple[Code, ...]] = (KEY, PRIVATE, REACHED)


def examine(patient: Patient) -> Iterator[Finding]:
    settings = patient.known.github
    if settings is None:
        raise NotLookedAt(f"the forge is {patient.known.forge}")
    from becivic.publishing.forge.github import read_app_key  # noqa: PLC0415  a second of imports that few need

    file = settings.key_file
    try:
        read_app_key(file)
    except SettingRefused as refused:
        yield KEY.bad(refused.message, file, FILE=file)
        return
    yield KEY.fine("is there and can be used", file)
    if mode := open_to_others(file):
        yield PRIVATE.bad(mode, file, FILE=file)
    if patient.online:
        yield _reached(settings)


def _reached(settings: GitHubSettings) -> Finding:
    """Asks for a token with the permissions that the service needs, and for main: one of them missing is refused."""
    from becivic.publishing.forge.github import open_app  # noqa: PLC0415
    from becivic.publishing.forge.github_api import GitHubApi  # noqa: PLC0415
    from becivic.publishing.forge.github_trouble import RetryReads  # noqa: PLC0415

    name = f"{settings.owner}/{settings.name}"
    try:
        head = GitHubApi(open_app(settings, retry=RetryReads(times=0)), settings.owner, settings.name).main()
    except BeCivicError as refused:
        return REACHED.bad(refused.message, name, ADDRESS=settings.api_url)
    return REACHED.fine(f"{name} is at {head[:7]}")
