"""Settings: what may be said, where, and what is refused in which words."""

from __future__ import annotations

import hashlib
import ipaddress
from datetime import timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from becivic.config import (
    SettingRefused,
    Settings,
    read_settings,
    stated_log_format,
    unknown_variables,
    without_settings,
)
from becivic.github_settings import GitHubSettings
from becivic.rules.limits import Limit
from becivic.setting_values import ForgeKind, LogFormat, LogLevel, is_loopback, origin, unbounded
from becivic.settings_page import settings_markdown
from becivic.settings_table import SETTINGS
from tests.requirement import requirement

PUBLIC = "https://becivic.example"
GITHUB = {
    "BECIVIC_FORGE": "github",
    "BECIVIC_GITHUB_REPOSITORY": "becivic/corpus",
    "BECIVIC_GITHUB_APP_ID": "12",
    "BECIVIC_GITHUB_INSTALLATION_ID": "345",
    "BECIVIC_GITHUB_KEY_FILE": "/run/keys/github.pem",
}
ROOT = Path(__file__).parent.parent


def settings(tmp_path: Path, file: str = "", **environment: str) -> Settings:
    if file:
        (tmp_path / "settings.toml").write_text(file, encoding="utf-8")
    return read_settings({"BECIVIC_HOME": str(tmp_path), **environment})


def refusal(tmp_path: Path, file: str = "", **environment: str) -> str:
    with pytest.raises(SettingRefused) as caught:
        settings(tmp_path, file, **environment)
    return str(caught.value)


def test_nothing_has_to_be_set() -> None:
    found = read_settings({})
    assert found.home == Path("var")
    assert (found.bind, found.port) == ("127.0.0.1", 8000)
    assert found.public_url == "http://127.0.0.1:8000"
    assert found.database_url == "sqlite:///var/becivic.db"
    assert found.forge is ForgeKind.LOCAL
    assert found.github is None
    assert found.trusted_proxies == ()
    assert found.allowed_origins == ()
    assert found.operator_token_hash is None
    assert found.key_file == Path("var/address.key")
    assert found.clock_offset == timedelta(0)
    assert found.log_level is LogLevel.INFO
    assert found.log_format is LogFormat.TEXT
    assert not found.probes
    assert found.security_contact == ""
    assert found.limits == {limit: limit.value.number for limit in Limit}


def test_every_setting_can_be_said_in_the_environment(tmp_path: Path) -> None:
    found = settings(
        tmp_path,
        PORT="80",
        BECIVIC_BIND="0.0.0.0",
        BECIVIC_PUBLIC_URL="https://BeCivic.example:8443/",
        BECIVIC_DATABASE_URL="postgresql+psycopg://someone:s3cret@db/becivic",
        BECIVIC_GITHUB_API_URL="https://GitHub.example/api/v3/",
        BECIVIC_TRUSTED_PROXIES="10.0.0.0/8, fd00::/8 192.0.2.7",
        BECIVIC_ALLOWED_ORIGINS="https://Tools.example, http://localhost:6274",
        BECIVIC_OPERATOR_TOKEN="a-long-operator-token",
        BECIVIC_KEY_FILE="/run/keys/address",
        BECIVIC_LOG_LEVEL="WARNING",
        BECIVIC_LOG_FORMAT="JSON",
        BECIVIC_PROBES="On",
        BECIVIC_SECURITY_CONTACT="mailto:desk@becivic.example",
        **GITHUB,
    )
    assert (found.bind, found.port) == ("0.0.0.0", 80)
    assert found.public_url == "https://becivic.example:8443"
    assert found.database_url == "postgresql+psycopg://someone:s3cret@db/becivic"
    assert found.forge is ForgeKind.GITHUB
    assert found.github == GitHubSettings(
        owner="becivic",
        name="corpus",
        app_id=12,
        installation_id=345,
        key_file=Path("/run/keys/github.pem"),
        api_url="https://github.example/api/v3",
    )
    assert found.trusted_proxies == tuple(
        map(ipaddress.ip_network, ("10.0.0.0/8", "fd00::/8", "192.0.2.7/32"))
    )
    assert found.allowed_origins == ("https://tools.example", "http://localhost:6274")
    assert found.operator_token_hash == hashlib.sha256(b"a-long-operator-token").hexdigest()
    assert found.key_file == Path("/run/keys/address")
    assert found.log_level is LogLevel.WARNING
    assert found.log_format is LogFormat.JSON
    assert found.probes
    assert found.security_contact == "mailto:desk@becivic.example"


