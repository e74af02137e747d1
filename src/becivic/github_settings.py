"""What must be known to make change requests on GitHub: the rows of the settings table, and what they come to.

The App's private key is never among them: a setting says where its file is (R-JOB-16).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from becivic.setting_values import read_api_url, read_github_number, read_key_file, read_repository_name


@dataclass(frozen=True, slots=True)
class GitHubSettings:
    """Complete, or not there at all."""

    owner: str
    name: str
    app_id: int
    installation_id: int
    key_file: Path
    api_url: str


class GitHubSetting(NamedTuple):
    """One row of the table. Those without a default must be set where the forge is GitHub."""

    key: str
    default: str | None
    help: str
    read: Callable[[str], object]


GITHUB_SETTINGS: Final = (
    GitHubSetting(
        "github_repository",
        None,
        "With the forge `github`: the repository that holds the corpus, as `owner/name` (docs/github.md).",
        read_repository_name,
    ),
    GitHubSetting(
        "github_app_id",
        None,
        "With the forge `github`: the number of the GitHub App that the service acts as.",
        read_github_number,
    ),
    GitHubSetting(
        "github_installation_id",
        None,
        "With the forge `github`: the number of that App's installation on the repository.",
        read_github_number,
    ),
    GitHubSetting(
        "github_key_file",
        None,
        "With the forge `github`: the file that holds the App's private key. The key itself is never a setting.",
        read_key_file,
    ),
    GitHubSetting(
        "github_api_url",
        "https://api.github.com",
        "Where GitHub is asked. Another one for GitHub Enterprise, like `https://github.example/api/v3`.",
        read_api_url,
    ),
)


def missing_keys(values: Mapping[str, Any]) -> list[str]:
    """What has to be said and was not."""
    return [setting.key for setting in GITHUB_SETTINGS if setting.key not in values]


def github_settings(values: Mapping[str, Any]) -> GitHubSettings:
    """From the values of a table in which nothing is missing."""
    owner, _, name = values["github_repository"].partition("/")
    return GitHubSettings(
        owner=owner,
        name=name,
        app_id=values["github_app_id"],
        installation_id=values["github_installation_id"],
        key_file=values["github_key_file"],
        api_url=values["github_api_url"],
    )
