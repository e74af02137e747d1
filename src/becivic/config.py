"""Settings: one table says what can be set, and drives reading, refusing and docs/settings.md (design 4).

The environment comes in as a mapping; `settings.toml` in the home folder says the same things in lower case without
prefix, and the environment wins. A message never repeats the value of a secret.
"""

from __future__ import annotations

import ipaddress
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from becivic.github_settings import (
    GITHUB_SETTINGS,
    GitHubSetting,
    GitHubSettings,
    github_settings,
    missing_keys,
)
from becivic.policy_settings import POLICY_SETTINGS, PolicyRefused, PolicySetting, policy_of
from becivic.rules.consensus import POLICY, TICK_EVERY, Policy
from becivic.rules.errors import BeCivicError
from becivic.rules.limits import Limit
from becivic.setting_values import (
    ForgeKind,
    LogLevel,
    Network,
    ValueRefused,
    is_loopback,
    origin,
    read_bind,
    read_clock_offset,
    read_contact,
    read_database_url,
    read_forge,
    read_key_file,
    read_limit,
    read_log_level,
    read_networks,
    read_port,
    read_public_url,
    read_switch,
    read_token_hash,
    toml_text,
)

PREFIX: Final = "BECIVIC_"
SETTINGS_FILE: Final = "settings.toml"
DEFAULT_HOME: Final = "var"
STRONG_TOKEN: Final = 16
"""Characters an operator token needs once the service is not on loopback."""


class SettingRefused(BeCivicError):
    """A setting has a value that cannot be used. `where` names the variable."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What is in force. Secrets are kept as hashes, or out of `repr` where they are needed whole."""

    home: Path
    bind: str
    port: int
    stated_public_url: str | None
    database_url: str = field(repr=False)
    forge: ForgeKind
    trusted_proxies: tuple[Network, ...]
    operator_token_hash: str | None = field(repr=False)
    key_file: Path
    clock_offset: timedelta
    log_level: LogLevel
    limits: Mapping[Limit, int]
    """How many of each are let through in its period (R-RATE-04)."""
    policy: Policy = POLICY
    """By which numbers the consensus moves an artefact (R-SM-15)."""
    consensus_every: timedelta = TICK_EVERY
    """How often a server counts votes (C-68)."""
    probes: bool = False
    """Whether a server asks other people's servers."""
    security_contact: str = ""
    """Whom to write to about safety; empty where the page on retraction says it."""
    github: GitHubSettings | None = None
    """What the forge `github` works with; None with any other."""

    @property
    def public_url(self) -> str:
        """What was said, or loopback on the port in use: with PORT=0 that is known only after binding."""
        if self.stated_public_url is not None:
            return self.stated_public_url
        own = ipaddress.ip_address(self.bind)
        return origin(self.bind if own.is_loopback else "127.0.0.1", self.port)


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

SETTINGS: Final = (
    HOME,
    Setting(
        "PORT",
        "port",
        "8000",
        "The port to listen on; 0 takes a free one and says which at start.",
        read_port,
    ),
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
        "CIDR ranges, separated by commas, of the proxies whose X-Forwarded-For is believed. Nobody else's is.",
        read_networks,
        shown_default="none",
    ),
    Setting(
        f"{PREFIX}OPERATOR_TOKEN",
        "operator_token",
        None,
        "What an operator sends as `Authorization: Bearer …`. Only its hash is kept. Without one, operator routes are"
        f" closed. At least {STRONG_TOKEN} characters unless the public URL is loopback.",
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
    Setting(
        f"{PREFIX}PROBES",
        "probes",
        "off",
        "`on` lets a server look daily whether sources of paths still work, and monthly whether references can still be"
        " read (docs/rot.md). Off, it calls nobody; `becivic run probe` and `linkcheck` work by hand either way.",
        read_switch,
    ),
    *map(_limit_setting, Limit),
    *map(_policy_setting, POLICY_SETTINGS),
)


def read_settings(environment: Mapping[str, str]) -> Settings:
    """What the environment and the settings file say, or the first refusal."""
    home = Path(_stated(environment, HOME) or DEFAULT_HOME)
    stated = {**_defaults(home), **_from_file(home / SETTINGS_FILE), **_from_environment(environment)}
    values = {
        setting.key: _value(setting, *stated[setting.key]) for setting in SETTINGS if setting.key in stated
    }
    settings = _settings(home, values)
    if not is_loopback(settings.public_url):
        _refuse_rehearsal(settings, stated)
    return settings


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """Variables with our prefix that mean nothing here: most often a slip of the pen."""
    known = {setting.variable for setting in SETTINGS}
    return sorted(name for name in environment if name.startswith(PREFIX) and name not in known)