@pytest.mark.parametrize(
    "contact",
    [
        "https://becivic.example/report?of=safety",
        "mailto:a.b+c@mail.becivic.example",
        "mailto:a@becivic.example?subject=Safety",
    ],
)
def test_whom_to_write_to_about_safety_is_a_mailbox_or_a_page(tmp_path: Path, contact: str) -> None:
    assert settings(tmp_path, BECIVIC_SECURITY_CONTACT=contact).security_contact == contact
    assert settings(tmp_path, f'security_contact = "{contact}"').security_contact == contact


@pytest.mark.parametrize(
    ("public_url", "said", "on"),
    [
        ("", "", False),
        ("http://localhost:8000", "", False),
        ("http://127.0.0.1:8000", "on", True),
        ("https://becivic.example", "", True),
        ("https://becivic.example", "off", False),
    ],
)
def test_probes_are_on_where_the_public_url_is_not_loopback_unless_an_operator_sets_them(
    tmp_path: Path, public_url: str, said: str, on: bool
) -> None:
    assert settings(tmp_path, BECIVIC_PUBLIC_URL=public_url, BECIVIC_PROBES=said).probes is on


@pytest.mark.parametrize(
    ("proxies", "whole"),
    [
        ("", []),
        ("10.0.0.0/8, fd00::/8, 192.0.2.7", []),
        ("0.0.0.0/1", []),
        ("0.0.0.0/0", ["0.0.0.0/0"]),
        ("10.0.0.0/8, ::/0", ["::/0"]),
        ("0.0.0.0/1, 128.0.0.0/1, ::/0", ["0.0.0.0/0", "::/0"]),
    ],
)
def test_proxies_that_are_every_address_there_is(tmp_path: Path, proxies: str, whole: list[str]) -> None:
    found = settings(tmp_path, BECIVIC_TRUSTED_PROXIES=proxies).trusted_proxies
    assert list(map(str, unbounded(found))) == whole


@pytest.mark.parametrize("said", ["yes", "1", "onn"])
def test_a_switch_is_on_or_off_and_nothing_else(tmp_path: Path, said: str) -> None:
    assert (
        refusal(tmp_path, BECIVIC_PROBES=said)
        == f"BECIVIC_PROBES: `{said}` is neither on nor off. Use on or off."
    )


@requirement("R-RATE-04")
@pytest.mark.parametrize("limit", Limit)
def test_every_limit_is_a_setting_of_its_own(tmp_path: Path, limit: Limit) -> None:
    variable = f"BECIVIC_{limit.setting.upper()}"
    assert variable in {setting.variable for setting in SETTINGS}
    untouched = {each: each.value.number for each in Limit if each is not limit}
    assert settings(tmp_path, **{variable: "7"}).limits == {**untouched, limit: 7}
    assert settings(tmp_path, f"{limit.setting} = 8\n").limits == {**untouched, limit: 8}
    assert settings(tmp_path, **{variable: "10000000"}).limits[limit] == 10_000_000


def test_the_trip_wire_says_that_it_refuses_nobody() -> None:
    assert "refuses nobody" in settings_markdown()


def test_an_empty_variable_counts_as_not_set(tmp_path: Path) -> None:
    assert settings(tmp_path, PORT="  ", BECIVIC_FORGE="", BECIVIC_HOME="") == read_settings({})


def test_the_file_says_the_same_things_in_lower_case(tmp_path: Path) -> None:
    found = settings(
        tmp_path,
        'port = 8080\nbind = "::1"\ntrusted_proxies = ["10.0.0.0/8"]\nclock_offset = -60\nforge = ""\n',
    )
    assert found.port == 8080
    assert found.public_url == "http://[::1]:8080"
    assert found.trusted_proxies == (ipaddress.ip_network("10.0.0.0/8"),)
    assert found.clock_offset == timedelta(seconds=-60)
    assert found.forge is ForgeKind.LOCAL


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    assert settings(tmp_path, "port = 8080\n", PORT="9090").port == 9090


