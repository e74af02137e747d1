"""Settings: `settings_table` says what can be set, and drives reading, refusing and docs/settings.md (design 4).

The environment comes in as a mapping; `settings.toml` in the home folder says the same things in lower case without
prefix, and the environment wins. A message never repeats the value of a secret.
"""

from __future__ import annotations

import ipaddress
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from becivic.github_settings import GitHubSettings, github_settings, missing_keys
from becivic.policy_settings import PolicyRefused, policy_of
from becivic.rules.consensus import POLICY, TICK_EVERY, Policy
from becivic.rules.errors import BeCivicError
from becivic.rules.limits import Limit
from becivic.setting_values import (
    ForgeKind,
    LogFormat,
    LogLevel,
    Network,
    ValueRefused,
    is_loopback,
    origin,
    read_log_format,
    toml_text,
)
from becivic.settings_table import DEFAULT_HOME, HOME, LOG_FORMAT, PREFIX, SETTINGS, STRONG_TOKEN, Setting

SETTINGS_FILE: Final = "settings.toml"


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
    allowed_origins: tuple[str, ...]
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
    """Whether a server sends requests to other servers: by default where its public URL is not loopback (ADR 46)."""
    security_contact: str = ""
    """Whom to write to about safety; empty where the page on retraction says it."""
    log_format: LogFormat = LogFormat.TEXT
    """How a line of the log is written."""
    github: GitHubSettings | None = None
    """What the forge `github` works with; None with any other."""

    @property
    def public_url(self) -> str:
        """What was said, or loopback on the port in use: with PORT=0 that is known only after binding."""
        if self.stated_public_url is not None:
            return self.stated_public_url
        own = ipaddress.ip_address(self.bind)
        return origin(self.bind if own.is_loopback else "127.0.0.1", self.port)


def read_settings(environment: Mapping[str, str]) -> Settings:
    """What the environment and the settings file say, or the first refusal."""
    home = Path(_stated(environment, HOME) or DEFAULT_HOME)
    stated = {**_defaults(home), **_from_file(home / SETTINGS_FILE), **_from_environment(environment)}
    values = {
        setting.key: _value(setting, *stated[setting.key]) for setting in SETTINGS if setting.key in stated
    }
    settings = _settings(home, values)
    if "probes" not in values:
        settings = replace(settings, probes=not is_loopback(settings.public_url))
    if not is_loopback(settings.public_url):
        _refuse_rehearsal(settings, stated)
    return settings


def stated_log_format(environment: Mapping[str, str]) -> LogFormat:
    """How the log is written before anything else is known: what is refused is a line of it too."""
    home = Path(_stated(environment, HOME) or DEFAULT_HOME)
    try:
        said = _stated(environment, LOG_FORMAT) or toml_text(_toml(home / SETTINGS_FILE).get(LOG_FORMAT.key))
        return read_log_format(said) if said else LogFormat.TEXT
    except (SettingRefused, ValueRefused):
        return LogFormat.TEXT


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """Variables with our prefix that mean nothing here: most often a slip of the pen."""
    known = {setting.variable for setting in SETTINGS}
    return sorted(name for name in environment if name.startswith(PREFIX) and name not in known)


def without_settings(environment: Mapping[str, str]) -> dict[str, str]:
    """What a program that is started on a home of its own may take over: nothing that names another home or database."""
    known = {setting.variable for setting in SETTINGS}
    return {
        name: text for name, text in environment.items() if name not in known and not name.startswith(PREFIX)
    }


def settings_file(environment: Mapping[str, str]) -> Path:
    """Where it is looked for: it need not be there."""
    return Path(_stated(environment, HOME) or DEFAULT_HOME) / SETTINGS_FILE


def keys_in_file(environment: Mapping[str, str]) -> list[str]:
    """What the settings file says something about. Raises SettingRefused where it cannot be read."""
    return sorted(_from_file(settings_file(environment)))


def stated_twice(environment: Mapping[str, str]) -> list[str]:
    """Variables of which the settings file says something else. Raises SettingRefused where it cannot be read."""
    said, written = _from_environment(environment), _from_file(settings_file(environment))
    return sorted(
        variable for key, (variable, text) in said.items() if key in written and written[key][1] != text
    )


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
        allowed_origins=values["allowed_origins"],
        operator_token_hash=values.get("operator_token"),
        key_file=values["key_file"],
        clock_offset=values["clock_offset"],
        log_level=values["log_level"],
        log_format=values["log_format"],
        limits=MappingProxyType({limit: values[limit.setting] for limit in Limit}),
        consensus_every=values["consensus_every"],
        probes=values.get("probes", False),
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
