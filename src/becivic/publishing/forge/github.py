"""Who the service is on GitHub: an App, installed on the one repository, its tokens good for an hour (R-JOB-15).

The key is read here and nowhere else; tokens live in memory alone (R-JOB-16).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import httpx
import pygit2
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from githubkit import GitHub
from githubkit.auth.app import AppInstallationAuthStrategy
from githubkit.cache.mem_cache import MemCacheStrategy

from becivic import __version__
from becivic.config import SettingRefused
from becivic.github_settings import GitHubSettings
from becivic.publishing.forge.github_api import App
from becivic.publishing.forge.github_forge import GitHubForge
from becivic.publishing.forge.github_trouble import RetryReads
from becivic.publishing.repository import CorpusRepository

TIMEOUT: Final = 30.0
"""Seconds that GitHub may take for one answer, and git for the next piece of one."""

_KEY_FILE: Final = "BECIVIC_GITHUB_KEY_FILE"


def open_github(
    settings: GitHubSettings, repository: CorpusRepository, *, retry: RetryReads | None = None
) -> GitHubForge:
    """Asks nothing yet."""
    return GitHubForge(open_app(settings, retry=retry), settings.owner, settings.name, repository)


def open_app(settings: GitHubSettings, *, retry: RetryReads | None = None) -> App:
    """A token is asked for no more than what docs/github.md lists, and this repository alone."""
    pygit2.settings.server_connect_timeout = pygit2.settings.server_timeout = int(TIMEOUT * 1000)
    app = AppInstallationAuthStrategy(
        settings.app_id,
        read_app_key(settings.key_file),
        settings.installation_id,
        repositories=[settings.name],
        permissions={"contents": "write", "pull_requests": "write", "statuses": "write"},
    )
    return GitHub(
        app,
        base_url=settings.api_url,
        user_agent=f"Be-Civic/{__version__}",
        timeout=TIMEOUT,
        ssl_verify=httpx.create_ssl_context(),  # else one is made for every connection, at some cost
        http_cache=False,
        cache_strategy=MemCacheStrategy(),
        auto_retry=retry or RetryReads(),
    )


def read_app_key(path: Path) -> str:
    """As it is written; SettingRefused where it is none."""
    try:
        written = path.read_bytes()
        if isinstance(load_pem_private_key(written, None), RSAPrivateKey):
            return written.decode("ascii")
    except OSError as error:
        raise SettingRefused(
            f"`{path}` cannot be read ({error.strerror}).",
            where=_KEY_FILE,
            remedy="Put the App's private key there, readable by this user.",
        ) from None
    except (ValueError, TypeError, UnsupportedAlgorithm):
        pass
    raise SettingRefused(
        f"`{path}` holds no private key that can be used.",
        where=_KEY_FILE,
        remedy="Use the .pem file that GitHub made for the App, as it is.",
    )