def test_a_refusal_of_the_file_names_the_file_and_the_key(tmp_path: Path) -> None:
    assert refusal(tmp_path, 'port = "many"\n').startswith(
        f"{tmp_path}/settings.toml: port: `many` is not a port."
    )


def test_a_home_with_a_file_in_its_way_is_left_for_the_start_to_refuse(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("in the way")
    assert read_settings({"BECIVIC_HOME": str(tmp_path / "home")}).port == 8000


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("port = \n", "is not TOML: invalid value (at line 1"),
        ("prot = 1\n", "knows no setting `prot`. Did you mean `port`?"),
        ("colour = 1\n", "knows no setting `colour`. Use one of: allowed_origins, bind, clock_offset"),
        ('home = "x"\n', "Set BECIVIC_HOME in the environment"),
        ("port = true\n", "`port` must be a text, a whole number or a list of texts."),
        ("port = 1.5\n", "`port` must be a text"),
        ("trusted_proxies = [1]\n", "`trusted_proxies` must be a text"),
        ('key_file = "a\\u0000b"\n', "key_file: holds control characters."),
    ],
)
def test_what_is_wrong_with_the_file_is_said(tmp_path: Path, file: str, says: str) -> None:
    message = refusal(tmp_path, file)
    assert message.startswith(f"{tmp_path}/settings.toml")
    assert says in message


def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_bytes(b'bind = "\xff"')
    assert "is not valid UTF-8" in refusal(tmp_path)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").mkdir()
    assert "settings.toml: cannot be read (Is a directory)" in refusal(tmp_path)


