"""The table of settings: what can be set, how it is read, and what docs/settings.md tells of it (design 4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from becivic.github_settings import GITHUB_SETTINGS, GitHubSetting
from becivic.policy_settings import POLICY_SETTINGS, PolicySetting
from becivic.rules.limits import Limit
from becivic.setting_values import (
    ForgeKind,
    LogFormat,
    LogLevel,
    read_bind,
    read_clock_offset,
    read_contact,
    read_database_url,
    read_forge,
    read_key_file,
    read_limit,
    read_log_format,
    read_log_level,
    read_networks,
    read_origins,
    read_port,
    read_public_url,
    read_switch,
    read_token_hash,
)

PREFIX: Final = "BECIVIC_"
DEFAULT_HOME: Final = "var"
STRONG_TOKEN: Final = 16
"""Characters an operator token needs once the service is not on loopback."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing that can be set."""

    variable: str
    key: str
    """Its name in settings.toml."""
    default: str | None
    """As text that `read` accepts, HOME standing for the home folder; None where nothing stands for it."""
    help: str
    read: Callable[[str], object]
    shown_default: str = ""
    """What the documentation says instead, where the default is nothing or comes from elsewhere."""
    secret: bool = False


def _limit_setting(limit: Limit) -> Setting:
    return Setting(
        f"{PREFIX}{limit.setting.upper()}", limit.setting, str(limit.value.number), limit.meaning, read_limit
    )


def _policy_setting(row: PolicySetting) -> Setting:
    return Setting(f"{PREFIX}{row.key.upper()}", *row)


def _github_setting(row: GitHubSetting) -> Setting:
    return Setting(
        f"{PREFIX}{row.key.upper()}",
        *row,
        shown_default="" if row.default else "none",
    )


HOME: Final = Setting(
    f"{PREFIX}HOME",
    "home",
    DEFAULT_HOME,
    "The folder that holds everything the service keeps: `corpus.git`, the database, keys. It is made when missing.",
    Path,
)

PORT: Final = Setting(
    "PORT",
    "port",
    "8000",
    "The port to listen on; 0 takes a free one and says which at start.",
    read_port,
)
LOG_FORMAT: Final = Setting(
    f"{PREFIX}LOG_FORMAT",
    "log_format",
    LogFormat.TEXT.value,
    "`text`, a sentence a line, or `json`, an object a line. Both name the request or the run of a job.",
    read_log_format,
)

SETTINGS: Final = (
    HOME,
    PORT,
    Setting(
        f"{PREFIX}BIND",
        "bind",
        "127.0.0.1",
        "The IP address to listen on: 127.0.0.1 for this machine alone, 0.0.0.0 or :: for every network it is on.",
        read_bind,
    ),
    Setting(
        f"{PREFIX}PUBLIC_URL",
        "public_url",
        None,
        "The address people and agents use, without a path. Links, feeds and the agent manifest are made from it.",
        read_public_url,
        shown_default="`http://127.0.0.1:PORT`",
    ),
    Setting(
        f"{PREFIX}SECURITY_CONTACT",
        "security_contact",
        None,
        "Whom `/.well-known/security.txt` tells people to write to: a `mailto:` or `https:` address.",
        read_contact,
        shown_default="the page on retraction",
    ),
    Setting(
        f"{PREFIX}DATABASE_URL",
        "database_url",
        "sqlite:///HOME/becivic.db",
        "Where records live: an SQLite file, or `postgresql+psycopg://…` for several replicas.",
        read_database_url,
        secret=True,
    ),
    Setting(
        f"{PREFIX}FORGE",
        "forge",
        ForgeKind.LOCAL.value,
        "Where change requests are made: `local`, in the repository under the home folder, or `github`.",
        read_forge,
    ),
    *map(_github_setting, GITHUB_SETTINGS),
    Setting(
        f"{PREFIX}TRUSTED_PROXIES",
        "trusted_proxies",
        "",
        "CIDR ranges, separated by commas, of the proxies whose X-Forwarded-For and X-Request-Id are believed."
        " Nobody else's are.",
        read_networks,
        shown_default="none",
    ),
    Setting(
        f"{PREFIX}ALLOWED_ORIGINS",
        "allowed_origins",
        "",
        "Other sites whose pages may write here through a browser, by API or MCP: origins like `https://tools.example`,"
        " separated by commas. The origin of the public URL always may; any other is refused.",
        read_origins,
        shown_default="none",
    ),
    Setting(
        f"{PREFIX}OPERATOR_TOKEN",
        "operator_token",
        None,
        "What an operator sends as `Authorization: Bearer …`. Only its hash is kept. Without one, operator routes are"
        f" closed, and `/metrics` is read on this machine alone. At least {STRONG_TOKEN} characters unless the public URL is loopback.",
        read_token_hash,
        shown_default="none",
        secret=True,
    ),
    Setting(
        f"{PREFIX}KEY_FILE",
        "key_file",
        "HOME/address.key",
        "The key that client addresses are hashed with. Replicas share one; keep it out of backups that leave the"
        " machine.",
        read_key_file,
    ),
    Setting(
        f"{PREFIX}CLOCK_OFFSET",
        "clock_offset",
        "0",
        "Seconds added to the clock, for rehearsals. Refused unless the public URL is loopback; announced at start.",
        read_clock_offset,
    ),
    Setting(
        f"{PREFIX}LOG_LEVEL",
        "log_level",
        LogLevel.INFO.value,
        "`error`, `warning` or `info`. At `info` there is one line a submission: id, category, status, milliseconds."
        " No level shows an address or a text somebody sent.",
        read_log_level,
    ),
    LOG_FORMAT,
    Setting(
        f"{PREFIX}PROBES",
        "probes",
        None,
        "`on` lets a server look daily whether sources of paths still work, and monthly whether references can still be"
        " read (docs/rot.md). Off, it calls nobody: sources go stale unless people confirm them, and stay offered."
        " `becivic run probe` and `linkcheck` work by hand either way.",
        read_switch,
        shown_default="`on` where the public URL is not loopback, else `off`",
    ),
    *map(_limit_setting, Limit),
    *map(_policy_setting, POLICY_SETTINGS),
)