def _stated(environment: Mapping[str, str], setting: Setting) -> str:
    """A value without its surroundings; compose files pass on empty variables that nobody set."""
    return environment.get(setting.variable, "").strip()


def _defaults(home: Path) -> dict[str, tuple[str, str]]:
    """By key: where it was said, and what."""
    return {
        setting.key: (setting.variable, setting.default.replace("HOME", str(home)))
        for setting in SETTINGS
        if setting.default is not None
    }


def _from_environment(environment: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    return {
        setting.key: (setting.variable, text)
        for setting in SETTINGS
        if (text := _stated(environment, setting))
    }


def _from_file(path: Path) -> dict[str, tuple[str, str]]:
    known = {setting.key for setting in SETTINGS if setting is not HOME}
    stated: dict[str, tuple[str, str]] = {}
    for key, value in _toml(path).items():
        if key not in known:
            raise SettingRefused(f"knows no setting `{key}`.", where=str(path), remedy=_advice(key, known))
        text = toml_text(value)
        if text is None:
            raise SettingRefused(
                f"`{key}` must be a text, a whole number or a list of texts.",
                where=str(path),
                remedy="See docs/settings.md for an example.",
            )
        if text:
            stated[key] = (f"{path}: {key}", text)
    return stated


def _advice(key: str, known: set[str]) -> str:
    if key == HOME.key:
        return f"Set {HOME.variable} in the environment: this file is found through it."
    close = get_close_matches(key, sorted(known), n=1)
    return f"Did you mean `{close[0]}`?" if close else f"Use one of: {', '.join(sorted(known))}."


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise SettingRefused(
            f"cannot be read ({error.strerror}).", where=str(path), remedy="Make it readable, or remove it."
        ) from None
    except UnicodeDecodeError:
        raise SettingRefused("is not valid UTF-8.", where=str(path), remedy="Save it as UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        raise SettingRefused(
            f"is not TOML: {str(error)[:1].lower()}{str(error)[1:]}.",
            where=str(path),
            remedy="See docs/settings.md for an example.",
        ) from None


def _value(setting: Setting, where: str, text: str) -> object:
    if not text.isprintable():
        raise SettingRefused("holds control characters.", where=where, remedy="Write it again by hand.")
    try:
        return setting.read(text)
    except ValueRefused as refused:
        raise SettingRefused(refused.wrong, where=where, remedy=refused.remedy) from None


def _settings(home: Path, values: Mapping[str, Any]) -> Settings:
    return Settings(
        home=home,
        bind=values["bind"],
        port=values["port"],
        stated_public_url=values.get("public_url"),
        database_url=values["database_url"],
        forge=values["forge"],
        trusted_proxies=values["trusted_proxies"],
        operator_token_hash=values.get("operator_token"),
        key_file=values["key_file"],
        clock_offset=values["clock_offset"],
        log_level=values["log_level"],
        limits=MappingProxyType({limit: values[limit.setting] for limit in Limit}),
        consensus_every=values["consensus_every"],
        probes=values["probes"],
        security_contact=values.get("security_contact", ""),
        policy=_policy(values),
        github=_github(values) if values["forge"] is ForgeKind.GITHUB else None,
    )


def _policy(values: Mapping[str, Any]) -> Policy:
    try:
        return policy_of(values)
    except PolicyRefused as wrong:
        raise SettingRefused(
            f"cannot be kept: {wrong}.",
            where=f"{PREFIX}{wrong.key.upper()}",
            remedy="See docs/settings.md for what each number does.",
        ) from None


def _github(values: Mapping[str, Any]) -> GitHubSettings:
    missing = missing_keys(values)
    if missing:
        raise SettingRefused(
            f"`{ForgeKind.GITHUB}` needs more. "
            + " ".join(f"{PREFIX}{key.upper()} is not set." for key in missing),
            where=f"{PREFIX}FORGE",
            remedy="See docs/github.md for what each one is.",
        )
    return github_settings(values)


def _refuse_rehearsal(settings: Settings, stated: Mapping[str, tuple[str, str]]) -> None:
    """What is fine on one's own machine and dangerous in public."""
    if settings.clock_offset:
        raise SettingRefused(
            f"moves the clock, and the public URL {settings.public_url} is not loopback.",
            where=stated["clock_offset"][0],
            remedy="Unset it: a public service runs on true time.",
        )
    if "operator_token" in stated and len(stated["operator_token"][1]) < STRONG_TOKEN:
        raise SettingRefused(
            f"is shorter than {STRONG_TOKEN} characters, and the public URL is not loopback.",
            where=stated["operator_token"][0],
            remedy="Use a long random one, for example from `openssl rand -hex 24`.",
        )