@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [
        ("PORT", "http", "`http` is not a port. Use a number from 1 to 65535"),
        ("PORT", "65536", "`65536` is not a port."),
        ("PORT", "-1", "is not a port."),
        ("PORT", "٣", "is not a port."),
        ("PORT", "9" * 5000, "is not a port."),
        ("BECIVIC_BIND", "becivic.example", "`becivic.example` is not an IP address. Use 127.0.0.1"),
        ("BECIVIC_PUBLIC_URL", "becivic.example", "is not a web address. Write it whole"),
        ("BECIVIC_PUBLIC_URL", "ftp://becivic.example", "is not a web address."),
        ("BECIVIC_PUBLIC_URL", "http://[::1", "is not a web address."),
        ("BECIVIC_PUBLIC_URL", "http://a:99999", "is not a web address."),
        ("BECIVIC_PUBLIC_URL", "http://", "is not a web address."),
        (
            "BECIVIC_PUBLIC_URL",
            "https://becivic.example/civic",
            "holds more than a scheme, a host and a port.",
        ),
        ("BECIVIC_PUBLIC_URL", "https://becivic.example?a", "holds more than"),
        ("BECIVIC_PUBLIC_URL", "https://me:pw@becivic.example", "holds more than"),
        ("BECIVIC_ALLOWED_ORIGINS", "*", "is not a web address."),
        ("BECIVIC_ALLOWED_ORIGINS", "null", "is not a web address."),
        ("BECIVIC_ALLOWED_ORIGINS", "https://tools.example/page", "holds more than a scheme"),
        ("BECIVIC_DATABASE_URL", "mysql://h/s3cret", "is not a database address that is known here."),
        ("BECIVIC_DATABASE_URL", "s3cret", "is not a database address"),
        ("BECIVIC_DATABASE_URL", "postgresql://[s3cret/x", "is not a database address"),
        ("BECIVIC_DATABASE_URL", "postgresql+psycopg://u:s3cret@host", "names no database."),
        ("BECIVIC_FORGE", "gitlab", "`gitlab` is not a forge that is known here. Use local or github."),
        (
            "BECIVIC_GITHUB_REPOSITORY",
            "corpus",
            "`corpus` does not name a repository. Write its owner and its name, like becivic/corpus.",
        ),
        ("BECIVIC_GITHUB_REPOSITORY", "becivic/..", "does not name a repository."),
        ("BECIVIC_GITHUB_REPOSITORY", "https://github.com/becivic/corpus", "does not name a repository."),
        (
            "BECIVIC_GITHUB_APP_ID",
            "s3cret",
            "is not a number that GitHub gives out. Copy it from the App's page",
        ),
        ("BECIVIC_GITHUB_INSTALLATION_ID", "0", "is not a number that GitHub gives out."),
        ("BECIVIC_GITHUB_INSTALLATION_ID", "9" * 5000, "is not a number that GitHub gives out."),
        ("BECIVIC_GITHUB_KEY_FILE", "/", "`/` is a folder. Name the file"),
        ("BECIVIC_GITHUB_API_URL", "api.github.com", "is not a web address. Write it whole"),
        (
            "BECIVIC_GITHUB_API_URL",
            "http://github.example",
            "would send tokens unencrypted. Use https; http is for loopback alone.",
        ),
        ("BECIVIC_GITHUB_API_URL", "https://me:s3cret@github.example", "holds more than an address."),
        ("BECIVIC_GITHUB_API_URL", "https://github.example?s3cret", "holds more than an address."),
        ("BECIVIC_TRUSTED_PROXIES", "10.0.0.0/8,proxy", "`proxy` is not an address range. List CIDR ranges"),
        ("BECIVIC_TRUSTED_PROXIES", "10.0.0.1/8", "has bits set beyond its prefix. Write 10.0.0.0/8"),
        ("BECIVIC_OPERATOR_TOKEN", "s3cret s3cret", "holds characters that a bearer token cannot have."),
        ("BECIVIC_OPERATOR_TOKEN", "s3cret!", "Use letters, digits and `-._~+/`; `=` at the end alone."),
        ("BECIVIC_OPERATOR_TOKEN", "=s3cret", "holds characters"),
        ("BECIVIC_OPERATOR_TOKEN", "s3crét", "holds characters"),
        ("BECIVIC_KEY_FILE", "/", "`/` is a folder. Name the file"),
        (
            "BECIVIC_SECURITY_CONTACT",
            "desk@becivic.example",
            "`desk@becivic.example` is no address to write to. Use mailto: with a mailbox",
        ),
        ("BECIVIC_SECURITY_CONTACT", "http://becivic.example/", "is no address to write to."),
        ("BECIVIC_SECURITY_CONTACT", "https://localhost/", "is no address to write to."),
        ("BECIVIC_SECURITY_CONTACT", "https://[::1", "is no address to write to."),
        ("BECIVIC_SECURITY_CONTACT", "mailto:desk", "is no address to write to."),
        ("BECIVIC_SECURITY_CONTACT", "mailto:a@b.example Expires: never", "is no address to write to."),
        ("BECIVIC_SECURITY_CONTACT", "tel:+3225550000", "is no address to write to."),
        ("BECIVIC_CLOCK_OFFSET", "tomorrow", "`tomorrow` is not a number of seconds."),
        ("BECIVIC_CLOCK_OFFSET", "1.5", "is not a number of seconds."),
        ("BECIVIC_CLOCK_OFFSET", "9" * 11, "is not a number of seconds."),
        (
            "BECIVIC_LOG_LEVEL",
            "debug",
            "`debug` is not a log level that is known here. Use error, warning, info.",
        ),
        ("BECIVIC_LOG_FORMAT", "xml", "`xml` is not a way to write a log. Use text or json."),
        (
            "BECIVIC_LIMIT_VALIDATION",
            "0",
            "`0` is not a limit that can be kept. Use a whole number from 1 to 10,000,000.",
        ),
        ("BECIVIC_LIMIT_COMBINED", "10000001", "is not a limit"),
        ("BECIVIC_LIMIT_BURST", "-1", "is not a limit"),
        ("BECIVIC_LIMIT_BURST", "1.5", "is not a limit"),
        ("BECIVIC_LIMIT_BURST", "٣", "is not a limit"),
        ("BECIVIC_LIMIT_BURST", "9" * 5000, "is not a limit"),
        ("BECIVIC_HOME", "a\nb", "holds control characters."),
    ],
)
def test_a_bad_value_is_one_sentence_that_names_the_variable(
    tmp_path: Path, variable: str, value: str, says: str
) -> None:
    message = refusal(tmp_path, **{variable: value})
    assert message.startswith(f"{variable}: ")
    assert says in message
    assert "s3c" not in message


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_every_common_way_to_write_postgresql_means_the_same(tmp_path: Path, scheme: str) -> None:
    found = settings(tmp_path, BECIVIC_DATABASE_URL=f"{scheme}://u:p:w@db/becivic?sslmode=require")
    assert found.database_url == "postgresql+psycopg://u:p:w@db/becivic?sslmode=require"


