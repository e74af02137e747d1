"""How each setting is read from text: a value, or what is wrong with it and what to do (design 4)."""

from __future__ import annotations

import hashlib
import ipaddress
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from becivic.rules.web_addresses import is_web_address

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class ForgeKind(StrEnum):
    """Where change requests are made (design 3)."""

    LOCAL = "local"
    GITHUB = "github"


class LogLevel(StrEnum):
    """How much is logged. There is no `debug`: other people's libraries say there what nobody may keep (R-PIPE-13)."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class LogFormat(StrEnum):
    """How a line of the log is written: for people, or for a machine that gathers them."""

    TEXT = "text"
    JSON = "json"


BEARER_TOKEN: Final = re.compile(r"[A-Za-z0-9._~+/-]+=*")
"""What may follow `Bearer` (RFC 6750 2.1): a token of other characters could never be sent."""

REPOSITORY_NAME: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}")
"""A repository as GitHub names it: its owner, a slash, its own name."""

MAILBOX: Final = re.compile(
    r"mailto:[A-Za-z0-9.!#$%&'*+/=^_`{|}~-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z][A-Za-z0-9-]*(?:\?[!-~]*)?"
)
"""A mailbox as a URI (RFC 6068), with a subject or without."""

MOST_LIMIT: Final = 10_000_000
"""Above this a limit limits nothing; it is a slip of the pen."""


_SWITCH: Final = {"on": True, "off": False}


class ValueRefused(ValueError):
    """What is wrong with a value, and what to do about it."""

    def __init__(self, wrong: str, remedy: str) -> None:
        super().__init__(wrong)
        self.wrong = wrong
        self.remedy = remedy


def origin(host: str, port: int) -> str:
    """The http address of a host and port; IPv6 goes in brackets."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def read_bind(text: str) -> str:
    if text == "localhost":
        return "127.0.0.1"
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise ValueRefused(
            f"`{text}` is not an IP address.",
            "Use 127.0.0.1 for this machine alone, or 0.0.0.0 for every network it is on.",
        ) from None


def read_port(text: str) -> int:
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else -1
    if not 0 <= number <= 65535:
        raise ValueRefused(f"`{text}` is not a port.", "Use a number from 1 to 65535, or 0 for any free one.")
    return number


def read_public_url(text: str) -> str:
    parts = _split(text)
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueRefused("is not a web address.", "Write it whole, like https://becivic.example.")
    if parts.path not in ("", "/") or parts.query or parts.fragment or "@" in parts.netloc:
        raise ValueRefused(
            "holds more than a scheme, a host and a port.",
            "Write the address alone: the service owns its root.",
        )
    return f"{parts.scheme}://{parts.netloc.lower()}"


def read_origins(text: str) -> tuple[str, ...]:
    """Origins as a browser sends them, each written like the public URL."""
    return tuple(read_public_url(part) for part in text.replace(",", " ").split())


def read_contact(text: str) -> str:
    """A URI as security.txt wants one (RFC 9116 2.5.3)."""
    parts = _split(text)
    is_page = parts is not None and parts.scheme == "https" and is_web_address(text)
    if not is_page and not MAILBOX.fullmatch(text):
        raise ValueRefused(
            f"`{text}` is no address to write to.",
            "Use mailto: with a mailbox, like mailto:security@becivic.example, or the https: address of a page.",
        )
    return text