@pytest.mark.parametrize(
    "url", ["http://localhost:1", "http://a.localhost", "http://127.9.9.9", "http://[::1]:8000"]
)
def test_the_clock_may_be_moved_on_loopback(tmp_path: Path, url: str) -> None:
    found = settings(tmp_path, BECIVIC_PUBLIC_URL=url, BECIVIC_CLOCK_OFFSET="+86400")
    assert found.clock_offset == timedelta(days=1)


def test_the_clock_is_never_moved_in_public(tmp_path: Path) -> None:
    message = refusal(tmp_path, BECIVIC_PUBLIC_URL=PUBLIC, BECIVIC_CLOCK_OFFSET="1")
    assert message.startswith("BECIVIC_CLOCK_OFFSET: moves the clock")
    assert settings(tmp_path, BECIVIC_PUBLIC_URL=PUBLIC, BECIVIC_CLOCK_OFFSET="0").clock_offset == timedelta(
        0
    )


def test_a_short_operator_token_is_for_loopback_alone(tmp_path: Path) -> None:
    assert settings(tmp_path, BECIVIC_OPERATOR_TOKEN="short").operator_token_hash is not None
    message = refusal(tmp_path, BECIVIC_PUBLIC_URL=PUBLIC, BECIVIC_OPERATOR_TOKEN="tiny")
    assert message.startswith("BECIVIC_OPERATOR_TOKEN: is shorter than 16 characters")
    assert "tiny" not in message


def test_secrets_do_not_show(tmp_path: Path) -> None:
    shown = repr(
        settings(tmp_path, BECIVIC_OPERATOR_TOKEN="s3cret", BECIVIC_DATABASE_URL="postgres://u:s3cret@h/d")
    )
    assert "s3cret" not in shown
    assert hashlib.sha256(b"s3cret").hexdigest() not in shown


def test_the_github_forge_has_a_sentence_for_each_thing_that_is_missing(tmp_path: Path) -> None:
    assert refusal(tmp_path, BECIVIC_FORGE="github") == (
        "BECIVIC_FORGE: `github` needs more. BECIVIC_GITHUB_REPOSITORY is not set."
        " BECIVIC_GITHUB_APP_ID is not set. BECIVIC_GITHUB_INSTALLATION_ID is not set."
        " BECIVIC_GITHUB_KEY_FILE is not set. See docs/github.md for what each one is."
    )
    message = refusal(tmp_path, **{**GITHUB, "BECIVIC_GITHUB_APP_ID": ""})
    assert message.count("is not set.") == 1


def test_github_is_asked_at_its_public_address_unless_told_otherwise(tmp_path: Path) -> None:
    found = settings(tmp_path, **GITHUB).github
    assert found is not None
    assert found.api_url == "https://api.github.com"
    loopback = settings(tmp_path, BECIVIC_GITHUB_API_URL="http://127.0.0.1:1/", **GITHUB).github
    assert loopback is not None
    assert loopback.api_url == "http://127.0.0.1:1"


def test_what_is_said_of_github_means_nothing_to_the_local_forge(tmp_path: Path) -> None:
    assert settings(tmp_path, **{**GITHUB, "BECIVIC_FORGE": "local"}).github is None


@requirement("R-JOB-16")
def test_the_github_key_is_named_by_its_file_and_never_a_setting(tmp_path: Path) -> None:
    said = {setting.key for setting in SETTINGS if setting.key.startswith("github_")}
    assert said == {
        "github_repository",
        "github_app_id",
        "github_installation_id",
        "github_key_file",
        "github_api_url",
    }
    key = tmp_path / "github.pem"
    key.write_text("s3cret")
    found = settings(tmp_path, **{**GITHUB, "BECIVIC_GITHUB_KEY_FILE": str(key)})
    assert "s3cret" not in repr(found)