def toml_text(value: object) -> str | None:
    """A TOML value as the environment would say it."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ",".join(value)
    return None


def _split(text: str) -> SplitResult | None:
    """The parts of a URL, or None when it, or its port, cannot be read."""
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return None
    return parts


_DRIVERS: Final = {
    "sqlite": "sqlite",
    "postgresql+psycopg": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
}


def read_database_url(text: str) -> str:
    parts = _split(text)
    driver = _DRIVERS.get(parts.scheme) if parts else None
    if parts is None or driver is None:
        raise ValueRefused(
            "is not a database address that is known here.",
            "Use postgresql+psycopg://USER:PASSWORD@HOST/NAME, or sqlite:///PATH.",
        )
    if not parts.path.strip("/"):
        raise ValueRefused(
            "names no database.", "Put its name after the host, like postgresql+psycopg://HOST/becivic."
        )
    return f"{driver}:{text.partition(':')[2]}"


def read_forge(text: str) -> ForgeKind:
    try:
        return ForgeKind(text)
    except ValueError:
        known = " or ".join(ForgeKind)
        raise ValueRefused(f"`{text}` is not a forge that is known here.", f"Use {known}.") from None


def read_networks(text: str) -> tuple[Network, ...]:
    return tuple(_network(part) for part in text.replace(",", " ").split())


def unbounded(networks: Iterable[Network]) -> list[Network]:
    """The ranges that are every address there is, also where several make one together (0.0.0.0/1, 128.0.0.0/1)."""
    four = ipaddress.collapse_addresses(each for each in networks if isinstance(each, ipaddress.IPv4Network))
    six = ipaddress.collapse_addresses(each for each in networks if isinstance(each, ipaddress.IPv6Network))
    ranges: list[Network] = [*four, *six]
    return [each for each in ranges if each.prefixlen == 0]


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        pass
    try:
        meant = ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise ValueRefused(
            f"`{text}` is not an address range.", "List CIDR ranges with commas, like 10.0.0.0/8, fd00::/8."
        ) from None
    raise ValueRefused(
        f"`{text}` has bits set beyond its prefix.", f"Write {meant}, or the one address alone."
    )


def read_token_hash(text: str) -> str:
    if not BEARER_TOKEN.fullmatch(text):
        raise ValueRefused(
            "holds characters that a bearer token cannot have.",
            "Use letters, digits and `-._~+/`; `=` at the end alone.",
        )
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def read_key_file(text: str) -> Path:
    path = Path(text)
    if path.is_dir():
        raise ValueRefused(f"`{text}` is a folder.", "Name the file that holds the key.")
    return path


def read_repository_name(text: str) -> str:
    if not REPOSITORY_NAME.fullmatch(text):
        raise ValueRefused(
            f"`{text}` does not name a repository.", "Write its owner and its name, like becivic/corpus."
        )
    return text


def read_github_number(text: str) -> int:
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0
    if not number:
        raise ValueRefused(
            "is not a number that GitHub gives out.", "Copy it from the App's page (docs/github.md)."
        )
    return number


def read_api_url(text: str) -> str:
    parts = _split(text)
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueRefused("is not a web address.", "Write it whole, like https://api.github.com.")
    if parts.query or parts.fragment or "@" in parts.netloc:
        raise ValueRefused("holds more than an address.", "Leave out names, passwords and what follows `?`.")
    if parts.scheme == "http" and not is_loopback(text):
        raise ValueRefused("would send tokens unencrypted.", "Use https; http is for loopback alone.")
    return f"{parts.scheme}://{parts.netloc.lower()}{parts.path.rstrip('/')}"


def read_limit(text: str) -> int:
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
    if not 0 < number <= MOST_LIMIT:
        raise ValueRefused(
            f"`{text}` is not a limit that can be kept.", f"Use a whole number from 1 to {MOST_LIMIT:,}."
        )
    return number


def read_log_level(text: str) -> LogLevel:
    try:
        return LogLevel(text.lower())
    except ValueError:
        raise ValueRefused(
            f"`{text}` is not a log level that is known here.", f"Use {', '.join(LogLevel)}."
        ) from None


def read_log_format(text: str) -> LogFormat:
    try:
        return LogFormat(text.lower())
    except ValueError:
        raise ValueRefused(
            f"`{text}` is not a way to write a log.", f"Use {' or '.join(LogFormat)}."
        ) from None


def read_switch(text: str) -> bool:
    if text.lower() not in _SWITCH:
        raise ValueRefused(f"`{text}` is neither on nor off.", "Use on or off.")
    return _SWITCH[text.lower()]


def read_clock_offset(text: str) -> timedelta:
    digits = text.removeprefix("-").removeprefix("+")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 10):
        raise ValueRefused(
            f"`{text}` is not a number of seconds.", "Use a whole number, like 86400 for one day ahead."
        )
    return timedelta(seconds=int(text))


_SPAN: Final = re.compile(r"([0-9]{1,5})(h|d)")
_HOURS: Final = {"h": 1, "d": 24}


def read_count(text: str) -> int:
    """A number of votes or addresses."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else -1
    if number < 0:
        raise ValueRefused(f"`{text}` is not a number of votes.", "Use a whole number, like 3.")
    return number


def read_minutes(text: str) -> timedelta:
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0
    if not 0 < number <= 24 * 60:
        raise ValueRefused(f"`{text}` is not a number of minutes.", "Use a whole number from 1 to 1440.")
    return timedelta(minutes=number)


def read_span(text: str) -> timedelta:
    found = _SPAN.fullmatch(text)
    if found is None:
        raise ValueRefused(f"`{text}` is not a span of time.", "Use hours or days, like 48h or 14d.")
    return timedelta(hours=int(found[1]) * _HOURS[found[2]])


def write_span(span: timedelta) -> str:
    hours = int(span.total_seconds()) // 3600
    return f"{hours // 24}d" if hours > 48 and hours % 24 == 0 else f"{hours}h"


def read_share(text: str) -> Fraction:
    try:
        share = Fraction(text) if len(text) < 10 and text.isascii() else Fraction(-1)
    except (ValueError, ZeroDivisionError):
        share = Fraction(-1)
    if not 0 <= share <= 1:
        raise ValueRefused(f"`{text}` is not a share.", "Use a number from 0 to 1, like 0.85.")
    return share


def write_share(share: Fraction) -> str:
    return f"{float(share):g}"


POLICY_VALUES: Final[Mapping[str, tuple[Callable[[str], object], Callable[[Any], str]]]] = {
    "int": (read_count, str),
    "timedelta": (read_span, write_span),
    "Fraction": (read_share, write_share),
}
"""How a number of the consensus is read and written, by its type."""