def test_localhost_is_this_machine(tmp_path: Path) -> None:
    assert settings(tmp_path, BECIVIC_BIND="localhost").bind == "127.0.0.1"


def test_listening_everywhere_is_still_reached_here_on_loopback(tmp_path: Path) -> None:
    assert settings(tmp_path, BECIVIC_BIND="::", PORT="80").public_url == "http://127.0.0.1:80"


def test_an_ipv6_origin_is_in_brackets() -> None:
    assert origin("::1", 8000) == "http://[::1]:8000"
    assert is_loopback(origin("::1", 8000))
    assert not is_loopback("https://becivic.example")


def test_a_variable_with_our_prefix_that_means_nothing_is_noticed() -> None:
    assert unknown_variables({"BECIVIC_PROT": "1", "BECIVIC_HOME": "x", "PATH": "y"}) == ["BECIVIC_PROT"]


@pytest.mark.parametrize(
    ("file", "said", "form"),
    [
        ("", "", LogFormat.TEXT),
        ("", "json", LogFormat.JSON),
        ("", "xml", LogFormat.TEXT),
        ('log_format = "JSON"\nprot = 80', "", LogFormat.JSON),
        ('log_format = "json"', "text", LogFormat.TEXT),
        ("log_format = 3.5", "", LogFormat.TEXT),
        ("not TOML", "", LogFormat.TEXT),
        ("not TOML", "json", LogFormat.JSON),
    ],
)
def test_how_the_log_is_written_is_known_before_anything_can_be_refused(
    tmp_path: Path, file: str, said: str, form: LogFormat
) -> None:
    (tmp_path / "settings.toml").write_text(file)
    assert (
        stated_log_format({"BECIVIC_HOME": str(tmp_path), "BECIVIC_LOG_FORMAT": said, "PORT": "no"}) is form
    )


def test_what_is_started_on_a_home_of_its_own_takes_over_no_setting() -> None:
    inherited = {
        "PATH": "/bin",
        "PORT": "8000",
        "BECIVIC_DATABASE_URL": "postgresql://mine",
        "BECIVIC_PROT": "1",
    }
    assert without_settings(inherited) == {"PATH": "/bin"}


def test_the_document_is_the_table() -> None:
    document = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    assert document == settings_markdown()
    assert all(f"`{setting.variable}`" in document for setting in SETTINGS)


def test_the_example_in_the_document_is_accepted(tmp_path: Path) -> None:
    example = settings_markdown().partition("```toml\n")[2].partition("```")[0]
    assert settings(tmp_path, example).public_url == "https://becivic.example"


@requirement("R-SM-15")
def test_every_number_of_the_consensus_can_be_set_and_a_wrong_one_names_its_variable(tmp_path: Path) -> None:
    home = {"BECIVIC_HOME": str(tmp_path)}
    changed = {"BECIVIC_CONSENSUS_ALPHA_CONFIRMS": "5", "BECIVIC_CONSENSUS_STABLE_AGE": "21d"}
    changed |= {"BECIVIC_CONSENSUS_PROBE_WEIGHT": "0.25", "BECIVIC_CONSENSUS_EVERY": "15"}
    settings = read_settings(home | changed)
    assert (settings.policy.alpha_confirms, settings.policy.stable_age) == (5, timedelta(days=21))
    assert (settings.policy.probe_weight, settings.consensus_every) == (Fraction(1, 4), timedelta(minutes=15))
    for name, text in (
        ("STABLE_RATE", "1"),
        ("STABLE_RATE", "1/0"),
        ("DEPRECATE_AFTER", "0d"),
        ("STABLE_AGE", "a while"),
        ("ALPHA_CONFIRMS", "-1"),
        ("ROLLBACK_MARGIN", "0"),
        ("EVERY", "0"),
    ):
        with pytest.raises(SettingRefused) as refused:
            read_settings({**home, f"BECIVIC_CONSENSUS_{name}": text})
        assert refused.value.where == f"BECIVIC_CONSENSUS_{name}"
